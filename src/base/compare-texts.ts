/**
 * Order of two texts by their code units: the same on every machine, which an order by locale is not. Answers and
 * cursors rest on it.
 */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
