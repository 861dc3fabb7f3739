import { blankBrackets } from './blank-brackets.ts';

/** Characters of a type in parentheses that are read. */
const CHARACTERS_MAX = 1_000;
/** Types and what stands between them. */
const TOKENS_MAX = 20;

/** What makes no class of two types: a function, a type of both or either, a bound. */
const NO_CLASS: ReadonlySet<string> = new Set([
  '=>',
  '⇒',
  '?=>',
  '=>>',
  '&',
  '|',
  '<:',
  '>:',
  ':',
  '=',
  'with',
  'forSome',
]);

/**
 * The name of the type that a type in parentheses is of, with its offset: `(A Or B)` is `Or[A, B]`, `(A)` is `A`. Null for
 * one that is none of a class, and where several signs differ: which of them is the outermost depends on the version of
 * the language. Source: Scala 2.13 Specification, "Infix Types"; Scala 3 Reference, "Syntax" (ConstrApp).
 */
export function infixBase(
  mask: string,
  open: number,
  close: number,
): { readonly name: string; readonly at: number } | null {
  if (mask[open] !== '(' || close - open > CHARACTERS_MAX) return null;
  const inner = blankBrackets(mask.slice(open + 1, close), '()[]{}');
  const tokens = [...inner.matchAll(/[\p{L}\p{N}_$.#`]+|[^\s\p{L}\p{N}_$.#`]+/gu)].slice(0, TOKENS_MAX);
  const signs = tokens.filter((_, index) => index % 2 === 1);
  const isClass = tokens.length % 2 === 1 && tokens.every(([token]) => !NO_CLASS.has(token) && !token.includes(','));
  if (!isClass || signs.some(([sign]) => sign !== signs[0]?.[0])) return null;
  const [first] = signs;
  // Who ends in a colon binds to the right.
  const base = first === undefined ? tokens[0] : first[0].endsWith(':') ? first : signs.at(-1);
  const name = /[^.#]+$/.exec(base?.[0] ?? '')?.[0].replaceAll('`', '') ?? '';
  if (base === undefined || name === '') return null;
  return { name, at: open + 1 + base.index + base[0].lastIndexOf(name) };
}
