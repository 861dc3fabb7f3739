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
import type { Source } from '../source/source.ts';
import { readFileChoice } from './file-choice.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-choice-'));
afterAll(() => rmSync(folder, { recursive: true }));

const QUESTION: FindInput = {
  source: { location: '/', ref: null, denied: [] },
  ...PLAIN_QUESTION,
  mode: 'text',
  query: 'x',
};

function accepted(question: Partial<FindInput>, paths: readonly string[]): readonly string[] {
  const choice = readFileChoice({ ...QUESTION, ...question });
  return typeof choice === 'string' ? [choice] : paths.filter((path) => choice.accepts(path, 'source'));
}

test('below a folder patterns are meant from there on, or as answers show paths', () => {
  const paths = ['packages/a/src/x.ts', 'packages/a/src/lib/y.ts', 'packages/b/src/x.ts', 'src/x.ts'];
  const prefix = 'packages/a';
  const both = paths.slice(0, 2);
  for (const pattern of ['src/**', './src', '/src', 'packages/a/src', './packages/a/src/**', '*.ts'])
    expect([pattern, accepted({ prefix, include: [pattern] }, paths)]).toEqual([pattern, both]);
  expect(accepted({ prefix, include: ['packages/b/**'] }, paths)).toEqual([]);
  expect(accepted({ prefix, exclude: ['src/lib'] }, paths)).toEqual(['packages/a/src/x.ts']);
  expect(accepted({ prefix, exclude: ['packages/a/src/lib/**'] }, paths)).toEqual(['packages/a/src/x.ts']);
  expect(accepted({ prefix, include: ['./lib'] }, paths)).toEqual([]);
  expect(accepted({ include: ['./src'] }, paths)).toEqual(['src/x.ts']);
});

test('alternatives of all patterns together are bounded', () => {
  const many = `{${Array.from({ length: 60 }, (_, at) => `f${at}`).join(',')}}`;
  expect(accepted({ include: [many, many, many, many] }, ['f7', 'g'])).toEqual(['f7']);
  const refused = 'the patterns unfold to more than 256 alternatives together: use fewer of them, or fewer braces.';
  expect(accepted({ include: [many, many, many], exclude: [many, `!${many}`] }, [])).toEqual([refused]);
});

test('files of which there was no time to tell whether they are meant are left out with a word, and judged by who asks again', async () => {
  const plain = treeSource(
    Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`src/f${at}.ts`, Buffer.from('x\n')])),
  );
  const indexed = await indexedSource(plain, folder);
  // Counted to the end, however slow the machine is.
  const ask = async (source: Source, deadlineAtMs: number) => {
    const context = { signal: new AbortController().signal, deadlineAtMs, openSource: async () => ok(source) };
    const output = await find({ ...QUESTION, include: ['src/*.ts'], group: 'count' }, context);
    if (output.outcome !== 'found') throw new Error('not found');
    return output;
  };
  for (const source of [plain, indexed]) {
    const late = await ask(source, 0);
    expect(late).toMatchObject({ status: 'partial', scope: { files: 64 }, gaps: [{ reason: 'deadline', count: 500 }] });
    const whole = await ask(source, Number.POSITIVE_INFINITY);
    expect(whole).toMatchObject({ status: 'ok', scope: { files: 500 }, gaps: [], totals: { rows: 500 } });
    expect(whole.state).not.toBe(late.state);
  }
  await indexed.close();
});
