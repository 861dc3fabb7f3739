import { after, before, wordBefore } from '../../lex/code-text.ts';
import { FILLER } from '../../lex/mask.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { annotationOfKey } from './java-keys.ts';
import { typeArgumentsEnd, typeArgumentsStart } from './type-arguments.ts';

/*
 * Java calls types, methods and variables apart: each may have the name of another one, and how a name is written tells
 * which of them it asks for. Source: The Java Language Specification, 6.5 "Determining the Meaning of a Name".
 */

/** What is declared under a name. */
export type JavaSort = 'type' | 'method' | 'value';

const ANY: readonly JavaSort[] = ['type', 'method', 'value'];
const METHOD: readonly JavaSort[] = ['method'];
const TYPE: readonly JavaSort[] = ['type'];
const NO_METHOD: readonly JavaSort[] = ['type', 'value'];
const NO_VALUE: readonly JavaSort[] = ['type', 'method'];

/** Characters of a statement before a name that are looked at. */
const STATEMENT_MAX = 240;

/** Each place is held against many declarations. */
const known = new WeakMap<Place, readonly JavaSort[]>();

/** What a place of Java may ask for; all where that is not known. */
export function javaSorts(file: CodeFile, place: Place): readonly JavaSort[] {
  const sorts = known.get(place) ?? readSorts(file, place);
  known.set(place, sorts);
  return sorts;
}

function readSorts(file: CodeFile, { at, name }: Place): readonly JavaSort[] {
  const mask = file.mask();
  const ahead = mask.slice(Math.max(0, at - STATEMENT_MAX), at);
  const outer = /(?:^|\n)[ \t]*(package|import)\s[^;\n]*$/.exec(ahead)?.[1];
  if (outer !== undefined) return outer === 'import' ? ANY : [];
  if (/::\s*$/.test(ahead) || annotationOfKey(file, { at, name }) !== null) return METHOD;
  if (/[\w$>\])]\s*::\s*<[^<>(){};]*>\s*$/.test(ahead)) return METHOD;
  if (isNamedAsType(ahead)) return TYPE;
  const next = after(mask, at + name.length);
  if (mask[next] === '(') return mayBePattern(ahead) ? NO_VALUE : METHOD;
  return isGeneric(file, at, name) ||
    isFollowedAsType(file, at + name.length) ||
    isArgument(file, at, next) ||
    isCast(file, at, next)
    ? TYPE
    : NO_METHOD;
}

/** `new a.Name`, `extends Name`, `@Name`. */
function isNamedAsType(ahead: string): boolean {
  return (
    /(?<![\w$])(?:new|extends|implements|instanceof|throws|permits)\s+(?:[\w$]+\s*\.\s*){0,8}$/.test(ahead) ||
    /@(?:[\w$]+\.){0,8}$/.test(ahead)
  );
}

/** Whether what has a bracket behind it may be the pattern of a record: `case Point(int x)`, `a instanceof Point(var x)`. */
function mayBePattern(ahead: string): boolean {
  const statement = ahead.slice(Math.max(ahead.lastIndexOf(';'), ahead.lastIndexOf('{'), ahead.lastIndexOf('}')) + 1);
  return /(?<![\w$.])(?:case|instanceof)\s/.test(statement);
}

/** `Name variable`, `Name[]`, `Name... names`, `Name.class`, `Name.this`. */
function isFollowedAsType(file: CodeFile, end: number): boolean {
  const next = file.mask().slice(end, end + 80);
  return /^(?:\s+(?!(?:instanceof|when|extends|super)(?![\w$]))[\p{L}_$]|\s*\[\s*\]|\s*\.\.\.|\s*\.\s*(?:class|this)(?![\w$]))/u.test(
    next,
  );
}

/** `Name<Key>`: a comparison is written with spaces, or of what has no capital. */
function isGeneric(file: CodeFile, at: number, name: string): boolean {
  return /^\p{Lu}/u.test(name) && typeArgumentsEnd(file, at + name.length) !== -1;
}

/** `List<Name>`, `Map<Key, Name>`. */
function isArgument(file: CodeFile, at: number, next: number): boolean {
  const mask = file.mask();
  if (!/[<,]/.test(mask[before(mask, at)] ?? '') || !/[>,]/.test(mask[next] ?? '')) return false;
  const open = typeArgumentsStart(file, at);
  return open !== -1 && /[\w$.]/.test(mask[open - 1] ?? '') && typeArgumentsEnd(file, open) !== -1;
}

/** `(Name) value`. */
function isCast(file: CodeFile, at: number, next: number): boolean {
  const mask = file.mask();
  const open = before(mask, at);
  if (mask[open] !== '(' || mask[next] !== ')') return false;
  const isAfterValue =
    /[\w$)\]>]/.test(mask[before(mask, open)] ?? '') &&
    !/^(?:return|case|else|yield)$/.test(wordBefore(mask, before(mask, open) + 1));
  if (isAfterValue) return false;
  const value = mask[after(mask, next + 1)] ?? '';
  return /[\p{L}_$\d"'(!~]/u.test(value) || value === FILLER;
}
