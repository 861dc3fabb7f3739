import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';
import type { FoundOutput } from '../questions/find.types.ts';

/** Rows as `file:line evidence`. */
const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

const TREE: FileSpecs = {
  'errors.ts': 'export class AstroError {}\nexport function fail() {}\nexport default function main() {}\n',
  'Font.astro': [
    '---',
    "import { AstroError } from './errors.ts';",
    'if (!props) {',
    '  throw new AstroError();',
    '}',
    '---',
    '<p>AstroError</p>',
    '',
  ].join('\n'),
  'Card.vue': [
    '<template><b @click="fail">fail</b></template>',
    '<script setup lang="ts">',
    "import start, { fail } from './errors';",
    'function run() {',
    '  fail();',
    '  start();',
    '}',
    '</script>',
    '',
  ].join('\n'),
  'Own.svelte': '<script>\n  function fail() {}\n  fail();\n</script>\n<p>text</p>\n',
};

test('uses in the scripts of components are found, and called so by what declares the name', async () => {
  const used = await askCode(TREE, { mode: 'references', query: 'AstroError' });
  expect(edges(used)).toEqual(['Font.astro:2 exact', 'Font.astro:4 exact']);
  const callers = await askCode(TREE, { mode: 'callers', query: 'errors.ts#fail', depth: 2 });
  expect(edges(callers)).toEqual(['Card.vue:5 exact']);
  expect(callers.rows[0]?.symbol?.name).toBe('run');
  const main = await askCode(TREE, { mode: 'callers', query: 'main' });
  expect(edges(main)).toEqual(['Card.vue:6 exact']);
});

test('what a component gives as its default is the component, and nothing else that is called so', async () => {
  const tree: FileSpecs = {
    'icons.ts': 'export type Icon = string;\n',
    'Icon.astro': '---\n---\n<i />\n',
    'Page.astro': "---\nimport Icon from './Icon.astro';\nuse(Icon);\n---\n<p />\n",
    'story.ts': "import Icon from './Icon.astro';\nrender(Icon);\n",
  };
  const used = await askCode(tree, { mode: 'references', query: 'Icon' });
  expect(edges(used)).toEqual([]);
  expect(used.reading).toContain('4 more that an import');
});

test('a component that has the name in its template is named, as that is not read', async () => {
  const used = await askCode(TREE, { mode: 'references', query: 'fail' });
  expect(edges(used)).toEqual(['Card.vue:3 exact', 'Card.vue:5 exact', 'Own.svelte:3 exact']);
  expect(used.gaps).toEqual([{ reason: 'unread_language', count: 1, names: ['Card.vue'] }]);
  const main = await askCode(TREE, { mode: 'references', query: 'main' });
  expect(main.gaps).toEqual([]);
});

test('what C includes under a name that tells no language is named, as it is not read', async () => {
  const tree: FileSpecs = {
    'sort.c': 'void sortCommand(void) {\n}\n',
    'commands.c': '#include "commands.def"\n',
    'commands.def': 'MAKE_CMD("sort", sortCommand)\n',
    'notes.txt': 'sortCommand\n',
  };
  const used = await askCode(tree, { mode: 'references', query: 'sortCommand' });
  expect(used.gaps).toEqual([{ reason: 'unread_language', count: 1, names: ['commands.def'] }]);
});

test('where nothing is declared by a name, files that hold it in code that is not scanned are named', async () => {
  const tree: FileSpecs = {
    ...TREE,
    'lib/app.dart': 'void launch() {}\n',
    'lib/other.dart': 'void launched() {}\n',
    Makefile: 'launch:\n\techo\n',
  };
  const declared = await askCode(tree, { mode: 'symbol', query: 'launch' });
  expect(declared.gaps).toEqual([{ reason: 'unread_language', count: 1, names: ['lib/app.dart'] }]);
  const found = await askCode(tree, { mode: 'symbol', query: 'fail' });
  expect(found.gaps).toEqual([]);
});

test('what the script of a component declares is found, read and asked for its uses', async () => {
  const found = await askCode(TREE, { mode: 'symbol', query: 'run' });
  expect(found.rows.map(({ file, line, text }) => `${file}:${line} ${text}`)).toEqual(['Card.vue:4 function run() {']);
  const callees = await askCode(TREE, { mode: 'callees', query: 'Card.vue#run' });
  expect(callees.rows.map(({ symbol }) => symbol?.name).sort()).toEqual(['fail', 'main']);
  const callers = await askCode(TREE, { mode: 'callers', query: 'Own.svelte#fail' });
  expect(edges(callers)).toEqual(['Own.svelte:3 exact']);
});

test('only the script of a component declares anything', async () => {
  const tree: FileSpecs = {
    'A.vue': '<template>\nfunction one() {}\n</template>\n<script>\nexport function two() {}\n</script>\n',
    'B.astro': '---\nconst three = 1;\n---\n<p>const four = 1;</p>\n',
  };
  const names = ['one', 'two', 'three', 'four'];
  const found = await Promise.all(names.map(async (query) => await askCode(tree, { mode: 'symbol', query })));
  expect(found.map(({ rows }) => rows.map(({ file, line }) => `${file}:${line}`))).toEqual([
    [],
    ['A.vue:5'],
    ['B.astro:2'],
    [],
  ]);
});

test('what stands in a function of a component is no member that another file asks for', async () => {
  const tree: FileSpecs = {
    'harness.ts': 'export class Harness {\n  tick() {}\n}\n',
    'use.ts': "import { Harness } from './harness';\nexport const use = (h: () => Harness) => h().tick();\n",
    'Bands.vue':
      '<script setup>\nfunction animate() {\n  const tick = () => {\n    start();\n  };\n  tick();\n}\n</script>\n',
  };
  const used = await askCode(tree, { mode: 'references', query: 'Harness/tick' });
  expect(edges(used)).toEqual(['use.ts:2 import']);
});
