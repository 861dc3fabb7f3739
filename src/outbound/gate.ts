/** Runs work when it is its turn; rejects with the signal's reason when that comes first. */
export type Gate = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value>;

/** At most `max` pieces of work at once, the others in the order in which they came. */
export function makeGate(max: number): Gate {
  const waiting = new Set<() => void>();
  let running = 0;

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running < max) {
      running += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      waiting.delete(resolve);
      reject(signal.reason);
    };
    waiting.add(resolve);
    signal.addEventListener('abort', leave, { once: true });
    try {
      // The place is handed over by who leaves it, so `running` stays as it is.
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  function handOver(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (signal, work) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      handOver();
    }
  };
}
