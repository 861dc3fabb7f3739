import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { indexedSource } from '../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { makeRepository } from '../../../test/support/repository.ts';
import { find } from '../operations/find.ts';
import type { SymbolSearch } from '../questions/read.types.ts';
import { openSource } from '../source/open-source.ts';
import { findSymbol } from './find-symbol.ts';

const repository = makeRepository({
  'src/lib.rs': '#[cfg(test)]\nmod tests {\n    #[test]\n    fn parse() {}\n    #[test]\n    fn alone() {}\n}\n',
  'tests/common.rs': 'pub fn parse() {}\n',
  'my-router/src/resource.rs': 'pub struct Resource;\nimpl Resource {\n    pub fn join(&self) {}\n}\n',
  'src/calc.ts': 'export function adds() {}\n',
  'src/sum.ts': 'export class Sum {\n  add() {}\n}\nexport class Other {\n  Add() {}\n}\n',
  'src/calc.test.ts': "describe('calc', () => {\n  test('adds', () => {});\n});\n",
});

afterAll(() => repository.remove());

test.each([
  ['parse', 'tests/common.rs parse'],
  ['calc/adds', 'src/calc.ts adds'],
  ['alone', 'src/lib.rs tests/alone'],
  ['tests/parse', 'src/lib.rs tests/parse'],
  ['tests::parse', 'src/lib.rs tests/parse'],
  ['common/parse', 'tests/common.rs parse'],
  ['my_router::Resource/join', 'my-router/src/resource.rs Resource/join'],
])(
  'what lies nearest to the names before a name is meant, a test where nothing else does: %s',
  async (wanted, found) => {
    const { candidates } = await search(wanted);
    expect(candidates.map(({ file, path }) => `${file} ${path}`)).toEqual([found]);
  },
);

test('of several declarations of a name the first is the one that a search shows first', async () => {
  const made = makeRepository({
    'src/a.ts': 'export interface Thing {}\n',
    'src/b.ts': 'export class Thing {}\n',
    'src/c.test.ts': 'class Thing {}\n',
    'src/d.ts': 'export type Thing = 1;\n',
    'src/e.ts': 'export enum Thing {}\n',
    'src/f.ts': 'namespace A {\n  export class Thing {}\n}\n',
  });
  const opened = await openSource({ location: made.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY };
    const { candidates } = await findSymbol(opened.value, 'Thing', context);
    const asked = {
      ...PLAIN_QUESTION,
      query: 'Thing',
      mode: 'symbol',
      source: { location: made.path, ref: null, denied: [] },
    } as const;
    const found = await find(asked, { ...context, openSource });
    const shown = found.outcome === 'found' ? found.rows.map(({ file }) => file) : [];
    expect(shown).toHaveLength(6);
    expect(candidates.map(({ file }) => file)).toEqual(shown);
  } finally {
    await opened.value.close();
    made.remove();
  }
});

test('of a second declaration that is not there the first is named, and its type is not said to have none', async () => {
  const found = await search('Sum/add[1]');
  expect(found).toMatchObject({ total: 0, near: ['Sum/add'] });
  expect(found.owner).toBeUndefined();
});

test('how many files have no declaration of a name is the same number before they are indexed and then', async () => {
  const made = makeRepository({ 'a.ts': 'let a;\n', 'b.md': '# b\n', 'c/d': 'words\n', '.env': 'A=1\n' });
  const folder = mkdtempSync(join(tmpdir(), 'find-symbol-'));
  const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource };
  const opened = await openSource({ location: made.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  const indexed = await indexedSource(opened.value, folder);
  try {
    const before = await findSymbol({ ...opened.value, index: null }, 'nowhere', context);
    expect([before.files, before.filesLeft]).toEqual([3, 0]);
    expect(await findSymbol(indexed, 'nowhere', context)).toMatchObject({ files: 3, filesLeft: 0 });
  } finally {
    await indexed.close();
    made.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function search(wanted: string): Promise<SymbolSearch> {
  const opened = await openSource({ location: repository.path, ref: 'HEAD', denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource };
  const found = await findSymbol(opened.value, wanted, context);
  await opened.value.close();
  return found;
}
