import { after } from '../../lex/code-text.ts';
import { escapeRegex } from '../../search/matcher.ts';
import type { CodeFile } from '../code-file.ts';
import { typeArgumentsEnd } from '../places/type-arguments.ts';
import type { Definition, Place } from '../reference.ts';
import { angleEnd } from './anonymous-types.ts';

/*
 * In C# types of one name are others when they are made with another number of types: `Result` and `Result<T>`.
 * Source: C# language specification, "Namespace and type names", "Unbound types".
 */

/** How many types a type is made with, by its head. */
export function arityOf({ name, signature }: Definition['symbol']): number {
  const at = signature.search(new RegExp(`(?<!\\w)${escapeRegex(name)}(?!\\w)`));
  return at === -1 ? 0 : arityAt(signature, after(signature, at + name.length));
}

/** The types in the angles that open at an offset, as in `Map<,>` also those without names; 0 without any. */
export function arityAt(text: string, open: number): number {
  if (text[open] !== '<') return 0;
  return countWithin(text, open, angleEnd(text, open));
}

function countWithin(text: string, open: number, close: number): number {
  if (close < open) return 0;
  let depth = 0;
  let count = 1;
  for (let at = open + 1; at < close; at += 1) {
    if ('<([{'.includes(text[at] ?? '')) depth += 1;
    else if ('>)]}'.includes(text[at] ?? '')) depth -= 1;
    else if (text[at] === ',' && depth === 0) count += 1;
  }
  return count;
}

/** Whether a type is made with as many types as a place gives it; true where that may be a comparison. */
export function mayHaveArity(file: CodeFile, { at, name }: Place, type: Definition['symbol']): boolean {
  const mask = file.mask();
  const end = at + name.length;
  if (/^\s+</.test(mask.slice(end, end + 80))) return true;
  const close = typeArgumentsEnd(file, end) - 1;
  if (mask[end] === '<' && close < end) return true;
  return countWithin(mask, end, close) === arityOf(type);
}
