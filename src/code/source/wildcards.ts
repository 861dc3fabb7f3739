/** Characters from one to another. */
export type CharacterRange = readonly [from: string, to: string];

/** What stands for one character: itself, `?`, or one of a class; or `*` for any number of them. */
export type Piece = string | { readonly isTurned: boolean; readonly ranges: readonly CharacterRange[] };

/**
 * `*` and `?` within one name, by a greedy walk: of several stars only the last is returned to, so that it never takes more
 * than pattern times name steps.
 */
export function matchesName(pattern: string | readonly Piece[], name: string | readonly string[]): boolean {
  let p = 0;
  let n = 0;
  let star = -1;
  let retry = 0;
  while (n < name.length) {
    if (pattern[p] === '*') {
      star = p++;
      retry = n;
    } else if (p < pattern.length && fitsPiece(pattern[p], name[n] ?? '')) {
      p += 1;
      n += 1;
    } else if (star >= 0) {
      p = star + 1;
      n = ++retry;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}

/** Whether a character is one that a piece stands for. */
export function fitsPiece(piece: Piece | undefined, character: string): boolean {
  if (typeof piece !== 'object') return piece === '?' || piece === character;
  return piece.ranges.some(([from, to]) => from <= character && character <= to) !== piece.isTurned;
}
