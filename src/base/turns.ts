/** Resolves when the caller may do its next piece of work. */
export type NextTurn = () => Promise<void>;

/**
 * Lets pieces of work take turns: one at a time, in the order in which they asked, and between any two of them the
 * process sees to everything else that waits. For work that is too long to be done in one go and too short for a thread.
 */
export function makeTurns(): NextTurn {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}
