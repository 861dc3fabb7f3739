/**
 * Counts of hits of some files, which two threads find out together in shared memory: one goes from the first file on,
 * the other from the last one back, and each takes a file before it counts. Where they meet all are counted, so that
 * neither waits for the other but for one file. Source: ADR 0038.
 */
export interface SharedCounts {
  /** Numbers of the files. */
  readonly files: Int32Array;
  /** What is known of each: `FREE`, who has taken it, or how many hits it has and one more. */
  readonly counts: Int32Array;
  /** Places are those of `STATE`. */
  readonly state: Int32Array;
}

/** Files of one round: enough that telling the other thread of them takes no time beside them. */
export const ROUND_FILES = 1_024;

const FREE = 0;
/** Taken by the thread that goes on from the first file. */
const TAKEN = -1;
/** Taken by the thread that goes back from the last one. */
const TAKEN_APART = -2;
/** Only who visits the file can tell. */
const UNKNOWN = -3;

const STATE = {
  /** Files of this round. */
  length: 0,
  /** 1 from the offer on until the other thread has left the round. */
  isUnderWay: 1,
  /** 1 when the other thread is to leave it. */
  isOver: 2,
  /** Microseconds of CPU time that the other thread has taken and nobody has been told of. */
  cpuUs: 3,
  /** 1 once the other thread hears. */
  isReady: 4,
} as const;

/** How long one file is waited for: to count a large one oneself takes no longer. */
const FILE_WAIT_MS = 3;

/** Room for one round after the other. */
export function makeSharedCounts(): SharedCounts {
  return {
    files: new Int32Array(new SharedArrayBuffer(ROUND_FILES * Int32Array.BYTES_PER_ELEMENT)),
    counts: new Int32Array(new SharedArrayBuffer(ROUND_FILES * Int32Array.BYTES_PER_ELEMENT)),
    state: new Int32Array(new SharedArrayBuffer(Object.keys(STATE).length * Int32Array.BYTES_PER_ELEMENT)),
  };
}

/** The side of the thread that answers. */
export interface CountsAhead {
  /** False while the other thread has not started, or has not left the last round: then there is none. */
  isFree(): boolean;
  /** Begins a round. It is over when all its files have been taken, or with `stop`. */
  begin(files: readonly number[]): void;
  /** The hits of a file that the other thread has counted; null where it is to be looked at by who asks. */
  take(at: number): number | null;
  stop(): void;
  /** CPU time of the other thread since the last call, milliseconds. */
  spentMs(): number;
}

/** Opens the side of the thread that answers. */
export function openCounts({ files, counts, state }: SharedCounts): CountsAhead {
  return {
    isFree: () => Atomics.load(state, STATE.isReady) === 1 && Atomics.load(state, STATE.isUnderWay) === 0,
    begin(numbers) {
      files.set(numbers.slice(0, ROUND_FILES));
      counts.fill(FREE);
      state[STATE.length] = Math.min(numbers.length, ROUND_FILES);
      Atomics.store(state, STATE.isOver, 0);
      Atomics.store(state, STATE.isUnderWay, 1);
    },
    take(at) {
      let known = Atomics.compareExchange(counts, at, FREE, TAKEN);
      if (known === TAKEN_APART) {
        Atomics.wait(counts, at, TAKEN_APART, FILE_WAIT_MS);
        known = Atomics.load(counts, at);
      }
      return known > 0 ? known - 1 : null;
    },
    stop: () => void Atomics.store(state, STATE.isOver, 1),
    spentMs: () => Atomics.exchange(state, STATE.cpuUs, 0) / 1_000,
  };
}

/** Tells the thread that answers that this one hears. */
export function tellReady({ state }: SharedCounts): void {
  Atomics.store(state, STATE.isReady, 1);
}

/** Files between two looks at the time that they took. */
const FILES_A_LOOK = 16;

/**
 * The side of the other thread: counts the files of the round from the last one back, until it meets the thread that
 * answers. `count` is null for a file that is left to be looked at; `cpuUs` is the CPU time of this thread so far.
 */
export function countApart(
  { files, counts, state }: SharedCounts,
  count: (file: number) => number | null,
  cpuUs: () => number,
): void {
  let toldUs = cpuUs();
  const tellTime = (): void => {
    const nowUs = cpuUs();
    Atomics.add(state, STATE.cpuUs, nowUs - toldUs);
    toldUs = nowUs;
  };
  try {
    for (let at = (state[STATE.length] ?? 0) - 1; at >= 0 && Atomics.load(state, STATE.isOver) === 0; at--) {
      if (Atomics.compareExchange(counts, at, FREE, TAKEN_APART) !== FREE) break;
      const hits = countOrNot(count, files[at] ?? 0);
      Atomics.store(counts, at, hits === null ? UNKNOWN : hits + 1);
      Atomics.notify(counts, at);
      if (at % FILES_A_LOOK === 0) tellTime();
    }
  } finally {
    tellTime();
    Atomics.store(state, STATE.isUnderWay, 0);
  }
}

/** What fails here is left to who answers, where it fails again and is told. */
function countOrNot(count: (file: number) => number | null, file: number): number | null {
  try {
    return count(file);
  } catch {
    return null;
  }
}
