import { after } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { startsMember } from '../places/script-members.ts';
import { typeArgumentsEnd, typeArgumentsStart } from '../places/type-arguments.ts';

// Fields of object types of TypeScript that have a name by `type A = { … }`, which the index does not list.

/** Places of a name in one type that are looked at. */
const PLACES_MAX = 2_000;
/** What gives out a type with the fields of its argument. Source: TypeScript's handbook, "Utility Types". */
const OF_SAME_FIELDS = /(?<![\w$.])(?:Readonly|Partial|Required)\s*<\s*$/;

/** Offset of the field of that name in a type of a script; -1 where it has none, or is no `type`. */
export function aliasFieldAt(file: CodeFile, type: FileSymbol, name: string): number {
  if (type.kind !== 'type') return -1;
  const mask = file.mask();
  const from = startOfValue(file, type);
  const end = startOfLine(file, type.endLine + 1);
  if (from === -1) return -1;
  const word = new RegExp(`(?<![\\w$.])${escapeRegex(name)}(?=\\??\\s*:)`, 'g');
  word.lastIndex = from;
  for (let left = PLACES_MAX; left > 0; left -= 1) {
    const at = word.exec(mask)?.index ?? end;
    if (at >= end) return -1;
    if (isOfValue(file, file.structure().around(at), from) && startsMember(file, at)) return at;
  }
  return -1;
}

/** Where what a type stands for begins, behind its name, its parameters and `=`; -1 where it has none. */
function startOfValue(file: CodeFile, type: FileSymbol): number {
  const mask = file.mask();
  const name = after(mask, startOfLine(file, type.line) + type.column - 1 + type.name.length);
  const open = mask[name] === '<' ? typeArgumentsEnd(file, name, 'declared') : name;
  const sign = open === -1 ? -1 : after(mask, open);
  return mask[sign] === '=' && mask[sign + 1] !== '>' ? sign + 1 : -1;
}

/** Whether a brace holds fields of the type itself: `= {`, `A & {`, `| {` and `Readonly<{`, in no other brackets. */
function isOfValue(file: CodeFile, open: number, from: number): boolean {
  const mask = file.mask();
  if (mask[open] !== '{' || open < from || file.structure().around(open) >= from) return false;
  const same = OF_SAME_FIELDS.exec(mask.slice(Math.max(from, open - 40), open));
  const start = same === null ? open : open - same[0].length;
  if (typeArgumentsStart(file, start) >= from) return false;
  return /(?:^|[&|]|[^=]=)\s*$/.test(mask.slice(Math.max(from - 2, start - 40), start));
}
