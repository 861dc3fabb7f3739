import { expect, test } from 'vitest';
import { ok } from '../../base/result.ts';
import { find } from '../operations/find.ts';
import type { FindInput } from '../questions/find.types.ts';
import type { Source } from '../source/source.ts';
import { parseGlob } from './glob.ts';
import { regexMatcher } from './matcher.ts';
import { makeNearNames } from './near-names.ts';

/** Searches files in memory: `file:line` of each row, in order. */
async function rowsOf(tree: Readonly<Record<string, string>>, question: Partial<FindInput>): Promise<string[]> {
  const source: Source = {
    index: null,
    identity: { kind: 'folder', branch: null, commit: null },
    list: async () => ({
      entries: Object.keys(tree).map((path) => ({ path, kind: 'file', size: null, blobId: null })),
      limit: null,
    }),
    read: async (path) => {
      const bytes = Buffer.from(tree[path] ?? '');
      return { ok: true, bytes, size: bytes.length, blobId: null };
    },
    close: async () => undefined,
  };
  const input: FindInput = {
    source: { location: '/', ref: null, denied: [] },
    ...{ prefix: null, query: '', mode: 'auto', include: [], exclude: [], kind: null, case: 'smart', word: false },
    ...{ tests: 'include', context: 0, group: 'file', offset: 0, limit: 200 },
    ...question,
  };
  const { signal } = new AbortController();
  const output = await find(input, { signal, deadlineAtMs: Infinity, openSource: async () => ok(source) });
  if (output.outcome !== 'found') throw new Error(JSON.stringify(output));
  return output.rows.map(({ file, line }) => `${file}:${line}`);
}

test('a test stays behind the source also when it declares the name', async () => {
  const tree = { 'src/b.ts': 'parse();\n', 'test/a.test.ts': 'function parse() {}\n' };
  expect(await rowsOf(tree, { query: 'parse', mode: 'text' })).toEqual(['src/b.ts:1', 'test/a.test.ts:1']);
});

test('a symbol in another case is no hit where case counts, a longer name none where the word does', async () => {
  const tree = { 'a.ts': 'function Parse() {}\nfunction parse() {}\nfunction parseAll() {}\n' };
  const question = { query: 'parse', mode: 'symbol' } as const;
  expect(await rowsOf(tree, question)).toEqual(['a.ts:2', 'a.ts:1', 'a.ts:3']);
  expect(await rowsOf(tree, { ...question, case: 'sensitive' })).toEqual(['a.ts:2', 'a.ts:3']);
  expect(await rowsOf(tree, { ...question, word: true })).toEqual(['a.ts:2', 'a.ts:1']);
});

test('quotes around two literals are part of the code that is looked for', async () => {
  const tree = { 'a.ts': 'x = "a"+"b";\n', 'b.ts': 'a"+"b\n' };
  expect(await rowsOf(tree, { query: '"a"+"b"' })).toEqual(['a.ts:1']);
});

test('a word that only begins like a long other one does not rank its file', async () => {
  const tree = { 'a.txt': 'the cartographers\n', 'b.txt': 'two cars\n' };
  expect(await rowsOf(tree, { query: 'car cars', mode: 'ranked' })).toEqual(['b.txt:1']);
});

test('all in a folder is not the file of its name', () => {
  expect(parseGlob('src/**')?.matches('src')).toBe(false);
  expect(parseGlob('src/**')?.matches('src/a')).toBe(true);
});

test('what is repeated may be followed by itself: the file is looked at', () => {
  const matcher = regexMatcher('ab+cd', { case: 'sensitive', word: false });
  expect(matcher.ok && matcher.value.mayMatch(Buffer.from('abbbcd'))).toBe(true);
});

test('a declared name that contains the query is near, however much longer it is', () => {
  const near = makeNearNames('serve');
  near.offer('makeServerSettings');
  near.offer('elsewhere');
  expect(near.list()).toEqual(['makeServerSettings']);
});

test('a name that holds the query as one of its words is nearer than one that holds it within a word', () => {
  const near = makeNearNames('add');
  for (const name of ['readdir', 'AddParam', 'addChild', 'do_add']) near.offer(name);
  expect(near.list()).toEqual(['do_add', 'AddParam', 'addChild']);
});
