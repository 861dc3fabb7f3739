import type { FileSymbol } from '../../lex/symbol.ts';
import { reachesOf } from '../../lex/visibility.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { isInOwnMacro } from '../places/rust-macros.ts';

/** What brings other files into the module of a file, where all that it declares is known. */
const TAKES_IN = /\bmod\s+[\w$]+\s*;|\binclude!|\bautomod\b/;

/** Places of what a file keeps for itself. */
const kept = new WeakMap<CodeFile, ReadonlySet<string>>();

/**
 * Whether no other file can name what a file of Rust declares: it has no `pub`, and no other file is part of its module.
 * Members of traits, and of blocks that implement one, say nothing of it themselves, nor does what a macro is given. Source:
 * The Rust Reference, "Visibility and privacy".
 */
export function isKeptInFile(file: CodeFile, symbol: FileSymbol): boolean {
  const places = kept.get(file) ?? keptPlaces(file);
  kept.set(file, places);
  return places.has(placeOf(symbol)) && !isInOwnMacro(file, startOfLine(file, symbol.line) + symbol.column - 1);
}

function keptPlaces(file: CodeFile): ReadonlySet<string> {
  if (file.scanner !== 'rust' || TAKES_IN.test(file.mask())) return new Set();
  const symbols = file.symbols();
  const reaches = reachesOf('rust', symbols);
  return new Set(symbols.flatMap((symbol, at) => (reaches[at] === 'own' ? [placeOf(symbol)] : [])));
}

function placeOf({ line, column }: FileSymbol): string {
  return `${line}:${column}`;
}
