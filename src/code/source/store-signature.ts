import { join } from 'node:path';
import { ALTERNATES } from './repository.ts';
import { tryLstat } from './safe-open.ts';

/** What was changed less than this before it was looked at may change again without another time. */
const CLOCK_TICK_MS = 50;

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
