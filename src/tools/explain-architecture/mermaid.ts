import type { EdgeRow, Structure } from '../../code/index.ts';

/** What a picture holds before it says nothing any more. */
export const NODES_MAX = 24;
/** More arrows than these cross too often to be followed. */
export const EDGES_MAX = 40;

/** A flow chart and what of the whole it shows. */
export interface Diagram {
  readonly code: string;
  readonly nodes: { readonly shown: number; readonly total: number };
  readonly edges: { readonly shown: number; readonly total: number };
}

/** The edges with the most places as a Mermaid flow chart; those against the layers are dashed. Null without a graph. */
export function drawDiagram(facts: Structure, edgesMax: number): Diagram | null {
  const { scope } = facts;
  const isFile = scope !== null && scope.kind === 'file';
  const edges = isFile ? [...scope.usedBy.rows, ...scope.uses.rows] : (facts.edges?.rows ?? []);
  const total = isFile ? scope.usedBy.total + scope.uses.total : (facts.edges?.total ?? 0);
  const own = isFile ? [scope.path] : (facts.modules?.rows ?? []).map(({ module }) => module);
  if (own.length === 0) return null;
  const names = [...new Set([...own, ...edges.flatMap(({ from, to }) => [from, to])])];
  const shown = names.slice(0, NODES_MAX);
  const idOf = new Map(shown.map((name, index) => [name, `n${index}`]));
  const drawn = edges.filter(({ from, to }) => idOf.has(from) && idOf.has(to)).slice(0, edgesMax);
  const against = new Set((facts.violations?.rows ?? []).map(keyOf));
  const lines = [
    'flowchart TD',
    ...shown.map((name) => `  ${idOf.get(name)}["${escapeLabel(name)}"]`),
    ...drawn.map((edge) => edgeLine(edge, idOf, against.has(keyOf(edge)))),
  ];
  return {
    code: lines.join('\n'),
    nodes: { shown: shown.length, total: names.length },
    edges: { shown: drawn.length, total },
  };
}

function keyOf({ from, to }: EdgeRow): string {
  return `${from}\0${to}`;
}

/** Solid with the number of places; dashed for what goes upwards or is about types alone. */
function edgeLine(edge: EdgeRow, idOf: ReadonlyMap<string, string>, isAgainst: boolean): string {
  const label = edge.places === 0 ? 'types' : String(edge.places);
  const arrow = isAgainst || edge.places === 0 ? '-.->' : '-->';
  return `  ${idOf.get(edge.from)} ${arrow}|${label}| ${idOf.get(edge.to)}`;
}

/**
 * A name within quotes. Whatever could end the quotes, begin a directive or be taken for markup is written as its
 * number, as Mermaid asks: a file may be called anything.
 */
function escapeLabel(name: string): string {
  const short = name.length <= 80 ? name : `${name.slice(0, 79).replace(/[\ud800-\udbff]$/, '')}…`;
  return short.replace(/[^A-Za-z0-9 ._/@+()*…-]/gu, (sign) => `#${sign.codePointAt(0)};`);
}
