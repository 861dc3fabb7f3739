import { systemClock } from '../../base/clock.ts';

/** A process that was itself held up this much longer than it asked for does not know who was slow. */
const HELD_UP_MS = 50;

/** How long such a process reads the answers that lie there before it gives up. */
const GRACE_MS = 50;

/** The end of the time that one call has. */
export interface Deadline {
  readonly hasPassed: boolean;
  /** What to do when it passes; each step of the call says its own. Done at once when it has passed already. */
  whenPassed(act: () => void): void;
  /** The call is over. */
  stop(): void;
}

/**
 * Begins the time of a call. Real time, never a test's clock: what it bounds is a server and a network. A process that
 * was stopped or busy meanwhile first reads what was answered: its own pause must not look like the server's.
 */
export function startDeadline(ms: number): Deadline {
  const startedMs = systemClock.monotonicMs();
  let act: (() => void) | null = null;
  let isOver = false;
  let hasPassed = false;
  let timer = setTimeout(() => {
    const isHeldUp = systemClock.monotonicMs() - startedMs > ms + HELD_UP_MS;
    if (isHeldUp) timer = setTimeout(pass, GRACE_MS);
    else pass();
  }, ms);

  function pass(): void {
    if (isOver) return;
    hasPassed = true;
    act?.();
  }

  return {
    get hasPassed() {
      return hasPassed;
    },
    whenPassed(next) {
      act = next;
      if (hasPassed) next();
    },
    stop() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
