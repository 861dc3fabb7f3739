import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourcePlace } from '../source/open-source.ts';
import { tryLstat } from '../source/safe-open.ts';

/*
 * What was found out by asking git, or by going through folders, holds for as long as the files that decided it are
 * the same ones. To look at those takes some microseconds each, to ask anew some milliseconds.
 */

/** Bytes of a small file that is compared by its content. */
const TEXT_BYTES_MAX = 4_096;

/** What a place is: another text when something else has been put there, whatever it holds. */
export function inodeSignature(path: string): string {
  const stats = tryLstat(Buffer.from(path));
  return stats === null ? '-' : `${stats.dev}:${stats.ino}:${stats.mode}`;
}

/** What a file is and when it was changed; of a folder, when a name in it was. */
export function stampSignature(path: string): string {
  const stats = tryLstat(Buffer.from(path));
  return stats === null
    ? '-'
    : `${stats.dev}:${stats.ino}:${stats.mode}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`;
}

/** What git's index is: which files are tracked, among them those that rules would ignore. */
export function gitIndexSignature({ repository }: SourcePlace): string {
  return repository === null ? '' : stampSignature(join(repository.gitDirectory, 'index'));
}

/** The text of a small file; null when there is none, or another thing. */
export function smallText(path: string): string | null {
  const stats = tryLstat(Buffer.from(path));
  if (!stats?.isFile() || stats.size > TEXT_BYTES_MAX) return null;
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Gone since, or not permitted.
    return null;
  }
}
