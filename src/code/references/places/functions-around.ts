import { bisect } from '../../../base/bisect.ts';
import type { FileSymbol, SymbolKind } from '../../lex/symbol.ts';
import { type CodeFile, lineAt } from '../code-file.ts';

const FUNCTIONS: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'test', 'macro']);

/** A function with the innermost that begins before it and has not ended there. */
interface Nested {
  readonly symbol: FileSymbol;
  readonly outer: Nested | null;
}

/** The functions of a file by their first line, nested once for all that is asked of it. */
const nested = new WeakMap<CodeFile, readonly Nested[]>();

/** Functions, methods, tests and macros around an offset, from the outside in. */
export function functionsAround(file: CodeFile, at: number): readonly FileSymbol[] {
  const line = lineAt(file, at);
  const functions = nested.get(file) ?? nestFunctions(file);
  nested.set(file, functions);
  const around: FileSymbol[] = [];
  for (let one = lastFrom(functions, line); one !== null; one = one.outer) {
    if (one.symbol.endLine >= line) around.push(one.symbol);
  }
  return around.reverse();
}

function nestFunctions(file: CodeFile): readonly Nested[] {
  const symbols = file.symbols().filter(({ kind }) => FUNCTIONS.has(kind));
  const functions: Nested[] = [];
  let innermost: Nested | null = null;
  for (const symbol of symbols.toSorted((one, other) => one.startLine - other.startLine)) {
    while (innermost !== null && innermost.symbol.endLine < symbol.startLine) innermost = innermost.outer;
    innermost = { symbol, outer: innermost };
    functions.push(innermost);
  }
  return functions;
}

/** The last function that begins on or before a line. */
function lastFrom(functions: readonly Nested[], line: number): Nested | null {
  const begun = bisect(functions.length, (index) => (functions[index]?.symbol.startLine ?? 0) <= line);
  return functions[begun - 1] ?? null;
}
