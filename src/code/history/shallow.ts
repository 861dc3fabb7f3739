import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIB } from '../../base/units.ts';
import type { Repository } from '../source/repository.ts';

/** Some 25,000 ids: what a clone ends at is a handful of commits, on a history of many merges some hundreds. */
const SHALLOW_BYTES_MAX = MIB;

/**
 * What an answer that was given of a shallow clone does not know: the rest of the history may be fetched at any time, and
 * HEAD stays what it was.
 */
export const SHALLOW_GAP =
  'the clone is shallow: commits before those that it holds, and what the oldest of these changed, are not known';

/**
 * The commits that a shallow clone ends at: it lacks their parents, so that git takes each for the first of all and every
 * file of it for new. Empty for a clone with all of its history. Source: gitrepository-layout(5), `shallow`.
 */
export function readShallow({ commonDirectory }: Pick<Repository, 'commonDirectory'>): ReadonlySet<string> {
  const path = join(commonDirectory, 'shallow');
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile() || stats.size > SHALLOW_BYTES_MAX) return new Set();
  return new Set(readFileSync(path, 'utf8').split('\n'));
}

/** What tells one state of that file from another, or from none, without reading it: git writes it anew for each change. */
export function shallowStamp({ commonDirectory }: Pick<Repository, 'commonDirectory'>): string {
  const stats = lstatSync(join(commonDirectory, 'shallow'), { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}
