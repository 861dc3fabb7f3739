import { before, wordBefore } from '../../lex/code-text.ts';
import type { Bound } from './binding-places.ts';
import { type Governor, type GovernorRules, governorOf, type Spot } from './governors.ts';
import { isTypeParameter } from './listed-types.ts';

/*
 * What binds a name in Scala: patterns behind `case`, in generators and in `val`, the parameters of functions, classes and
 * function values. A pattern binds no name with a capital. Source: Scala Language Specification, "Patterns", "Anonymous
 * Functions", "For Comprehensions and For Loops".
 */

const RULES: GovernorRules = {
  signs: new Set(['=>', '<-', '=']),
  words: new Set(['extends', 'then', 'do', 'yield', 'match']),
  hasLines: true,
  hasBraces: false,
  leavesCalls: true,
};
/** Words behind which a name is declared. */
const DECLARING = /^(?:val|var|def|type|object|class|trait|given)$/;
/** What may stand between the bracket of a list and the name of a parameter. */
const PARAMETER = /[(,]\s*(?:(?:@\w+\s+)?(?:val|var|implicit|using|inline|final|private|protected|override)\s+){0,4}$/;

export function bindsInScala(spot: Spot): Bound | null {
  const { mask, at, next, word, previous, bracket } = spot;
  if (previous === '`' || next.startsWith('.')) return null;
  if (DECLARING.test(word) && bracket !== '(') return { reach: 'block' };
  if (isTypeParameter(spot)) return { reach: 'head' };
  if (bracket === '(' && isBefore(next, ':') && PARAMETER.test(mask.slice(Math.max(0, at - 80), at)))
    return { reach: 'head' };
  if (isNamedArgument(spot)) return { reach: 'self' };
  const isCapital = /^\p{Lu}/u.test(spot.name);
  if (next.startsWith('@')) return { reach: 'inner' };
  if (isCapital || /^[([{]/.test(next)) return null;
  const governor = governorOf(spot, RULES);
  return governor === null ? null : boundBy(spot, governor);
}

/** Whether a colon, and no operator that begins with one, stands next. */
function isBefore(next: string, sign: string): boolean {
  return next.startsWith(sign) && !/^[:=+\\/]/.test(next.slice(1));
}

/** `f(name = 1)`; what is given a value in a call is a parameter of what is called. */
export function isNamedArgument({ mask, bracket, previous, next, open }: Spot): boolean {
  if (bracket !== '(' || !/[(,]/.test(previous) || !/^=(?![=>])/.test(next)) return false;
  return wordBefore(mask, open) !== 'for';
}

function boundBy(spot: Spot, { sign, at: signAt, from }: Governor): Bound | null {
  const { mask, at, name } = spot;
  const ahead = mask.slice(Math.max(0, from - 300), at);
  if (sign === '<-') return { reach: 'outer', from };
  if (sign === '=') return isOfValue(spot, from) ? { reach: 'block', from } : isOfFor(spot, { from, signAt });
  if (sign !== '=>') return null;
  const isDirect = mask.slice(at + name.length, signAt).trim() === '' || from !== at;
  const end = before(mask, from) + 1;
  if (isDirect && /(?:[({,:]|=>|[^=!<>]=)$/.test(mask.slice(Math.max(0, end - 2), end)))
    return { reach: 'inner', from };
  return /\bcase\b(?:(?!\bcase\b|\sif\s)[^;])*$/.test(ahead) || isTyped(spot, from) ? { reach: 'inner', from } : null;
}

/** `val (a, name) = b`; what stands behind the colon of a type is none of it. */
function isOfValue({ mask, at }: Spot, from: number): boolean {
  return /\b(?:val|var)\s[^=;\n{}:]*$/.test(mask.slice(Math.max(0, Math.min(from, at) - 200), at));
}

/** `name = b` and `(a, name) = b` among the generators of a `for`. */
function isOfFor(
  { mask, at, nextAt }: Spot,
  { from, signAt }: { readonly from: number; readonly signAt: number },
): Bound | null {
  const ahead = mask.slice(Math.max(0, from - 400), from);
  const isTarget = (from < at || nextAt === signAt) && /[;{\n]\s*$/.test(ahead);
  return isTarget && /<-[^}]*$/.test(ahead) ? { reach: 'outer', from } : null;
}

/** `name: A =>` and `implicit name =>` */
function isTyped({ mask, at, next }: Spot, from: number): boolean {
  const isFirst = /[({]\s*(?:implicit\s+|using\s+)?$/.test(mask.slice(Math.max(0, from - 40), from));
  return isFirst && (isBefore(next, ':') || wordBefore(mask, at) === 'implicit');
}
