import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Segment } from '../source/source-index.ts';
import { isTelling, splitIdentifier, stemOf } from '../text/words.ts';
import { openSegmentFile, writeSegmentFile } from './segment-file.ts';
import { makeWordsBuilder, openWords } from './words-section.ts';

const folder = mkdtempSync(join(tmpdir(), 'words-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A segment of texts, written and opened again. */
function segmentOf(texts: readonly Buffer[]): Segment & { close(): void } {
  const builder = makeWordsBuilder();
  for (const [document, bytes] of texts.entries())
    builder.add(document, { language: null, isAsStored: true, bytes, text: () => bytes.toString(), symbols: () => [] });
  const path = join(folder, 'segment');
  writeSegmentFile(path, 1, builder.finish());
  const { section, close } = openSegmentFile(path, 1);
  // Each name is made by one caller, which knows its type.
  const kept = new Map<string, unknown>();
  const segment = {
    documents: texts.length,
    section,
    keep: <Kept>(name: string, make: (segment: Segment) => Kept): Kept => {
      if (!kept.has(name)) kept.set(name, make(segment));
      return kept.get(name) as Kept;
    },
    close,
  };
  return segment;
}

/** What the section promises, in the plainest words that there are for it. */
function stemsIn(text: string): Map<string, number> {
  const runs = (text.match(/[\p{L}\p{N}_$]+/gu) ?? []).filter((run) => !/^\p{N}/u.test(run));
  const words = runs.flatMap(splitIdentifier).map((word) => word.toLowerCase());
  const counts = new Map<string, number>();
  for (const word of words.filter(isTelling)) counts.set(stemOf(word), (counts.get(stemOf(word)) ?? 0) + 1);
  return counts;
}

const word = fc.constantFrom(
  'parse',
  'HTTP',
  'Server',
  'kReply',
  'größe',
  'Élan',
  '_',
  '$',
  '42',
  '4096',
  'x',
  'the',
  '目',
  'ids',
  'ing',
);
const text = fc
  .array(fc.oneof(word, fc.constantFrom(' ', '\n', '.', '—', '😀')), { maxLength: 20 })
  .map((all) => all.join(''));

test('every word is found in the documents that have it, as often as it is there', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
      const segment = segmentOf(texts.map((one) => Buffer.from(one)));
      const words = openWords(segment);
      const expected = texts.map(stemsIn);
      for (const stem of new Set(expected.flatMap((counts) => [...counts.keys()]))) {
        const { documents, frequencies } = words?.find(stem) ?? { documents: [], frequencies: [] };
        const found = [...documents].map((document, at) => [document, frequencies[at]]);
        const all = expected.map((counts, document) => [document, counts.get(stem) ?? 0]).filter(([, count]) => count);
        expect([stem, found]).toEqual([stem, all]);
      }
      const sums = expected.map((counts) => [...counts.values()].reduce((sum, count) => sum + count, 0));
      expect([...(words?.lengths ?? [])]).toEqual(sums);
      for (const absent of ['', 'pars!', 'zzz', 'a', 'x'.repeat(300)])
        expect([absent, words?.find(absent).documents.length]).toEqual([absent, 0]);
      segment.close();
    }),
  );
});

test('a dictionary of many blocks finds every word and no other', () => {
  const name = (at: number): string => `w${String(at).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}q`;
  const texts = Array.from({ length: 300 }, (_, document) =>
    Buffer.from(Array.from({ length: 120 }, (_, at) => name(document * 100 + at)).join(' ')),
  );
  const segment = segmentOf(texts);
  const words = openWords(segment);
  for (let at = 0; at < 30_000; at += 7) {
    const first = Math.max(0, Math.ceil((at - 119) / 100));
    const expected = Array.from({ length: Math.floor(at / 100) - first + 1 }, (_, nth) => first + nth);
    expect([name(at), [...(words?.find(name(at)).documents ?? [])]]).toEqual([name(at), expected]);
    expect(words?.find(`${name(at)}x`).documents).toHaveLength(0);
  }
  segment.close();
});

test('a text that is not UTF-8 is read as Latin-1, byte by byte', () => {
  const segment = segmentOf([Buffer.from('Größe und Länge', 'latin1')]);
  expect([...(openWords(segment)?.find('größ').documents ?? [])]).toEqual([0]);
  segment.close();
});

test('data within a text costs no more than its bytes', () => {
  const segment = segmentOf([Buffer.from(`${'aB'.repeat(200_000)} known`), Buffer.alloc(500_000, 0xe9)]);
  expect([...(openWords(segment)?.find('known').documents ?? [])]).toEqual([0]);
  expect(segment.section('words.blocks')?.length).toBeLessThan(4_096);
  segment.close();
});
