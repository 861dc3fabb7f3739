/**
 * The words that an identifier is made of, as they are written: `kReplySerializer` gives k, Reply, Serializer. A run of
 * capitals is one word but for its last letter before small ones: `HTTPServer` gives HTTP, Server. Digits are words.
 */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [];
}

/**
 * Levenshtein distance with swaps of neighbours, or `max + 1` when it is greater than `max`. Most pairs are given up
 * after a few rows: once every distance of a row is too great, no later one is smaller.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = nextRow({ a, b, i }, row, before);
    if (Math.min(...next) > max) return max + 1;
    before = row;
    row = next;
  }
  return Math.min(row[b.length] ?? 0, max + 1);
}

/** Distances of the first `i` letters of `a` to every beginning of `b`. */
function nextRow(
  { a, b, i }: { readonly a: string; readonly b: string; readonly i: number },
  row: readonly number[],
  before: readonly number[],
): readonly number[] {
  const next = [i];
  for (let j = 1; j <= b.length; j++) {
    const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced;
    next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
  }
  return next;
}
