import type { CodeText, Span } from '../lex/code-text.ts';
import { languageOf } from '../lex/languages.ts';
import { scanSymbols } from '../lex/scan-symbols.ts';
import type { FileSymbol } from '../lex/symbol.ts';

/** A declaration of the symbol scanner, by offsets. */
export interface SymbolSpan {
  readonly symbol: FileSymbol;
  /** From its attributes or decorators to its end. */
  readonly span: Span;
  /** Where its name stands. */
  readonly at: number;
  /** Its attributes and decorators, in the original. */
  readonly above: string;
  /** The same in the mask. */
  readonly aboveMask: string;
  /** Offset of the line that its name stands on. */
  readonly head: number;
}

/** The declarations of a file with their offsets, in order. Whole lines, as the scanner tells them. */
export function symbolSpansOf(code: CodeText): readonly SymbolSpan[] {
  const language = languageOf(code.path);
  if (language === null) return [];
  const { lineStarts } = code.structure;
  const startOf = (line: number): number => lineStarts[line - 1] ?? code.text.length;
  return scanSymbols(language, code.text).map((symbol) => {
    const [from, head] = [startOf(symbol.startLine), startOf(symbol.line)];
    return {
      symbol,
      span: { from, to: startOf(symbol.endLine + 1) },
      at: head + symbol.column - 1,
      above: code.text.slice(from, head),
      aboveMask: code.mask.slice(from, head),
      head,
    };
  });
}
