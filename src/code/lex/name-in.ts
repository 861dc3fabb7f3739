/** The place of a name in a line, looked for from an offset on; the offset itself where it is not found. */
export function nameIn(masked: string, name: string, from: number): number {
  const at = masked.indexOf(name, from);
  return at === -1 ? Math.max(0, from) : at;
}
