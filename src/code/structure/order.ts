/*
 * A linear order of modules with as little import weight as possible against it: users above, used ones below. The
 * minimum is hard to find (feedback arc set), so: a greedy start after Eades, Lin and Smyth (1993), improved by sifting,
 * which moves one module at a time to its best place until no move helps. What still goes against the order is made
 * minimal: an import that closes no cycle with the rest is never called a violation.
 */

/** A weighted arrow between two nodes, by their indexes; at most one for each ordered pair, none to itself. */
export interface WeightedArc {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
}

/** Nodes from the top (users) to the bottom (used), and the arcs against it. */
export interface ArcOrder {
  readonly order: readonly number[];
  readonly back: readonly WeightedArc[];
  readonly backWeight: number;
}

/** Sums of logarithms differ in their last bits by the order of adding. */
const EPSILON = 1e-9;

/** Rounds of sifting; each but the last lowers the weight, and some five are the rule. */
const ROUNDS_MAX = 50;

/**
 * Orders `nodes` nodes (0 to nodes - 1). The weight against the order is never above that of the order of the indexes,
 * nor above that of the greedy start. The same arcs give the same order.
 */
export function orderByArcs(nodes: number, arcs: readonly WeightedArc[]): ArcOrder {
  const weights = makeWeights(nodes, arcs);
  const indexes = Array.from({ length: nodes }, (_, node) => node);
  const sifted = [greedyOrder(nodes, arcs), indexes].map((start) => sift(weights, start));
  const [greedy = indexes, plain = indexes] = sifted;
  const isPlainBetter = backWeight(arcs, plain) < backWeight(arcs, greedy) - EPSILON;
  return makeMinimal(arcs, isPlainBetter ? plain : greedy);
}

/** Weight of the arcs that lead upwards in an order. */
export function backWeight(arcs: readonly WeightedArc[], order: readonly number[]): number {
  const place = placesOf(order);
  return arcs.reduce((sum, { from, to, weight }) => sum + (at(place, from) > at(place, to) ? weight : 0), 0);
}

/** Sources to the top, sinks to the bottom; where there is neither, the node with the most going out over coming in. */
export function greedyOrder(nodes: number, arcs: readonly WeightedArc[]): readonly number[] {
  const left = new Set(Array.from({ length: nodes }, (_, node) => node));
  const top: number[] = [];
  const bottom: number[] = [];
  while (left.size > 0) {
    const inner = arcs.filter(({ from, to }) => left.has(from) && left.has(to));
    const balance = new Map([...left].map((node) => [node, { into: 0, out: 0 }]));
    for (const { from, to, weight } of inner) {
      const [source, target] = [balance.get(from), balance.get(to)];
      if (source) source.out += weight;
      if (target) target.into += weight;
    }
    const rows = [...balance].map(([node, { into, out }]) => ({ node, into, out }));
    const sink = rows.find(({ out }) => out === 0);
    const source = rows.find(({ into }) => into === 0);
    const best = rows.reduce((a, b) => (b.out - b.into > a.out - a.into + EPSILON ? b : a));
    const taken = (sink ?? source ?? best).node;
    if (sink) bottom.unshift(taken);
    else top.push(taken);
    left.delete(taken);
  }
  return [...top, ...bottom];
}

/** Moves nodes to their best places, one by one, until a whole round gains nothing. Never makes an order worse. */
export function sift(weights: readonly Float64Array[], start: readonly number[]): readonly number[] {
  const order = [...start];
  for (let round = 0; round < ROUNDS_MAX; round++) {
    let hasGained = false;
    for (const node of [...start].sort((a, b) => a - b)) {
      const from = order.indexOf(node);
      const to = bestPlace(weights, order, from);
      if (to === from) continue;
      order.splice(from, 1);
      order.splice(to, 0, node);
      hasGained = true;
    }
    if (!hasGained) break;
  }
  return order;
}

/** The place at which the node costs least; its own where no other is cheaper. */
function bestPlace(weights: readonly Float64Array[], order: readonly number[], from: number): number {
  const node = at(order, from);
  let best = { place: from, cost: 0 };
  for (const step of [-1, 1]) {
    let cost = 0;
    for (let place = from + step; place >= 0 && place < order.length; place += step) {
      const other = at(order, place);
      const [out, into] = [weightOf(weights, node, other), weightOf(weights, other, node)];
      // Passing a node upwards puts its arrows to this one against the order, and this one's arrows to it in order.
      cost += step === -1 ? into - out : out - into;
      if (cost < best.cost - EPSILON) best = { place, cost };
    }
  }
  return best.place;
}

/** Takes back every violation that closes no cycle, the heaviest first, and orders anew by what is left. */
function makeMinimal(arcs: readonly WeightedArc[], order: readonly number[]): ArcOrder {
  const place = placesOf(order);
  const isForward = ({ from, to }: WeightedArc): boolean => at(place, from) < at(place, to);
  const below = new Map<number, number[]>(order.map((node) => [node, []]));
  for (const arc of arcs) if (isForward(arc)) below.get(arc.from)?.push(arc.to);
  const back: WeightedArc[] = [];
  const against = arcs.filter((arc) => !isForward(arc));
  against.sort((a, b) => b.weight - a.weight || a.from - b.from || a.to - b.to);
  for (const arc of against) {
    if (reaches(below, arc.to, arc.from)) back.push(arc);
    else below.get(arc.from)?.push(arc.to);
  }
  return { order: topological(order, below), back, backWeight: back.reduce((sum, { weight }) => sum + weight, 0) };
}

function reaches(below: ReadonlyMap<number, readonly number[]>, from: number, wanted: number): boolean {
  const seen = new Set([from]);
  const queue = [from];
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node === wanted) return true;
    for (const next of below.get(node) ?? []) {
      if (!seen.has(next)) queue.push(next);
      seen.add(next);
    }
  }
  return false;
}

/** Users before used ones; where both ways are open, as it was. */
function topological(order: readonly number[], below: ReadonlyMap<number, readonly number[]>): readonly number[] {
  const above = new Map<number, number>(order.map((node) => [node, 0]));
  for (const targets of below.values()) for (const to of targets) above.set(to, (above.get(to) ?? 0) + 1);
  const left = [...order];
  const sorted: number[] = [];
  while (left.length > 0) {
    const free = Math.max(
      0,
      left.findIndex((node) => above.get(node) === 0),
    );
    const [node = 0] = left.splice(free, 1);
    sorted.push(node);
    for (const to of below.get(node) ?? []) above.set(to, (above.get(to) ?? 0) - 1);
  }
  return sorted;
}

/** A row of weights for each node: what it sends to every other. */
export function makeWeights(nodes: number, arcs: readonly WeightedArc[]): readonly Float64Array[] {
  const weights = Array.from({ length: nodes }, () => new Float64Array(nodes));
  for (const { from, to, weight } of arcs) {
    const row = weights[from];
    if (row) row[to] = weight;
  }
  return weights;
}

function weightOf(weights: readonly Float64Array[], from: number, to: number): number {
  return weights[from]?.[to] ?? 0;
}

function placesOf(order: readonly number[]): readonly number[] {
  const places: number[] = [];
  for (const [place, node] of order.entries()) places[node] = place;
  return places;
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}
