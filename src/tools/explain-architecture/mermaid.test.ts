import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Structure } from '../../code/questions/structure.types.ts';
import type { EdgeRow } from '../../code/questions/structure-rows.types.ts';
import { drawDiagram, EDGES_MAX, NODES_MAX } from './mermaid.ts';

const edge = (from: string, to: string, places = 1): EdgeRow => ({
  from,
  to,
  places,
  typePlaces: places === 0 ? 1 : 0,
  file: from,
  line: 1,
  known: 'import',
});

/** The part of the facts that a picture is drawn from. */
function factsOf(names: readonly string[], edges: readonly EdgeRow[], violations: readonly EdgeRow[] = []): Structure {
  const facts = {
    scope: null,
    modules: { total: names.length, rows: names.map((module) => ({ module })) },
    edges: { total: edges.length, rows: edges },
    violations: { total: violations.length, rows: violations },
  };
  // Nothing else of the facts is looked at.
  return facts as unknown as Structure;
}

test('whatever a file is called, its name stays within its quotes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 40 }), (names) => {
      const [first = '', last = ''] = [names[0], names.at(-1)];
      const diagram = drawDiagram(factsOf(names, [edge(first, last)]), EDGES_MAX);
      const [head, ...lines] = diagram?.code.split('\n') ?? [];
      expect(head).toBe('flowchart TD');
      for (const line of lines) {
        expect(line).toMatch(/^ {2}n\d+(?:\["[A-Za-z0-9 ._/@+()*…#;-]*"\]| -->\|1\| n\d+)$/);
      }
      expect(diagram?.nodes.shown).toBeLessThanOrEqual(NODES_MAX);
    }),
  );
});

test('edges against the layers and of types alone are dashed, and what is left out is counted', () => {
  const edges = [edge('a', 'b', 9), edge('b', 'a', 2), edge('a', 'c', 0)];
  const diagram = drawDiagram(factsOf(['a', 'b', 'c'], edges, [edge('b', 'a', 2)]), 40);
  expect(diagram?.code).toBe(
    'flowchart TD\n  n0["a"]\n  n1["b"]\n  n2["c"]\n  n0 -->|9| n1\n  n1 -.->|2| n0\n  n0 -.->|types| n2',
  );
  expect(drawDiagram(factsOf(['a', 'b', 'c'], edges), 1)?.edges).toEqual({ shown: 1, total: 3 });
  expect(drawDiagram(factsOf([], []), 40)).toBeNull();
});
