import { isSpent, nextOf, roomOf } from './head-walk.ts';
import { kotlinGoesOn } from './kotlin-lines.ts';
import type { ScannedLanguage } from './lex-rules.ts';
import { FILLER } from './mask.ts';
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
 * Whether a head or statement is over here: by `;`, by the bracket that closes what it stands in, by its line's end, or
 * because the text is over.
 */
export function endsAt(mask: string, at: number, language: ScannedLanguage): boolean {
  const character = mask[at];
  if (character === undefined || character === ';' || character === ')' || character === ']' || character === '}')
    return true;
  return character === '\n' && endsAtNewline(mask, at, language);
}

function isSpaceCode(code: number): boolean {
  return code === 0x20 || (code <= 0x0d && code >= 0x09);
}

/** The last character that is no space, so that blank lines and comments after a statement are not counted to it. */
export function lastCode(mask: string, from: number, atLeast: number): number {
  let at = from;
  while (at > atLeast && isSpaceCode(mask.charCodeAt(at))) at -= 1;
  return Math.max(at, atLeast);
}

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

/** Words and signs at a line's end that want a right side; `>` alone on its line closes what types stand in. */
const GOES_ON_AFTER =
  /(?:\b(?:extends|implements|return|in|of|instanceof|typeof|as|is|keyof|satisfies)|\s(?:[?!]|\?\?)|\S[^\S\n]+>|=>)$/;
/**
 * Beginnings of a line that belong to the statement before: a chained call, an operator, a brace on a line of its own.
 * A word with a colon behind it is the name of a field.
 * Not asked in Go, which ends a statement at every line that could end one.
 */
const GOES_ON_BEFORE =
  /^(?:[{=.?:|&+*/%<>,)\]-]|(?:extends|implements|instanceof|in|as|satisfies|where|with|derives)\b(?!\s{0,20}\??:(?!:))|(?:private\s+|protected\s+|internal\s+)?[gs]et\s*\()/;
/**
 * The same of scripts, where `get(`, `where(` and `as(` begin the next member of a type: no line may break before the `as`
 * and `satisfies` of a cast, and a template goes on behind the code in it or has its tag before the break. Source: ECMA-262, "Automatic Semicolon Insertion"; TypeScript's parser, "parseBinaryExpressionRest".
 */
const SCRIPT_GOES_ON_BEFORE =
  /^(?:[{=.?:|&+*/%<>,)\]`-]|(?:extends|implements|instanceof|in)\b(?!\s{0,20}\??:)|(?:as|satisfies|with)\b(?!\s{0,20}\??[:(<]))/;
/** Characters at a line's end that want their right side. */
const OPERATORS: ReadonlySet<string> = new Set('=,+-*/%&|^<:.([{~');
/** What begins a declaration and cannot stand in an expression, so that a statement is over whatever it ended with. */
const DECLARES: Readonly<Partial<Record<ScannedLanguage, RegExp>>> = {
  script: /(?:export|declare|const|let|var|interface|enum|import|namespace|abstract\s+class)\s|type\s+[\w$]+\s*[=<]/y,
  kotlin:
    /(?:(?:public|private|protected|internal|override|abstract|open|data|sealed|enum|suspend|inline|const|lateinit)\s+)*(?:va[lr]|class|interface|typealias|fun)\s/y,
  swift:
    /(?:(?:public|private|fileprivate|internal|open|static|override|final|mutating)\s+)*(?:var|let|func|class|struct|enum|protocol|extension|typealias|init)\b/y,
  scala:
    /(?:(?:(?:private|protected)(?:\[[\w.]{1,80}\])?|override|final|implicit|lazy|sealed|abstract|case|inline|transparent|open|opaque|infix)\s+)*(?:va[lr]|def|class|trait|object|type|enum|given)\s|extension\s*[([]|end[ \t]+[\w$]+[ \t\r]*\n/y,
  go: /(?:func|type|var|const)\s+[\w(]/y,
};
/** Languages whose statements end with `;` or a brace alone; in the others a line ends them, too. */
const ENDS_BY_SEMICOLON: ReadonlySet<ScannedLanguage> = new Set(['rust', 'java', 'c', 'cpp', 'csharp', 'php']);

/** Blanks, which comments are in the mask, that are passed over on each side of a line's end. */
const BLANKS_MAX = 600;

// By lines, unless one side of the break cannot stand alone.
function endsAtNewline(mask: string, at: number, language: ScannedLanguage): boolean {
  if (ENDS_BY_SEMICOLON.has(language)) return false;
  const last = lastCode(mask, at, Math.max(0, at - BLANKS_MAX));
  const next = firstAfterBreaks(mask, at);
  if (mask[last] === FILLER || mask[next] === FILLER || isSpaceCode(mask.charCodeAt(last))) return false;
  const told = endsByWords(mask, last, next, language);
  if (told !== null) return told;
  // The usual ends are told by one character; a statement without an end would try the patterns on each of its lines.
  // The end of a regular expression is no division.
  const isRegexEnd = mask[last] === '/' && mask[last - 1] === FILLER;
  if (
    (!isRegexEnd && OPERATORS.has(mask[last] ?? '')) ||
    GOES_ON_AFTER.test(mask.slice(Math.max(0, last - 20), last + 1))
  )
    return false;
  if (language === 'scala' && mask[next] === '{' && /\n[^\n]{0,200}\n/.test(mask.slice(last, next))) return true;
  const goesOn = language === 'script' ? SCRIPT_GOES_ON_BEFORE : GOES_ON_BEFORE;
  return language === 'go' || !goesOn.test(mask.slice(next, next + 40));
}

/** Whether the words on both sides of a break tell that a statement ends there; null where the signs do. */
function endsByWords(mask: string, last: number, next: number, language: ScannedLanguage): boolean | null {
  if (declaresAt(mask, next, language) && !isTypeParameter(mask, last, next, language)) return true;
  const goesOn = language === 'kotlin' ? kotlinGoesOn(mask, last, next) : null;
  return goesOn === null ? null : !goesOn;
}

function declaresAt(mask: string, at: number, language: ScannedLanguage): boolean {
  const declares = DECLARES[language];
  if (declares === undefined) return false;
  declares.lastIndex = at;
  return declares.test(mask);
}

/**
 * `const T` in a list of type parameters of a script, `let count: Int` as the first one in Swift: before it stands what opens or
 * goes on with a list, as before no statement. Source: TypeScript 5.0, "const Type Parameters"; Swift, SE-0452.
 */
function isTypeParameter(mask: string, last: number, next: number, language: ScannedLanguage): boolean {
  if (language === 'swift') return mask[last] === '<' && mask.startsWith('let', next);
  return language === 'script' && /[<,]/.test(mask[last] ?? '') && mask.startsWith('const', next);
}

/** The next character that is no blank; a filler there says that a literal goes on over the break. */
export function firstAfterBreaks(mask: string, at: number): number {
  let next = at;
  while (mask.charCodeAt(next) <= 0x20 && next - at < BLANKS_MAX && mask[next] !== FILLER) next += 1;
  return next;
}
