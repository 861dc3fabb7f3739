/** Weighted edges between numbered nodes, each pair of nodes once: one row for each edge in all columns. */
export interface WeightedEdges {
  readonly nodes: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** What part of its importance a node passes on by the edge; what is left of 1 it passes to nobody. */
  readonly share: Float64Array;
}

/** Share of importance that is passed on; the usual value. */
const DAMPING = 0.85;
/** Rounds; the order of the first hundred does not change any more after some thirty. */
const ROUNDS = 30;

/**
 * PageRank with weights and a start of its own for each node (personalised). The values add up to the sum of `starts`,
 * 1 by custom, and are good for ranking only. Edges are summed in their order, so that equal input gives equal bits.
 */
export function rankNodes({ nodes, from, to, share }: WeightedEdges, starts: Float64Array): Float64Array {
  let ranks = Float64Array.from(starts);
  for (let round = 0; round < ROUNDS; round++) {
    const next = new Float64Array(nodes);
    let passed = 0;
    for (let edge = 0; edge < from.length; edge++) {
      const target = to[edge] ?? 0;
      const part = (ranks[from[edge] ?? 0] ?? 0) * (share[edge] ?? 0);
      next[target] = (next[target] ?? 0) + part;
      passed += part;
    }
    // What nobody was given goes back to the starts, or it would be lost.
    const base = 1 - DAMPING * passed;
    ranks = next.map((rank, node) => base * (starts[node] ?? 0) + DAMPING * rank);
  }
  return ranks;
}
