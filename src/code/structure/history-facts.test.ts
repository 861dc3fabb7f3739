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
