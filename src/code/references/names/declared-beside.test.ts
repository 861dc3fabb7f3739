import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const FILES = {
  'kit/index.js': 'export default () => 1;\nexport function open() {}\n',
  'kit/index.d.ts': 'export default function plugin(): number;\nexport function open(): void;\n',
  'use.js': "import adapter, { open } from './kit/index.js';\nadapter();\nopen();\n",
};

async function usesOf(query: string): Promise<readonly string[]> {
  const { rows } = await askCode(FILES, { mode: 'references', query, limit: 50 });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

test('what a declaration beside a program tells is used by scripts that import the program by its path', async () => {
  expect(await usesOf('plugin')).toEqual(['use.js:1 exact', 'use.js:2 exact']);
  expect(await usesOf('kit/index.js#open')).toEqual(['use.js:1 exact', 'use.js:3 exact']);
  expect(await usesOf('kit/index.d.ts#open')).toEqual(['use.js:1 exact', 'use.js:3 exact']);
});
