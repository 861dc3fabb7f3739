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
