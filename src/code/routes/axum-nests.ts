import { bracketsOf, prefixesIn, type RouteBlock } from './route-blocks.ts';
import { type Code, codeMatches } from './route-code.ts';

const NEST = /\.nest\(\s*(?:"([^"\n]{0,300})"|[^"(),\n]{1,200})\s*,(?:\s*(\w+)\s*\))?/g;
const LET = /\blet\s+(?:mut\s+)?(\w+)\s*(?::[^=;\n]{1,80})?=(?!=)/g;

/** Routers of one file that are looked for by their names. */
const NAMED_MAX = 100;

/** Routers that are given to a `nest`, right there or by a name that is made and nested once. A slash alone is the path of the nest. Source: axum, `Router::nest`. */
export function nestsIn(code: Code): readonly RouteBlock[] {
  const nests = [...codeMatches(code, NEST)];
  if (nests.length === 0) return [];
  const closeOf = bracketsOf(code);
  const blocks = nests.map(({ index, 0: whole, 1: prefix = null }): RouteBlock => {
    const from = index + whole.length;
    return { from, to: closeOf(index + '.nest'.length), prefix };
  });
  const around = prefixesIn(
    blocks,
    nests.map(({ index }) => index),
  );
  const made = Map.groupBy(codeMatches(code, LET), ({ 1: name = '' }) => name);
  const given = Map.groupBy(nests, ({ 2: name = '' }) => name);
  const named = nests
    .slice(0, NAMED_MAX)
    .flatMap(({ index, 1: prefix, 2: name = '' }, place): readonly RouteBlock[] => {
      const [maker, another] = made.get(name) ?? [];
      const isOnly = another === undefined && given.get(name)?.length === 1;
      if (maker === undefined || !isOnly || prefix === undefined) return [];
      const from = maker.index + maker[0].length;
      if (from > index || !isWithinBlock(code.mask.slice(from, index))) return [];
      return [{ from, to: statementEnd(code.mask, from, closeOf), prefix: `${around[place] ?? ''}${prefix}` }];
    });
  return [...blocks, ...named];
}

/** Whether the block that a stretch begins in goes on to its end. */
function isWithinBlock(between: string): boolean {
  let depth = 0;
  return [...between.matchAll(/[{}]/g)].every(([brace]) => {
    depth += brace === '{' ? 1 : -1;
    return depth >= 0;
  });
}

/** Where a statement ends: at the next semicolon that stands in no bracket. */
function statementEnd(mask: string, from: number, closeOf: (open: number) => number): number {
  for (let at = from; at < mask.length; at += 1) {
    const sign = mask.charAt(at);
    if (sign === ';' || sign === '}') return at;
    if (sign === '(' || sign === '{' || sign === '[') at = Math.max(at, closeOf(at));
  }
  return mask.length;
}
