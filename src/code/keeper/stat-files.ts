import type { Exclusion } from '../index/file-table.ts';
import { hasStamp, setStamp, unread } from '../index/stamps.ts';
import { CLOCK_TICK_MS } from '../source/clock-tick.ts';
import { pathOf } from '../source/packed-files.ts';
import { showPath } from '../source/path-bytes.ts';
import { tryLstat } from '../source/safe-open.ts';
import { isSecretPath } from '../source/secret-path.ts';
import { makeTurns } from '../source/steps.ts';
import { type Columns, contentOf, isFile, isForgotten, isLink, setContent } from './columns.ts';

/**
 * Looks at every file on disk and forgets the content of those that are not as they were when they were read. True
 * when there was any, or one of which nothing is known has changed since the given instant of the wall clock. Names and
 * times alone are looked at: what is read later is read by the guarded reader.
 */
export async function statFiles(location: string, columns: Columns, sinceMs: number): Promise<boolean> {
  let hasChanged = false;
  const turns = makeTurns();
  for (let file = 0; file < columns.files.count; file++) {
    if (turns.isOver()) await turns.next();
    const isOther = isForgotten(columns, file)
      ? !hasChanged && isChangedSince(location, columns, file, sinceMs)
      : forgetIfChanged(location, columns, file);
    if (isOther) hasChanged = true;
  }
  return hasChanged;
}

function isChangedSince(location: string, { files }: Columns, file: number, sinceMs: number): boolean {
  const stats = tryLstat(Buffer.concat([Buffer.from(`${location}/`), pathOf(files, file)]));
  return stats === null || stats.ctimeMs >= sinceMs - CLOCK_TICK_MS;
}

/** The same for files that were written to, whatever was written: of one that nobody has read yet nothing tells. */
export function forgetTouched(location: string, columns: Columns, files: readonly number[]): boolean {
  return files.filter((file) => isForgotten(columns, file) || forgetIfChanged(location, columns, file)).length > 0;
}

/** Notes the links of a first listing as they are, so that the next look sees when one leads elsewhere. */
export async function noteLinks(location: string, columns: Columns): Promise<void> {
  const turns = makeTurns();
  for (let file = 0; file < columns.files.count; file++) {
    if (turns.isOver()) await turns.next();
    if (isLink(columns.files, file)) isOtherLink(location, columns, file);
  }
}

/**
 * Whether a link is not the one that was looked at before. Nothing is read of it, but what it says leads imports, which
 * are remembered. A link is never changed, only exchanged for another one. Source: symlink(7).
 */
function isOtherLink(location: string, { files, stamps }: Columns, file: number): boolean {
  const stats = tryLstat(Buffer.concat([Buffer.from(`${location}/`), pathOf(files, file)]));
  if (stats === null || hasStamp(stamps, file, stats)) return false;
  setStamp(stamps, file, unread(stats));
  return true;
}

/** Looks at one file; true when its content was forgotten, or when it is a link and another one than before. */
function forgetIfChanged(location: string, columns: Columns, file: number): boolean {
  if (isLink(columns.files, file)) return isOtherLink(location, columns, file);
  if (!isFile(columns.files, file) || isForgotten(columns, file)) return false;
  const bytes = pathOf(columns.files, file);
  const path = showPath(bytes);
  // Known by its name alone, so never read.
  if (isSecretPath(path)) return false;
  const stats = tryLstat(Buffer.concat([Buffer.from(`${location}/`), bytes]));
  if (stats?.isFile()) {
    if (hasStamp(columns.stamps, file, stats)) return false;
    forgetContent(columns, file, null);
    return true;
  }
  // A listing by git names what was a file when it was added: a link or folder in its place is not read.
  const exclusion = stats?.isSymbolicLink() ? 'symlink' : 'unreadable';
  if (contentOf(columns, file).exclusion === exclusion) return false;
  forgetContent(columns, file, exclusion);
  return true;
}

/** Notes that a file has to be read again, or that there is nothing to read. */
function forgetContent(columns: Columns, file: number, exclusion: Exclusion | null): void {
  setContent(columns, file, { blobId: null, size: null, exclusion });
  setStamp(columns.stamps, file, null);
}
