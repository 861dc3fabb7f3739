import { dirname, join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { makeLru } from '../../base/lru.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { findPlace, readableRoot, type SourcePlace, type SourceProblem } from '../source/open-source.ts';
import { ALTERNATES, STORE_PARTS } from '../source/repository.ts';
import { isWithin } from '../source/safe-open.ts';
import type { SourceSelector } from '../source/source.ts';
import { ownStoreSignature } from '../source/store-signature.ts';
import { inodeSignature, stampSignature } from './signature.ts';

/** A place that was found before, and still is. */
export interface KnownPlace {
  readonly place: SourcePlace;
  /** Another number when the place was looked at anew, because something that decides about it has changed. */
  readonly lookedAt: number;
}

/** Finds the places of selectors, and git's word on them only when it may have changed. */
export interface SourcePlaces {
  find(selector: SourceSelector): Promise<Result<KnownPlace, SourceProblem>>;
}

/** Places that are remembered; the least recently asked for goes first. */
const PLACES_MAX = 256;

/** Which repository a folder belongs to is looked at no more often than this: it takes some forty looks at the disk. */
const LOOK_EVERY_MS = 250;

/** Git is asked this often whether what it was not believed for is gone: that may lie anywhere in its folder. */
const LEFT_OUT_MS = 1_000;

interface Remembered extends KnownPlace {
  lookedAtMs: number;
  /** When git was asked. */
  judgedAtMs: number;
  readonly paths: readonly string[];
  readonly signature: string;
  /** Of the root. */
  readonly inode: string;
}

/** Makes a memory of places. */
export function makeSourcePlaces(clock: Clock): SourcePlaces {
  const known = makeLru<string, Remembered>(PLACES_MAX);
  let looks = 0;

  function isStill(known: Remembered): boolean {
    const { repository, gitLeftOut } = known.place;
    // At every question: links among its objects show in nothing else.
    if (repository !== null && ownStoreSignature(repository) === false) return false;
    const nowMs = clock.monotonicMs();
    if (gitLeftOut !== null && nowMs - known.judgedAtMs >= LEFT_OUT_MS) return false;
    if (nowMs - known.lookedAtMs < LOOK_EVERY_MS) return true;
    known.lookedAtMs = nowMs;
    return signatureOf(known.paths, known.place) === known.signature;
  }

  /** Whether nothing has changed about a folder whose git is left out, now that it was asked again. */
  function isLeftOutStill(before: Remembered, inode: string, place: SourcePlace): boolean {
    const isSame = before.inode === inode && signatureOf(before.paths, before.place) === before.signature;
    if (!isSame || place.gitLeftOut === null || place.gitLeftOut !== before.place.gitLeftOut) return false;
    before.judgedAtMs = clock.monotonicMs();
    return true;
  }

  return {
    async find(selector) {
      // The root itself is looked at every time: it may have been exchanged for a link.
      const root = readableRoot(selector);
      if (root === null) return err('location_gone');
      const inode = inodeSignature(root.location);
      const key = JSON.stringify([selector.location, selector.denied]);
      const before = known.get(key);
      if (before !== undefined && before.inode === inode && isStill(before)) return ok(before);
      known.delete(key);
      const found = await findPlace(selector);
      if (!found.ok) return found;
      if (before !== undefined && isLeftOutStill(before, inode, found.value)) {
        known.set(key, before);
        return ok(before);
      }
      looks += 1;
      const paths = decidingPaths(found.value);
      const signature = signatureOf(paths, found.value);
      const nowMs = clock.monotonicMs();
      const times = { lookedAtMs: nowMs, judgedAtMs: nowMs };
      known.set(key, { place: found.value, lookedAt: looks, ...times, paths, signature, inode });
      return ok({ place: found.value, lookedAt: looks });
    },
  };
}

/** Files whose content decides which repository a folder belongs to, and whether it is one at all. */
function decidingPaths({ root: { location }, repository }: SourcePlace): readonly string[] {
  const folders = [location];
  for (let folder = location; dirname(folder) !== folder; folder = dirname(folder)) folders.push(dirname(folder));
  if (repository === null) {
    // Also the folder that a repository around it ignores is a plain one, until the rules change, and one whose git
    // borrows objects, until it does no more.
    const names = ['.git', '.gitignore', `.git/${ALTERNATES}`];
    return [join(location, 'HEAD'), ...folders.flatMap((folder) => names.map((name) => join(folder, name)))];
  }
  const { gitDirectory, commonDirectory, topLevel } = repository;
  const around = topLevel === null ? [location] : folders.filter((folder) => isWithin(folder, topLevel));
  // Of a folder within a work tree the rules above it decide whether it belongs to the repository.
  const rules = repository.prefix === '' ? [] : [...around.map((folder) => join(folder, '.gitignore'))];
  return [
    ...around.map((folder) => join(folder, '.git')),
    ...rules,
    ...['config', 'info/exclude', ALTERNATES].map((name) => join(commonDirectory, name)),
    ...['commondir', 'gitdir', 'config.worktree'].map((name) => join(gitDirectory, name)),
  ];
}

function signatureOf(paths: readonly string[], { repository }: SourcePlace): string {
  const parts = repository === null ? [] : ['', ...STORE_PARTS].map((part) => join(repository.commonDirectory, part));
  const kinds = parts.map((path) => (path.endsWith('packed-refs') ? modeOf(path) : inodeSignature(path)));
  return [...kinds, ...paths.map(signatureOfPath)].join(' ');
}

/** A packed file is exchanged for a new one at every change: only that it is a file matters. */
function modeOf(path: string): string {
  return inodeSignature(path).split(':')[2] ?? '-';
}

/** A git directory changes with every command, a file that stands for one does not. */
function signatureOfPath(path: string): string {
  const isGitDirectory = path.endsWith('/.git');
  const inode = inodeSignature(path);
  return isGitDirectory && isDirectoryMode(inode) ? inode : stampSignature(path);
}

const DIRECTORY_BIT = 0o040000;

function isDirectoryMode(signature: string): boolean {
  return (Number(signature.split(':')[2] ?? 0) & 0o170000) === DIRECTORY_BIT;
}
