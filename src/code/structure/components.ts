/** Neighbours of each node, by index. */
export type Adjacency = readonly (readonly number[])[];

/** What the walk knows of a node. */
interface Visit {
  readonly node: number;
  next: number;
}

/**
 * Strongly connected components: nodes that reach each other (Tarjan 1972), without recursion, since a chain of
 * imports may be longer than a stack. Members and components come in the order of their smallest index.
 */
export function findComponents(below: Adjacency): readonly (readonly number[])[] {
  const index = new Int32Array(below.length).fill(-1);
  const low = new Int32Array(below.length);
  const isOpen = new Uint8Array(below.length);
  const open: number[] = [];
  const components: number[][] = [];
  let counter = 0;

  const enter = (node: number): Visit => {
    index[node] = low[node] = counter++;
    open.push(node);
    isOpen[node] = 1;
    return { node, next: 0 };
  };
  const close = (node: number): void => {
    if (low[node] !== index[node]) return;
    const members: number[] = [];
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      isOpen[member] = 0;
      members.push(member);
      if (member === node) break;
    }
    components.push(members.sort((a, b) => a - b));
  };
  const lower = (node: number, to: number): void => {
    low[node] = Math.min(low[node] ?? 0, to);
  };
  const leave = (trail: Visit[], node: number): void => {
    close(node);
    trail.pop();
    const parent = trail.at(-1);
    if (parent) lower(parent.node, low[node] ?? 0);
  };
  const walk = (root: number): void => {
    const trail = [enter(root)];
    for (let visit = trail.at(-1); visit !== undefined; visit = trail.at(-1)) {
      const target = below[visit.node]?.[visit.next++];
      if (target === undefined) leave(trail, visit.node);
      else if (index[target] === -1) trail.push(enter(target));
      else if (isOpen[target] === 1) lower(visit.node, index[target] ?? 0);
    }
  };

  for (const node of below.keys()) if (index[node] === -1) walk(node);
  return components.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
}
