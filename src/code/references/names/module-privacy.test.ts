import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

async function usesOf(query: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query, limit: 50 });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

const USE = `import { run } from './own';
const { helper } = run();
run().helper();
helper();
show({ helper: 1 });
interface Other { a: Row }
const api: Api = { Row: 1 };
`;

test('what a module of a script does not give out means nothing in another file', async () => {
  const files = {
    'own.ts':
      'interface Row { a: string }\nfunction helper(row: Row) {}\nexport function run() {\n  helper({ a: 1 });\n}\n',
    'use.ts': USE,
  };
  expect(await usesOf('own.ts#helper', files)).toEqual(['own.ts:4 exact']);
  expect(await usesOf('own.ts#Row', files)).toEqual(['own.ts:2 exact']);
});

test('what is given out, or handed on by its name, may be meant wherever that stands', async () => {
  const owns = [
    'export function helper() {}\nexport function run() {\n  return 1;\n}\n',
    'function helper() {}\nexport { helper };\nexport const run = 1;\n',
    'function helper() {}\nexport function run() {\n  return { helper };\n}\n',
    'function helper() {}\nexport const run = { helper: helper };\n',
    'function helper() {}\nexport class Run {\n  helper = helper;\n}\nexport const run = 1;\n',
    'import a from "a";\nfunction helper() {}\na.helper = helper;\nexport const run = 1;\n',
    'import { hand } from "a";\nfunction helper() {}\nhand("a", helper);\nexport const run = 1;\n',
    'export const run = 1;\nfunction helper() {}\nmodule.exports = Object.assign(run, [helper]);\n',
    // No module at all: all files share what it has.
    'function helper() {}\nfunction run() {}\n',
  ];
  for (const own of owns)
    expect(await usesOf('own.ts#helper', { 'own.ts': own, 'use.ts': USE })).toContain('use.ts:3 name');
  const jsx = 'import a from "a";\nfunction helper() {}\nexport const run = <A helper={helper} />;\n';
  expect(await usesOf('own.tsx#helper', { 'own.tsx': jsx, 'use.ts': USE })).toContain('use.ts:3 name');
});
