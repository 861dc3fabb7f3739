import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findComponents } from './components.ts';
import { pageRank } from './page-rank.ts';

const graphs = fc
  .integer({ min: 1, max: 12 })
  .chain((nodes) => fc.array(fc.array(fc.nat(nodes - 1), { maxLength: 4 }), { minLength: nodes, maxLength: nodes }));

/** Whether one node leads to another, by trying all ways. */
function leads(below: readonly (readonly number[])[], from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const node of seen) for (const next of below[node] ?? []) seen.add(next);
  return seen.has(to);
}

test('two nodes are in one component exactly when each leads to the other', () => {
  fc.assert(
    fc.property(graphs, (below) => {
      const components = findComponents(below);
      const of = new Map(components.flatMap((members, index) => members.map((node) => [node, index] as const)));
      expect(of.size).toBe(below.length);
      for (const a of below.keys()) {
        for (const b of below.keys()) {
          expect(of.get(a) === of.get(b)).toBe(leads(below, a, b) && leads(below, b, a));
        }
      }
    }),
  );
});

test('a chain of a hundred thousand imports overflows no stack', () => {
  const below = Array.from({ length: 100_000 }, (_, node) => [(node + 1) % 100_000]);
  expect(findComponents(below)).toHaveLength(1);
});

test('ranks add up to one, and what more depend on ranks higher', () => {
  fc.assert(
    fc.property(graphs, (below) => {
      expect(pageRank(below).reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1);
    }),
  );
  const [, shared = 0, rare = 1] = pageRank([[1, 2], [], [], [1], [1]]);
  expect(shared).toBeGreaterThan(rare);
});
