// What is done before the engine process has to end for its memory, which fails everybody's questions.

/** Shares of the cap from which on threads without work are ended, and then threads at work. */
const IDLE_SHARE = 0.8;
const BUSY_SHARE = 0.92;

/** Looks that memory gets to come back in after a question was ended; over the cap fewer of them. */
const LOOKS_TO_COME_BACK = 5;
const LOOKS_OVER_CAP = 2;

/** Looks for which a question that was told to end is waited for: its thread ends where it next runs code of ours. */
const LOOKS_TO_END_MAX = 10;

/** Memory of which an ended question gave back less was not held by questions. */
const GIVEN_BACK_SHARE = 0.03;

/** What can be ended. */
export interface MemoryHolders {
  /** Whether a question is being worked on. */
  isBusy(): boolean;
  /** Ends threads without work that nobody quick comes back to, and keeps none ready while memory is short. */
  endIdle(): void;
  /** Memory is no longer short. */
  rest(): void;
  /** Whether a question was told to end and holds its memory still. */
  isEnding(): boolean;
  /** Ends the question that is most likely to hold the memory, unless one is ending already. */
  endHungriest(): 'ended' | 'ending' | 'none';
}

/** Looks at the memory of the process. */
export interface MemoryWatch {
  /** Bytes that the process holds now. */
  look(bytes: number): void;
}

/** Whether a process holds so much that its watch must be told. */
export function isMuchMemory(bytes: number, bytesMax: number): boolean {
  return bytes > IDLE_SHARE * bytesMax;
}

/**
 * Makes the watch. A question that takes too much ends alone: first threads without work go, then the hungriest question.
 * Below the cap no more of them end where that gives nothing back. `exit` is called when memory is over the cap still
 * after that.
 */
export function makeMemoryWatch(bytesMax: number, holders: MemoryHolders, exit: () => void): MemoryWatch {
  let looksSinceEnd = Number.POSITIVE_INFINITY;
  let bytesAtEnd = Number.POSITIVE_INFINITY;
  let isInVain = false;
  let looksEnding = 0;

  function endOne(bytes: number): void {
    const done = holders.endHungriest();
    if (done === 'none' && bytes > bytesMax) exit();
    if (done !== 'ended') return;
    looksSinceEnd = 0;
    bytesAtEnd = bytes;
  }

  /** Memory cannot come back before the end of who holds it, which takes its time where the machine is busy. */
  function isWaitedFor(): boolean {
    looksEnding = holders.isEnding() ? looksEnding + 1 : 0;
    return looksEnding > 0 && looksEnding <= LOOKS_TO_END_MAX;
  }

  return {
    look(bytes) {
      if (!isWaitedFor()) looksSinceEnd += 1;
      if (isMuchMemory(bytes, bytesMax)) holders.endIdle();
      else holders.rest();
      if (bytes <= BUSY_SHARE * bytesMax) {
        isInVain = false;
        looksSinceEnd = Number.POSITIVE_INFINITY;
        return;
      }
      if (!holders.isBusy()) return;
      if (bytes > bytesMax && looksSinceEnd >= LOOKS_OVER_CAP && looksSinceEnd <= LOOKS_TO_COME_BACK) exit();
      if (looksSinceEnd <= LOOKS_TO_COME_BACK) return;
      isInVain ||= looksSinceEnd === LOOKS_TO_COME_BACK + 1 && bytes > (1 - GIVEN_BACK_SHARE) * bytesAtEnd;
      if (!isInVain || bytes > bytesMax) endOne(bytes);
    },
  };
}
