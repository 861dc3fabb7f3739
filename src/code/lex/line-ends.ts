import { kotlinGoesOn } from './kotlin-lines.ts';
import type { ScannedLanguage } from './lex-rules.ts';
import { FILLER } from './mask.ts';

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

/** Words and signs at a line's end that want a right side; `>` alone on its line closes what types stand in. */
const GOES_ON_AFTER =
  /(?:\b(?:extends|implements|return|else|in|of|instanceof|typeof|as|is|keyof|satisfies)|\s(?:[?!]|\?\?)|\S[^\S\n]+>|=>)$/;
/**
 * Beginnings of a line that belong to the statement before: a chained call, an operator, a brace on a line of its own.
 * A word with a colon behind it is the name of a field.
 * Not asked in Go, which ends a statement at every line that could end one.
 */
const GOES_ON_BEFORE =
  /^(?:[{=.?:|&+*/%<>,)\]-]|(?:extends|implements|instanceof|in|as|satisfies|where|with)\b(?!\s{0,20}\??:(?!:))|(?:else|catch|finally)\b)/;
/**
 * The same of scripts, where `get(`, `where(` and `as(` begin the next member of a type: no line may break before the `as`
 * and `satisfies` of a cast, and a template goes on behind the code in it or has its tag before the break. Source: ECMA-262, "Automatic Semicolon Insertion"; TypeScript's parser, "parseBinaryExpressionRest".
 */
const SCRIPT_GOES_ON_BEFORE =
  /^(?:[{=.?:|&+*/%<>,)\]`-]|(?:extends|implements|instanceof|in)\b(?!\s{0,20}\??:)|(?:as|satisfies|with)\b(?!\s{0,20}\??[:(<]))/;
/** The same of Scala, whose `in`, `is`, `as` and `of` are names, and any signs between two values an operator. */
const SCALA_GOES_ON_AFTER =
  /(?:\b(?:extends|with|return|new|else|yield|match|then|do|derives)|\s(?!\?\?\?$)[!#%&*+\-/:<=>?@\\^|~]{1,12}|=>)$/;
const SCALA_GOES_ON_BEFORE =
  /^(?:[{=.?:|&+*/%<>,)\]-]|(?:extends|with|derives|else|catch|finally|yield|match|then|do)\b(?!\s{0,20}(?:=>|:(?!:))))/;
const GOES_ON_BEFORE_IN: Readonly<Partial<Record<ScannedLanguage, RegExp>>> = {
  script: SCRIPT_GOES_ON_BEFORE,
  scala: SCALA_GOES_ON_BEFORE,
};
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
  if (declaresAt(mask, next, language) && !isTypeParameter(mask, last, next, language)) return true;
  // The usual ends are told by one character; a statement without an end would try the patterns on each of its lines.
  // The end of a regular expression is no division.
  const isRegexEnd = mask[last] === '/' && mask[last - 1] === FILLER;
  if (!isRegexEnd && OPERATORS.has(mask[last] ?? '')) return false;
  if ((language === 'scala' ? SCALA_GOES_ON_AFTER : GOES_ON_AFTER).test(mask.slice(Math.max(0, last - 20), last + 1)))
    return false;
  return endsBefore(mask, last, next, language);
}

/** Whether a statement whose last line could be its end ends before what comes next. */
function endsBefore(mask: string, last: number, next: number, language: ScannedLanguage): boolean {
  if (language === 'go') return true;
  if ((language === 'kotlin' || language === 'scala') && endsCondition(mask, last)) return false;
  const goesOn = language === 'kotlin' ? kotlinGoesOn(mask, last, next) : null;
  if (goesOn !== null) return !goesOn;
  if (language === 'scala' && mask[next] === '{' && /\n[^\n]{0,200}\n/.test(mask.slice(last, next))) return true;
  return !(GOES_ON_BEFORE_IN[language] ?? GOES_ON_BEFORE).test(mask.slice(next, next + 40));
}

const CONDITION = /\b(?:if|while|for)[ \t]*\(/g;
/** Characters of a line with a condition. */
const CONDITION_MAX = 300;

/** Whether a condition ends a line, behind which its value is still to come. */
function endsCondition(mask: string, last: number): boolean {
  if (mask[last] !== ')') return false;
  const from = Math.max(mask.lastIndexOf('\n', last) + 1, last - CONDITION_MAX);
  const word = [...mask.slice(from, last + 1).matchAll(CONDITION)].at(-1);
  if (word === undefined) return false;
  let depth = 1;
  for (let at = from + word.index + word[0].length; at < last; at += 1) {
    if (mask[at] === '(') depth += 1;
    else if (mask[at] === ')') depth -= 1;
    if (depth === 0) return false;
  }
  return depth === 1;
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
