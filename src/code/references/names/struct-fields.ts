import { after, before } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, type Family, lineAt, startOfLine } from '../code-file.ts';
import { isGoFieldHead, isGoFieldType } from '../places/go-fields.ts';
import type { Definition, Place } from '../reference.ts';
import { meaningOf } from '../types/c-bodies.ts';
import { aliasFieldAt } from './alias-fields.ts';
import { definitionOf } from './declarations.ts';
import { typeOfHeld } from './go-literals.ts';

// Fields of structs of Go, Rust and C, and of what TypeScript calls by `type`, which the index does not list: each is
// found in the text of its type when it is asked for.

/** Places of a name in one type that are looked at. */
const PLACES_MAX = 2_000;

/** How a field stands behind its type's opening brace, by what is before and behind its name. */
const IS_FIELD: Readonly<Partial<Record<Family, (before: string, behind: string) => boolean>>> = {
  // `a, b int`; what is embedded stands alone, and is the type's name.
  go: (ahead, behind) => isGoFieldHead(ahead) && isGoFieldType(behind),
  rust: (ahead, behind) => /(?:^|[{,\]\n]|\bpub(?:\s*\([^()]{0,60}\))?)\s*$/.test(ahead) && /^\s*:(?!:)/.test(behind),
};

/** The field of a type that has a name; null when its body lists none. */
export function fieldOf(file: CodeFile, type: FileSymbol, name: string): Definition | null {
  if (file.family === 'c') return fieldOfC(file, type, name);
  if (file.family === 'script') return unlisted(file, type, { at: aliasFieldAt(file, type, name), name });
  const isField = IS_FIELD[file.family];
  const mask = file.mask();
  const from = startOfLine(file, type.startLine);
  const end = startOfLine(file, type.endLine + 1);
  const open = mask.indexOf('{', from);
  if (isField === undefined || open === -1 || open >= end) return null;
  const word = new RegExp(`(?<![\\w$.])${escapeRegex(name)}(?![\\w$])`, 'g');
  word.lastIndex = open;
  for (let left = PLACES_MAX; left > 0; left -= 1) {
    const at = word.exec(mask)?.index ?? end;
    if (at >= end) return null;
    const isHere = file.structure().around(at) === open;
    const [ahead, behind] = [mask.slice(Math.max(open + 1, at - 200), at), mask.slice(at + name.length, at + 200)];
    if (isHere && isField(ahead, behind)) return unlisted(file, type, { at, name });
  }
  return null;
}

/** The same of C and C++, also of what has no name of its own in the type. */
function fieldOfC(file: CodeFile, type: FileSymbol, name: string): Definition | null {
  const meaning = meaningOf(file, type);
  const member = meaning !== null && 'body' in meaning ? meaning.body.members.get(name) : undefined;
  return unlisted(file, type, { at: member === undefined || member.isMethod ? -1 : member.at, name });
}

function unlisted(file: CodeFile, type: FileSymbol, place: Pick<Place, 'at' | 'name'>): Definition | null {
  return place.at === -1 ? null : { ...definitionOf(file, fieldAt(file, type, place)), isUnlisted: true };
}

/** Lines above a field that are looked at for what is said of it, and lines of its type. */
const LINES_MAX = 200;

function fieldAt(file: CodeFile, type: FileSymbol, { at, name }: Pick<Place, 'at' | 'name'>): FileSymbol {
  const line = lineAt(file, at);
  const start = startOfLine(file, line);
  return {
    name,
    path: `${type.path}/${name}`,
    kind: 'variable',
    startLine: firstLineOf(file, line),
    line,
    endLine: lastLineOf(file, at, line),
    column: at - start + 1,
    signature: file.text
      .slice(start, startOfLine(file, line + 1))
      .trim()
      .slice(0, 300),
    depth: type.depth + 1,
  };
}

/** Where the comment and the attributes right above a field begin. */
function firstLineOf(file: CodeFile, line: number): number {
  const mask = file.mask();
  let first = line;
  for (; line - first < LINES_MAX; first -= 1) {
    const [from, to] = [startOfLine(file, first - 1), startOfLine(file, first)];
    const isCode = mask.slice(from, to).trim() !== '' && !/^[ \t]*#!?\[/.test(mask.slice(from, to));
    if (first <= 1 || isCode || file.text.slice(from, to).trim() === '') break;
  }
  return first;
}

/** Where the last bracket closes that a field opens, such as those of a struct without a name. */
function lastLineOf(file: CodeFile, at: number, line: number): number {
  const structure = file.structure();
  const open = structure.around(at);
  const end = lineAt(file, structure.closeOf(open));
  let last = line;
  while (last < Math.min(end, line + LINES_MAX) && structure.openAtLine[last] !== open) last += 1;
  return last;
}

/** Whether a word of Rust is a value of an enum, by the type before it or because it is declared there. */
function isOfEnum(mask: string, at: number, outer: number): boolean {
  const isInType = /(?:[A-Z]\w*(?:::<[^<>]{0,60}>)?|>)::$/.test(mask.slice(Math.max(0, at - 100), at));
  return isInType || (mask[outer] === '{' && /\benum\s+\w+[^{};]*$/.test(mask.slice(Math.max(0, outer - 300), outer)));
}

/** What gives a value to a struct, in Go and Rust: the type that is written before the braces around a key, or of what these lie in. */
export function typeOfLiteral(file: CodeFile, at: number): string | null {
  const mask = file.mask();
  const open = file.structure().around(at);
  if (mask[open] !== '{') return null;
  const held = file.family === 'go' ? typeOfHeld(file, open) : null;
  const { type, from } = held ?? typeBefore(file, open);
  if (type === null || (file.family === 'rust' && isOfEnum(mask, from, file.structure().around(open)))) return null;
  // Behind `)` is what a function returns, behind `]` what a list or map holds, behind `->` the type before a body.
  const sign = mask[before(mask, from)] ?? '';
  const isValue =
    /[&=(,:{[|;}]/.test(sign) || /(?:\breturn|\blet|=>)\s*$/.test(mask.slice(Math.max(0, from - 20), from));
  return isValue && after(mask, open + 1) <= at ? type : null;
}

/** The type right before a brace, and where it begins. */
function typeBefore(file: CodeFile, open: number): { readonly type: string | null; readonly from: number } {
  const ahead = file.mask().slice(Math.max(0, open - 200), open);
  const written = file.family === 'go' ? /((?:\w+\.)?[A-Za-z]\w*)$/ : /([A-Z]\w*)(?:::<[^<>]{0,60}>)?\s*$/;
  const match = written.exec(ahead);
  return { type: match?.[1] ?? null, from: open - ahead.length + (match?.index ?? 0) };
}
