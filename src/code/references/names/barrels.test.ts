import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FoundOutput } from '../../questions/find.types.ts';

const ask = (files: FileSpecs, query: string): Promise<FoundOutput> => askCode(files, { mode: 'references', query });

/** Rows as `file:line evidence`. */
const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

test('a name is led through a file that gives out all of another one, whatever that file is called', async () => {
  const tree: FileSpecs = {
    'lib/trim.ts': 'export function trimEnd() {}\n',
    'lib/all.ts': "export * from './trim.ts';\n",
    'src/path.ts': "export * from '../lib/all.ts';\n",
    'src/use.ts': "import { trimEnd } from './path.ts';\ntrimEnd();\n",
  };
  expect(edges(await ask(tree, 'trimEnd'))).toEqual(['src/use.ts:1 exact', 'src/use.ts:2 exact']);
});

test('a name that a file imports and gives out is led through who gives out all of that file', async () => {
  const tree: FileSpecs = {
    'core/index.ts': 'export const enum Polyfills {\n  None,\n}\n',
    'node/compile.ts': "import { Polyfills } from '../core/index.ts';\nexport { Polyfills };\n",
    'node/index.ts': "export * from './compile.ts';\n",
    'use.ts': "import { Polyfills } from './node/index.ts';\nuse(Polyfills.None);\n",
  };
  expect(edges(await ask(tree, 'Polyfills'))).toEqual([
    'node/compile.ts:1 exact',
    'node/compile.ts:2 exact',
    'use.ts:1 exact',
    'use.ts:2 exact',
  ]);
});

test('what only shares the name is not led through a file that gives out all of another', async () => {
  const tree: FileSpecs = {
    'a.ts': 'export function add() {}\n',
    'b.ts': 'export function sub() {}\n',
    'path.ts': "export * from './b.ts';\n",
    'use.ts': "import { add } from './path.ts';\nadd();\n",
  };
  expect(edges(await ask(tree, 'add'))).toEqual(['use.ts:1 name', 'use.ts:2 name']);
});

test('what a file gives out by name goes before what it gives out of another by a star', async () => {
  const tree: FileSpecs = {
    'core/client.ts': 'export class Client {}\n',
    'core/index.ts': "export { Client } from './client.ts';\n",
    'solid/client.ts': "import { Client as Core } from '../core/index.ts';\nexport class Client extends Core {}\n",
    'solid/index.ts': "export * from '../core/index.ts';\nexport { Client } from './client.ts';\n",
    'vue/index.ts': "export * from '../core/index.ts';\nexport class Client {}\n",
    'use.ts': "import { Client } from './solid/index.ts';\nnew Client();\n",
    'view.ts': "import { Client } from './vue/index.ts';\nnew Client();\n",
  };
  expect(edges(await ask(tree, 'core/client.ts#Client'))).toEqual([
    'core/index.ts:1 exact',
    'solid/client.ts:1 exact',
    'solid/client.ts:2 exact',
  ]);
  expect(edges(await ask(tree, 'solid/client.ts#Client'))).toEqual([
    'solid/index.ts:2 exact',
    'use.ts:1 exact',
    'use.ts:2 exact',
  ]);
  expect(edges(await ask(tree, 'vue/index.ts#Client'))).toEqual(['view.ts:1 exact', 'view.ts:2 exact']);
});
