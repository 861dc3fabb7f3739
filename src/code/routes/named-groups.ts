import { belowBlock } from './route-blocks.ts';

/** A name that holds a router, from a place on to the end of its block. */
export interface NamedRouter {
  readonly at: number;
  readonly name: string;
  /** What it is a group of; null for one that is made or given. */
  readonly of: string | null;
  /** What it puts before paths behind what that does; null where it is no literal. */
  readonly prefix: string | null;
  /** A `parameter` holds in the block that begins behind it; `again` is given to a name that has a value. */
  readonly kind: 'new' | 'parameter' | 'again';
}

/** Where a path is registered on a name. */
export interface NameUse {
  readonly at: number;
  readonly name: string;
}

/** A router in a block; its prefix is forgotten when the name is given another. */
interface Live {
  readonly name: string;
  prefix: string;
}

const SIGNS = /[{}]/g;

/**
 * What stands for certain before each use in a language of braces: the prefix of the router that the name holds at that place,
 * null where it holds none of these. Both come in the order of their places; one pass, however deep blocks are.
 */
export function prefixesAt(
  mask: string,
  routers: readonly NamedRouter[],
  uses: readonly NameUse[],
): readonly (string | null)[] {
  const blocks = makeBlocks();
  const found: (string | null)[] = [];
  let router = 0;
  const upTo = (end: number): void => {
    for (;;) {
      const next = routers[router];
      const use = uses[found.length];
      if (next !== undefined && next.at < end && next.at <= (use?.at ?? end)) {
        blocks.declare(next);
        router += 1;
      } else if (use !== undefined && use.at < end) found.push(blocks.prefixOf(use.name));
      else return;
    }
  };
  for (const { 0: sign, index } of mask.matchAll(SIGNS)) {
    upTo(index);
    if (sign === '{') blocks.open();
    else blocks.close();
  }
  upTo(mask.length + 1);
  return found;
}

function makeBlocks() {
  const live = new Map<string, Live[]>();
  const open: Live[][] = [[]];
  let waiting: Live[] = [];
  const holdIn = (block: Live[], one: Live): void => {
    block.push(one);
    const known = live.get(one.name);
    if (known === undefined) live.set(one.name, [one]);
    else known.push(one);
  };
  const prefixOf = (name: string): string | null => live.get(name)?.at(-1)?.prefix ?? null;
  return {
    prefixOf,
    declare({ name, of, prefix, kind }: NamedRouter): void {
      const around = of === null ? null : prefixOf(of);
      const one = { name, prefix: prefix === null ? '' : joined(around ?? '', prefix) };
      const last = live.get(name)?.at(-1);
      if (kind === 'parameter') waiting.push(one);
      // Which of the two it holds further on may hang on a condition.
      else if (kind === 'again' && last !== undefined) last.prefix = '';
      else holdIn(open.at(-1) ?? [], kind === 'again' ? { name, prefix: '' } : one);
    },
    open(): void {
      open.push([]);
      for (const one of waiting) holdIn(open.at(-1) ?? [], one);
      waiting = [];
    },
    close(): void {
      if (open.length === 1) return;
      for (const { name } of open.pop() ?? []) live.get(name)?.pop();
    },
  };
}

function joined(around: string, prefix: string): string {
  return prefix === '' || prefix === '/' ? around : belowBlock(around, prefix);
}
