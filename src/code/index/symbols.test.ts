import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { FileSymbol, SymbolKind } from '../lex/symbol.ts';
import type { Segment } from '../source/source-index.ts';
import { openSegmentFile, writeSegmentFile } from './segment-file.ts';
import { makeSymbolsBuilder } from './symbols.ts';
import { firstOf, kindOf, lettersOf, mayBeginAlike } from './symbols-format.ts';
import { type SegmentSymbols, segmentSymbols } from './symbols-reader.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-symbols-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** A segment in which document `i` has the symbols `documents[i]`. */
function segmentOf(documents: readonly (readonly FileSymbol[])[]): Segment {
  const builder = makeSymbolsBuilder();
  for (const [at, symbols] of documents.entries()) {
    builder.add(at, {
      language: null,
      isAsStored: true,
      bytes: Buffer.alloc(0),
      text: () => '',
      symbols: () => symbols,
    });
  }
  const path = join(folder, `${files++}.symbols`);
  writeSegmentFile(path, 1, builder.finish());
  const file = openSegmentFile(path, 1);
  const kept = new Map<string, unknown>();
  return {
    documents: documents.length,
    section: (name) => file.section(name),
    keep<Kept>(name: string, make: (segment: Segment) => Kept): Kept {
      if (!kept.has(name)) kept.set(name, make(this));
      // What is kept under a name was made for it.
      return kept.get(name) as Kept;
    },
  };
}

function symbol(name: string, more: Partial<FileSymbol> = {}): FileSymbol {
  return {
    name,
    path: name,
    kind: 'function',
    startLine: 1,
    line: 1,
    endLine: 1,
    column: 1,
    depth: 0,
    signature: '',
    ...more,
  };
}

function openSymbols(segment: Segment) {
  const symbols = segmentSymbols(segment);
  if (symbols === null) throw new Error('the segment has symbols');
  return symbols;
}

function namesWithPrefix(segment: Segment, prefix: string): readonly string[] {
  const names: string[] = [];
  openSymbols(segment).withPrefix(prefix, ({ name }) => names.push(name) > 0);
  return names;
}

/** Number, length and letters of the names of some lengths, and perhaps of one beginning. */
function namesIn(
  symbols: SegmentSymbols,
  [shortest, longest]: readonly [number, number],
  beginAs: number | null = null,
): readonly (readonly number[])[] {
  const found: { place: number; length: number; letters: number }[] = [];
  symbols.visitRuns({ shortest, longest, beginAs }, ({ length, letters, place }) => {
    for (const [at, one] of letters.entries()) found.push({ place: place + at, length, letters: one });
  });
  const numbers = symbols.numbersAt(found.map(({ place }) => place));
  return found.map(({ length, letters }, at) => [numbers[at] ?? -1, length, letters]);
}

const anyName = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.constantFrom('add', 'Add', 'ADD', 'addAll', 'ädd', '𝒳', 'a/b', 'x[1]', '[1]', '__init__', '$', '#priv'),
);
const anySymbol = fc
  .record({
    name: anyName,
    outer: fc.array(anyName, { maxLength: 3 }),
    kind: fc.integer({ min: 0, max: 12 }).map((number): SymbolKind => kindOf(number)),
    number: fc.integer({ min: 0, max: 3 }),
    line: fc.integer({ min: 1, max: 100_000 }),
    above: fc.integer({ min: 0, max: 60 }),
    lines: fc.integer({ min: -2, max: 5_000 }),
    column: fc.integer({ min: 1, max: 400 }),
    depth: fc.integer({ min: 0, max: 8 }),
  })
  .map(({ name, outer, kind, number, line, above, lines, column, depth }): FileSymbol => {
    const path = [...outer, name.replaceAll('/', ' ')].join('/') + (number === 0 ? '' : `[${number}]`);
    return { name, path, kind, startLine: line - above, line, endLine: line + lines, column, depth, signature: '' };
  });
const anyDocuments = fc.array(fc.array(anySymbol, { maxLength: 12 }), { maxLength: 8 });

describe('symbols of a segment', () => {
  test('come back as they were written, but for the signature', () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const symbols = openSymbols(segmentOf(documents));
        for (const [at, expected] of documents.entries()) {
          const plain = expected.map(({ signature: _, ...kept }) => kept);
          expect(symbols.ofDocument(at)).toEqual(plain);
          expect(plain.map((_, number) => symbols.symbol(at, number))).toEqual(plain);
          expect(symbols.symbol(at, plain.length)).toBeNull();
        }
        expect(symbols.ofDocument(documents.length)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test('are found by every beginning of their name, in any case, each once', () => {
    fc.assert(
      fc.property(anyDocuments, anyName, (documents, prefix) => {
        const names = new Set(documents.flat().map(({ name }) => name));
        const small = prefix.toLowerCase();
        const expected = [...names].filter((name) => name.toLowerCase().startsWith(small));
        expect(namesWithPrefix(segmentOf(documents), small).toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 60 },
    );
  });

  test('of a name are told with document, number and kind', () => {
    fc.assert(
      fc.property(anyDocuments, (documents) => {
        const symbols = openSymbols(segmentOf(documents));
        const found: string[] = [];
        symbols.withPrefix('', (name) => {
          symbols.uses(name, (document, { number, kind, depth }) => {
            found.push(`${document} ${number} ${kind} ${depth} ${name.name}`);
          });
          return true;
        });
        const expected = documents.flatMap((list, document) =>
          list.map(({ kind, name, depth }, number) => `${document} ${number} ${kind} ${Math.min(depth, 3)} ${name}`),
        );
        expect(found.toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: 60 },
    );
  });

  test('are found over many pages, by their numbers too', () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `name${String(at).padStart(4, '0')}`);
    const segment = segmentOf(names.map((name) => [symbol(name)]));
    const symbols = openSymbols(segment);
    expect(symbols.names).toBe(1_000);
    expect(namesWithPrefix(segment, 'name012')).toEqual(names.slice(120, 130));
    expect(namesWithPrefix(segment, 'name0999')).toEqual(['name0999']);
    expect(namesWithPrefix(segment, 'zzz')).toEqual([]);
    expect(symbols.named([0, 127, 128, 999]).map(({ name }) => name)).toEqual([
      'name0000',
      'name0127',
      'name0128',
      'name0999',
    ]);
    expect(symbols.ofDocument(777).map(({ name }) => name)).toEqual(['name0777']);
  });

  test('of more names than are read together are told in whatever order they are asked for', () => {
    const names = Array.from({ length: 20_000 }, (_, at) => `name${String(at).padStart(5, '0')}`);
    const symbols = openSymbols(segmentOf(names.map((name) => [symbol(name)])));
    const documentsOf = (number: number): readonly number[] => {
      const found: number[] = [];
      for (const name of symbols.named([number])) symbols.uses(name, (document) => found.push(document));
      return found;
    };
    for (const number of [0, 1, 19_999, 9_999, 10_000, 3, 12_345, 12_344])
      expect(documentsOf(number)).toEqual([number]);
  });

  test('are found by a name that holds half of a character', () => {
    const symbols = openSymbols(segmentOf([[symbol('a\ud800b'), symbol('a\ud801b'), symbol('other')]]));
    expect(symbols.names).toBe(2);
    expect(symbols.ofDocument(0).map(({ name }) => name)).toEqual(['a\ufffdb', 'a\ufffdb', 'other']);
  });

  test('are none in a segment without any', () => {
    const symbols = openSymbols(segmentOf([[], []]));
    expect(symbols.names).toBe(0);
    expect(symbols.ofDocument(1)).toEqual([]);
    expect(namesIn(symbols, [0, 300])).toEqual([]);
    expect(symbols.numbersAt([])).toEqual([]);
  });

  test('are told by first letters and lengths, each name once, with its letters and its number', () => {
    const anyBeginning = fc.option(anyName.map(lettersOf));
    fc.assert(
      fc.property(anyDocuments, fc.nat(14), fc.nat(14), anyBeginning, (documents, shortest, longest, beginAs) => {
        const symbols = openSymbols(segmentOf(documents));
        const all = symbols.named([...Array(symbols.names).keys()]).map(({ name }, number) => ({ name, number }));
        const expected = all
          .map(({ name, number }) => ({ number, length: name.length, letters: lettersOf(name) }))
          .filter(({ length }) => length >= shortest && length <= longest)
          .filter(({ letters }) => beginAs === null || mayBeginAlike(beginAs, letters))
          .sort((a, b) => firstOf(a.letters) - firstOf(b.letters) || a.length - b.length || a.number - b.number)
          .map(({ number, length, letters }) => [number, length, letters]);
        expect(namesIn(symbols, [shortest, longest], beginAs)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test('of more names than are read together are told by lengths, too', () => {
    const names = Array.from({ length: 40_000 }, (_, at) => `${'n'.repeat(1 + (at % 3))}${100_000 + at}`);
    const symbols = openSymbols(segmentOf([names.map((name) => symbol(name))]));
    const found = namesIn(symbols, [8, 300]);
    expect(found.map(([, length]) => length)).toEqual([...Array(13_333).fill(8), ...Array(13_333).fill(9)]);
    const [number] = found.at(-1) ?? [];
    expect(symbols.named([number ?? 0]).map(({ name }) => name)).toEqual(['nnn139998']);
  });

  test('longer than all are told as the longest', () => {
    const symbols = openSymbols(segmentOf([[symbol('x'.repeat(700)), symbol('y'.repeat(255))]]));
    expect(namesIn(symbols, [255, 400]).map(([number, length]) => [number, length])).toEqual([
      [0, 255],
      [1, 255],
    ]);
  });

  test('are unknown while the segment has texts only', () => {
    const segment: Segment = { documents: 1, section: () => null, keep: (_, make) => make(segment) };
    expect(segmentSymbols(segment)).toBeNull();
  });
});

describe('letters of a name', () => {
  test('tell the first letter, whatever signs stand before it', () => {
    expect(mayBeginAlike(lettersOf('krs'), lettersOf('__kReplySerializer'))).toBe(true);
    expect(mayBeginAlike(lettersOf('krs'), lettersOf('reply'))).toBe(false);
    expect(mayBeginAlike(lettersOf('krs'), lettersOf('élan'))).toBe(true);
  });
});
