/*
 * Work over a million files takes seconds, and who does it also answers others. It is written as steps, each of some
 * microseconds, and is done either at once or in turns with other work.
 */

/** Work in steps; each `yield` is a place where others may go on. */
export type Steps<Made> = Generator<undefined, Made, undefined>;

/** Rows between two steps of a loop over files: enough that a step costs nothing. */
export const ROWS_A_STEP = 256;

/** Milliseconds of work between two turns for others, who need some turns for one answer. */
const TURN_MS = 0.5;

// Who waits for the next turn. All works of a thread together have one in each round of its loop, so that a question
// waits for as much as one of them does, however many there are.
const waiting: (() => void)[] = [];

function nextRound(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(goOn);
}

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
      await nextRound();
      beganAtMs = performance.now();
    },
  };
}
