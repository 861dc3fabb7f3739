import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { Segment } from '../source/source-index.ts';
import type { IndexedText } from './indexed-text.ts';
import { type Needs, needsAll, needsAny, needsText } from './needs.ts';
import { openSegmentFile, writeSegmentFile } from './segment-file.ts';
import { makeTrigramBuilder } from './trigram-builder.ts';
import { findDocuments, findParts } from './trigram-reader.ts';
import { partsOf } from './trigrams.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-trigrams-'));
afterAll(() => rmSync(folder, { recursive: true }));

function indexed(bytes: Buffer, isAsStored = true): IndexedText {
  return { language: null, bytes, isAsStored, text: () => bytes.toString(), symbols: () => [] };
}

let files = 0;

/** The documents by their numbers, as a segment on disk. */
function segmentOf(contents: readonly Buffer[], isAsStored = true): { segment: Segment; bytes: number; close(): void } {
  const builder = makeTrigramBuilder();
  for (const [document, bytes] of contents.entries()) builder.add(document, indexed(bytes, isAsStored));
  const path = join(folder, `${files++}.text`);
  const bytes = writeSegmentFile(path, 1, builder.finish());
  const file = openSegmentFile(path, 1);
  const kept = new Map<string, unknown>();
  const segment: Segment = {
    documents: contents.length,
    section: (name) => file.section(name),
    keep<Kept>(name: string, make: (segment: Segment) => Kept): Kept {
      if (!kept.has(name)) kept.set(name, make(segment));
      // Made by `make` under this name just above, or so before.
      return kept.get(name) as Kept;
    },
  };
  return { segment, bytes, close: () => file.close() };
}

function found(segment: Segment, needs: Needs, documents: number): readonly number[] {
  return [...(findDocuments(segment, needs) ?? Array.from({ length: documents }).keys())];
}

const small = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function fulfils(text: string, needs: Needs): boolean {
  if (needs.type === 'text') return small(text).includes(small(Buffer.from(needs.bytes).toString()));
  return needs.type === 'all'
    ? needs.of.every((one) => fulfils(text, one))
    : needs.of.some((one) => fulfils(text, one));
}

const piece = fc.constantFrom('a', 'b', 'A', 'ab', 'BA', ' ', '\n', '\r\n', 'é', '日本', '😀', '\t', '_x', '(');
const text = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(''));
const wanted = fc.array(piece, { minLength: 1, maxLength: 5 }).map((parts) => needsText(parts.join('')));
const needs = fc.oneof(
  wanted,
  fc.array(wanted, { minLength: 1, maxLength: 3 }).map(needsAll),
  fc.array(wanted, { minLength: 1, maxLength: 3 }).map(needsAny),
  fc.tuple(wanted, fc.array(wanted, { minLength: 1, maxLength: 3 }).map(needsAny)).map(needsAll),
);

test('every document that holds what is needed is found, in either case and in any script', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 40 }), fc.array(needs, { maxLength: 5 }), (texts, questions) => {
      const { segment, close } = segmentOf(texts.map((one) => Buffer.from(one)));
      for (const question of questions) {
        const answer = found(segment, question, texts.length);
        const missing = texts.flatMap((one, at) => (fulfils(one, question) && !answer.includes(at) ? [at] : []));
        expect(missing).toEqual([]);
        expect(answer).toEqual([...new Set(answer)].sort((a, b) => a - b));
      }
      close();
    }),
    { numRuns: 200 },
  );
});

test('texts that are not UTF-8 are found by what they read as', () => {
  const { segment, close } = segmentOf([
    Buffer.from('caf\xe9 noir', 'latin1'),
    Buffer.from('café noir'),
    Buffer.from('cafe'),
  ]);
  expect(found(segment, needsText('café'), 3)).toEqual([0, 1]);
  close();
});

test('of many documents few are looked at for a text that few hold', () => {
  const texts = Array.from({ length: 3_000 }, (_, at) => Buffer.from(`function common${at}() { return shared; }\n`));
  const { segment, close } = segmentOf(texts);
  expect(found(segment, needsText('common2047('), 3_000)).toEqual([2047]);
  expect(found(segment, needsText('return shared'), 3_000)).toHaveLength(3_000);
  expect(found(segment, needsText('returned'), 3_000)).toEqual([]);
  expect(found(segment, needsText('ab'), 3_000)).toHaveLength(3_000);
  close();
});

/** A long text without order: any two of its stretches differ. */
function longText(length: number): string {
  let state = 7;
  const letters = Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(0x61 + ((state >>> 16) % 26));
  });
  return letters.join('');
}

test('a text is found wherever in a long document it stands, whatever its length', () => {
  const length = 100_000;
  const whole = longText(length);
  const { segment, close } = segmentOf([Buffer.from('before'), Buffer.from(whole), Buffer.from('behind')]);
  fc.assert(
    fc.property(fc.nat(length - 3), fc.integer({ min: 3, max: 400 }), (from, bytes) => {
      expect(found(segment, needsText(whole.slice(from, from + bytes)), 3)).toContain(1);
    }),
    { numRuns: 2_000 },
  );
  // By the byte around every border of its parts, at the greatest length by which a text is looked for and beside it.
  for (const [border] of partsOf(length).slice(1))
    for (let at = border - 130; at < border + 2; at++)
      for (const bytes of [127, 128, 129])
        expect(found(segment, needsText(whole.slice(at, at + bytes)), 3)).toContain(1);
  close();
});

test('what is told of parts covers every place in which a text stands', () => {
  const length = 100_000;
  const short = 12;
  const whole = Buffer.from(longText(length));
  const { segment, close } = segmentOf([Buffer.from('before'), whole]);
  const lookFor = (from: number, bytes: number): void => {
    const ranges = findParts(segment, needsText(whole.toString('latin1', from, from + bytes)))?.partsOf(1, length);
    // Nothing is told of a short text that may stand in most parts: all of the document is looked at.
    const isTold = ranges?.some((range) => range.from <= from && from + bytes <= range.to) ?? bytes < short;
    expect(isTold).toBe(true);
  };
  lookFor(41_412, 8);
  fc.assert(fc.property(fc.nat(length - 128), fc.integer({ min: 8, max: 128 }), lookFor), { numRuns: 2_000 });
  for (const [border] of partsOf(length).slice(1)) for (let at = border - 130; at < border + 2; at++) lookFor(at, 128);
  close();
});

test('parts that meet are told as one, and each with the line that it begins in', () => {
  const marked = [0, 2_500, 12_000];
  const lines = Array.from({ length: 20_000 }, (_, at) =>
    marked.includes(at) ? 'mark' : `${(at * 7_919) % 9_973} row`,
  );
  const whole = lines.join('\n');
  const { segment, close } = segmentOf([Buffer.from('before\n\n'), Buffer.from(whole)]);
  const ranges = findParts(segment, needsText('mark'))?.partsOf(1, whole.length) ?? [];
  expect(ranges).toHaveLength(2);
  for (const { from, line } of ranges) expect(line).toBe(whole.slice(0, from).split('\n').length);
  for (const [at, range] of ranges.entries()) expect(range.from).toBeGreaterThan(ranges[at - 1]?.to ?? -1);
  close();
});

test('a document is looked at whole where its parts say little, or not of which bytes they are', () => {
  const length = 100_000;
  const text = longText(length);
  const rangesIn = (bytes: Buffer, isAsStored: boolean, needs: Needs, size = bytes.length) => {
    const { segment, close } = segmentOf([bytes], isAsStored);
    const ranges = findParts(segment, needs)?.partsOf(0, size);
    close();
    return ranges;
  };
  const wanted = needsText(text.slice(50_000, 50_020));
  expect(rangesIn(Buffer.from(text), true, wanted)?.length).toBeLessThanOrEqual(2);
  // As UTF-16 it was, as Latin-1 it is, as another file that has grown.
  expect(rangesIn(Buffer.from(text), false, wanted)).toBeNull();
  expect(rangesIn(Buffer.from(`${text}\u00e9`, 'latin1'), true, wanted)).toBeNull();
  expect(rangesIn(Buffer.from(text), true, wanted, 2 * length)).toBeNull();
  // Of one part, in most parts, longer than parts overlap, and of several texts.
  expect(rangesIn(Buffer.from('small'), true, needsText('small'))).toBeNull();
  expect(rangesIn(Buffer.from('words '.repeat(20_000)), true, needsText('words'))).toBeNull();
  expect(rangesIn(Buffer.from(text), true, needsText(text.slice(50_000, 50_129)))).toBeNull();
  expect(rangesIn(Buffer.from(text), true, needsAll([wanted, needsText(text.slice(0, 20))]))).toBeNull();
});

test('texts that must all be there may stand far from each other', () => {
  const one = `alpha_one ${longText(60_000)} omega_two ${longText(60_000)} middle_three`;
  const { segment, close } = segmentOf([Buffer.from(`alpha_one ${longText(70_000)}`), Buffer.from(one)]);
  const all = needsAll(['alpha_one', 'omega_two', 'middle_three'].map(needsText));
  expect(found(segment, all, 2)).toEqual([1]);
  expect(found(segment, needsAll([needsText('omega_two'), needsAny([all, needsText('nowhere')])]), 2)).toEqual([1]);
  close();
});

test('a long document is not looked at for a text whose trigrams are strewn over it', () => {
  const strewn = ['typ', 'ype', 'pe_', 'e_r', '_ro', 'rol', 'ole'].map((gram) => `${gram} ${' '.repeat(17_000)}`);
  const { segment, close } = segmentOf([Buffer.from(strewn.join('')), Buffer.from('int type_role;')]);
  expect(found(segment, needsText('type_role'), 2)).toEqual([1]);
  close();
});

test('a segment of one small document takes less than 6,000 bytes', () => {
  const { bytes, close } = segmentOf([Buffer.from('export const answer = 42;\n')]);
  expect(bytes).toBeLessThan(6_000);
  close();
});
