import { afterArguments, argumentsEnd } from './script-methods.ts';
import type { SymbolKind } from './symbol.ts';

/** Whether the text after a name assigns a function or a class. A type annotation before `=` is passed over. */
export function valueKind(after: string): SymbolKind {
  const value = valueAfter(after);
  if (/^class\b/.test(value)) return 'class';
  if (/^(?:async\s+)?function\b/.test(value)) return 'function';
  if (/^(?:async\s+)?[\w$]+\s*=>/.test(value)) return 'function';
  const from = /^async\s*(?=[<(])/.exec(value)?.[0].length ?? 0;
  // Type parameters that end out of sight: nobody casts to a type of that length.
  if (value[from] === '<' && argumentsEnd(value, from) === -1) return 'function';
  const open = value[from] === '<' ? afterArguments(value, from) : from;
  return value[open] === '(' && isArrow(value, open) ? 'function' : 'variable';
}

/** The value that is assigned; empty where the type of a name ends without one. */
function valueAfter(after: string): string {
  const [, colon, equals] = /^\s*(?:(!?\s*:)|(=)(?![=>]))?\s*/.exec(after) ?? [];
  if (equals !== undefined) return after.slice(after.indexOf('=') + 1).trimStart();
  // A name at the end of its line has no value, whatever the next one begins with.
  if (colon === undefined) return /^[^\S\n]*\n/.test(after) ? '' : after.trimStart();
  const end = typeEnd(after, after.indexOf(':') + 1);
  return end === null ? '' : after.slice(end + 1).trimStart();
}

/** Characters of a type that are looked through: longer ones have no value as far as we see. */
const TYPE_LENGTH_MAX = 600;

/** Where the `=` behind a type stands; null where the statement, or its part up to a comma, ends before. */
function typeEnd(text: string, from: number): number | null {
  let depth = 0;
  for (const { 0: sign, index } of text.slice(from, from + TYPE_LENGTH_MAX).matchAll(/=>|[=([{<)\]}>;,\n]/g)) {
    if ('([{<'.includes(sign)) depth += 1;
    else if (')]}>'.includes(sign)) depth -= 1;
    else if (depth === 0 && sign === '=') return from + index;
    else if (depth === 0 && (sign === ';' || sign === ',' || (sign === '\n' && endsType(text, from + index))))
      return null;
    if (depth < 0) return null;
  }
  return null;
}

/** Whether a type ends with its line: where it is whole, and the next line begins with a word or a closing brace. */
function endsType(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  if (!/[\w$)\]}>"'`]$/.test(before) || /=>$|\b(?:extends|keyof|typeof|readonly|infer|is)$/.test(before)) return false;
  return /^\s*(?!extends\b)[\w$}@#]/.test(text.slice(at, at + 200));
}

/**
 * Whether the parameters that open here are followed by `=>`; when they end out of sight, whether they look so. A
 * return type may stand between: `(a): Promise<void> =>`.
 */
function isArrow(text: string, open: number): boolean {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return isBehindArrow(text.slice(at + 1, at + 1 + TYPE_LENGTH_MAX));
  }
  return /^\(\s*(?:\{|[\w$]+\s*[?:,])/.test(text.slice(open));
}

/** Whether what follows parameters is `=>`, perhaps after the type of what is given back. */
function isBehindArrow(after: string): boolean {
  if (!/^\s*:/.test(after)) return /^\s*=>/.test(after);
  let depth = 0;
  for (const [sign] of after.matchAll(/=>|[=([{<)\]}>;]/g)) {
    if (depth === 0 && /^[=;]/.test(sign)) return sign === '=>';
    if ('([{<'.includes(sign)) depth += 1;
    else if (')]}>'.includes(sign)) depth -= 1;
    if (depth < 0) return false;
  }
  return false;
}
