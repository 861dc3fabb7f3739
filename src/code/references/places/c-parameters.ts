import { before, wordBefore } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';

/** Characters of a parameter before its name that are read. */
const PARAMETER_MAX = 200;
/** Words of a type that say nothing by themselves: what stands behind them alone is the type. */
const NO_TYPE_ALONE = /\b(?:const|volatile|register|restrict|struct|union|enum|class|typename|__\w+|[A-Z][A-Z\d_]*)\b/g;
/** Words behind which a value stands. */
const BEFORE_VALUE =
  /(?<!\w)(?:return|sizeof|alignof|typeof|decltype|new|delete|throw|not|and|or|xor|case|goto|using|typename|co_\w+)\s/;
const TYPE = /^\s*[A-Za-z_:][\w\s:*&<>]*[\s*&>]$/;
/** A type that can be no product and no conjunction: it begins with `const`, or nothing but space is behind its last word. */
const IS_NO_VALUE = /^\s*const\b|[\w>]\s+$/;

/**
 * Whether a name of C or C++ is what the head of a function calls a parameter: `int add(int name)`, with a body or without.
 * Source: ISO C23, 6.7.7.4, "Function declarators".
 */
export function isParameterInC(file: CodeFile, at: number, next: string): boolean {
  if (!/^\s*(?:[,)[]|=(?!=))/.test(next)) return false;
  const mask = file.mask();
  const open = file.structure().around(at);
  if (mask[open] !== '(') return false;
  const code = mask.slice(Math.max(open + 1, at - PARAMETER_MAX), at);
  const type = code.slice(code.lastIndexOf(',') + 1);
  if (!TYPE.test(type) || BEFORE_VALUE.test(type) || !/\w/.test(type.replace(NO_TYPE_ALONE, ' '))) return false;
  const isHead = (IS_NO_VALUE.test(type) && !isGivenToMacro(file, at)) || isOfListed(file, open);
  return isHead && isAmongDeclarations(file, open);
}

/** Whether what is around an offset is given to a macro, which by custom is written in capitals: `Q_PROPERTY(int size READ size)`. */
export function isGivenToMacro(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  const open = file.structure().around(at);
  return mask[open] === '(' && /^[A-Z_][A-Z\d_]+$/.test(wordBefore(mask, open));
}

/** Where the names of the functions of a file stand. */
const functions = new WeakMap<CodeFile, ReadonlySet<number>>();

/** Whether a parenthesis begins the parameters of a function that the scanner lists. */
function isOfListed(file: CodeFile, open: number): boolean {
  const names = functions.get(file) ?? new Set(file.symbols().flatMap((symbol) => startOfFunction(file, symbol)));
  functions.set(file, names);
  const mask = file.mask();
  const end = before(mask, open) + 1;
  return names.has(end - wordBefore(mask, end).length);
}

function startOfFunction(file: CodeFile, { kind, line, column }: FileSymbol): readonly number[] {
  return kind === 'function' || kind === 'method' ? [startOfLine(file, line) + column - 1] : [];
}

/** Whether an offset is in no body of a function: at the top of a file, or directly in a namespace or class of C++. */
export function isAmongDeclarations(file: CodeFile, at: number): boolean {
  const open = file.structure().around(at);
  if (open === -1) return true;
  const mask = file.mask();
  if (mask[open] !== '{') return false;
  const head = mask.slice(Math.max(0, open - REFERENCE_LIMITS.nearCharactersMax), open);
  const statement = head.slice(Math.max(head.lastIndexOf(';'), head.lastIndexOf('{'), head.lastIndexOf('}')) + 1);
  return /\b(?:namespace|class|struct|union|extern)\b/.test(statement) && !/[()=]/.test(statement);
}
