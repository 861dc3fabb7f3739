import { isSpent, nextOf, roomOf } from './head-walk.ts';
import type { ScannedLanguage } from './lex-rules.ts';
import { endsAt, firstAfterBreaks, lastCode } from './line-ends.ts';
import type { Structure } from './structure.ts';
import type { Declaration } from './symbol.ts';

/** Where a declaration ends. */
export interface Extent {
  /** The opening brace of its body; -1 when it has none. */
  readonly bodyOpen: number;
  /** Where the head ends and body or end begins. */
  readonly headEnd: number;
  /** Offset of its last character. */
  readonly end: number;
}

/**
 * The extent of a declaration whose head is scanned from `from`, by braces or as a statement. Bracket pairs are jumped
 * over whole, so a step is a character outside of them: parameters with defaults and bodies of any size cost one step
 * each, and what ends the head inside of them is not seen. A statement goes on over its braces (`const a = {…}.b;`), a
 * block ends with the first one that is its body. What begins at `until` belongs to another one in any case.
 */
export function extentOf(
  structure: Structure,
  from: number,
  declaration: Declaration,
  {
    language,
    until = structure.mask.length,
  }: { readonly language: ScannedLanguage; readonly until?: number | undefined },
): Extent {
  const { mask } = structure;
  let isStatement = declaration.body === 'statement' || declaration.body === 'head';
  let brace = -1;
  let at = from;
  const room = roomOf(declaration);
  for (; room.left > 0; room.left -= 1) {
    at = nextOf(TELLS, structure, { from: at, until }, room);
    if (isSpent(room) || at >= until || endsHead(mask, at, declaration, language)) break;
    isStatement ||= isExpressionBody(mask, at, language);
    if (brace === -1 && opensBody(structure, at, language, isStatement)) brace = at;
    if (brace === at && !isStatement) break;
    // A run of blanks is looked at once, not once for each line.
    const after = Math.max(at + 1, firstAfterBreaks(mask, at));
    room.blanks -= after - at - 1;
    at = isOpenerCode(mask.charCodeAt(at)) ? structure.closeOf(at) + 1 : after;
  }
  if (brace !== -1 && !isStatement) {
    return { bodyOpen: brace, headEnd: brace, end: Math.min(structure.closeOf(brace), mask.length - 1) };
  }
  return ofStatement(declaration, brace, endOfStatement(mask, at, from));
}

/** Whether the head ends: at what ends a statement, but for a class of Kotlin whose constructor is on the next line. */
function endsHead(mask: string, at: number, declaration: Declaration, language: ScannedLanguage): boolean {
  return endsAt(mask, at, language) && !isBeforeConstructor(mask, at, declaration, language);
}

/** The constructor of a class of Kotlin, with its annotations and modifiers, on the line behind the name. */
const CONSTRUCTOR =
  /(?:(?:@[\w.:]{1,80}(?:\([^()\n]{0,200}\))?|public|private|protected|internal|actual|expect)\s+){0,8}constructor\s*\(/y;

/** A class of Kotlin goes on with its constructor on the next line: by its grammar, one without a body always does. */
function isBeforeConstructor(mask: string, at: number, { kind }: Declaration, language: ScannedLanguage): boolean {
  if (language !== 'kotlin' || mask[at] !== '\n' || (kind !== 'class' && kind !== 'enum')) return false;
  CONSTRUCTOR.lastIndex = firstAfterBreaks(mask, at);
  return CONSTRUCTOR.test(mask);
}

function ofStatement({ kind, body }: Declaration, brace: number, end: number): Extent {
  const isAllHead = brace === -1 || body === 'head';
  return { bodyOpen: kind === 'class' ? brace : -1, headEnd: isAllHead ? end + 1 : brace, end };
}

function opensBody(structure: Structure, at: number, language: ScannedLanguage, isStatement: boolean): boolean {
  const { mask } = structure;
  if (mask[at] !== '{') return false;
  return isStatement || !(isTypeBrace(mask, at, language) || isRefinement(structure, at, language));
}

function endOfStatement(mask: string, at: number, from: number): number {
  return mask[at] === ';' ? at : lastCode(mask, Math.min(at, mask.length) - 1, from);
}

/** `fun a() = b {…}.c` is a statement to its end: what braces it has belong to an expression. */
function isExpressionBody(mask: string, at: number, language: ScannedLanguage): boolean {
  if (mask[at] !== '=' || (language !== 'kotlin' && language !== 'scala')) return false;
  return (
    !/[=<>!]/.test(mask[at - 1] ?? '') && !/[=>]/.test(mask[at + 1] ?? '') && !/^=\s*\{/.test(mask.slice(at, at + 80))
  );
}

/** Whether a code is that of an opening bracket. */
export function isOpenerCode(code: number): boolean {
  return code === 0x28 || code === 0x5b || code === 0x7b;
}

/** Characters of ASCII that a scan stops at. */
export function stopsAt(characters: string): Uint8Array {
  return Uint8Array.from({ length: 0x80 }, (_, code) => (characters.includes(String.fromCharCode(code)) ? 1 : 0));
}

/** The first character of a range that a scan stops at; the range's end when there is none. */
export function firstOf(stops: Uint8Array, mask: string, from: number, to: number): number {
  for (let at = from; at < to; at += 1) {
    const code = mask.charCodeAt(at);
    if (code < 0x80 && stops[code] !== 0) return at;
  }
  return to;
}

/** What can end a head, open a bracket or begin a body. */
const TELLS = stopsAt('\n;=()[]{}');

/**
 * Whether a brace opens a type and not the body: `): { a: string } {`, `func f() interface{} {`. Taken for the body,
 * such a type would end the function on its first line. Rust and Java write hardly any braces in types.
 */
function isTypeBrace(mask: string, at: number, language: ScannedLanguage): boolean {
  if (language !== 'script' && language !== 'go') return false;
  const before = mask.slice(Math.max(0, at - 40), at).trimEnd();
  if (language === 'go')
    return (
      /\b(?:interface|struct)$/.test(before) &&
      !/\btype\s+\S+\s+(?:interface|struct)$/.test(before) &&
      isFollowedByBody(mask, at)
    );
  return /(?:[:|&<,=(?]|=>)$/.test(before) || /(?:^|\W)extends$/.test(before) || TELLS_TYPE.test(before);
}

/** What a function of TypeScript tells of its object or of a parameter: `a is { b: C }`. A class may be called `is`. */
const TELLS_TYPE = /:\s*(?:asserts\s+)?[\w$]+\s+is$/;

/** Whether a brace of Scala tells more of a type, so that the value is still to come: `def a: B { type C = D } = …`. */
function isRefinement({ mask, closeOf }: Structure, at: number, language: ScannedLanguage): boolean {
  if (language !== 'scala') return false;
  const next = firstAfterBreaks(mask, closeOf(at) + 1);
  return mask[next] === '=' && !/[=>]/.test(mask[next + 1] ?? '');
}

// In `type X struct {` the brace is the body; in `func f() struct{} {` another one follows on the line.
function isFollowedByBody(mask: string, at: number): boolean {
  const close = mask.indexOf('}', at);
  return close !== -1 && /^[^\n;]{0,200}\{/.test(mask.slice(close + 1, close + 202));
}
