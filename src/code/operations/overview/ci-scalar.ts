/** The value of a key of a file of CI, as far as it stands on the key's line, without its quotes and its comment; empty for none. */
export function scalarOf(text: string): string {
  const bare = text.replace(/(?:^|\s)#.*$/, '').trim();
  return /^(["'])(.*)\1$/.exec(bare)?.[2] ?? bare;
}
