import { languageOf } from '../../lex/languages.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { type FileFacts, isWithin } from './file-facts.ts';

/** What tests may name of a file: what it exports and, in languages whose tests see it, the rest that is not local. */
export function nameableSymbols(path: string, facts: FileFacts): readonly FileSymbol[] {
  const exported = new Set(facts.exported);
  const isScript = languageOf(path)?.scanner === 'script';
  return facts.symbols.filter((symbol) => {
    if (symbol.kind === 'test' || symbol.kind === 'impl' || symbol.kind === 'module') return false;
    if (isWithin(facts.testRegions, symbol.line) || symbol.depth > 1 || symbol.name === 'default') return false;
    return exported.has(symbol) || !isScript || /^export\b/.test(symbol.signature);
  });
}
