/**
 * How many of so many things in order come before a border: `isBefore` holds for these, from index 0 on, and for none of
 * the others. Asks a logarithmic number of times.
 */
export function bisect(count: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
