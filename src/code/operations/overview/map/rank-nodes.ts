/** Weighted edges between numbered nodes. */
export interface WeightedEdges {
  readonly nodes: number;
  readonly list: readonly { readonly from: number; readonly to: number; readonly weight: number }[];
  /** For each node the sum of its weights and of what it passes to nobody; never 0 where an edge leaves. */
  readonly out: Float64Array;
}

/** Share of importance that is passed on; the usual value. */
const DAMPING = 0.85;
/** Rounds; the order of the first hundred does not change any more after some thirty. */
const ROUNDS = 30;

/**
 * PageRank with weights and a start of its own for each node (personalised). The values add up to the sum of `starts`,
 * 1 by custom, and are good for ranking only. Edges are summed in their order, so that equal input gives equal bits.
 */
export function rankNodes({ nodes, list, out }: WeightedEdges, starts: Float64Array): Float64Array {
  const { from, to, share } = compact(list, out);
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

/** One edge between two nodes, whatever number of names it has: a fifth of the work of a round. */
function compact(list: WeightedEdges['list'], out: Float64Array) {
  const sums = new Map<number, number>();
  const { length: nodes } = out;
  for (const { from, to, weight } of list) {
    const key = from * nodes + to;
    sums.set(key, (sums.get(key) ?? 0) + weight / (out[from] ?? 1));
  }
  const from = new Uint32Array(sums.size);
  const to = new Uint32Array(sums.size);
  const share = new Float64Array(sums.size);
  let edge = 0;
  for (const [key, sum] of sums) {
    from[edge] = Math.floor(key / nodes);
    to[edge] = key % nodes;
    share[edge] = sum;
    edge += 1;
  }
  return { from, to, share };
}
