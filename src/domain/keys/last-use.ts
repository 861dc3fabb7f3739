import type { Clock } from '../../base/clock.ts';
import { describeFailure, type Log } from '../../base/log.ts';
import { MINUTE_MS } from '../../base/units.ts';
import type { KeyStore } from './store.ts';

/** Remembers when keys were last used, without a write per request. */
export interface LastUse {
  /** Notes a use now; written at most once a minute for each key, behind the request's back. */
  record(prefix: string): void;
  /** Resolves when every write begun so far has ended. */
  settle(): Promise<void>;
}

/** Keys whose last write is remembered; a forgotten one only costs a write more. */
const REMEMBERED_MAX = 20_000;

/** A failed write is logged and tried again at the key's next use a minute later: the fact is a courtesy, not a count. */
export function makeLastUse(deps: {
  readonly keys: Pick<KeyStore, 'touch'>;
  readonly clock: Clock;
  readonly log: Log;
}): LastUse {
  const writtenAtMs = new Map<string, number>();
  const writes = new Set<Promise<void>>();

  async function write(prefix: string): Promise<void> {
    try {
      await deps.keys.touch(prefix, toMinute(deps.clock.now()));
    } catch (failure) {
      // Nobody waits for this write, so that a failure must not end the process.
      deps.log.event('key.last_use_not_recorded', { keyPrefix: prefix, failure: describeFailure(failure) }, 'warn');
    }
  }

  return {
    record(prefix) {
      const nowMs = deps.clock.monotonicMs();
      const before = writtenAtMs.get(prefix);
      if (before !== undefined && nowMs - before < MINUTE_MS) return;
      writtenAtMs.delete(prefix);
      if (writtenAtMs.size >= REMEMBERED_MAX) writtenAtMs.delete(writtenAtMs.keys().next().value ?? '');
      writtenAtMs.set(prefix, nowMs);
      const pending = write(prefix).finally(() => writes.delete(pending));
      writes.add(pending);
    },
    async settle() {
      await Promise.all(writes);
    },
  };
}

/** Last use is told to the minute: finer would be a record of the owner's habits. */
function toMinute(now: Date): Date {
  return new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS);
}
