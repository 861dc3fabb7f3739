import { isOpenerCode } from './extent.ts';
import { firstAfterBreaks } from './line-ends.ts';
import { directiveEnd, isFirstOnLine, type Structure } from './structure.ts';
import type { Declarator } from './symbol.ts';

/** Members of one enum; more are data. */
const MEMBERS_MAX = 5_000;

/** What stands in the list that an enum begins with. */
export interface ListedMembers {
  readonly members: readonly Declarator[];
  /** Opening braces of members that have a body of their own. */
  readonly bodies: readonly number[];
  /** Where the list ends: at a semicolon, or with the range. */
  readonly end: number;
}

/** What a language writes before the names of its members. */
export interface ListStyle {
  /** Whether `@Name(…)` may stand there. */
  readonly hasAnnotations: boolean;
  /** Whether lines that begin with `#` are for a preprocessor. */
  readonly hasDirectives: boolean;
  /** Whether a parenthesis may follow a name; else what has one is a macro that makes others. */
  readonly hasArguments: boolean;
}

const NAME = /(?:r#|@)?(?:([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)|`([^`\n]{1,200})`)/y;
const ANNOTATION = /@[\w.:]+[ \t]*/y;

/**
 * The members of an enum that are parted by commas, between its braces. Takes time linear in what stands there outside of
 * brackets.
 */
export function listedMembers(
  structure: Structure,
  [from, to]: readonly [number, number],
  style: ListStyle,
): ListedMembers {
  const members: Declarator[] = [];
  const bodies: number[] = [];
  let comma: number | null = null;
  let at = from;
  while (at < to && members.length < MEMBERS_MAX) {
    at = nameStart(structure, at, to, style);
    const member = at < to ? memberAt(structure.mask, at, comma, style) : null;
    at = memberEnd(structure, [at, to], style, bodies);
    if (member !== null) members.push({ ...member, until: at });
    if (structure.mask.charCodeAt(at) !== COMMA) break;
    comma = at;
    at += 1;
  }
  return { members, bodies, end: Math.min(at, to) };
}

const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const HASH = 0x23;
const OPEN_SQUARE = 0x5b;
const OPEN_BRACE = 0x7b;
const AT = 0x40;

function memberAt(mask: string, at: number, comma: number | null, style: ListStyle): Declarator | null {
  NAME.lastIndex = at;
  const match = NAME.exec(mask);
  const name = match?.[1] ?? match?.[2];
  if (match == null || name === undefined) return null;
  if (!style.hasArguments && mask[firstAfterBreaks(mask, NAME.lastIndex)] === '(') return null;
  const nameAt = at + match[0].lastIndexOf(name);
  return { name, comma, nameAt, isTop: true, kind: 'variable', headFrom: at };
}

/** The first character of a name, behind blanks, attributes, annotations and directives. */
function nameStart(structure: Structure, from: number, to: number, style: ListStyle): number {
  const { mask, closeOf } = structure;
  let at = from;
  while (at < to) {
    const code = mask.charCodeAt(at);
    if (code <= 0x20) at += 1;
    else if (code === HASH && style.hasDirectives && isFirstOnLine(mask, at)) at = directiveEnd(mask, at);
    else if (code === HASH && mask.charCodeAt(at + 1) === OPEN_SQUARE) at = closeOf(at + 1) + 1;
    else if (code === OPEN_SQUARE) at = closeOf(at) + 1;
    else if (code === AT && style.hasAnnotations) at = annotationEnd(structure, at);
    else break;
  }
  return Math.min(at, to);
}

function annotationEnd({ mask, closeOf }: Structure, at: number): number {
  ANNOTATION.lastIndex = at;
  const end = at + (ANNOTATION.exec(mask)?.[0].length ?? 1);
  return mask[end] === '(' ? closeOf(end) + 1 : end;
}

/** Where a member ends: at its comma, at the semicolon behind the last one, or with the range. */
function memberEnd(
  { mask, closeOf }: Structure,
  [from, to]: readonly [number, number],
  { hasDirectives }: ListStyle,
  bodies: number[],
): number {
  let at = from;
  while (at < to) {
    const code = mask.charCodeAt(at);
    if (code === COMMA || code === SEMICOLON) return at;
    if (code === OPEN_BRACE) bodies.push(at);
    if (isOpenerCode(code)) at = closeOf(at) + 1;
    else if (code === HASH && hasDirectives && isFirstOnLine(mask, at)) at = directiveEnd(mask, at);
    else at += 1;
  }
  return to;
}

const CASE = /case\b/y;
const CASE_NAME = /[ \t]*(?:([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|`([^`\n]{1,200})`)/y;
/** What may stand between a name of a `case` and the comma behind it, but for brackets: its value. */
const CASE_VALUE_MAX = 2_000;

/** The members of an enum that `case` begins, several of them parted by commas. What else stands there is passed over. */
export function caseMembers(structure: Structure, [from, to]: readonly [number, number]): readonly Declarator[] {
  const { mask, closeOf } = structure;
  const members: Declarator[] = [];
  for (let at = from; at < to && members.length < MEMBERS_MAX; ) {
    const code = mask.charCodeAt(at);
    CASE.lastIndex = at;
    if (isOpenerCode(code)) at = closeOf(at) + 1;
    else if (code === 0x63 && isWordStart(mask, at) && CASE.test(mask)) at = addCases(structure, members, at, to);
    else at += 1;
  }
  return members;
}

function isWordStart(mask: string, at: number): boolean {
  return !/[\w.`$\u0080-\uffff]/.test(mask[at - 1] ?? '');
}

/** The names behind one `case`, each with its values; answers where they end. */
function addCases(structure: Structure, members: Declarator[], from: number, to: number): number {
  const { mask } = structure;
  let comma: number | null = null;
  let at = from + 'case'.length;
  while (at < to && members.length < MEMBERS_MAX) {
    if (comma !== null) at = Math.min(to, firstAfterBreaks(mask, at));
    CASE_NAME.lastIndex = at;
    const match = CASE_NAME.exec(mask);
    const name = match?.[1] ?? match?.[2];
    if (match == null || name === undefined) return at;
    const headFrom = comma === null ? from : at;
    const nameAt = at + match[0].lastIndexOf(name);
    members.push({ name, comma, nameAt, isTop: true, kind: 'variable', headFrom });
    at = caseEnd(structure, at + match[0].length, to);
    if (mask[at] !== ',') return at;
    comma = at;
    at += 1;
  }
  return at;
}

/** Where the values of a name end: at its comma, semicolon or line. */
function caseEnd({ mask, closeOf }: Structure, from: number, to: number): number {
  const end = Math.min(to, from + CASE_VALUE_MAX);
  let at = from;
  while (at < end && !',;\n'.includes(mask[at] ?? ';')) {
    at = isOpenerCode(mask.charCodeAt(at)) ? closeOf(at) + 1 : at + 1;
  }
  return at;
}
