import { expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';

test('what is an interface or type where it is declared is imported as one, whatever the import says', async () => {
  const graph = await graphOf({
    'row.ts':
      'export interface Row<T> { a: T }\nexport type Key = string;\nexport declare interface Both {}\nexport class Both {}\nexport const enum E { a }\n',
    'index.ts': "export { Row as Line, Key } from './row';\nexport * from './row';\n",
    'given.ts': "export { Key } from './row';\nexport type { Row } from './row';\n",
    'a.ts': "import { Row, Key as K } from './row';",
    'b.ts': "import { Row, Both } from './row';",
    'c.ts': "import all, { Row } from './row';",
    'd.ts': "import { Key, Row } from './index';",
    'e.ts': "import { Line } from './index';",
    'f.ts': "import { Key, type Row } from './given';",
    'g.js': "import { Row } from './row';",
    'h.ts': "import { Row, E } from './row';\nimport {} from './given';",
  });
  expect(edgesOf(graph)).toEqual([
    'a.ts -> row.ts (type)',
    'b.ts -> row.ts',
    'c.ts -> row.ts',
    'd.ts -> index.ts (type)',
    'e.ts -> index.ts',
    'f.ts -> given.ts (type)',
    'g.js -> row.ts',
    'given.ts -> row.ts (type)',
    'h.ts -> given.ts',
    'h.ts -> row.ts',
    'index.ts -> row.ts (reexport)',
  ]);
});

test('files that give out each other give an answer', async () => {
  const graph = await graphOf({
    'a.ts': "export * from './b';",
    'b.ts': "export * from './a';\nexport interface Row {}",
    'c.ts': "import { Row } from './a';\nimport { None } from './b';",
  });
  expect(edgesOf(graph)).toEqual([
    'a.ts -> b.ts (reexport)',
    'b.ts -> a.ts (reexport)',
    'c.ts -> a.ts (type)',
    'c.ts -> b.ts',
  ]);
});

test('what gives out names that it says to be types uses types alone, wherever it says so', async () => {
  const graph = await graphOf({
    'row.ts': 'export interface Row {}\nexport class Table {}\n',
    'a.ts': "export { type Row, type Table } from './row';",
    'b.ts': "export { type Row, Table } from './row';",
    'c.ts': "import { Table } from './a';",
    'd.ts': "export { type as type } from './row';",
  });
  expect(edgesOf(graph)).toEqual([
    'a.ts -> row.ts (type)',
    'b.ts -> row.ts (reexport)',
    'c.ts -> a.ts (type)',
    'd.ts -> row.ts (reexport)',
  ]);
});

test('a type in a namespace is none that the module gives out, which may have a value of that name', async () => {
  const graph = await graphOf({
    'mock.ts':
      'declare namespace Mock { export type Maker = Made; }\nclass Made { Maker = Made; }\nconst Mock = new Made();\nexport = Mock;\n',
    'keys.ts':
      'declare module "x" { export interface Row {} }\nexport type Key = string;\nnamespace A { export const Key = 1; }\n',
    'a.ts': "import { Maker } from './mock';\nnew Maker();",
    'b.ts': "import { Row } from './keys';",
    'c.ts': "import { Key } from './keys';",
  });
  expect(edgesOf(graph)).toEqual(['a.ts -> mock.ts', 'b.ts -> keys.ts', 'c.ts -> keys.ts (type)']);
});

test('a type whose name a pattern gives a value as well is no type alone', async () => {
  const graph = await graphOf({
    'parts.ts':
      'export type Key = string;\nexport const { Key, row: Row } = make();\nexport interface Row {}\nexport type Last = 1;\n',
    'a.ts': "import { Key } from './parts';",
    'b.ts': "import { Row } from './parts';",
    'c.ts': "import { Last } from './parts';",
  });
  expect(edgesOf(graph)).toEqual(['a.ts -> parts.ts', 'b.ts -> parts.ts', 'c.ts -> parts.ts (type)']);
});

test('a component of Vue in TypeScript imports a type as one, a plain one and one of Svelte do not', async () => {
  const script = (attributes: string) => `<script${attributes}>\nimport { Row } from './row';\n</script>\n`;
  const graph = await graphOf({
    'row.ts': 'export interface Row {}\n',
    'A.vue': script(' setup lang="ts"'),
    'B.vue': script(''),
    'C.svelte': script(' lang="ts"'),
  });
  expect(edgesOf(graph)).toEqual(['A.vue -> row.ts (type)', 'B.vue -> row.ts', 'C.svelte -> row.ts']);
});

test('types that a package declares beside its program are types, too', async () => {
  const graph = await graphOf({
    'package.json': '{"workspaces": ["types", "app"]}',
    'types/package.json': '{"name": "types", "main": "./lib/index.js", "types": "./lib/index.d.ts"}',
    'types/lib/index.js': 'module.exports = {};',
    'types/lib/index.d.ts': 'export type Kind = 1;\nexport declare const one: Kind;',
    'app/package.json': '{"dependencies": {"types": "*"}}',
    'app/main.ts': "import { Kind } from 'types';",
    'app/other.ts': "import { Kind, one } from 'types';",
  });
  expect(edgesOf(graph)).toEqual(['app/main.ts -> types/lib/index.d.ts (type)', 'app/other.ts -> types/lib/index.js']);
});
