import { nameIn } from './name-in.ts';
import type { Declaration, FindDeclaration, LineView, SymbolKind } from './symbol.ts';

/** Names, also in backticks. */
const NAME = '(?:[\\w$\\u0080-\\uffff]+|`[^`\\n]{1,200}`)';
const ANNOTATIONS = '(?:(?:@[\\w.:]+(?:\\([^()\\n]{0,200}\\))?|context[ \\t]*\\([^()\\n]{0,200}\\))\\s+)*';
/** Annotations of a receiver. */
const RECEIVER_ANNOTATIONS = /\s*(?:@[\w.:]{1,80}(?:\([^()\n]{0,200}\))?\s+){0,4}/y;

/**
 * All on the line of the word that declares: what stands above it is told by that line, and would be declared there a
 * second time.
 */
const KOTLIN_HEAD = `^[^\\S\\n]*${ANNOTATIONS.replaceAll('\\s', '[^\\S\\n]')}(?:(?:public|private|protected|internal|expect|actual|final|open|abstract|sealed|const|external|override|lateinit|tailrec|vararg|suspend|inner|enum|annotation|fun(?=\\s+interface)|companion|inline|value|infix|operator|data|noinline|crossinline|reified)[^\\S\\n]+)*`;
const KOTLIN_TYPE = new RegExp(`${KOTLIN_HEAD}(class|interface|object)\\b\\s*(${NAME})?`);
/** A receiver and its dot may stand before the name, type parameters before both. */
const KOTLIN_FUNCTION = new RegExp(`${KOTLIN_HEAD}fun\\s+(.*)$`, 's');
const KOTLIN_VALUE = new RegExp(`${KOTLIN_HEAD}va[lr]\\s+(.*)$`, 's');
/** What follows the name of a value: its type, value or delegate, else the end of its line, or how it is got. */
const KOTLIN_VALUE_END =
  /\s*(?:[:=]|by\b|\n|$|(?:@\w+(?:\([^()\n]{0,200}\))?\s+)?(?:(?:public|private|protected|internal|inline|external)\s+)?[gs]et\b)/y;
const KOTLIN_ALIAS = new RegExp(`${KOTLIN_HEAD}typealias\\s+(${NAME})`);
const KOTLIN_CONSTRUCTOR = new RegExp(`${KOTLIN_HEAD}constructor\\s*\\(`);
/** The words that a Kotlin declaration begins with. */
export const KOTLIN_FIRST_WORDS =
  /(?:@|context[ \t]*\(|(?:class|interface|object|fun|va[lr]|typealias|constructor|public|private|protected|internal|expect|actual|final|open|abstract|sealed|const|external|override|lateinit|tailrec|suspend|inner|enum|annotation|companion|inline|value|infix|operator|data)\b)/y;

/** Bodies whose values and constructors are members, not local. */
const TYPES: ReadonlySet<SymbolKind | null> = new Set([
  'class',
  'interface',
  'module',
  'enum',
  'trait',
  'impl',
  'struct',
]);

/** Declarations of Kotlin. Values of functions are local and not listed. */
export const findKotlinDeclaration: FindDeclaration = (line) => {
  const { masked } = line;
  if (line.inside === '(' || line.inside === '[') return null;
  const type = KOTLIN_TYPE.exec(masked);
  if (type) return kotlinType(masked, type);
  const fun = KOTLIN_FUNCTION.exec(line.ahead);
  if (fun) return kotlinFunction(line, fun[1] ?? '');
  const alias = KOTLIN_ALIAS.exec(masked)?.[1];
  if (alias) return { ...named(masked, alias, 'type', masked.indexOf('typealias') + 9), body: 'statement' };
  if (!isMember(line)) return null;
  const constructing = KOTLIN_CONSTRUCTOR.exec(masked)?.[0];
  if (constructing !== undefined)
    return isSecondary(line, constructing.length) ? named(masked, 'constructor', 'method') : null;
  const value = KOTLIN_VALUE.exec(line.ahead)?.[1];
  const name = value === undefined ? null : afterReceiver(value, KOTLIN_VALUE_END);
  return name === null
    ? null
    : { ...named(line.ahead, name.name, 'variable', line.ahead.indexOf(value ?? '') + name.at), body: 'statement' };
};

function isMember({ inside, insideOf, isInNamelessType }: LineView): boolean {
  return TYPES.has(insideOf) || (insideOf === null && (inside === '' || isInNamelessType));
}

function kotlinType(masked: string, match: RegExpExecArray): Declaration | null {
  const word = match[1] ?? 'class';
  const at = masked.search(new RegExp(`\\b${word}\\b`)) + word.length;
  const isCompanion = /\bcompanion\s+object\b/.test(match[0]);
  if (isCompanion && !match[2]) return { name: 'Companion', kind: 'class', nameAt: at - word.length, scope: '' };
  if (!match[2] || (word === 'object' && /^\s*:/.test(masked.slice(at)))) return null;
  const kind = word === 'interface' ? 'interface' : /\benum\s+class\b/.test(match[0]) ? 'enum' : 'class';
  return named(masked, match[2], kind, at);
}

/** What a class's body begins with, and a constructor's cannot: its `val` and `fun` would be local, without a modifier. */
const MEMBER =
  /^\s*(?:@|(?:public|private|protected|internal|override|final|open|abstract|const|external|lateinit|suspend|inner|enum|companion|inline|operator|infix|data|sealed|class|interface|init|constructor|typealias|fun)\b)/;

/**
 * Whether a constructor on a line of its own is a member and not a part of its class's head, whose body the brace behind
 * it then opens. Only the head of a class declares properties among the parameters and has others than `this` and
 * `super` behind its colon; where neither tells, the first word behind the brace does.
 */
function isSecondary(line: LineView, from: number): boolean {
  if (line.insideOf === null) return false;
  const { parameters, rest } = splitParameters(line.ahead.slice(from));
  if (/(?:^|[\s,(])va[lr]\s/.test(parameters)) return false;
  if (/^\s*:/.test(rest)) return /^\s*:\s*(?:this|super)\s*\(/.test(rest);
  const brace = /^\s*\{/.exec(rest)?.[0];
  return brace === undefined || !MEMBER.test(rest.slice(brace.length));
}

/** What stands before and behind the parenthesis that closes an open one; all before where it is not seen. */
function splitParameters(text: string): { readonly parameters: string; readonly rest: string } {
  let depth = 1;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return { parameters: text.slice(0, at), rest: text.slice(at + 1) };
  }
  return { parameters: text, rest: '' };
}

function kotlinFunction(line: LineView, rest: string): Declaration | null {
  const found = afterReceiver(rest, /\s*\(/y);
  if (found === null) return null;
  const isTest = /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest)\b/.test(`${line.above}\n${line.masked}`);
  const kind = isTest ? 'test' : TYPES.has(line.insideOf) ? 'method' : 'function';
  return named(line.ahead, found.name, kind, line.ahead.indexOf(rest) + found.at);
}

/**
 * The name behind type parameters and a receiver: `<T> List<T>.first(`. What follows the name is `end`; angle brackets
 * are jumped over.
 */
function afterReceiver(text: string, end: RegExp): { readonly name: string; readonly at: number } | null {
  const name = new RegExp(NAME, 'y');
  let at = 0;
  for (let steps = 0; steps < 12; steps += 1) {
    // A receiver may be nullable, or a function type in parentheses.
    at = skipMarks(text, skipAnnotations(text, skipAngles(text, at)));
    if (text[at] === '(' && steps < 11) {
      const close = text.indexOf(').', at);
      if (close === -1) return null;
      at = close + 1;
      continue;
    }
    name.lastIndex = at;
    const found = name.exec(text)?.[0];
    if (found === undefined) return null;
    end.lastIndex = at + found.length;
    if (end.test(text)) return { name: found.replaceAll('`', ''), at: at + (found.startsWith('`') ? 1 : 0) };
    at += found.length;
  }
  return null;
}

function skipAnnotations(text: string, from: number): number {
  RECEIVER_ANNOTATIONS.lastIndex = from;
  return RECEIVER_ANNOTATIONS.test(text) ? RECEIVER_ANNOTATIONS.lastIndex : from;
}

function skipMarks(text: string, from: number): number {
  let at = from;
  while (/[\s.?&]/.test(text[at] ?? '')) at += 1;
  return at;
}

/** Beyond a pair of angle brackets that opens here; the offset itself when none does. */
function skipAngles(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;
  if (text[at] !== '<') return from;
  let depth = 0;
  for (; at < text.length; at += 1) {
    if (text[at] === '<') depth += 1;
    else if (text[at] === '>' && text[at - 1] !== '-') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return from;
}

function named(masked: string, name: string, kind: SymbolKind, from = 0): Declaration {
  // Backticks are no part of a name.
  const isQuoted = name.startsWith('`');
  return { name: isQuoted ? name.slice(1, -1) : name, kind, nameAt: nameIn(masked, name, from) + (isQuoted ? 1 : 0) };
}
