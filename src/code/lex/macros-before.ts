import { isNameCode } from './masking.ts';
import type { Scan } from './scan-state.ts';
import { afterSpaces } from './statement-head.ts';
import { directiveEnd } from './structure.ts';

/** Where a statement begins: what belongs to it, and the declaration itself. */
export interface Beginning {
  readonly from: number;
  readonly declarationFrom: number;
}

/** A name that stands where a statement begins, with the parentheses behind it, if any. */
interface Macro {
  readonly name: string;
  readonly isCall: boolean;
  /** Behind its last character. */
  readonly end: number;
}

/**
 * Where the declaration begins behind macros that stand on lines of their own without a semicolon: `BEGIN_NAMESPACE`,
 * `DISABLE_WARNINGS(4251)`. What a macro stands for is not known here, so one is passed over only when what follows on
 * a line below begins a declaration by itself. One directly above may be an attribute and still belongs to it. Null when
 * there is none.
 */
export function behindMacros(scan: Scan, start: number, to: number): Beginning | null {
  let from = start;
  let at = start;
  for (let macro = macroAt(scan, at, to); macro !== null; macro = macroAt(scan, at, to)) {
    const next = nextCode(scan, macro.end, to);
    if (next >= to || !isPassed(scan, macro, next, to)) break;
    if (isApart(scan, macro, next)) from = next;
    at = next;
  }
  return at === start ? null : { from, declarationFrom: at };
}

/** The macro that may stand at an offset; null when its line goes on behind it. */
function macroAt({ structure }: Scan, at: number, to: number): Macro | null {
  const { mask } = structure;
  let nameEnd = at;
  let code = mask.charCodeAt(at);
  while (isNameCode(code)) {
    nameEnd += 1;
    code = mask.charCodeAt(nameEnd);
  }
  // Most statements begin with a word that another one follows, a blank between.
  if (code === 0x20 && isNameCode(mask.charCodeAt(nameEnd + 1))) return null;
  return nameEnd === at ? null : macroOf(structure, at, nameEnd, to);
}

function macroOf({ mask, closeOf }: Scan['structure'], at: number, nameEnd: number, to: number): Macro | null {
  const open = afterBlanks(mask, nameEnd);
  const isCall = mask.charCodeAt(open) === 0x28;
  const end = isCall ? closeOf(open) + 1 : nameEnd;
  if (end > to || mask.charCodeAt(afterBlanks(mask, end)) !== 0x0a) return null;
  return { name: mask.slice(at, nameEnd), isCall, end };
}

/** The first offset from an offset on that is no blank of its line. */
function afterBlanks(mask: string, from: number): number {
  let at = from;
  while (mask.charCodeAt(at) <= 0x20 && mask.charCodeAt(at) !== 0x0a) at += 1;
  return at;
}

/** The next code that is no directive. */
function nextCode({ structure: { mask } }: Scan, from: number, to: number): number {
  let at = afterSpaces(mask, from);
  while (at < to && mask.charCodeAt(at) === 0x23) at = afterSpaces(mask, directiveEnd(mask, at));
  return at;
}

const CAPITAL = /^[A-Z_][A-Z0-9_]*$/;
/** What only a declaration begins with. */
const FIRST_WORD =
  /(?:namespace|class|struct|union|enum|template|typedef|extern|using|static|inline|constexpr|virtual|explicit|friend|public|private|protected)\b/y;
/** Attributes and statements, whose words are none of a macro's. */
const NO_MACRO = /^(?:_|(?:if|for|while|switch|alignas|decltype|typeof|typeof_unqual|explicit|requires|asm)$)/;
/** Such a macro opens or closes something and is no type. */
const BRACKET = /(?:^|_)(?:BEGIN|END|PUSH|POP|OPEN|CLOSE)(?:_|$)/;
/** A name with what makes it another one, and what follows it. */
const NAME = /(\w+)((?:\s*::\s*\w+)*)\s*(\(?)/y;

function isPassed(scan: Scan, macro: Macro, next: number, to: number): boolean {
  const { mask } = scan.structure;
  const isCapital = CAPITAL.test(macro.name);
  if (macro.isCall && isOldFunction(mask, macro.end)) return false;
  FIRST_WORD.lastIndex = next;
  if (FIRST_WORD.test(mask)) return isCapital || (macro.isCall && !NO_MACRO.test(macro.name));
  if (!isCapital) return false;
  if (!macro.isCall && mayBeType(scan, macro, next, to)) return false;
  NAME.lastIndex = next;
  const [, name = '', owned = '', open = ''] = NAME.exec(mask) ?? [];
  if (name === '') return mask.startsWith('[[', next);
  // `TYPE(int)` above `name(…)` is the type of a function, unless that is a macro, too.
  return open === '' || (owned === '' && CAPITAL.test(name));
}

/** Whether capitals on a line of their own may be what a function below gives. */
function mayBeType(scan: Scan, { name, end }: Macro, next: number, to: number): boolean {
  if (BRACKET.test(name) || isBlankBelow(scan.text, end)) return false;
  const below = macroAt(scan, next, to);
  if (below === null || !below.isCall) return true;
  const behind = nextCode(scan, below.end, to);
  return behind >= to || !isPassed(scan, below, behind, to);
}

/** Characters within which the parameters of a function of old C end. */
const OLD_PARAMETERS_MAX = 1_000;

/** Whether what follows parentheses are declarations and a brace: the parameters of a function of old C. */
function isOldFunction(mask: string, from: number): boolean {
  const below = mask.slice(from, from + OLD_PARAMETERS_MAX);
  const parameters = below.slice(0, Math.max(0, below.indexOf('{'))).trimEnd();
  return parameters.endsWith(';') && !/[}=]/.test(parameters);
}

/** A blank line, or a directive that never stands within a declaration. */
const BLANK_BELOW = /[^\n]{0,200}\n[ \t\r]{0,200}(?:\n|#[ \t]{0,20}(?:undef|define|include|pragma)\b)/y;

function isBlankBelow(text: string, from: number): boolean {
  BLANK_BELOW.lastIndex = from;
  return BLANK_BELOW.test(text);
}

const NO_ATTRIBUTES = /(?:namespace\b|extern\s+"[^{;]{0,20}\{)/y;

/** Whether a macro does not belong to what follows: lines are between, or it cannot be its attribute. */
function isApart({ structure: { mask, lineAt } }: Scan, { name, end }: Macro, next: number): boolean {
  NO_ATTRIBUTES.lastIndex = next;
  if (BRACKET.test(name) || NO_ATTRIBUTES.test(mask)) return true;
  return lineAt(next) > lineAt(end) + 1;
}
