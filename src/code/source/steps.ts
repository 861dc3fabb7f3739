/*
 * Work over a million files takes seconds, and who does it also answers others. It is written as steps, each of some
 * microseconds, and is done either at once or in turns with other work.
 */

/** Work in steps; each `yield` is a place where others may go on. */
export type Steps<Made> = Generator<undefined, Made, undefined>;

/** Rows between two steps of a loop over files: enough that a step costs nothing. */
export const ROWS_A_STEP = 256;

/** Milliseconds of work between two turns for others, who need some turns for one answer. */
const TURN_MS = 2;

/** Does all steps without a pause, where there are few. */
export function atOnce<Made>(steps: Steps<Made>): Made {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Does the steps and lets other work of this thread go on in between. Throws the signal's reason when it is aborted. */
export async function inTurns<Made>(steps: Steps<Made>, signal?: AbortSignal): Promise<Made> {
  const turns = makeTurns();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (!turns.isOver()) continue;
    await turns.next();
    signal?.throwIfAborted();
  }
}

/** Says when it is time to let others go on. */
export interface Turns {
  isOver(): boolean;
  /** Lets them, and begins the next turn. */
  next(): Promise<void>;
}

/** Makes turns of which the first begins now; where nobody else needs many for one answer they may be longer. */
export function makeTurns(turnMs = TURN_MS): Turns {
  let beganAtMs = performance.now();
  return {
    isOver: () => performance.now() - beganAtMs > turnMs,
    async next() {
      await new Promise((resolve) => setImmediate(resolve));
      beganAtMs = performance.now();
    },
  };
}
