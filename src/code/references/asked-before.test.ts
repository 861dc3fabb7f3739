import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type IndexedSource, indexedSource } from '../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { makeFolder } from '../../../test/support/repository.ts';
import { ok } from '../../base/result.ts';
import { find } from '../operations/find.ts';
import { openSource } from '../source/open-source.ts';

/** Beyond as many files with a name what was judged is kept for who asks again. */
const FILES = 110;
const MODES = ['references', 'callers', 'callees', 'implementations'] as const;
/** Declared by the project, by nobody, and by several files. */
const NAMES = ['own', 'take', 'give', 'Shape', 'use'] as const;

const folder = makeFolder({
  ...Object.fromEntries(
    Array.from({ length: FILES }, (_, at) => [
      `a/${at}.ts`,
      `import { own, Shape } from '../own.ts';\nimport { take } from 'out';\n// give\nexport class S${at} implements Shape {\n  use() { own(); take(${at}); }\n}\n`,
    ]),
  ),
  'own.ts': 'export function own() {}\nexport interface Shape {\n  use(): void;\n}\n',
  'z.ts': "import { give } from 'out';\nimport { own } from './own.ts';\nexport function use() { give(1); own(); }\n",
  'z.go': 'package z\n\nfunc use() { take(1); give(2) }\n',
});
const index = makeFolder({});
afterAll(() => {
  folder.remove();
  index.remove();
});

const selector = { location: folder.path, ref: null, denied: [] };

async function openIndexed(): Promise<IndexedSource> {
  const opened = await openSource(selector);
  if (!opened.ok) throw new Error(opened.error);
  return await indexedSource(opened.value, join(index.path, 'i'));
}

type Question = readonly [mode: (typeof MODES)[number], name: (typeof NAMES)[number]];

async function ask(source: IndexedSource, [mode, query]: Question): Promise<string> {
  const question = { ...PLAIN_QUESTION, source: selector, depth: 1, mode, query, limit: 500 };
  const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY };
  const output = await find(question, { ...context, openSource: async () => ok(source) });
  return JSON.stringify(output.outcome === 'found' ? [output.totals, output.rows, output.reading] : output);
}

test('an answer is the same, whatever was asked before it', async () => {
  const alone = new Map<string, string>();
  const question = fc.tuple(fc.constantFrom(...MODES), fc.constantFrom(...NAMES));
  await fc.assert(
    fc.asyncProperty(fc.array(question, { minLength: 6, maxLength: 8 }), async (questions) => {
      const source = await openIndexed();
      for (const one of questions) {
        const expected = alone.get(one.join()) ?? (await ask(await openIndexed(), one));
        alone.set(one.join(), expected);
        expect(await ask(source, one)).toBe(expected);
      }
    }),
    { numRuns: 12 },
  );
});
