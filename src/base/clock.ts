/**
 * The only source of time. Windows measure their length by the monotonic reading and announce their end by the wall
 * reading, so that a wall clock set back gives nothing back.
 */
export interface Clock {
  /** Wall time. */
  now(): Date;
  /** Milliseconds since an arbitrary start; never goes back. */
  monotonicMs(): number;
}

/** The machine's clocks. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
};

/**
 * Milliseconds since the machine was started: one reading for all of its processes, unlike `monotonicMs`, so that one
 * process can tell another an instant.
 */
export function machineMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1_000 + nanoseconds / 1_000_000;
}

/** A clock that tests move by hand: `advance` moves both readings, `setWall` only the wall. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  setWall(now: Date): void;
}

/** Makes a clock that stands still until it is told to move. */
export function manualClock(start: Date): ManualClock {
  let wallMs = start.getTime();
  let monotonicMs = 1_000;
  return {
    now: () => new Date(wallMs),
    monotonicMs: () => monotonicMs,
    advance(ms) {
      wallMs += ms;
      monotonicMs += ms;
    },
    setWall(now) {
      wallMs = now.getTime();
    },
  };
}
