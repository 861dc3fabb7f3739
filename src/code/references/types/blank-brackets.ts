/**
 * The text with what stands within some pairs of brackets, and these, made spaces. The `>` of an arrow closes nothing,
 * and a pair ends with the one that it stands in.
 */
export function blankBrackets(text: string, pairs: string): string {
  const open: number[] = [];
  // Joined at the end: a string that is added to piece by piece is slow to be asked for its characters.
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    const kind = pairs.indexOf(character);
    if (kind === -1 || (character === '>' && (text[at - 1] === '=' || text[at - 1] === '-'))) continue;
    parts.push(open.length === 0 ? text.slice(from, at) : ' '.repeat(at - from), ' ');
    from = at + 1;
    if (kind % 2 === 0) open.push(kind);
    else closePair(open, kind - 1, character === '>');
  }
  parts.push(open.length === 0 ? text.slice(from) : ' '.repeat(text.length - from));
  return parts.join('');
}

/** Closes the innermost open bracket of a kind with all in it; one that may be a sign of comparison closes only itself. */
function closePair(open: number[], kind: number, isSign: boolean): void {
  const at = isSign && open.at(-1) !== kind ? -1 : open.lastIndexOf(kind);
  if (at !== -1) open.length = at;
}
