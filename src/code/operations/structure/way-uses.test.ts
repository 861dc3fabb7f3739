import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { structure } from '../structure.ts';

/** Ways between the files that have the words, each step with what it uses. */
async function waysOf(files: FileSpecs, question: string): Promise<readonly string[]> {
  const folder = makeFolder(files);
  const source = { location: folder.path, ref: null, denied: [] };
  const output = await structure(
    { source, prefix: null, aspects: ['data'], scope: null, since: null, question, depth: 2 },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 30_000,
      openSource: (selector) => openSource(selector),
    },
  );
  folder.remove();
  if (!('question' in output)) throw new Error(output.status);
  return (output.question?.ways ?? []).map(({ from, steps }) =>
    [from, ...steps.map(({ to, uses }) => `${to} (${uses.map(({ symbol }) => symbol).join(' ')})`)].join(' -> '),
  );
}

const SERVER = 'export const giraffe = 1;\nexport const lion = 2;\nexport const tiger = 3;\n';

test('of what a file only gives out a step tells what the step before asks for', async () => {
  const files = {
    'page.ts': "import { tall } from './index.ts';\nexport function zebra() {\n  return tall;\n}\n",
    'index.ts': "export { giraffe as tall, lion } from './more.ts';\n",
    'more.ts':
      "import { lion, tiger } from './server.ts';\nexport { giraffe } from './server.ts';\nexport { lion, tiger };\n",
    'server.ts': SERVER,
  };
  const ways = await waysOf(files, 'zebra giraffe');
  expect(ways).toContain('page.ts -> index.ts () -> more.ts () -> server.ts (giraffe)');
});

test('where it is not known what is asked of a file that gives out others, no name is told', async () => {
  const index = "export { giraffe, lion } from './server.ts';\n";
  const page = "import * as all from './index.ts';\nexport function zebra() {\n  return all;\n}\n";
  const ways = await waysOf({ 'page.ts': page, 'index.ts': index, 'server.ts': SERVER }, 'zebra giraffe');
  expect(ways).toContain('page.ts -> index.ts () -> server.ts ()');
  expect(ways).toContain('index.ts -> server.ts ()');
});

test('what a file on the way does with a name itself is told, whatever is asked of it', async () => {
  const index =
    "import { giraffe, lion } from './server.ts';\nexport { lion };\nexport function start() {\n  return giraffe;\n}\n";
  const page = "import { start } from './index.ts';\nexport function zebra() {\n  return start();\n}\n";
  const ways = await waysOf({ 'page.ts': page, 'index.ts': index, 'server.ts': SERVER }, 'zebra giraffe');
  expect(ways).toContain('page.ts -> index.ts (start) -> server.ts (giraffe)');
});
