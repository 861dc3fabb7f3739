import { join } from 'node:path';
import { systemClock } from '../../base/clock.ts';
import { CLOCK_TICK_MS } from './clock-tick.ts';
import { ALTERNATES, keepsOwnStore, type Repository } from './repository.ts';
import { tryLstat } from './safe-open.ts';

/**
 * Names what git reads at its start, or keeps open for as long as it runs: settings, the places of objects, and whose
 * objects are borrowed. Whoever puts another store there for a moment (SECURITY.md, "What Portico promises") changes
 * times that they cannot set back. Null while the times do not yet tell one change from the next.
 */
export function storeSignature(gitDirectory: string, commonDirectory: string, nowMs: number): string | null {
  const stats = [
    ...['', 'commondir', 'config.worktree'].map((name) => tryLstat(Buffer.from(join(gitDirectory, name)))),
    ...['', 'config', 'objects', 'objects/pack', 'objects/info', ALTERNATES].map((name) =>
      tryLstat(Buffer.from(join(commonDirectory, name))),
    ),
  ];
  const newestMs = Math.max(...stats.map((one) => one?.ctimeMs ?? 0));
  if (newestMs > nowMs - CLOCK_TICK_MS) return null;
  return stats.map((one) => (one === null ? '-' : `${one.dev}:${one.ino}:${one.mode}:${one.ctimeMs}`)).join(' ');
}

/** Stores that were found to be their repositories' own, with the signature that they had before that was looked at. */
const JUDGED = new WeakMap<Repository, string>();

/**
 * The signature of a store of which nothing is borrowed, so that git's words are the repository's own for as long as
 * it stays: others could be put in between for just the moment in which git is asked. `false` when something is
 * borrowed, null while the times do not tell.
 */
export function ownStoreSignature(repository: Repository): string | false | null {
  const { gitDirectory, commonDirectory } = repository;
  const signature = storeSignature(gitDirectory, commonDirectory, systemClock.now().getTime());
  if (signature !== null && JUDGED.get(repository) === signature) return signature;
  if (!keepsOwnStore(repository)) return false;
  if (signature !== null) JUDGED.set(repository, signature);
  return signature;
}
