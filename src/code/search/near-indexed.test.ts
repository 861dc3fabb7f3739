import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openStore } from '../index/store.ts';
import { languageOf } from '../lex/languages.ts';
import { offerIndexedNames } from './near-indexed.ts';
import { makeNearNames } from './near-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-near-'));
afterAll(() => rmSync(folder, { recursive: true }));

let stores = 0;

/** What an index of files tells as near, with each file's declarations; `accepts` by the number of the file. */
function nearIn(segments: readonly (readonly (readonly string[])[])[], wanted: string, accepts = (_: number) => true) {
  const store = openStore(join(folder, `${stores++}`));
  let files = 0;
  const firsts = segments.map((documents) => {
    const first = files;
    const contents = documents.map((names) => ({
      blobId: String(files++).padStart(40, '0'),
      languageKey: 'js',
      language: languageOf('a.js'),
      bytes: Buffer.from(names.map((name) => `function ${name}() {}\n`).join('')),
      isAsStored: true,
    }));
    store.add(contents);
    return first;
  });
  const views = store.segments.map(({ segment }, at) => ({
    segment,
    files: (document: number) => [(firsts[at] ?? 0) + document],
  }));
  const near = makeNearNames(wanted);
  offerIndexedNames({ index: { segments: views }, accepts }, wanted, near);
  store.close();
  return near.list();
}

function nearAmong(names: readonly string[], wanted: string): readonly string[] {
  const near = makeNearNames(wanted);
  for (const name of names) near.offer(name);
  return near.list();
}

const anyName = fc
  .array(fc.constantFrom('a', 'b', 'A', 'B', 'c', '_', 'x1', 'get'), { minLength: 1, maxLength: 9 })
  .chain((parts) => fc.constantFrom('f', 'f', 'f', 'g', '_f', 'B').map((first) => `${first}${parts.join('')}`));
const anyFiles = fc.array(fc.array(anyName, { maxLength: 6 }), { minLength: 1, maxLength: 5 });
/** Part of a name, or one with slips. */
const anyWanted = fc.oneof(
  anyName,
  anyName.map((name) => name.slice(1)),
  anyName.map((name) => name.replace('a', 'ba')),
);

test('names that are near come out of an index as out of a comparison with every name', () => {
  fc.assert(
    fc.property(fc.array(anyFiles, { minLength: 1, maxLength: 2 }), anyWanted, (segments, wanted) => {
      fc.pre(wanted !== '');
      expect(nearIn(segments, wanted)).toEqual(nearAmong(segments.flat(2), wanted));
    }),
    { numRuns: 80 },
  );
});

test('a slip at the first letter is forgiven, but not one more beside it', () => {
  for (const slip of ['perve', 'erve', 'eserve', 'xserve', 'esrve'])
    expect(nearIn([[[slip, 'other']]], 'serve'), slip).toEqual([slip]);
  expect(nearIn([[['settings', 'gettings', 'settinsg']]], 'settigns')).toEqual(['settings', 'settinsg']);
});

test('names that hold the query are found among many files that hold it', () => {
  const files = Array.from({ length: 100 }, (_, at) => [`useless${at}`, at === 77 ? 'makeLessNoise' : `other${at}`]);
  expect(nearIn([files], 'less')).toEqual(nearAmong(files.flat(), 'less'));
  expect(nearIn([files], 'less')[0]).toBe('makeLessNoise');
});

test('of many names that hold the query the shortest are told, whatever they begin with', () => {
  const letters = [...'abcdefghijklmnopqrst'];
  const files = letters.flatMap((one) => letters.map((other) => [`a${one}${other}needl`]));
  expect(nearIn([[...files, ['zxneedl']]], 'needl')).toContain('zxneedl');
});

test('of names that differ in case alone the one that is written so goes first', () => {
  expect(nearAmong(['Serve', 'serve', 'SERVE'], 'serve')).toEqual(['serve', 'SERVE', 'Serve']);
});

test('names of files out of scope are not told, however near', () => {
  expect(nearIn([[['serveAll'], ['observer']]], 'serve', (file) => file === 1)).toEqual(['observer']);
  expect(nearIn([[['sreve'], ['serbe']]], 'serve', (file) => file === 0)).toEqual(['sreve']);
});
