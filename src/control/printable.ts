/** What a terminal would obey or hide: control, format (bidirectional, zero-width, tag) and separator characters. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text as a terminal may show it: a folder's name must not be able to colour, overwrite or turn what is printed. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
