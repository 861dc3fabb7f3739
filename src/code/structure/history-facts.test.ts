import { expect, test } from 'vitest';
import { graphOf } from '../../../test/support/imports.ts';
import type { History } from '../history/history.ts';
import { languageOf } from '../lex/languages.ts';
import { historyFacts } from './history-facts.ts';
import { makeUnitGraph } from './unit-graph.ts';

/** A history in which every commit changes the same files. */
function historyOf(files: readonly string[], commits: number): History {
  const commit = { id: '0', atMs: 0, subject: '', files };
  return { commits: Array.from({ length: commits }, () => commit), limit: null, followsRenames: true };
}

test('code of languages whose imports are not read is hot as well, and in no pair that no import joins', async () => {
  const files = [
    'tool.sh',
    'install.sh',
    'main.py',
    'test/run.sh',
    'Makefile',
    'CMakeLists.txt',
    'build.gradle',
    'Dockerfile',
    'README.md',
    'bin/tool',
    'test/run',
    'LICENSE',
  ];
  const graph = makeUnitGraph(await graphOf({ 'main.py': 'x = 1\n' }));
  const shell = languageOf('a.sh');
  const programs = new Map(['bin/tool', 'test/run'].flatMap((file) => (shell === null ? [] : [[file, shell]])));
  const asked = { linesOf: () => 10, files, programs, focus: { holds: () => true } };
  const { hot, coChanges } = historyFacts(historyOf(files, 9), graph, asked);
  expect(hot.rows.map(({ file }) => file)).toEqual(['bin/tool', 'install.sh', 'main.py', 'tool.sh']);
  expect(coChanges.rows).toEqual([]);
});

test('manifests of Puppet are hot as other code is, and translations of Qt and tests of dune are not', async () => {
  const files = ['manifests/init.pp', 'src/main.cpp', 'lang/app_de.ts', 'test/run.t'];
  const graph = makeUnitGraph(await graphOf({}));
  const asked = { linesOf: () => 10, files, programs: new Map(), focus: { holds: () => true } };
  const { hot } = historyFacts(historyOf(files, 9), graph, asked);
  expect(hot.rows.map(({ file }) => file)).toEqual(['manifests/init.pp', 'src/main.cpp']);
});

test('what a build makes again with every change is neither hot nor changes together with its sources', async () => {
  const texts = {
    'lib/a.js': '1\n',
    'lib/b.js': '2\n',
    'dist/a.js': '1\n',
    'dist/b.js': '2\n',
    'client/a.min.js': '1\n',
  };
  const files = Object.keys(texts);
  const graph = makeUnitGraph(await graphOf(texts));
  const asked = { linesOf: () => 10, files, programs: new Map(), focus: { holds: () => true } };
  const { hot, coChanges } = historyFacts(historyOf(files, 9), graph, asked);
  expect(hot.rows.map(({ file }) => file)).toEqual(['lib/a.js', 'lib/b.js']);
  expect(coChanges.rows.map((row) => row.files)).toEqual([['lib/a.js', 'lib/b.js']]);
});

test('files that change together are told only where no import joins them, be it by the index that gives one out', async () => {
  const texts = {
    'core/index.ts': "export * from './inner/index';\nexport { run } from './run';\n",
    'core/inner/index.ts': "export { walk } from './walk';\n",
    'core/inner/walk.ts': 'export const walk = () => 1;\n',
    'core/run.ts': 'export const run = () => 2;\n',
    'app/view.ts': "import { run, walk } from '../core';\nrun(walk());\n",
    'app/other.ts': 'export const other = 3;\n',
  };
  const files = ['core/inner/walk.ts', 'core/run.ts', 'app/view.ts', 'app/other.ts'];
  const graph = makeUnitGraph(await graphOf(texts));
  const asked = { linesOf: () => 10, files, programs: new Map(), focus: { holds: () => true } };
  const { coChanges } = historyFacts(historyOf(files, 9), graph, asked);
  expect(coChanges.rows.map((row) => row.files.join(' + '))).toEqual([
    'app/other.ts + app/view.ts',
    'app/other.ts + core/inner/walk.ts',
    'app/other.ts + core/run.ts',
    'core/inner/walk.ts + core/run.ts',
  ]);
});

test('what a package of Python gives out by its __init__.py is joined with who imports it from there', async () => {
  const texts = {
    'acme/__init__.py': 'from .engine import Engine\n',
    'acme/engine.py': 'class Engine: ...\n',
    'run.py': 'from acme import Engine\n',
  };
  const files = ['acme/engine.py', 'run.py'];
  const graph = makeUnitGraph(await graphOf(texts));
  const asked = { linesOf: () => 10, files, programs: new Map(), focus: { holds: () => true } };
  expect(historyFacts(historyOf(files, 9), graph, asked).coChanges.rows).toEqual([]);
});
