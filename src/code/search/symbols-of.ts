import { isScanned } from '../lex/embedded.ts';
import { languageOf } from '../lex/languages.ts';
import { scanSymbols } from '../lex/scan-symbols.ts';
import { languageIn, mayBeProgram } from '../lex/shebang.ts';
import type { FileSymbol, SymbolKind } from '../lex/symbol.ts';
import { lastNameOf, outerOf } from '../lex/symbol-path.ts';
import type { FindKind } from '../questions/find.types.ts';
import { makeBlobCache } from '../source/blob-cache.ts';

/** Which kinds of the scanners a caller's word takes in; the languages name alike things differently. */
const KINDS: Readonly<Record<FindKind, readonly SymbolKind[]>> = {
  function: ['function', 'macro'],
  method: ['method'],
  class: ['class', 'struct', 'enum'],
  interface: ['interface', 'trait'],
  type: ['type', 'enum', 'struct', 'interface', 'trait'],
  variable: ['variable'],
  // Routes are calls and decorators rather than declarations: a search of their own finds them.
  route: [],
  test: ['test'],
};

/** Whether a symbol is of the kind that a caller asked for; null asks for any. */
export function isOfKind(symbol: Pick<FileSymbol, 'kind'>, kind: FindKind | null): boolean {
  return kind === null || KINDS[kind].includes(symbol.kind);
}

/** Whether a symbol is a type, which may have members of its own. */
export function isType(symbol: Pick<FileSymbol, 'kind'>): boolean {
  return isOfKind(symbol, 'class') || isOfKind(symbol, 'type');
}

/**
 * Whether a symbol is a value that a type has: a field or property, or a member of an enum. There are many of them, and
 * they are seldom what a file is about.
 */
export function isField({ kind, depth }: Pick<FileSymbol, 'kind' | 'depth'>): boolean {
  return kind === 'variable' && depth > 0;
}

/** A file's path, its blob's id, null when that is not known, and its text. */
export interface NamedText {
  readonly path: string;
  readonly blobId: string | null;
  readonly text: string;
}

/**
 * Declarations of a file in order of line; none where no scanner knows the language. Remembered by content, not by
 * path, so that an edit is seen at once and branches share; the language is part of the name, since `a.js` and `a.ts`
 * may hold the same bytes. A text without a blob id is scanned each time.
 */
export function symbolsOf({ path, blobId, text }: NamedText): readonly FileSymbol[] {
  const language = languageIn(path, text);
  if (language === null || !isScanned(language)) return [];
  const key = blobId === null ? null : `${language.id} ${blobId}`;
  return known.get(key, () => detached(scanSymbols(language, text)));
}

/** Symbols that a thread remembers, some 30 MB. */
const SYMBOLS_REMEMBERED_MAX = 100_000;

const known = makeBlobCache<readonly FileSymbol[]>(SYMBOLS_REMEMBERED_MAX, (symbols) => 1 + symbols.length);

/** A copy: names are slices of the text, and to remember them would keep all of it in memory. */
function detached(symbols: readonly FileSymbol[]): readonly FileSymbol[] {
  return JSON.parse(JSON.stringify(symbols));
}

/** Whether a scanner knows the language that a file's name tells. */
export function hasSymbols(path: string): boolean {
  const language = languageOf(path);
  return language !== null && isScanned(language);
}

/** Whether a file may have symbols; of a program without an ending only its content tells. */
export function mayHaveSymbols(path: string): boolean {
  return hasSymbols(path) || mayBeProgram(path);
}

/** The last name of the symbol's outer path; null at the top of a file. */
export function containerOf(symbol: Pick<FileSymbol, 'path'>): string | null {
  const outer = outerOf(symbol.path);
  return outer === '' ? null : lastNameOf(outer);
}

/**
 * The innermost symbol around a line; null outside of all. Symbols come in the order of their lines, so the last one
 * that holds the line is the innermost.
 */
export function enclosingSymbol<Found extends Pick<FileSymbol, 'startLine' | 'endLine'>>(
  symbols: readonly Found[],
  line: number,
): Found | null {
  let found: Found | null = null;
  for (const symbol of symbols) {
    if (symbol.startLine > line) break;
    if (symbol.endLine >= line) found = symbol;
  }
  return found;
}
