import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const FILES = {
  'lib/shapes.ts': 'export function draw() {}\nexport interface Shape { of: string }\n',
  'lib/other.ts': 'export function draw() {}\n',
  'lib/index.ts': "import * as others from './other';\nexport * as shapes from './shapes';\nexport { others };\n",
  'index.ts': "export * from './lib';\nexport { shapes as forms } from './lib';\n",
};

async function linesOf(code: string, query: string): Promise<readonly string[]> {
  const { rows } = await askCode({ ...FILES, 'use.ts': code }, { mode: 'references', query, include: ['use.ts'] });
  return rows.map(({ line, edge }) => `${line} ${edge?.evidence}`);
}

test.each([
  ['by its own name', "import { shapes } from './lib';\nshapes.draw();\nlet a: shapes.Shape;\n"],
  ['by another one of the file', "import { shapes as s } from './lib';\ns.draw();\nlet a: s.Shape;\n"],
  ['through a file that gives out all', "import { shapes } from './index';\nshapes.draw();\nlet a: shapes.Shape;\n"],
  ['through one that renames', "import { forms } from '.';\nforms.draw();\nlet a: forms.Shape;\n"],
])('a member of a module that is given out whole is led to its declaration: %s', async (_, code) => {
  expect(await linesOf(code, 'lib/shapes.ts#draw')).toEqual(['2 exact']);
  expect(await linesOf(code, 'Shape')).toEqual(['3 exact']);
});

test('a module that is imported first and given out in a list is told from others', async () => {
  const code = "import { others } from './index';\nothers.draw();\n";
  expect(await linesOf(code, 'lib/other.ts#draw')).toEqual(['2 exact']);
  expect(await linesOf(code, 'lib/shapes.ts#draw')).toEqual([]);
});
