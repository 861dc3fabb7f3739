import { before, wordBefore } from '../../lex/code-text.ts';
import { functionsAround } from '../places/functions-around.ts';
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
  words: new Set(['extends', 'then', 'do', 'yield', 'match', 'if']),
  hasLines: true,
  hasBraces: false,
  leavesCalls: true,
};
/** Words behind which a name is declared. */
const DECLARING = /^(?:val|var|def|type|object|class|trait|given)$/;
/** What may stand between the bracket of a list and the name of a parameter. */
const PARAMETER = /[(,]\s*(?:(?:@\w+\s+)?(?:val|var|implicit|using|inline|final|private|protected|override)\s+){0,4}$/;

/** Where a name in Scala is bound, and how far that reaches; null where it is used. */
export function bindsInScala(spot: Spot): Bound | null {
  const { mask, at, next, word, previous, bracket } = spot;
  if (previous === '`' || next.startsWith('.')) return null;
  if (DECLARING.test(word) && bracket !== '(') return { reach: 'block' };
  if (isTypeParameter(spot)) return { reach: 'head' };
  if (bracket === '(' && isBefore(next, ':') && PARAMETER.test(mask.slice(Math.max(0, at - 80), at)))
    return ofParameter(spot);
  if (isNamedArgument(spot)) return { reach: 'self' };
  const isCapital = /^\p{Lu}/u.test(spot.name);
  const isWhole = next.startsWith('@') && !mask.slice(at, spot.nextAt).includes('\n');
  if ((isCapital && !isWhole) || /^[([{]/.test(next)) return null;
  const governor = governorOf(spot, RULES);
  const bound = governor === null ? null : boundBy(spot, governor);
  // What names a whole pattern is bound wherever that may stand.
  return bound ?? (isWhole ? { reach: 'function' } : null);
}

/** Of a class outside of functions `class-parameters.ts` tells what hides, and where. */
function ofParameter(spot: Spot): Bound | null {
  if (!isOfClass(spot)) return { reach: 'head' };
  return functionsAround(spot.file, spot.at).length === 0 ? null : { reach: 'parameters' };
}

/** Lists of one class that are gone through. */
const LISTS_MAX = 12;

/** Whether the list around a name is one of a class: `class A[T](a: B)(implicit name: C)`. */
function isOfClass({ file: { structure }, mask, open }: Spot): boolean {
  let first = open;
  for (let left = LISTS_MAX; left > 0 && mask[before(mask, first)] === ')'; left -= 1) {
    first = structure().openOf(before(mask, first));
  }
  return /\b(?:class|trait|enum)\s[^(){};:=\n]*$/.test(mask.slice(Math.max(0, first - 200), first));
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
  if (sign === 'if') return /\bcase\b(?:(?!=>)[^;])*$/.test(ahead) ? { reach: 'inner', from } : null;
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
