import { languageOf } from '../../../lex/languages.ts';
import type { FileSymbol, SymbolKind } from '../../../lex/symbol.ts';

/**
 * Whether other files may use a declaration, as far as its own line tells: what cannot be used elsewhere is not what
 * others mean by its name. `outer` is what encloses it; null at the top of the file. What stands within a function is
 * its own; beyond that, languages that say nothing on the line, and those not known here, let all through.
 */
export function isVisibleElsewhere(path: string, symbol: FileSymbol, outer: SymbolKind | null): boolean {
  if (outer === 'function' || outer === 'method') return false;
  const rule = RULES[languageOf(path)?.id ?? ''];
  return rule === undefined || rule(symbol, outer);
}

type Rule = (symbol: FileSymbol, outer: SymbolKind | null) => boolean;

const RULES: Readonly<Record<string, Rule>> = {
  // Methods of a trait have no `pub` of their own; those of `impl Trait for` have none either and are meant by the trait.
  rust: ({ signature, kind }, outer) => /^pub\b/.test(signature) || outer === 'trait' || kind === 'macro',
  ts: ({ signature }) => /^(?!private|protected|#)/.test(signature),
  go: ({ name }) => /^\p{Lu}/u.test(name),
  java: ({ signature }) => !/\bprivate\b/.test(signature),
  kotlin: ({ signature }) => !/\bprivate\b/.test(signature),
  csharp: ({ signature }) => /\b(?:public|internal|protected)\b/.test(signature),
  c: ({ signature }) => !/^static\b/.test(signature),
  php: ({ signature }) => !/\bprivate\b/.test(signature),
  swift: ({ signature }) => !/\b(?:file)?private\b/.test(signature),
};
