/** At most `charactersMax` characters; a cut ends in `…` and never splits a surrogate pair. */
export function cutText(text: string, charactersMax: number): string {
  if (text.length <= charactersMax) return text;
  if (charactersMax <= 0) return '';
  return `${text.slice(0, charactersMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
