/** `1 file`, `2 files`: a count with its noun; `several` is for nouns that take no s. */
export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}
