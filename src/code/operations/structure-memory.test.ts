import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keptSources } from '../../../test/support/kept-sources.ts';
import { makeRepository } from '../../../test/support/repository.ts';
import type { OperationContext } from '../questions/context.ts';
import { STRUCTURE_ASPECTS, type StructureInput, type StructureOutput } from '../questions/structure.types.ts';
import { structure } from './structure.ts';

const shop = makeRepository(
  {
    'src/index.ts': "import { cart } from './cart.ts';\nimport { report } from './report.ts';\ncart();\nreport();\n",
    'src/cart.ts': "import { total } from './money.ts';\nexport function cart() {\n  return total(1);\n}\n",
    'src/money.ts': 'export function total(sum: number) {\n  return sum;\n}\n',
    'src/report.ts': 'export function report() {\n  return 1;\n}\n',
  },
  {
    'src/money.ts': 'export function total(sum: number) {\n  return 2 * sum;\n}\n',
    'src/report.ts': "import { total } from './money.ts';\nexport function report() {\n  return total(1);\n}\n",
  },
);
afterAll(() => shop.remove());

async function ask(open: OperationContext['openSource'], changes: Partial<StructureInput>): Promise<StructureOutput> {
  const source = { location: shop.path, ref: null, denied: [] };
  const input = {
    source,
    prefix: null,
    aspects: STRUCTURE_ASPECTS,
    scope: null,
    since: null,
    question: null,
    depth: 2,
  };
  const context = { signal: new AbortController().signal, deadlineAtMs: performance.now() + 30_000, openSource: open };
  return await structure({ ...input, ...changes }, context);
}

const QUESTIONS: readonly Partial<StructureInput>[] = [
  {},
  { question: 'total of the cart' },
  { question: 'report' },
  { since: 'HEAD~1' },
  { since: 'HEAD~1', question: 'report' },
  { since: 'HEAD' },
  { since: 'nowhere' },
  { scope: 'src/cart.ts', question: 'total' },
  { aspects: ['modules'], since: 'HEAD~1' },
  { prefix: 'src', question: 'total' },
];

test('what was asked before of a state changes no answer about it', async () => {
  const { open } = keptSources();
  for (const asked of [...QUESTIONS, ...QUESTIONS.toReversed()]) {
    // An index that nobody has asked before remembers nothing.
    expect(await ask(open, asked)).toEqual(await ask(keptSources().open, asked));
  }
});

test('the same question since the same commit reads nothing again', async () => {
  const { open, reads } = keptSources();
  const first = await ask(open, { since: 'HEAD~1' });
  expect(reads).not.toEqual([]);
  reads.length = 0;
  expect(await ask(open, { since: 'HEAD~1' })).toEqual(first);
  expect(reads).toEqual([]);
});

test('another question about a state does not read its texts again but where it leads', async () => {
  const { open, reads } = keptSources();
  await ask(open, {});
  reads.length = 0;
  await ask(open, { question: 'report' });
  expect(reads).not.toContain('src/cart.ts');
});

test('since a branch that has moved is answered from where it leads now', async () => {
  const { open, forget } = keptSources();
  shop.git('branch', 'release', 'HEAD~1');
  const before = await ask(open, { since: 'release' });
  shop.git('branch', '--force', 'release', 'HEAD');
  forget();
  const after = await ask(open, { since: 'release' });
  expect(before).toMatchObject({ impact: { changed: { total: 2 } } });
  expect(after).toMatchObject({ impact: { changed: { total: 0 } } });
});

test('an answer whose order lacked the history is not given again once that can be read', async () => {
  const { open } = keptSources();
  const cart = makeRepository({ 'cart.ts': 'export const cart = 1;\n' }, { 'total.ts': '// total of the cart\n' });
  const first = cart.git('rev-parse', 'HEAD~1');
  const object = join(cart.path, '.git/objects', first.slice(0, 2), first.slice(2));
  const source = { location: cart.path, ref: null, denied: [] };
  const asked = { source, aspects: ['data'], question: 'how does the cart reach its total?' } as const;
  renameSync(object, `${object}.away`);
  const before = await ask(open, asked);
  renameSync(`${object}.away`, object);
  const after = await ask(open, asked);
  cart.remove();
  const reading = expect.stringContaining('the history could not be read');
  expect(before).toMatchObject({ question: { reading } });
  expect(after).not.toMatchObject({ question: { reading } });
});
