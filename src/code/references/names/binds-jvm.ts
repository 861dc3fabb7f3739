import { before, wordBefore } from '../../lex/code-text.ts';
import type { Bound } from './binding-places.ts';
import { isNamedArgument } from './binds-scala.ts';
import { type Governor, type GovernorRules, governorOf, type Spot } from './governors.ts';
import { isLaterVariable } from './later-variables.ts';
import { isTypeParameter } from './listed-types.ts';
import { blockAround, scopeOf } from './scopes.ts';

/** Words of Java behind which a name is used, or is that of a type. */
const NO_TYPES: ReadonlySet<string> = new Set(
  (
    'abstract assert break case class continue default do else enum extends final finally if implements import instanceof ' +
    'interface native new non-sealed package permits private protected public record return sealed static strictfp ' +
    'synchronized throw throws transient try volatile when while with yield'
  ).split(' '),
);
const JAVA: GovernorRules = {
  signs: new Set(['->']),
  words: new Set(),
  hasLines: false,
  hasBraces: false,
  leavesCalls: false,
};

/**
 * What binds a name in Java. Two words side by side declare the second one, in patterns too. Source: The Java Language
 * Specification, "Patterns", "Lambda Parameters", "Labeled Statements".
 */
export function bindsInJava(spot: Spot): Bound | null {
  const { mask, at, next, word, previous } = spot;
  if (word === 'break' || word === 'continue' || isLabel(spot)) return { reach: 'self' };
  if (/^(?:[.(]|::)/.test(next)) return null;
  if (isTypeParameter(spot)) return { reach: 'head' };
  if (isBehindType(spot)) return { reach: spot.bracket === '(' ? 'head' : 'block' };
  if (isLaterVariable(spot)) return { reach: 'block' };
  if (/^[\w@<[]/.test(next)) return null;
  if (!next.startsWith('->') && !/[(,=]/.test(previous)) return null;
  const governor = governorOf(spot, JAVA);
  if (governor === null || /\bcase\b(?:(?!->)[^;{}:])*$/.test(mask.slice(Math.max(0, at - 200), at))) return null;
  return { reach: 'inner', from: governor.from };
}

function isLabel({ previous, next }: Spot): boolean {
  return /[;{}]/.test(previous) && /^:(?!:)/.test(next);
}

/** Whether a type stands before a name, and the name is none itself. */
function isBehindType({ mask, at, next, word, previous }: Spot): boolean {
  const isType =
    word !== ''
      ? !NO_TYPES.has(word) && !/^\d/.test(word)
      : (/>|\]/.test(previous) && isArgumentsEnd(mask, at)) || /\.\.\.\s*$/.test(mask.slice(Math.max(0, at - 20), at));
  if (!isType || mask[before(mask, at) - word.length] === '@') return false;
  if (word !== '' && next.startsWith('[')) return true;
  return !/^(?:[\w$<@[]|\.\.\.)/.test(next) || /^(?:when|in|instanceof)\b/.test(next);
}

/** Whether what stands before a name ends a type: `List<A> name`, and no comparison. */
export function isArgumentsEnd(mask: string, at: number): boolean {
  const end = before(mask, at);
  const ahead = mask.slice(Math.max(0, end - 3), end + 1);
  // What is shifted by a value has a blank before the sign.
  return end < at - 1 && /(?:\[\]|[\w>\]?)]>|[\w>\]]\?)$/.test(ahead) && !/\s>{2,3}$/.test(ahead);
}

const KOTLIN: GovernorRules = {
  signs: new Set(['=', '->', '{']),
  words: new Set(['in', 'is', 'if', 'else', 'by']),
  hasLines: true,
  hasBraces: false,
  leavesCalls: false,
};
const PARAMETER =
  /[(,{]\s*(?:(?:@[\w.:]{1,80}(?:\([^()]{0,100}\))?|val|var|vararg|noinline|crossinline|private|protected|internal|public|override)\s+){0,6}$/;

/** What binds a name in Kotlin. Source: Kotlin language specification, "Destructuring declarations", "Lambda literals". */
export function bindsInKotlin(spot: Spot): Bound | null {
  const { file, mask, at, next, word, previous, bracket, open } = spot;
  if (previous === '@' || /^@(?!\w)/.test(next)) return { reach: 'self' };
  if (/^(?:[.(]|::|\?\.|!!)/.test(next)) return null;
  if (/^(?:class|object|interface|typealias)$/.test(word)) return { reach: 'block' };
  // `val List<A>.name` is of a type.
  if (/^va[lr]$/.test(word)) return next.startsWith('<') ? null : ofValue(spot, spot.at);
  if (isTypeParameter(spot)) return { reach: 'head' };
  if (isParameter(spot)) return ofParameter(spot);
  if (isNamedArgument(spot)) return { reach: 'self' };
  if (bracket === '(' && wordBefore(mask, open) === 'set') return scopeOf(file, at);
  const governor = governorOf(spot, KOTLIN);
  return governor === null ? null : boundInKotlin(spot, governor);
}

function isParameter({ mask, at, next }: Spot): boolean {
  return /^:(?!:)/.test(next) && PARAMETER.test(mask.slice(Math.max(0, at - 80), at));
}

/** A parameter of a lambda, of a function or of a class; a constructor beside that of the head is listed as no function. */
function ofParameter({ file, mask, at, bracket, open }: Spot): Bound {
  if (bracket === '{') return { reach: 'inner' };
  const word = bracket === '(' ? wordBefore(mask, open) : '';
  const isSecond = word === 'constructor' && !/\bclass\s[^{};]*$/.test(mask.slice(Math.max(0, open - 400), open));
  return isSecond || word === 'fun' ? scopeOf(file, at) : { reach: 'parameters' };
}

/** What a block declares; the condition behind that of a `do` knows it as well. */
function ofValue({ file, mask, at }: Spot, from: number): Bound {
  const block = blockAround(file, from);
  if (block === null || wordBefore(mask, block.from) !== 'do') return { reach: 'block', from };
  const condition = /^\}\s*while\s*\(/.exec(mask.slice(block.to, block.to + 100))?.[0];
  if (condition === undefined) return { reach: 'block', from };
  return { from: Math.min(at, from), to: file.structure().closeOf(block.to + condition.length - 1) };
}

function boundInKotlin(spot: Spot, { sign, from }: Governor): Bound | null {
  const { file, mask, at, previous } = spot;
  const outer = file.structure().around(from);
  if (sign === 'in') return mask[outer] === '(' && wordBefore(mask, outer) === 'for' ? { reach: 'outer', from } : null;
  // `val (a, name) = b`, also with annotations and types.
  if (sign === '=') return from < at && /^va[lr]$/.test(wordBefore(mask, from)) ? ofValue(spot, from) : null;
  if (sign !== '->' || !/[({,]/.test(previous) || mask[outer] !== '{' || isWhen(file, outer)) return null;
  return /[\n;=]\s*\S/.test(mask.slice(outer + 1, from).trimStart()) ? null : { reach: 'inner', from };
}

/** Whether a brace holds the branches of a choice: `when (a) {`. */
function isWhen(file: Spot['file'], open: number): boolean {
  const mask = file.mask();
  const end = before(mask, open);
  return wordBefore(mask, mask[end] === ')' ? file.structure().openOf(end) : open) === 'when';
}
