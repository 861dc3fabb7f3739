/** Lets work through, so many pieces at once. */
export interface Turnstile {
  /** Runs the work when it is its turn: in the order in which it came. */
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Pieces of work whose turn has not come. */
  waiting(): number;
}

/** Makes one for at most `max` pieces at once; what waits is bounded by whoever looks at `waiting` first. */
export function makeTurnstile(max: number): Turnstile {
  const waiting = new Set<() => void>();
  let running = 0;

  /** The place is handed over by who leaves it, so `running` stays as it is. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) running -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    waiting: () => waiting.size,
    async run(work) {
      if (running < max) running += 1;
      else await new Promise<void>((resolve) => waiting.add(resolve));
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
