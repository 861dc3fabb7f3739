import { languageOf } from '../lex/languages.ts';
import { scanSymbols } from '../lex/scan-symbols.ts';
import type { FileSymbol, SymbolKind } from '../lex/symbol.ts';
import type { FindKind } from '../operations/find.types.ts';

/** Which kinds of the scanners a caller's word takes in; the languages name alike things differently. */
const KINDS: Readonly<Record<FindKind, readonly SymbolKind[]>> = {
  function: ['function', 'macro'],
  method: ['method'],
  class: ['class', 'struct', 'enum'],
  interface: ['interface', 'trait'],
  type: ['type', 'enum', 'struct', 'interface', 'trait'],
  variable: ['variable'],
  test: ['test'],
};

/** Whether a symbol is of the kind that a caller asked for; null asks for any. */
export function isOfKind(symbol: FileSymbol, kind: FindKind | null): boolean {
  return kind === null || KINDS[kind].includes(symbol.kind);
}

/** Declarations of a file in order of line; none where no scanner knows the language. */
export function symbolsOf(path: string, text: string): readonly FileSymbol[] {
  const language = languageOf(path);
  return language === null ? [] : scanSymbols(language, text);
}

/** Whether a scanner knows the file's language. */
export function hasSymbols(path: string): boolean {
  return (languageOf(path)?.scanner ?? null) !== null;
}

/** The last name of the symbol's outer path; null at the top of a file. */
export function containerOf(symbol: FileSymbol): string | null {
  const outer = symbol.path.split('/').at(-2);
  return outer === undefined ? null : outer.replace(/\[\d+\]$/, '');
}

/** The innermost symbol around a line; null outside of all. */
export function enclosingSymbol(symbols: readonly FileSymbol[], line: number): FileSymbol | null {
  let found: FileSymbol | null = null;
  for (const symbol of symbols) {
    if (symbol.startLine > line) break;
    if (symbol.endLine >= line) found = symbol;
  }
  return found;
}
