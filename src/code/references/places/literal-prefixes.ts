import type { CodeFile, Family } from '../code-file.ts';

/**
 * What stands right before the quotes of a literal and is a part of that. Sources: The Python Language Reference, "String and
 * Bytes literals"; The Rust Reference, "Literal expressions"; C++, "String literals".
 */
const PREFIXES: Readonly<Partial<Record<Family, RegExp>>> = {
  python: /^(?:[rubft]|[bft]r|r[bft])$/i,
  rust: /^(?:[bcr]|[bc]r)$/,
  c: /^(?:[LuU]|u8|(?:[LuU]|u8)?R)$/,
};

/** Whether a name is the prefix of a literal: `f"…"`, whatever is called `f`. */
export function isLiteralPrefix(file: CodeFile, at: number, name: string): boolean {
  if (name.length > 3 || PREFIXES[file.family]?.test(name) !== true) return false;
  const end = at + name.length;
  return /^(?:["']|#{1,20}")/.test(file.mask().slice(end, end + 21));
}
