import type { Clock } from '../base/clock.ts';
import { UnavailableError } from '../base/unavailable.ts';

/**
 * Longest time that one request waits for storage, all its waits together. Each call has a deadline of its own; but a
 * request makes several, and one that is slow before the next one hangs must not add up to more than the second within
 * which every answer comes.
 */
export const STORAGE_WAIT_MS_MAX = 800;

/** How long one request may still wait for storage. Its waits come one after the other. */
export interface Patience {
  /**
   * Settles as the answer does, or rejects when the request has waited long enough. What the answer brings after that
   * goes to `onLate`, which puts it back.
   */
  wait<T>(answer: Promise<T>, onLate?: (late: T) => void): Promise<T>;
  /** Settles as the answer does, which has a bound of its own; its time is counted all the same. */
  count<T>(answer: Promise<T>): Promise<T>;
}

/** Of a process that has its storage to itself: a slow disk is waited for, because it costs nobody else a place. */
export const ENDLESS: Patience = { wait: (answer) => answer, count: (answer) => answer };

/** Makes the patience of one request; of the usual length for null. */
export function makePatience(clock: Clock, waitMsMax: number | null): Patience {
  let leftMs = waitMsMax ?? STORAGE_WAIT_MS_MAX;

  async function count<T>(answer: Promise<T>): Promise<T> {
    const beganMs = clock.monotonicMs();
    try {
      return await answer;
    } finally {
      leftMs = Math.max(0, leftMs - (clock.monotonicMs() - beganMs));
    }
  }

  return {
    count,
    wait: (answer, onLate = () => {}) => count(within(leftMs, answer, onLate)),
  };
}

function within<T>(waitMs: number, answer: Promise<T>, onLate: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const giveUp = (): void => {
      isOver = true;
      reject(new UnavailableError('the request has waited for storage as long as it may'));
    };
    // What has arrived while the loop was busy is taken before it is called late.
    const timer = setTimeout(() => setImmediate(giveUp), waitMs);
    answer.then(
      (value) => {
        clearTimeout(timer);
        if (isOver) onLate(value);
        else resolve(value);
      },
      (failure: unknown) => {
        clearTimeout(timer);
        reject(failure);
      },
    );
  });
}
