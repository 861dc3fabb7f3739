import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { KIB } from '../../base/units.ts';
import { keepsOwnStore } from './repository.ts';
import { realPathOrNull } from './safe-open.ts';

/*
 * A partial clone lacks objects, and git before 2.45 fetches each one that it is asked for, whatever it is told: where
 * it must not, it ends, and whoever waits for other objects gets none. So objects of such a clone are read by way of a
 * git directory of our own, which borrows the clone's objects and knows of nowhere to fetch from: what is not there is
 * `missing`. Source: gitrepository-layout(5), git(1), GIT_NO_LAZY_FETCH.
 */

/** Folder of such git directories among those of the roots' indexes. */
export const OWN_STORES = 'partial-clones';

let indexDirectory: string | null = null;

/** Tells this thread where indexes are, and so where such git directories may be made; null takes it back. */
export function offerOwnStores(offered: string | null): void {
  indexDirectory = offered;
}

/** Where they may be, for threads that this one starts. */
export function ownStoresOffer(): string | null {
  return indexDirectory;
}

/** The git directory by which objects are read: the given one, or one of our own that borrows from a partial clone. */
export function readingDirectory(gitDirectory: string): string {
  if (indexDirectory === null) return gitDirectory;
  const common = commonDirectoryOf(gitDirectory);
  // What is borrowed is the store that the repository was believed to own, and no other that git would not take.
  if (common === null || !keepsOwnStore({ gitDirectory, commonDirectory: common })) return gitDirectory;
  const settings = readSmall(join(common, 'config'));
  // A path is a line of the file that names it.
  if (settings === null || !PARTIAL.test(settings) || common.includes('\n')) return gitDirectory;
  try {
    return makeStore(join(indexDirectory, OWN_STORES), { common, isSha256: SHA256.test(settings) });
  } catch {
    // No room, or no right to write: then git ends where it would fetch.
    return gitDirectory;
  }
}

const PARTIAL = /^[ \t]*(?:promisor|partialclone(?:filter)?)[ \t]*=/im;
const SHA256 = /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256/im;

/** The real directory with refs and objects; git takes line ends from the end of its path, and nothing else. */
function commonDirectoryOf(gitDirectory: string): string | null {
  const common = readSmall(join(gitDirectory, 'commondir'));
  return realPathOrNull(common === null ? gitDirectory : resolve(gitDirectory, common.replace(/[\r\n]{1,4}$/, '')));
}

/** Writes the same files each time, so that whoever comes at the same moment changes nothing. */
function makeStore(
  place: string,
  { common, isSha256 }: { readonly common: string; readonly isSha256: boolean },
): string {
  const own = join(place, createHash('sha256').update(common).digest('hex').slice(0, 32));
  const files = {
    'objects/info/alternates': `${join(common, 'objects')}\n`,
    config: isSha256
      ? '[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n'
      : '[core]\n\trepositoryformatversion = 0\n\tbare = true\n',
    HEAD: 'ref: refs/heads/none\n',
  };
  for (const part of ['refs', 'objects/info']) mkdirSync(join(own, part), { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(files)) {
    const path = join(own, name);
    if (readSmall(path) !== text) writeWhole(path, text);
  }
  return own;
}

/** Whoever reads it meanwhile finds all of it, or what was there before. */
function writeWhole(path: string, text: string): void {
  const unfinished = `${path}.${randomUUID()}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, path);
}

/** Settings longer than that belong to no partial clone that a program made. */
const CONFIG_BYTES_MAX = 256 * KIB;

function readSmall(path: string): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= CONFIG_BYTES_MAX ? readFileSync(path, 'utf8') : null;
  } catch {
    // Not there.
    return null;
  }
}
