import { languageOf } from '../lex/languages.ts';
import { rulesOf } from '../lex/rules-of.ts';
import { structureOf } from '../lex/structure.ts';
import { type Code, joinPaths } from './route-code.ts';

/** A stretch of a file whose paths lie below one: the body of a group, or what is given to one. */
export interface RouteBlock {
  readonly from: number;
  readonly to: number;
  /** Null where it is no literal: what stands around the block then is no beginning of a path in it. */
  readonly prefix: string | null;
  /** Whether the prefix holds what stands around the block, too. */
  readonly isWhole?: boolean;
}

/** Where the bracket closes that opens at an offset; the file's end where it does not. */
export function bracketsOf({ file, mask }: Code): (open: number) => number {
  const language = languageOf(file);
  return language === null ? () => mask.length : structureOf(mask, rulesOf(language)).closeOf;
}

/** The prefix of all blocks around each place, the outermost first, `''` where there is none; places come in their order. */
export function prefixesIn(blocks: readonly RouteBlock[], places: readonly number[]): readonly string[] {
  const inOrder = blocks.toSorted((one, other) => one.from - other.from || other.to - one.to);
  const around: { readonly to: number; readonly prefix: string }[] = [];
  let next = 0;
  return places.map((place) => {
    for (let block = inOrder[next]; block !== undefined && block.from <= place; block = inOrder[next]) {
      next += 1;
      leave(around, block.from);
      const outer = around.at(-1)?.prefix ?? '';
      const prefix = block.prefix === null ? '' : block.isWhole ? block.prefix : belowBlock(outer, block.prefix);
      around.push({ to: block.to, prefix });
    }
    leave(around, place);
    return around.at(-1)?.prefix ?? '';
  });
}

function leave(around: { readonly to: number }[], place: number): void {
  while ((around.at(-1)?.to ?? place + 1) <= place) around.pop();
}

/** Characters of a path; what groups put together beyond that is nobody's. */
const PATH_MAX = 2_000;

/** A path behind a prefix; that of the group itself is the prefix. */
export function belowBlock(prefix: string, path: string): string {
  if (prefix === '' || prefix.length + path.length > PATH_MAX) return path;
  return joinPaths(prefix, path === '/' ? '' : path);
}
