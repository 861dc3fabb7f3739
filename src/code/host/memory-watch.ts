// What is done before the engine process has to end for its memory, which fails everybody's questions.

/** Shares of the cap from which on threads without work are ended, and then threads at work. */
const IDLE_SHARE = 0.8;
const BUSY_SHARE = 0.92;

/** Looks that memory gets to come back in after a thread at work was ended, while it is below the cap. */
const LOOKS_TO_COME_BACK = 5;

/** What can be ended. */
export interface MemoryHolders {
  /** Whether a question is being worked on. */
  isBusy(): boolean;
  /** Ends threads without work that nobody quick comes back to, and keeps none ready while memory is short. */
  endIdle(): void;
  /** Memory is no longer short. */
  rest(): void;
  /** Ends the question that is most likely to hold the memory; false when there is none. */
  endHungriest(): boolean;
}

/** Looks at the memory of the process. */
export interface MemoryWatch {
  /** Bytes that the process holds now. */
  look(bytes: number): void;
}

/**
 * Makes the watch. A question that takes too much ends alone: first threads without work go, then the hungriest question.
 * `exit` is called when memory is over the cap still after that.
 */
export function makeMemoryWatch(bytesMax: number, holders: MemoryHolders, exit: () => void): MemoryWatch {
  /** Looks until another question may be ended; 0 when none was ended lately. */
  let looksLeft = 0;
  return {
    look(bytes) {
      if (bytes <= IDLE_SHARE * bytesMax) {
        looksLeft = 0;
        holders.rest();
        return;
      }
      holders.endIdle();
      if (bytes <= BUSY_SHARE * bytesMax || !holders.isBusy()) return;
      if (looksLeft > 0) {
        looksLeft -= 1;
        if (bytes > bytesMax) exit();
        return;
      }
      if (holders.endHungriest()) looksLeft = LOOKS_TO_COME_BACK;
      else if (bytes > bytesMax) exit();
    },
  };
}
