import { afterAll, expect, test } from 'vitest';
import { keptSources } from '../../../test/support/kept-sources.ts';
import { makeRepository } from '../../../test/support/repository.ts';
import type { OperationContext } from '../questions/context.ts';
import type { OverviewInput, OverviewOutput } from '../questions/overview.types.ts';
import { overview } from './overview.ts';

const FILES = {
  'package.json': '{"name": "shop"}\n',
  'README.md': '# Shop\n',
  'src/cart.ts': "import { total } from './money.ts';\nexport function addToCart() {\n  return total(1);\n}\n",
  'src/money.ts': 'export function total(sum: number) {\n  return sum;\n}\n',
  'src/report.ts': "import { total } from './money.ts';\nexport function printReport() {\n  return total(2);\n}\n",
};
const shop = makeRepository(FILES);
afterAll(() => shop.remove());

async function ask(
  openSourceOf: OperationContext['openSource'],
  changes: Partial<OverviewInput>,
): Promise<OverviewOutput> {
  const source = { location: shop.path, ref: null, denied: [] };
  const input: OverviewInput = { source, prefix: null, parts: ['summary', 'map'], depth: 2, task: null, ...changes };
  const { signal } = new AbortController();
  return await overview(input, { signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource: openSourceOf });
}

const QUESTIONS: readonly Partial<OverviewInput>[] = [
  {},
  { task: 'print the report' },
  { task: 'add to the cart' },
  { parts: ['summary'] },
  { parts: ['summary'], task: 'add to the cart' },
  { parts: ['tree', 'guides'] },
  { prefix: 'src', task: 'print the report' },
];

test('what was asked before of a state changes no overview of it', async () => {
  const { open } = keptSources();
  for (const asked of [...QUESTIONS, ...QUESTIONS.toReversed()]) {
    // An index that nobody has asked before remembers nothing.
    expect(await ask(open, asked)).toEqual(await ask(keptSources().open, asked));
  }
});

test('for another task of the same state only the files that it points at are read again', async () => {
  const { open, reads } = keptSources();
  await ask(open, { task: 'print the report' });
  expect(reads).toEqual(expect.arrayContaining(['src/cart.ts', 'src/money.ts', 'src/report.ts']));
  reads.length = 0;
  expect(await ask(open, { task: 'add to the cart' })).toMatchObject({ taskFiles: [{ file: 'src/cart.ts' }] });
  expect(reads).toContain('src/cart.ts');
  expect(reads).not.toContain('src/report.ts');
});

test('nothing is remembered while a file is not indexed, which may change again and again', async () => {
  const { open } = keptSources();
  const pending: OperationContext['openSource'] = async (selector) => {
    const found = await open(selector);
    if (!found.ok || found.value.index === null) return found;
    return { ok: true, value: { ...found.value, index: { ...found.value.index, pending: Uint32Array.of(0) } } };
  };
  for (const name of ['printFirst', 'printSecond']) {
    shop.write({ 'src/report.ts': `export function ${name}() {}\n`, 'src/all.ts': `${name}();\n` });
    expect(JSON.stringify(await ask(pending, { task: `ask ${name}` }))).toContain(`declares ${name}`);
    expect(JSON.stringify(await ask(pending, {}))).toContain(`function ${name}()`);
  }
  shop.write({ ...FILES });
});

test('a file that has changed is told as it is now', async () => {
  await ask(keptSources().open, {});
  const before = FILES['src/report.ts'];
  shop.write({ 'src/report.ts': `${before}export function printAll() {}\n`, 'src/all.ts': 'printAll();\n' });
  const after = await ask(keptSources().open, { task: 'print all' });
  expect(after).toMatchObject({ taskFiles: [{ file: 'src/report.ts' }, { file: 'src/all.ts' }] });
  expect(JSON.stringify(after)).toContain('printAll');
});

test('programs that were not looked for are told as a gap to each who asks for the activity', async () => {
  const { open } = keptSources();
  const names = Array.from({ length: 2_001 }, (_, at) => [`bin/run${at}`, '#!/bin/sh\n']);
  const many = makeRepository(Object.fromEntries(names));
  try {
    const source = { location: many.path, ref: null, denied: [] };
    for (const parts of [['activity'], ['activity', 'guides']] as const) {
      expect(await ask(open, { source, parts })).toMatchObject({
        gaps: ['1 file without an ending not looked into: programs among them are not known'],
      });
    }
  } finally {
    many.remove();
  }
});
