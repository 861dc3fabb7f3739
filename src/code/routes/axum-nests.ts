import { belowBlock, bracketsOf, prefixesIn, type RouteBlock } from './route-blocks.ts';
import { type Code, codeMatches } from './route-code.ts';

const NEST = /\.nest(?:_service)?\((?:\s*"([^"\n]{0,300})"\s*,(?:\s*(\w+)\s*\))?)?/g;
const LET = /\blet\s+(?:mut\s+)?(\w+)\s*(?::[^=;\n]{1,80})?=(?!=)/g;

/** Routers of one file that are looked for by their names. */
const NAMED_MAX = 100;

/** A router that is nested by its name, and the statement that makes it. */
interface Named {
  readonly from: number;
  readonly to: number;
  readonly nestedAt: number;
  /** What stands before the nest in the nests around it, and before the statement. */
  readonly around: string;
  readonly before: string;
  readonly prefix: string;
}

/** Routers that are given to a `nest`, right there or by a name that is made and nested once. A slash alone is the path of the nest. Source: axum, `Router::nest`. */
export function nestsIn(code: Code): readonly RouteBlock[] {
  const nests = [...codeMatches(code, NEST)];
  if (nests.length === 0) return [];
  const closeOf = bracketsOf(code);
  const blocks = nests.map(({ index, 0: whole, 1: prefix = null }): RouteBlock => {
    return { from: index + whole.length, to: closeOf(index + whole.indexOf('(')), prefix };
  });
  const named: RouteBlock[] = [];
  // What a router takes in lies below where it is nested itself, which stands further down.
  for (const { from, to, nestedAt, around, before, prefix } of namedIn(code, { nests, blocks }, closeOf).toReversed()) {
    const outer = named.findLast((one) => one.from <= nestedAt && nestedAt < one.to)?.prefix ?? '';
    named.push({ from, to, prefix: before === '' ? belowBlock(`${outer}${around}`, prefix) : null, isWhole: true });
  }
  return [...blocks, ...named];
}

interface Nests {
  readonly nests: readonly RegExpExecArray[];
  readonly blocks: readonly RouteBlock[];
}

function namedIn(code: Code, { nests, blocks }: Nests, closeOf: (open: number) => number): readonly Named[] {
  const made = Map.groupBy(codeMatches(code, LET), ({ 1: name = '' }) => name);
  const given = Map.groupBy(nests, ({ 2: name = '' }) => name);
  const around = prefixesIn(
    blocks,
    nests.map(({ index }) => index),
  );
  return nests.slice(0, NAMED_MAX).flatMap(({ index: nestedAt, 1: prefix, 2: name = '' }, place): readonly Named[] => {
    const [maker, another] = made.get(name) ?? [];
    const isOnly = another === undefined && given.get(name)?.length === 1;
    if (maker === undefined || !isOnly || prefix === undefined) return [];
    const from = maker.index + maker[0].length;
    if (from > nestedAt || !isWithinBlock(code.mask.slice(from, nestedAt))) return [];
    const [before = ''] = prefixesIn(blocks, [from]);
    const to = statementEnd(code.mask, from, closeOf);
    return [{ from, to, nestedAt, around: around[place] ?? '', before, prefix }];
  });
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
