import type { Clock } from '../../base/clock.ts';
import { background, type Log } from '../../base/log.ts';
import { UnavailableError } from '../../base/unavailable.ts';

/** Pause between two probes, in milliseconds. */
const PROBE_EVERY_MS = 250;

/** Refuses calls at once while the server is away, and finds out when it is back. */
export interface Breaker {
  /** Throws while the server is away. */
  guard(): void;
  /** The server gave no answer: from now on it is away, until a probe succeeds. */
  trip(reason: string): void;
  stop(): void;
}

/**
 * Makes a breaker that is closed. `probe` is run by one at a time: at once, because a lost connection does not mean a
 * lost server, then again and again; `onAway` is called whenever it opens.
 */
export function makeBreaker(deps: {
  readonly probe: () => Promise<void>;
  readonly onAway: (failure: UnavailableError) => void;
  readonly clock: Clock;
  readonly log: Log;
  readonly probeEveryMs?: number;
}): Breaker {
  const { clock, log, probeEveryMs = PROBE_EVERY_MS } = deps;
  let awaySinceMs: number | null = null;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      await deps.probe();
    } catch {
      // Said once, when it went away.
      if (!isStopped) timer = setTimeout(start, probeEveryMs).unref();
      return;
    }
    if (isStopped || awaySinceMs === null) return;
    log.event('storage.back', { awayMs: Math.round(clock.monotonicMs() - awaySinceMs) });
    awaySinceMs = null;
  }

  function start(): void {
    background(log, 'storage.probe', look());
  }

  return {
    guard() {
      if (awaySinceMs !== null) throw new UnavailableError('the storage is away');
    },
    trip(reason) {
      if (awaySinceMs !== null || isStopped) return;
      awaySinceMs = clock.monotonicMs();
      log.event('storage.away', { reason }, 'error');
      deps.onAway(new UnavailableError(`the storage went away: ${reason}`));
      start();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
