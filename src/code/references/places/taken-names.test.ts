import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const FILES: FileSpecs = {
  'src/helper.ts': 'export function helper() {}\nexport const make = () => ({ helper });\n',
  'src/taken.ts':
    "import { make } from './helper.ts';\nconst { helper, other: renamed } = make();\nexport function run() {\n  helper();\n  renamed();\n}\n",
  'src/made.ts': 'export const { helper: made, given } = make();\nconst { listed } = make();\nexport { listed };\n',
  'src/user.ts': "import { given, listed, made } from './made.ts';\nmade();\ngiven();\nlisted();\n",
};

const edgesOf = async (query: string): Promise<string[]> => {
  const { rows } = await askCode(FILES, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

test('what a script takes from a value by its name may be what is declared elsewhere', async () => {
  expect(await edgesOf('src/helper.ts#helper')).toEqual([
    'src/helper.ts:2 exact',
    'src/made.ts:1 name',
    'src/taken.ts:2 name',
    'src/taken.ts:4 name',
  ]);
});

test('what a pattern gives out, or calls otherwise, is its own', async () => {
  expect(await edgesOf('renamed')).toEqual(['src/taken.ts:5 exact']);
  expect(await edgesOf('made')).toEqual(['src/user.ts:1 exact', 'src/user.ts:2 exact']);
  expect(await edgesOf('given')).toEqual(['src/user.ts:1 exact', 'src/user.ts:3 exact']);
  expect(await edgesOf('listed')).toEqual(['src/made.ts:3 exact', 'src/user.ts:1 exact', 'src/user.ts:4 exact']);
});
