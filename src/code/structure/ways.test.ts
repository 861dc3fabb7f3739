import { expect, test } from 'vitest';
import type { ImportKind } from '../imports/import-graph.ts';
import { makeUnitGraph } from './unit-graph.ts';
import { waysBetween } from './ways.ts';

/** Ways between two files, each step with how it uses the next file. */
function ways(edges: readonly (readonly [string, string, ImportKind?])[], [from, to]: readonly [string, string]) {
  const paths = [...new Set([...edges.map(([user]) => user), ...edges.map(([, used]) => used)])].sort();
  const graph = makeUnitGraph({
    units: paths.map((path) => ({
      path,
      kind: 'file',
      language: 'TypeScript',
      isTest: path.includes('.test.'),
      lines: 1,
      files: [path],
    })),
    edges: edges.map(([user, used, kind = 'import'], index) => ({
      from: paths.indexOf(user),
      to: paths.indexOf(used),
      file: user,
      line: index + 1,
      kind,
      count: 1,
    })),
    externals: [],
    unresolved: [],
    outward: [],
    notRead: {},
    gaps: [],
  });
  return waysBetween(graph, [from, to]).map((way) =>
    [way.from, ...way.steps.map(({ to: unit, use }) => `${use} ${paths[unit]}`)].join(' -> '),
  );
}

test('what runs leads from one file to another before a shorter way of types alone does', () => {
  const edges = [
    ['page.ts', 'index.ts', 'type'],
    ['index.ts', 'server.ts'],
    ['page.ts', 'start.ts'],
    ['start.ts', 'server.ts'],
    ['start.ts', 'low.ts'],
    ['low.ts', 'server.ts'],
  ] as const;
  expect(ways(edges, ['page.ts', 'server.ts'])).toEqual(['page.ts -> value start.ts -> value server.ts']);
  expect(ways(edges.slice(0, 2), ['page.ts', 'server.ts'])).toEqual(['page.ts -> type index.ts -> value server.ts']);
});

test('what uses both files at run time tells more than a type that the one takes of the other', () => {
  const edges = [
    ['page.ts', 'server.ts', 'type'],
    ['server.ts', 'page.ts', 'type'],
    ['main.ts', 'page.ts'],
    ['main.ts', 'server.ts'],
  ] as const;
  expect(ways(edges, ['page.ts', 'server.ts'])).toEqual(['main.ts -> value page.ts', 'main.ts -> value server.ts']);
});

test('what only tests use is no way, and a mere declaration is one where nothing else leads there', () => {
  expect(ways([['a.rs', 'b.rs', 'test']], ['a.rs', 'b.rs'])).toEqual(['a.rs']);
  expect(ways([['a.rs', 'b.rs', 'declares']], ['a.rs', 'b.rs'])).toEqual(['a.rs -> declares b.rs']);
});

test('a way begins at the package of a file of Go, which imports what another file of it names', () => {
  const unit = (path: string, ...files: readonly string[]) =>
    ({ path, kind: 'package', language: 'Go', isTest: false, lines: 1, files }) as const;
  const graph = makeUnitGraph({
    units: [unit('server', 'server/serve.go', 'server/v3.go'), unit('txn', 'txn/txn.go')],
    edges: [{ from: 0, to: 1, file: 'server/v3.go', line: 3, kind: 'import', count: 1 }],
    externals: [],
    unresolved: [],
    outward: [],
    notRead: {},
    gaps: [],
  });
  expect(waysBetween(graph, ['server/serve.go', 'txn/txn.go'])).toMatchObject([{ from: 'server/', to: 'txn/' }]);
});
