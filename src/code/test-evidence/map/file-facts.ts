import { languageOf } from '../../lex/languages.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { maskCode } from '../../lex/mask.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { symbolsOf } from '../../search/symbols-of.ts';
import { makeBlobCache } from '../../source/blob-cache.ts';
import { publicSymbols } from './public-symbols.ts';
import { indexWords, type WordIndex } from './word-index.ts';

/** What the text of a code file tells for the mapping. */
export interface FileFacts {
  readonly words: WordIndex;
  readonly symbols: readonly FileSymbol[];
  /** Those that can be used from outside and have code to run. */
  readonly exported: readonly FileSymbol[];
  /** Lines of test modules inside of a source file (Rust's `#[cfg(test)]`), 1-based and inclusive. */
  readonly testRegions: readonly (readonly [from: number, to: number])[];
}

const NOTHING: FileFacts = { words: new Map(), symbols: [], exported: [], testRegions: [] };

/** Names that a thread remembers, some 60 MB. */
const REMEMBERED_MAX = 600_000;

const known = makeBlobCache<FileFacts>(REMEMBERED_MAX, ({ words, symbols }) => 1 + words.size + symbols.length);

/** The facts of one text. Remembered by content and language; nothing for a language that is not scanned. */
export function factsOf(path: string, text: string, blobId: string | null): FileFacts {
  const language = languageOf(path);
  const scanner = language?.scanner ?? null;
  if (language === null || scanner === null) return NOTHING;
  return known.get(blobId === null ? null : `${language.id} ${blobId}`, () => {
    const mask = maskCode(text, LEX_RULES[scanner]);
    const symbols = symbolsOf({ path, blobId, text });
    const testRegions = scanner === 'rust' ? rustTests(symbols, text) : [];
    const own = symbols.filter(({ line }) => !isWithin(testRegions, line));
    return {
      words: indexWords(mask),
      symbols,
      exported: publicSymbols({ scanner, symbols: own, mask }),
      testRegions,
    };
  });
}

/** Whether a line lies in one of the regions. */
export function isWithin(regions: FileFacts['testRegions'], line: number): boolean {
  return regions.some(([from, to]) => line >= from && line <= to);
}

/** Modules with `#[cfg(test)]` above, and single functions with `#[test]` outside of them. */
function rustTests(symbols: readonly FileSymbol[], text: string): readonly (readonly [number, number])[] {
  if (!/#\[(?:cfg\(test\)|cfg\(all\(test|(?:[\w:]{1,60}::)?test\b|rstest|cargo_test)/.test(text)) return [];
  const lines = text.split('\n');
  const regions: (readonly [number, number])[] = [];
  for (const { kind, startLine, line, endLine } of symbols) {
    if (kind !== 'module' && kind !== 'function' && kind !== 'test') continue;
    const above = lines.slice(startLine - 1, line).join('\n');
    const isTest =
      kind === 'module'
        ? /#\[cfg\((?:test\)|all\(test\b)/.test(above)
        : /#\[(?:[\w:]{1,60}::)?(?:test|rstest|cargo_test)\b/.test(above);
    // A declaration `mod tests;` has no body here: its file is a test file by its own path.
    if (isTest && endLine > line && !isWithin(regions, line)) regions.push([startLine, endLine]);
  }
  return regions;
}
