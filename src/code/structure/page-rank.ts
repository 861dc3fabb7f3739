import type { Adjacency } from './components.ts';

/** Share of importance that is passed on; the usual value. */
const DAMPING = 0.85;
/** Rounds; the order of the first hundred does not change any more after some thirty. */
const ROUNDS = 40;

/**
 * How much the nodes are depended on, counting dependents that are themselves depended on for more (PageRank). The
 * values add up to about 1 and are good for ranking only.
 */
export function pageRank(below: Adjacency): readonly number[] {
  const nodes = below.length;
  let ranks = new Float64Array(nodes).fill(1 / Math.max(1, nodes));
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(nodes);
    // What depends on nothing gives its share to all, or it would be lost.
    let loose = 0;
    for (const [node, targets] of below.entries()) {
      const rank = ranks[node] ?? 0;
      if (targets.length === 0) loose += rank;
      for (const target of targets) next[target] = (next[target] ?? 0) + rank / targets.length;
    }
    const base = (1 - DAMPING + DAMPING * loose) / Math.max(1, nodes);
    ranks = next.map((rank) => base + DAMPING * rank);
  }
  return [...ranks];
}
