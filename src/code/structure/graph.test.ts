import { expect, test } from 'vitest';
import type { ImportGraph, ImportKind } from '../imports/import-graph.ts';
import { findCycles, shortestPath } from './cycles.ts';
import { makeModuleGraph } from './module-graph.ts';
import { usedRows } from './module-rows.ts';
import { splitModules } from './modules.ts';
import { countByHop, reachedFrom } from './reach.ts';
import { scopeFacts } from './scope.ts';
import { makeUnitGraph } from './unit-graph.ts';

/** A graph by hand: `a.ts > b.ts` with an optional kind and number of places. */
function graphOf(paths: readonly string[], edges: readonly (readonly [string, string, ImportKind?, number?])[]) {
  const units = paths.map((path) => ({
    path,
    kind: 'file' as const,
    language: 'TypeScript',
    isTest: path.includes('.test.'),
    lines: 10,
    files: [path],
  }));
  const graph: ImportGraph = {
    units,
    edges: edges.map(([from, to, kind = 'import', count = 1], index) => ({
      from: paths.indexOf(from),
      to: paths.indexOf(to),
      file: from,
      line: index + 1,
      kind,
      count,
    })),
    externals: [],
    unresolved: [],
    outward: [],
    notRead: {},
    gaps: [],
  };
  return makeUnitGraph(graph);
}

function split(paths: readonly string[], modulesMax = 22) {
  const { units, ownUnits } = graphOf(paths, []);
  return splitModules({ units, chosen: ownUnits, modulesMax, weightOf: () => 1 });
}

const labels = (modules: readonly { readonly label: string }[]) => modules.map(({ label }) => label);

test('tests beside the code make no cycle, no edge between modules and no dependence of code', () => {
  const graph = graphOf(
    ['a/x.rs', 'b/y.rs'],
    [
      ['a/x.rs', 'b/y.rs'],
      ['b/y.rs', 'a/x.rs', 'test'],
    ],
  );
  expect(findCycles(graph)).toEqual([]);
  expect(makeModuleGraph(graph, split(['a/x.rs', 'b/y.rs'])).edges).toHaveLength(1);
  const facts = scopeFacts(graph, { kind: 'file', path: 'a/x.rs', symbol: null });
  expect([facts.usedBy.total, facts.tests.total]).toEqual([0, 1]);
});

test('what tests a folder may lie in it, which takes nothing from those outside', () => {
  const graph = graphOf(
    ['a/x.ts', 'a/y.ts', 'a/x.test.ts', 'a/help.test.ts', 'b/y.test.ts', 'b/z.ts'],
    [
      ['a/x.ts', 'a/y.ts'],
      ['a/x.test.ts', 'a/x.ts'],
      ['a/x.test.ts', 'a/help.test.ts'],
      ['a/y.ts', 'a/x.ts', 'test'],
      ['b/y.test.ts', 'a/help.test.ts'],
      ['b/z.ts', 'a/y.ts'],
    ],
  );
  const told = (path: string) => {
    const { uses, usedBy, tests, byHop } = scopeFacts(graph, { kind: 'folder', path, symbol: null });
    return {
      uses: uses.total,
      usedBy: usedBy.total,
      tests: tests.rows.map(({ from, to }) => `${from} > ${to}`),
      byHop,
    };
  };
  expect(told('a')).toEqual({
    uses: 0,
    usedBy: 1,
    tests: ['a/x.test.ts > a/x.ts', 'a/y.ts > a/x.ts', 'b/y.test.ts > a/help.test.ts'],
    byHop: [{ hop: 1, units: 1, tests: 2 }],
  });
});

test('a folder of tests alone uses what its tests import', () => {
  const graph = graphOf(
    ['a/x.ts', 'a/x.test.ts', 'test/y.test.ts'],
    [
      ['a/x.test.ts', 'test/y.test.ts'],
      ['test/y.test.ts', 'a/x.ts'],
    ],
  );
  const told = (path: string) => {
    const { uses, isOfCode } = scopeFacts(graph, { kind: 'folder', path, symbol: null });
    return { uses: uses.rows.map(({ to }) => to), isOfCode };
  };
  expect(told('test')).toEqual({ uses: ['a/x.ts'], isOfCode: false });
  expect(told('a')).toEqual({ uses: [], isOfCode: true });
});

test('folders become modules, a lonely folder is passed through', () => {
  const paths = ['src/main/a/x.ts', 'src/main/a/y.ts', 'src/main/b/x.ts', 'src/main/b/y.ts', 'src/main/top.ts'];
  const more = Array.from({ length: 6 }, (_, at) => `src/main/c${at}/x.ts`);
  expect(labels(split([...paths, ...more])).slice(0, 3)).toEqual(['src/main/a/', 'src/main/b/', 'src/main/c0/']);
});

test('where folders tell little the files are shown, examples stay closed', () => {
  const modules = split(['index.js', 'lib/a.js', 'lib/b.js', 'lib/c.js', 'examples/x/a.js', 'examples/y/a.js']);
  expect(labels(modules)).toEqual(['examples/', 'index.js', 'lib/a.js', 'lib/b.js', 'lib/c.js']);
});

test('of many folders those of one family are one module, and every unit is in one', () => {
  const plugins = Array.from({ length: 20 }, (_, at) => `packages/acme-plugin-p${at}/index.ts`);
  const others = Array.from({ length: 12 }, (_, at) => `packages/acme-x${at}/index.ts`);
  const core = Array.from({ length: 9 }, (_, at) => `packages/acme-core/f${at}.ts`);
  const modules = split([...core, ...plugins, ...others], 8);
  expect(labels(modules)).toContain('packages/acme-core/');
  expect(labels(modules).filter((label) => label.includes('*'))).toEqual(['packages/acme-plugin-* (15 other folders)']);
  expect(modules.flatMap(({ units }) => units).toSorted((a, b) => a - b)).toEqual(
    [...core, ...plugins, ...others].map((_, at) => at),
  );
});

test('most depended on is what many use, not what the most used one alone uses', () => {
  const users = Array.from({ length: 12 }, (_, at) => `src/u${at}.ts`);
  const graph = graphOf(
    ['shared/index.ts', 'shared/make.ts', 'src/core.ts', ...users],
    [
      ['shared/index.ts', 'shared/make.ts'],
      ...users.map((user) => [user, 'shared/index.ts'] as const),
      ...users.slice(0, 9).map((user) => [user, 'src/core.ts'] as const),
      ...users.slice(9).map((user) => [user, 'src/core.ts', 'type'] as const),
    ],
  );
  expect(usedRows(graph).map(({ path, users: count, typeUsers }) => [path, count, typeUsers])).toEqual([
    ['shared/index.ts', 12, 0],
    ['src/core.ts', 9, 3],
    ['shared/make.ts', 1, 0],
  ]);
});

test('what lies in one folder is named by that folder', () => {
  expect(labels(split(['src/core/a.ts']))).toEqual(['src/core/a.ts']);
  expect(labels(split(['src/core/x/a.ts', 'src/core/y/b.ts'], 1))).toEqual(['src/core/']);
  expect(labels(split(['src/a.ts', 'lib/b.ts'], 1))).toEqual(['./']);
});

test('every unit is in exactly one module, and there are never more than asked for', () => {
  const paths = Array.from({ length: 300 }, (_, at) => `p${at % 60}/q${at % 7}/f${at}.ts`);
  for (const max of [1, 2, 6, 22]) {
    const modules = split(paths, max);
    expect(modules.length).toBeLessThanOrEqual(max);
    const units = modules.flatMap((module) => module.units);
    expect(units.toSorted((a, b) => a - b)).toEqual([...paths.keys()]);
  }
  expect(labels(split(paths)).some((label) => /^\.\/\(\d+ other folders: p\d+, p\d+, …\)$/.test(label))).toBe(true);
});

test('what is shown as one says what it holds, all of a few and the first of many', () => {
  const paths = Array.from({ length: 8 }, (_, at) => [`src/p${at}/a.ts`, `src/p${at}/b.ts`]).flat();
  expect(labels(split(paths, 6))).toContain('src/(3 other folders: p5, p6, p7)');
  expect(labels(split(paths, 5))).toContain('src/(4 other folders: p4, p5, …)');
});

test('layers put users above used, and only what closes a cycle is a violation', () => {
  const paths = ['app/a.ts', 'core/a.ts', 'util/a.ts', 'types/a.ts', 'apart/a.ts'];
  const graph = graphOf(paths, [
    ['app/a.ts', 'core/a.ts'],
    ['core/a.ts', 'util/a.ts', 'import', 5],
    ['util/a.ts', 'core/a.ts', 'import', 1],
    ['util/a.ts', 'app/a.ts', 'type'],
    ['app/a.ts', 'types/a.ts', 'type'],
  ]);
  const modules = paths.map((path, unit) => ({ label: path, units: [unit] }));
  const { layers, apart, byTypes, violations, edges } = makeModuleGraph(graph, modules);
  expect(layers).toEqual([[0], [1], [2]]);
  expect(apart).toEqual([4]);
  expect(byTypes).toMatchObject([{ module: 3, uses: 0, usedBy: 1, file: 'app/a.ts' }]);
  expect(violations).toMatchObject([{ from: 2, to: 1, places: 1, file: 'util/a.ts', line: 3 }]);
  // Types are shown, and count for nothing.
  expect(edges.find(({ from, to }) => from === 2 && to === 0)).toMatchObject({ places: 0, typePlaces: 1 });
});

test('a cycle is told with its cheapest cut; tests, types and declarations make none', () => {
  const graph = graphOf(
    ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.test.ts'],
    [
      ['a.ts', 'b.ts', 'import', 3],
      ['b.ts', 'c.ts', 'import', 1],
      ['c.ts', 'a.ts', 'import', 2],
      ['c.ts', 'd.ts', 'type'],
      ['d.ts', 'c.ts'],
      ['a.ts', 'e.test.ts'],
      ['e.test.ts', 'a.ts'],
    ],
  );
  const cycles = findCycles(graph);
  expect(cycles).toHaveLength(1);
  expect(cycles[0]).toMatchObject({ units: [0, 1, 2], leftAfterCut: 0, isCutExact: true, cut: { from: 1, to: 2 } });
  expect(cycles[0]?.round.map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [2, 0],
    [0, 1],
  ]);
});

test('a cycle that only imports in functions close is told apart from one of files being loaded', () => {
  const paths = ['a.py', 'b.py', 'c.py', 'd.py'];
  const chain = [
    ['a.py', 'b.py'],
    ['b.py', 'c.py'],
    ['c.py', 'd.py'],
  ] as const;
  const left = (back: readonly (readonly [string, string, ImportKind?])[]) =>
    findCycles(graphOf(paths, [...chain, ...back])).map(({ withoutDeferred }) => withoutDeferred);
  expect(left([['d.py', 'a.py']])).toEqual([null]);
  expect(left([['d.py', 'a.py', 'deferred']])).toEqual([[]]);
  expect(
    left([
      ['d.py', 'a.py', 'deferred'],
      ['c.py', 'b.py'],
    ]),
  ).toEqual([[1, 2]]);
});

test('where no single cut ends a cycle, what is left is said', () => {
  const graph = graphOf(
    ['a.ts', 'b.ts', 'c.ts'],
    [
      ['a.ts', 'b.ts'],
      ['b.ts', 'a.ts'],
      ['b.ts', 'c.ts'],
      ['c.ts', 'b.ts'],
    ],
  );
  expect(findCycles(graph)).toMatchObject([{ units: [0, 1, 2], leftAfterCut: 2 }]);
});

/** Rings of files, each with chords so that no one cut ends it. */
function rings(count: number, size: number) {
  const paths = Array.from({ length: count * size }, (_, at) => `r${Math.floor(at / size)}/f${at % size}.ts`);
  const edges = paths.flatMap((path, at) => {
    const ring = at - (at % size);
    const to = (step: number): string => paths[ring + ((at + step - ring) % size)] ?? '';
    return [[path, to(1)] as const, [path, to(3)] as const];
  });
  return graphOf(paths, edges);
}

test('many large cycles share one amount of work: behind it only the cheapest edge of each is tried', () => {
  const isExact = (graph: ReturnType<typeof rings>) => findCycles(graph).map(({ isCutExact }) => isCutExact);
  expect(isExact(rings(6, 700))).toEqual([true, true, true, false, false, false]);
  // A huge one leaves enough for small ones.
  const both = rings(1, 1_500);
  const small = rings(1, 5);
  const moved = small.own.map((edge) => ({ ...edge, from: edge.from + 1_500, to: edge.to + 1_500 }));
  const graph = { ...both, units: [...both.units, ...small.units], own: [...both.own, ...moved] };
  expect(isExact(graph)).toEqual([false, true]);
});

test('when the time is over, a cut is the cheapest edge and is not called the best', () => {
  const graph = rings(2, 20);
  expect(findCycles(graph, () => false)).toMatchObject([
    { isCutExact: false, cut: { from: 0, to: 1 } },
    { isCutExact: false, cut: { from: 20, to: 21 } },
  ]);
});

test('what depends on a change is counted by hops, each unit once, tests apart', () => {
  const graph = graphOf(
    ['a.ts', 'b.ts', 'c.ts', 'c.test.ts'],
    [
      ['b.ts', 'a.ts'],
      ['c.ts', 'b.ts'],
      ['c.ts', 'a.ts', 'declares'],
      ['c.test.ts', 'c.ts'],
      ['a.ts', 'c.ts'],
    ],
  );
  expect(countByHop(graph, reachedFrom(graph, [0]))).toEqual([
    { hop: 1, units: 1, tests: 0 },
    { hop: 2, units: 1, tests: 0 },
    { hop: 3, units: 0, tests: 1 },
  ]);
});

test('a way leads along imports, in their direction only', () => {
  const { own } = graphOf(
    ['a.ts', 'b.ts', 'c.ts'],
    [
      ['a.ts', 'b.ts'],
      ['b.ts', 'c.ts'],
    ],
  );
  expect(shortestPath(own, 0, 2)?.map(({ line }) => line)).toEqual([1, 2]);
  expect(shortestPath(own, 2, 0)).toBeNull();
  expect(shortestPath(own, 1, 1)).toEqual([]);
});

test('what is imported and is no code counts to no code files of a folder', () => {
  const { units } = graphOf(['a/x.ts'], []);
  const asset = { path: 'a/package.json', kind: 'asset', language: 'JSON', isTest: false, lines: 0 } as const;
  const graph = makeUnitGraph({
    units: [...units, { ...asset, files: [asset.path] }],
    edges: [{ from: 0, to: 1, file: 'a/x.ts', line: 1, kind: 'import', count: 1 }],
    externals: [],
    unresolved: [],
    outward: [],
    notRead: {},
    gaps: [],
  });
  expect(scopeFacts(graph, { kind: 'folder', path: 'a', symbol: null })).toMatchObject({ files: 1, lines: 10 });
});
