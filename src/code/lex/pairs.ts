/** Numbers that there is room for at first. */
export const ROOM_AT_FIRST = 4_096;
/** Room that is kept from one text to the next; what a longer one takes is given back. */
export const ROOM_KEPT_MAX = 65_536;

/** Collects pairs of numbers, with one room for all texts of a thread: to have it made for each costs as much as a pass. */
export function makePairs() {
  let firsts = new Int32Array(ROOM_AT_FIRST);
  let seconds = new Int32Array(ROOM_AT_FIRST);
  let count = 0;
  return {
    add(first: number, second: number): void {
      if (count === firsts.length) {
        firsts = grown(firsts);
        seconds = grown(seconds);
      }
      firsts[count] = first;
      seconds[count] = second;
      count += 1;
    },
    /** What was collected, in arrays of its own; then begins anew. */
    take(): readonly [firsts: Int32Array, seconds: Int32Array] {
      const taken = [firsts.slice(0, count), seconds.slice(0, count)] as const;
      count = 0;
      if (firsts.length > ROOM_KEPT_MAX) {
        firsts = new Int32Array(ROOM_AT_FIRST);
        seconds = new Int32Array(ROOM_AT_FIRST);
      }
      return taken;
    },
  };
}

/** The same numbers with twice the room. */
export function grown(values: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2);
  larger.set(values);
  return larger;
}

/** Index of the last of the rising offsets that is not beyond the given one; 0 when all are. */
export function indexAt(rising: Int32Array, offset: number): number {
  let low = 0;
  let high = Math.max(0, rising.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rising[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
