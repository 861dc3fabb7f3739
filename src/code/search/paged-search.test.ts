import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { indexedSource } from '../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { treeSource } from '../../../test/support/tree-source.ts';
import { ok } from '../../base/result.ts';
import { find } from '../operations/find.ts';
import type { FindInput } from '../questions/find.types.ts';
import type { SourceIdentity } from '../source/source.ts';

// Pages of one question, of which each is found with more of the files indexed than the one before.

const folder = mkdtempSync(join(tmpdir(), 'portico-paged-'));
afterAll(() => rmSync(folder, { recursive: true }));

let roots = 0;

const QUESTION: FindInput = {
  source: { location: '/', ref: null, denied: [] },
  ...PLAIN_QUESTION,
  mode: 'text',
  query: '',
};

const COMMIT: SourceIdentity = { kind: 'objects', branch: null, commit: 'c0ffee' };

/** What a page of the same files tells while so many of them are indexed. */
async function pageOf(
  files: readonly (readonly [string, Buffer])[],
  built: number,
  question: Partial<FindInput>,
  identity?: SourceIdentity,
) {
  const tree = treeSource(Object.fromEntries(files));
  const plain = { ...tree, identity: identity ?? tree.identity };
  const names = new Set(files.slice(0, built).map(([path]) => path));
  const indexed = await indexedSource(plain, join(folder, String(roots++)), (path) => names.has(path));
  const { index } = indexed;
  if (index === null) throw new Error('no index');
  const source = { ...indexed, index: { ...index, edition: 'one' } };
  const context = { signal: new AbortController().signal, deadlineAtMs: Infinity, openSource: async () => ok(source) };
  const output = await find({ ...QUESTION, ...question }, context);
  await indexed.close();
  if (output.outcome !== 'found') throw new Error('not found');
  return output;
}

test('a text is paged through while its files become indexed, and no row is lost or told twice', async () => {
  const files = Array.from({ length: 180 }, (_, at): [string, Buffer] => [
    `${at % 3 === 0 ? 'test/' : ''}f${at}.ts`,
    Buffer.from(`shared(${at});\n${at % 50 === 7 ? 'function shared() {}\n' : ''}`),
  ]);
  const questions = [
    { query: 'shared' },
    { query: 'f1', mode: 'files' },
    { query: 'sha\\w+\\(', mode: 'regex' },
  ] as const;
  for (const question of questions) {
    const first = await pageOf(files, 20, { ...question, limit: 25 });
    const second = await pageOf(files, 90, { ...question, limit: 25, offset: 25 });
    const rest = await pageOf(files, 180, { ...question, limit: 500, offset: 50 });
    const all = await pageOf(files, 180, { ...question, limit: 500 });
    expect([...first.rows, ...second.rows, ...rest.rows]).toEqual(all.rows);
    expect(new Set([first, second, rest, all].map(({ state }) => state)).size).toBe(1);
  }
});

test('a page is refused where its rows stand otherwise as more files are indexed', async () => {
  const files = Array.from({ length: 250 }, (_, at): [string, Buffer] => [`f${at}.ts`, Buffer.from('shared();\n')]);
  const statesOf = async (question: Partial<FindInput>) => [
    (await pageOf(files, 0, question)).state,
    (await pageOf(files, 250, question)).state,
  ];
  // More declarations than are looked for in texts, and what is ranked by what is known.
  for (const question of [{ query: 'shared' }, { query: 'shared', mode: 'symbol' }] as const) {
    const [before, after] = await statesOf({ ...question, limit: 250 });
    expect(before).not.toBe(after);
  }
});

test('a page of a commit is refused, too, where its rows stand otherwise as more of it is indexed', async () => {
  const files = Array.from({ length: 400 }, (_, at): [string, Buffer] => [
    `f${at}.ts`,
    Buffer.from(at % 2 === 0 ? 'function shared() {}\n' : 'shared();\n'),
  ]);
  const pagesOf = async (question: Partial<FindInput>) => [
    await pageOf(files, 0, { limit: 150, ...question }, COMMIT),
    await pageOf(files, 400, { limit: 500, offset: 150, ...question }, COMMIT),
  ];
  for (const question of [{ query: 'shared' }, { query: 'shared', mode: 'symbol' }] as const) {
    const [before, after] = await pagesOf(question);
    expect(before?.state).not.toBe(after?.state);
  }
  for (const question of [
    { query: 'f1', mode: 'files' },
    { query: 'shared', limit: 90, offset: 0 },
  ] as const) {
    const [before, after] = await pagesOf(question);
    expect(before?.state).toBe(after?.state);
  }
});
