import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backWeight, greedyOrder, makeWeights, orderByArcs, sift, type WeightedArc } from './order.ts';

const graphs = fc.integer({ min: 1, max: 14 }).chain((nodes) =>
  fc
    .uniqueArray(
      fc.record({
        from: fc.nat(nodes - 1),
        to: fc.nat(nodes - 1),
        weight: fc.integer({ min: 1, max: 9 }),
      }),
      { selector: ({ from, to }) => `${from} ${to}`, maxLength: 60 },
    )
    .map((arcs) => ({ nodes, arcs: arcs.filter(({ from, to }) => from !== to) })),
);

const isSorted = (order: readonly number[], arcs: readonly WeightedArc[]): boolean => backWeight(arcs, order) === 0;

test('the order never has more against it than the order of the names', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arcs }) => {
      const plain = Array.from({ length: nodes }, (_, node) => node);
      expect(orderByArcs(nodes, arcs).backWeight).toBeLessThanOrEqual(backWeight(arcs, plain) + 1e-9);
    }),
  );
});

test('sifting never makes an order worse, and holds every node once', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arcs }) => {
      const start = greedyOrder(nodes, arcs);
      const sifted = sift(makeWeights(nodes, arcs), start);
      expect(backWeight(arcs, sifted)).toBeLessThanOrEqual(backWeight(arcs, start) + 1e-9);
      expect([...sifted].sort((a, b) => a - b)).toEqual(Array.from({ length: nodes }, (_, node) => node));
    }),
  );
});

test('what is called a violation closes a cycle, and nothing else goes against the order', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arcs }) => {
      const { order, back } = orderByArcs(nodes, arcs);
      const forward = arcs.filter((arc) => !back.includes(arc));
      expect(isSorted(order, forward)).toBe(true);
      // Turned round, each violation would need another one in its place.
      for (const arc of back) expect(orderByArcs(nodes, [...forward, arc]).back.length).toBeGreaterThan(0);
    }),
  );
});

test('a graph without cycles has no violation', () => {
  fc.assert(
    fc.property(graphs, ({ nodes, arcs }) => {
      const acyclic = arcs.filter(({ from, to }) => from < to);
      expect(orderByArcs(nodes, acyclic).back).toEqual([]);
    }),
  );
});

test('the heavier direction of a pair is the one that the layers follow', () => {
  const arcs = [
    { from: 0, to: 1, weight: 1 },
    { from: 1, to: 0, weight: 5 },
  ];
  expect(orderByArcs(2, arcs)).toEqual({ order: [1, 0], back: [arcs[0]], backWeight: 1 });
});
