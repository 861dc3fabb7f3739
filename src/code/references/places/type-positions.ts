import { before } from '../../lex/code-text.ts';
import { FILLER } from '../../lex/mask.ts';
import type { CodeFile } from '../code-file.ts';
import { startsMember } from './script-members.ts';
import { typeArgumentsEnd, typeArgumentsStart } from './type-arguments.ts';

/*
 * Where TypeScript writes a type for sure: what stands before a name is read back to the sign that says so, over the
 * other parts of the type. A colon may part a key from its value and a sign may be an operator: what is read so is no
 * type for sure.
 */

/** Signs and words before a name that are read, and brackets around it that are left. */
const STEPS_MAX = 60;
const BRACES_MAX = 8;
/** Characters before a sign that are looked through for what it stands behind. */
const NEAR_MAX = 360;
/** Steps from a colon back to the sign that makes it part of a choice. */
const CHOICE_STEPS_MAX = 400;

/** Words before a type, and those before a value. All others are a type or value themselves. */
const TYPE_FOLLOWS: ReadonlySet<string> = new Set(['as', 'satisfies', 'is', 'keyof', 'implements']);
/** Those that may stand in the type that an arrow with a body gives. */
const TYPE_FOLLOWS_OF_ARROW: ReadonlySet<string> = new Set(['is', 'keyof']);
const VALUE_FOLLOWS: ReadonlySet<string> = new Set(
  (
    'await case const default delete do else export function import in instanceof let new of return throw typeof var ' +
    'void yield'
  ).split(' '),
);
const PART_OF_TYPE: ReadonlySet<string> = new Set(['readonly', 'unique', 'infer', 'abstract']);

/** A name with what is before its dots, or a literal. */
const WORD = new RegExp(`[\\w$.'"\`${FILLER}]+$`);
const ALIAS = /(?<![\w$.])type\s+[\w$]+\s*(?:<[^;]{0,300}>\s*)?$/;
const CLASS = /(?<![\w$.])class(?:\s+[\w$]+)?\s*(?:<[^;]{0,300}>\s*)?$/;
const WITH_MEMBERS = /(?<![\w$.])(?:interface|class)(?:\s[^{};]*)?$/;
const VALUE_BEHIND = /^[ \t]*(?!(?:as|extends|implements|in|is|of|satisfies)\b)[\w$'"]/;
const VARIABLE = /(?<![\w$.])(?:const|let|var)\s+[\w$]+(?:\s*[!?])?\s*$/;
/** What stands before a sign, or before brackets that end in it, where a declaration has begun a statement of its own. */
const BEGINS: Readonly<Record<string, RegExp>> = { '=': VARIABLE, ')': /(?<![\w$.])function[\s*]+[\w$]+$/ };

/** How far a type has been read back. */
interface Reading {
  readonly file: CodeFile;
  /** Offset of the next character, which is no space. */
  at: number;
  /** Whether a part of the type has been read, so that no other one may stand right before it. */
  isPart: boolean;
  /** Whether the type may be what an arrow gives, which may be one of a function's code. */
  isOfArrow: boolean;
  readonly bracesLeft: number;
}

/** Whether the name, or the brace, at an offset stands where TypeScript has a type. */
export function standsInType(file: CodeFile, at: number, bracesLeft = BRACES_MAX): boolean {
  const reading: Reading = { file, at: before(file.mask(), at), isPart: true, isOfArrow: false, bracesLeft };
  for (let left = STEPS_MAX; left > 0 && reading.at >= 0; left -= 1) {
    const found = readBack(reading);
    if (found !== null) return found;
  }
  return false;
}

/** Reads one sign, word or bracket back; null when that does not tell. */
function readBack(reading: Reading): boolean | null {
  const { file, at } = reading;
  const mask = file.mask();
  const sign = mask[at] ?? '';
  if (sign === '>' && mask[at - 1] === '=') {
    reading.isOfArrow = true;
    return goOn(reading, at - 1, false);
  }
  if (')]}>'.includes(sign)) return readGroup(reading);
  if (/[\w$.'"`]/.test(sign) || sign === FILLER) return readWord(reading);
  if (sign === '|' || sign === '&') return mask[at - 1] === sign ? false : goOn(reading, at, false);
  return readAnchor(reading, sign);
}

/** Goes on before an offset. */
function goOn(reading: Reading, from: number, isPart: boolean): null {
  reading.at = before(reading.file.mask(), from);
  reading.isPart = isPart;
  return null;
}

/**
 * What is in brackets is part of what stands right before them, but for braces, which are a part of their own: behind what
 * they or others hold, round ones begin a statement.
 */
function readGroup(reading: Reading): boolean | null {
  const { file, at, isPart } = reading;
  const mask = file.mask();
  const open = groupStart(file, at);
  if (isPart || open === at) return false;
  if (mask[at] === ')' && /[)\]}]/.test(mask[before(mask, open)] ?? '')) return false;
  return goOn(reading, open, mask[at] === '}');
}

/** Offset of the bracket, or of the list of types, that ends at an offset; that offset itself where none does. */
function groupStart(file: CodeFile, at: number): number {
  const mask = file.mask();
  const sign = mask[at] ?? '';
  if (')]}'.includes(sign)) return file.structure().around(at);
  const open = sign === '>' && mask[at - 1] !== '=' ? typeArgumentsStart(file, at) : -1;
  return open === -1 ? at : open;
}

function readWord(reading: Reading): boolean | null {
  const { file, at, isPart } = reading;
  const mask = file.mask();
  const word = WORD.exec(mask.slice(Math.max(0, at - 100), at + 1))?.[0] ?? '';
  const from = at + 1 - word.length;
  // `(a): a is B => c` gives a type, and then what the function gives.
  if (TYPE_FOLLOWS.has(word)) return !(reading.isOfArrow && TYPE_FOLLOWS_OF_ARROW.has(word));
  if (word === 'extends') return !CLASS.test(near(mask, from));
  if (VALUE_FOLLOWS.has(word)) return false;
  if (PART_OF_TYPE.has(word)) return goOn(reading, from, false);
  // Two parts without a sign between them: the first ends the statement before.
  return isPart ? false : goOn(reading, from, true);
}

/** Whether a name is what a class extends. */
export function isBehindClass(mask: string, at: number): boolean {
  const word = /(?<![\w$.])extends\s+$/.exec(mask.slice(Math.max(0, at - 40), at));
  return word !== null && CLASS.test(near(mask, at - word[0].length));
}

function near(mask: string, at: number): string {
  return mask.slice(Math.max(0, at - NEAR_MAX), at);
}

/** The signs before a type, and brackets around it. */
function readAnchor(reading: Reading, sign: string): boolean | null {
  const { file, at } = reading;
  if (sign === ':') return isAnnotation(reading);
  if (sign === '=') return ALIAS.test(near(file.mask(), at)) || isInTypes(file, at);
  if (sign === '<') return isList(file, at);
  if (sign === ',') return readComma(reading);
  if (sign === '(' || sign === '[') return readOpen(reading, sign);
  return false;
}

/** Whether an offset is in a list of types. */
function isInTypes(file: CodeFile, at: number): boolean {
  const open = typeArgumentsStart(file, at);
  return open !== -1 && isList(file, open);
}

/** Whether a `<` begins a list of types: behind that stands no value, as it does behind a comparison. */
function isList(file: CodeFile, open: number): boolean {
  const end = typeArgumentsEnd(file, open, 'declared');
  return end !== -1 && !VALUE_BEHIND.test(file.mask().slice(end, end + 40));
}

function readComma(reading: Reading): boolean | null {
  const { file, at } = reading;
  if (isInTypes(file, at)) return true;
  const open = file.structure().around(at);
  if (file.mask()[open] !== '[') return false;
  reading.at = open;
  return readOpen(reading, '[');
}

/**
 * A bracket that groups, or has the parts of a tuple, goes on before it; `a[b]` is a type where `a` is, but on a line of
 * its own the bracket holds the key of the next member.
 */
function readOpen(reading: Reading, sign: '(' | '['): boolean | null {
  const { file, at } = reading;
  if (sign === '[' && startsMember(file, at)) return false;
  const previous = file.mask()[before(file.mask(), at)] ?? '';
  const isBehindName = /[\w$)\]]/.test(previous);
  return isBehindName && sign === '(' ? false : goOn(reading, at, false);
}

/** Whether a colon stands before the type of something, and not before a value. */
function isAnnotation({ file, at, isOfArrow, bracesLeft }: Reading): boolean {
  const mask = file.mask();
  const last = before(mask, at);
  if (isChoice(file, at)) return false;
  // `(a): B => c` gives a type, and then what the function gives.
  if (mask[last] === ')') return !isOfArrow;
  const open = file.structure().around(at);
  if (mask[open] === '(' || mask[open] === '[' || VARIABLE.test(near(mask, at))) return true;
  if (mask[open] !== '{' || bracesLeft <= 0) return false;
  return WITH_MEMBERS.test(near(mask, open)) || standsInType(file, open, bracesLeft - 1);
}

/** Whether a colon may part the ways of a choice, or stand behind a case: `a ? b : c`. */
function isChoice(file: CodeFile, colon: number): boolean {
  const mask = file.mask();
  const mark = mask[before(mask, colon)] === '?' ? before(mask, colon) : colon;
  let next = mark - 1;
  for (let left = CHOICE_STEPS_MAX; left > 0 && next >= 0; left -= 1) {
    const sign = mask[next] ?? '';
    if (';,{(['.includes(sign)) return /(?<![\w$.])(?:case|default)(?![\w$])/.test(mask.slice(next, colon));
    const from = groupStart(file, next);
    if (BEGINS[sign]?.test(near(mask, from))) return false;
    if (sign === '?' && !isMark(mask, next)) return true;
    next = from - 1;
  }
  return next >= 0;
}

/** Whether a question mark is that of `a?: b`, `a?.b` or `a ?? b`. */
function isMark(mask: string, at: number): boolean {
  return mask[at - 1] === '?' || /^(?:\s*[:),?]|\.(?!\d))/.test(mask.slice(at + 1, at + 40));
}
