import { after, before, wordBefore } from '../../lex/code-text.ts';
import { FILLER } from '../../lex/mask.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { typeArgumentsEnd, typeArgumentsStart } from './type-arguments.ts';

/*
 * A property of C# is often called like its type, and how a name is written may tell which of them it asks for.
 * Source: C# language specification, "Namespace and type names", "Simple names".
 */

/**
 * What a name asks for where it stands: `reader` is a type or value of which a member is read, `maker` a type or method that is
 * made with types; null where any may be meant.
 */
export type CSharpSort = 'type' | 'value' | 'method' | 'reader' | 'maker' | null;

/** Words that may follow a value; all others that do so are a name that is declared. */
const BEHIND_VALUE =
  'and as ascending by descending equals group in into is join let on or orderby select switch when where with';
/** `Name variable`, `Name? variable =`, `Name[]`. On a line of its own what follows may belong to a condition of the preprocessor. */
const DECLARES = new RegExp(
  `^(?:[ \\t]+(?!(?:${BEHIND_VALUE.replaceAll(' ', '|')}|from[ \\t]+[\\w.]+(?:[ \\t]+\\w+)?[ \\t]+in)(?!\\w))@?[\\p{L}_]|\\?[ \\t]+@?[\\p{L}_]\\w*[ \\t]*(?:[=;,){]|\\r?\\n)|\\??\\[[, \\t]*\\])`,
  'u',
);
/** What is given to, counted up or compared is no type. */
const IS_VALUE = /^[ \t\r\n]*(?:=(?![=>])|==|!=|\?\?=|(?:[-+*/%&|^]|<<|>>)=|\+\+|--)/;
/** A member that is read: of an enum only its constants can be. */
const READS_MEMBER = /^[ \t]*\.[ \t]*@?([\p{L}_]\w*)(?![\w<]|[ \t]*\()/u;

/** A longer path before a name is not looked through, as each place of one line would. */
const PATH_CHARACTERS_MAX = 300;
/** `new a.b.Name`. */
const TYPE_AHEAD = /(?<![\w.@])(?:typeof[ \t]*\(|as|new)[ \t]*(?:\w+[ \t]*\.[ \t]*)*$/;

/** `where T : Name` and `class A<T> : Name`, also behind other ones. */
const LISTED_AHEAD =
  /(?<!\w)(?:where[ \t]+@?\w+[ \t]*|(?:class|struct|interface|record|enum)[ \t]+@?\w+[ \t]*(?:<[^;{}=()]*)?):[^:;{}=()]*$/;
/** `: name.Name` behind a bracket, in a head or a choice. */
const BASE_AHEAD = /\)\s*:\s*(?:\w+\s*\.\s*){0,8}$/;
/** The head of a type with a constructor of its own, up to what that takes: `record Name<T>(`. */
const MADE_AHEAD = /(?<!\w)(?:class|struct|record)[ \t]+@?\w+\s*(?:<[^;{}=()]*>\s*)?$/;

/** Each place is held against many declarations. */
const known = new WeakMap<Place, CSharpSort>();

/** What a place of C# asks for. */
export function csharpSort(file: CodeFile, place: Place): CSharpSort {
  const before = known.get(place);
  const sort = before === undefined ? readSort(file, place) : before;
  known.set(place, sort);
  return sort;
}

function readSort(file: CodeFile, { at, name, path, isOfUnknown }: Place): CSharpSort {
  const mask = file.mask();
  const line = mask.slice(mask.lastIndexOf('\n', at - 1) + 1, at);
  if (/^[ \t]*(?:#|using\s+\w*$)/.test(line)) return null;
  const behind = mask.slice(at + name.length, at + name.length + 80);
  if (TYPE_AHEAD.test(line.slice(-PATH_CHARACTERS_MAX))) return 'type';
  if (LISTED_AHEAD.test(mask.slice(Math.max(0, at - PATH_CHARACTERS_MAX), at))) return 'type';
  const end = typeArgumentsEnd(file, at + name.length);
  if (end !== -1) return isBaseOfMade(file, at) ? 'type' : sortOfMade(line, mask[after(mask, end)] ?? '');
  if (DECLARES.test(behind) || isArgument(file, at, name) || isCast(file, at, name)) return 'type';
  if (IS_VALUE.test(behind)) return 'value';
  return path.length === 0 && !isOfUnknown && READS_MEMBER.test(behind) ? 'reader' : null;
}

/** Whether a name follows the colon behind what a type's own constructor takes: `class A(int a) : Name<int>(a)`. */
function isBaseOfMade(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  const ahead = BASE_AHEAD.exec(mask.slice(Math.max(0, at - PATH_CHARACTERS_MAX), at));
  if (ahead === null) return false;
  const open = file.structure().openOf(at - ahead[0].length);
  return open !== -1 && MADE_AHEAD.test(mask.slice(Math.max(0, open - PATH_CHARACTERS_MAX), open));
}

/** A conversion is declared by the type that it makes: `operator Name<T>(int a)`. */
const CONVERSION_AHEAD = /(?<!\w)operator\s+(?:checked\s+)?(?:\w+[ \t]*\.[ \t]*){0,8}$/;
/** Words behind which what is made with types and called is a pattern. */
const PATTERN_AHEAD = /(?<!\w)(?:is|case|not|or|and)[ \t]+(?:\w+[ \t]*\.[ \t]*)*$|[[,][ \t]*$/;

/** What a name with types behind it asks for, by what stands before it on its line and behind the types. */
function sortOfMade(line: string, next: string): CSharpSort {
  const ahead = line.slice(-PATH_CHARACTERS_MAX);
  if (next !== '(') return '),;:}]'.includes(next) ? 'maker' : 'type';
  if (CONVERSION_AHEAD.test(ahead)) return 'type';
  return PATTERN_AHEAD.test(ahead) ? 'maker' : 'method';
}

/** The member that is read of what stands at a place; null where none is. */
export function memberRead(file: CodeFile, { at, name }: Pick<Place, 'at' | 'name'>): string | null {
  const behind = file.mask().slice(at + name.length, at + name.length + 80);
  return READS_MEMBER.exec(behind)?.[1] ?? null;
}

/** Whether only the name of what is read there is asked for: `nameof(Name.Member)`. */
export function isNamedOnly(file: CodeFile, { at }: Pick<Place, 'at'>): boolean {
  return /(?<!\w)nameof\s*\(\s*(?:\w+\s*\.\s*){0,8}$/.test(file.mask().slice(Math.max(0, at - 80), at));
}

/** `List<Name>`, `Map<Key, Name?>`. */
function isArgument(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const end = at + name.length;
  const next = after(mask, mask[end] === '?' ? end + 1 : end);
  if (!/[<,]/.test(mask[before(mask, at)] ?? '') || !/[>,]/.test(mask[next] ?? '')) return false;
  const open = typeArgumentsStart(file, at);
  return open !== -1 && /\w/.test(mask[open - 1] ?? '') && typeArgumentsEnd(file, open) !== -1;
}

/** `(Name) value`. */
function isCast(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const open = before(mask, at);
  const close = after(mask, at + name.length);
  if (mask[open] !== '(' || mask[close] !== ')') return false;
  const last = before(mask, open);
  const isBehindValue = /[\w)\]>]/.test(mask[last] ?? '') && !/^(?:return|case|else)$/.test(wordBefore(mask, last + 1));
  const value = mask[after(mask, close + 1)] ?? '';
  return !isBehindValue && (/[\p{L}_@\d"'(!~]/u.test(value) || value === FILLER);
}
