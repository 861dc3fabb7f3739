import type { Declaration } from './symbol.ts';

/** The head of a `given`, as offsets in a text. */
interface GivenHead {
  /** The colon behind its name or its parameters; -1 for none. */
  readonly colon: number;
  /** Where the type begins that it is of. */
  readonly typeAt: number;
  readonly typeEnd: number;
  /** Whether it has a body, as an object has. */
  readonly hasBody: boolean;
}

const NAMED = /\s+(?:([\w$\u0080-\uffff]+)|`([^`\n]{1,200})`)\s*(?=[:[(])/y;

/**
 * The `given` whose word ends at an offset of a text: with a body it is an object, else a value. One without a name has
 * the one that the compiler makes of its type. Sources: Scala 3 Reference, "Given Instances", "Relationship with Scala 2
 * Implicits"; Scala 3.6, "Previous Given Syntax".
 */
export function readGiven(text: string, from: number, isMember: boolean): Declaration | null {
  const head = readHead(text, from);
  if (head === null || (!head.hasBody && !isMember)) return null;
  const type = text.slice(head.typeAt, head.typeEnd);
  const written = writtenName(text, from, head);
  const lineEnd = text.indexOf('\n');
  const isOnLine = lineEnd === -1 || head.typeAt < lineEnd;
  const { name, nameAt } = written ?? { name: madeName(type), nameAt: isOnLine ? head.typeAt : from - 'given'.length };
  if (name === '') return null;
  return head.hasBody ? { name, kind: 'module', nameAt } : { name, kind: 'variable', nameAt, body: 'statement' };
}

/** The name before the colon, or before the parameters that stand before it. */
function writtenName(text: string, from: number, { colon }: GivenHead): { name: string; nameAt: number } | null {
  NAMED.lastIndex = from;
  const match = colon === -1 ? null : NAMED.exec(text);
  const name = match?.[1] ?? match?.[2];
  if (match == null || name === undefined) return null;
  const end = skipLists(text, NAMED.lastIndex);
  return end === colon ? { name, nameAt: from + match[0].indexOf(name) } : null;
}

/** Behind the brackets and blanks that follow an offset. */
function skipLists(text: string, from: number): number {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('(['.includes(character)) depth += 1;
    else if (')]'.includes(character)) depth -= 1;
    else if (depth === 0 && character.trim() !== '') break;
  }
  return at;
}

/** What ends the head, or parts it, outside of brackets. */
const TELLS = /[([{)\]}:\n]|=>?|\bwith\b/g;
/** What a member begins with: what follows a colon is a body and no type. */
const MEMBER =
  /\s*(?:@|(?:def|va[lr]|type|given|extension|class|object|override|private|protected|final|inline|lazy|export|import|end)\b)/y;

function readHead(text: string, from: number): GivenHead | null {
  const head: Head = { colon: -1, typeAt: from };
  for (const { sign, at } of signsOutside(text, from)) {
    const ends = readSign(text, head, sign, at);
    if (ends !== null) return at <= head.typeAt ? null : ended(text, head, at, ends === 'body');
  }
  return ended(text, head, text.length, false);
}

interface Head {
  colon: number;
  typeAt: number;
}

function ended(text: string, { colon, typeAt }: Head, typeEnd: number, hasBody: boolean): GivenHead {
  return { colon, typeAt: firstCode(text, typeAt), typeEnd, hasBody };
}

/** What a sign says: where the type begins, or that the head is over before a body or a value. */
function readSign(text: string, head: Head, sign: string, at: number): 'body' | 'value' | null {
  if (sign === '{') return isRefinement(text, at) ? null : 'body';
  if (sign === '=') return 'value';
  if (sign === '=>') head.typeAt = at + sign.length;
  if (sign === 'with') return isBody(text, at + sign.length) ? 'body' : null;
  if (sign === '\n') return isOver(text, at) ? 'value' : null;
  return sign === ':' ? readColon(text, head, at) : null;
}

function readColon(text: string, head: Head, at: number): 'body' | null {
  if (isBody(text, at + 1) && (head.colon !== -1 || opensBody(text, at + 1))) return 'body';
  if (head.colon === -1) {
    head.typeAt = at + 1;
    head.colon = at;
  }
  return null;
}

/** The signs of a head that stand in no brackets, up to a bracket that is closed but was not opened. */
function* signsOutside(text: string, from: number): Generator<{ readonly sign: string; readonly at: number }> {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(from).matchAll(TELLS)) {
    const isOpen = '([{'.includes(sign);
    const isClose = ')]}'.includes(sign);
    if (depth === 0 && (sign === '{' || !(isOpen || isClose))) yield { sign, at: from + index };
    depth += isOpen ? 1 : isClose ? -1 : 0;
    if (depth < 0) return;
  }
}

/** Whether a brace tells more of a type, as the value still follows. */
function isRefinement(text: string, open: number): boolean {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return /^\s*=(?!>)/.test(text.slice(at + 1, at + 80));
  }
  return false;
}

/** Whether nothing but a body follows: a brace, or the end of the line. */
function isBody(text: string, at: number): boolean {
  return /^[^\S\n]*(?:\{|\r?\n|$)/.test(text.slice(at, at + 200));
}

function opensBody(text: string, at: number): boolean {
  MEMBER.lastIndex = at;
  return MEMBER.test(text);
}

/** Whether a head without a value ends with its line. */
function isOver(text: string, at: number): boolean {
  return (
    !/(?:[:,]|=>|\bwith)\s*$/.test(text.slice(Math.max(0, at - 40), at)) &&
    !/^\s*(?:[:=]|with\b)/.test(text.slice(at, at + 80))
  );
}

function firstCode(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] ?? '').trim() === '') at += 1;
  return at;
}

/**
 * The name that the compiler makes of a type: its own simple name and those of its arguments; what these are of in turn is
 * left out. Source: Scala 3 Reference, "Relationship with Scala 2 Implicits", "Anonymous Given Instances".
 */
function madeName(type: string): string {
  const names = type.split(/\bwith\b/).flatMap((one) => {
    const open = one.indexOf('[');
    const own = simpleName(open === -1 ? one : one.slice(0, open));
    return open === -1 ? [own] : [own, ...argumentsOf(one.slice(open + 1)).map(simpleName)];
  });
  const known = names.filter((name) => name !== '');
  return known.length === 0 ? '' : `given_${known.join('_')}`;
}

const FIRST = /^[\s(]*([\w$.`\u0080-\uffff]+)/;
/** A sign or name between two types: `A | B`. */
const INFIX = /^\s*([+\-*/<>=!&|%^~:#?\\]+|[\w$]+)\s+[\w(]/;

/** The last name of a path before its arguments, or what stands between two types. */
function simpleName(type: string): string {
  if (/^[^[\]]*=>/.test(type)) return 'Function';
  const [all = '', path = ''] = FIRST.exec(type) ?? [];
  const behind = type[all.length] === '[' ? type.slice(skipLists(type, all.length)) : type.slice(all.length);
  const own =
    path
      .replace(/\.type$/, '')
      .split('.')
      .at(-1)
      ?.replaceAll('`', '') ?? '';
  return INFIX.exec(behind)?.[1] ?? own;
}

/** What stands between commas up to the bracket that closes; tuples are what they hold. */
function argumentsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if ('[{'.includes(character)) depth += 1;
    else if (']}'.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && character === ',')) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth < 0) break;
  }
  return parts;
}
