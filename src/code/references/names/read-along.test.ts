import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { indexedSource } from '../../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../../test/support/plain-question.ts';
import { makeFolder } from '../../../../test/support/repository.ts';
import { find } from '../../operations/find.ts';
import { openSource } from '../../source/open-source.ts';

const FILES = {
  'package.json': '{"dependencies": {"linter": "1"}}',
  'tsconfig.json': '{}',
  'typings/linter.d.ts':
    "declare module 'linter' {\n  export const Tester: unknown;\n}\ndeclare module 'linter/rules' {\n  export type Listener = string;\n}\n",
  'src/a.ts':
    "import type { Listener } from 'linter/rules';\nimport { Tester as Own } from 'linter';\nexport const first: Listener = '';\nOwn;\n",
};

/** Asks one question after the other of the same index, as a thread does. */
async function askAll(queries: readonly string[]): Promise<readonly (readonly string[])[]> {
  const folder = makeFolder(FILES);
  const place = mkdtempSync(join(tmpdir(), 'portico-read-along-'));
  const selector = { location: folder.path, ref: null, denied: [] };
  const opened = await openSource(selector);
  if (!opened.ok) throw new Error(opened.error);
  const source = await indexedSource(opened.value, place);
  const context = {
    signal: new AbortController().signal,
    deadlineAtMs: Number.POSITIVE_INFINITY,
    openSource: async () => ({ ok: true, value: source }) as const,
  };
  const answers: (readonly string[])[] = [];
  for (const query of queries) {
    const found = await find({ ...PLAIN_QUESTION, source: selector, mode: 'references', query }, context);
    if (found.outcome !== 'found') throw new Error(JSON.stringify(found));
    answers.push(found.rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`));
  }
  await source.close();
  rmSync(place, { recursive: true });
  folder.remove();
  return answers;
}

test('what is declared for a module of others is used by who imports that, whatever was asked before', async () => {
  const [, listener, tester] = await askAll(['first', 'Listener', 'Tester']);
  expect(listener).toEqual(['src/a.ts:1 exact', 'src/a.ts:3 exact']);
  expect(tester).toEqual(['src/a.ts:2 exact', 'src/a.ts:4 exact']);
});
