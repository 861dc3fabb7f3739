import { expect, test } from 'vitest';
import { graphOf } from '../../../test/support/imports.ts';
import { strayRows } from './communities.ts';
import { splitModules } from './modules.ts';
import { makeUnitGraph } from './unit-graph.ts';

const using = (...targets: readonly string[]): string => targets.map((target) => `import '${target}';\n`).join('');

/** Two folders that hold together, with `stray` and what all use in the first. */
const FILES = {
  'a/one.ts': using('./two', './three', './shared'),
  'a/two.ts': using('./three', './one'),
  'a/three.ts': using('./one', './shared'),
  'a/stray.ts': using('../b/one', '../b/two', '../b/three'),
  'a/shared.ts': '',
  'b/one.ts': using('./two', './three', '../a/shared'),
  'b/two.ts': using('./three', './one', '../a/shared'),
  'b/three.ts': using('./one', '../a/stray'),
};

async function straysOf(files: Readonly<Record<string, string>>, modulesMax = 2) {
  const graph = makeUnitGraph(await graphOf(files));
  const modules = splitModules({ units: graph.units, chosen: graph.ownUnits, modulesMax, weightOf: () => 1 });
  return strayRows(graph, modules);
}

test('a file that belongs with another folder by its dependencies is told, what all use is not', async () => {
  expect(await straysOf(FILES)).toEqual([
    {
      path: 'a/stray.ts',
      folder: 'a/',
      joinedWith: 'b/',
      own: 0,
      there: 4,
      all: 4,
      file: 'a/stray.ts',
      line: 1,
      known: 'import',
    },
  ]);
});

test('folders that dependencies agree with have nothing told', async () => {
  const { 'a/stray.ts': _, ...agreeing } = FILES;
  expect(await straysOf({ ...agreeing, 'b/three.ts': using('./one') })).toEqual([]);
});

test('dependencies with files that are in no folder shown count among all of them', async () => {
  const { 'a/stray.ts': stray, ...others } = FILES;
  const loose = { 'one.ts': '', 'two.ts': '', 'three.ts': '' };
  const more = (count: number): string => using('../one', '../two', '../three').split('\n').slice(0, count).join('\n');
  const [row] = await straysOf({ ...others, ...loose, 'a/stray.ts': `${stray}${more(2)}` }, 3);
  expect(row).toMatchObject({ path: 'a/stray.ts', there: 4, own: 0, all: 6 });
  // Four of seven are less than two thirds.
  expect(await straysOf({ ...others, ...loose, 'a/stray.ts': `${stray}${more(3)}` }, 3)).toEqual([]);
});

test('what a package gives out, and what examples and benchmarks use, is told of nobody', async () => {
  const { 'a/stray.ts': stray, ...others } = FILES;
  const renamed = { ...others, 'a/index.ts': stray, 'b/three.ts': using('./one', '../a/index') };
  expect(await straysOf(renamed)).toEqual([]);
  const packaged = {
    ...others,
    'package.json': '{"workspaces":["a"]}',
    'a/package.json': '{"name":"lib","exports":{"./stray":"./dist/stray.js"}}',
    'a/stray.ts': '',
    ...Object.fromEntries(['b/one', 'b/two', 'b/three'].map((path) => [`${path}.ts`, using('lib/stray')])),
  };
  expect(await straysOf(packaged)).toEqual([]);
  const headers = {
    ...others,
    'a/include/api.ts': stray?.replaceAll('../b', '../../b') ?? '',
    'b/three.ts': using('./one'),
  };
  expect(await straysOf(headers)).toEqual([]);
  const users = [1, 2, 3, 4].map((n) => [`benchmark/u${n}.ts`, using('../a/tool')]);
  const shown = {
    'a/one.ts': using('./two'),
    'a/two.ts': using('./one'),
    'a/tool.ts': '',
    ...Object.fromEntries(users),
  };
  expect(await straysOf(shown)).toEqual([]);
});
