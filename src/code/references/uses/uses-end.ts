import type { ScanEnd } from '../../search/scan.ts';

/** How far a look for uses came. */
export interface UsesEnd extends ScanEnd {
  /** Files with more places of a name than are looked at; none where it is left out. */
  readonly cut?: ReadonlySet<string>;
}

/** The end of two passes over the same files: what one of them left counts once. */
export function bothEnds(first: UsesEnd, second: UsesEnd): UsesEnd {
  return joined(first, second, Math.max);
}

/** The end of two looks at files of their own, one after the other. */
export function oneAfterOther(first: UsesEnd, second: UsesEnd): UsesEnd {
  return joined(first, second, (a, b) => a + b);
}

function joined(first: UsesEnd, second: UsesEnd, count: (a: number, b: number) => number): UsesEnd {
  const cut = new Set([...(first.cut ?? []), ...(second.cut ?? [])]);
  return {
    ...(cut.size === 0 ? {} : { cut }),
    searched: count(first.searched, second.searched),
    isComplete: first.isComplete && second.isComplete,
    unread: count(first.unread, second.unread),
  };
}
