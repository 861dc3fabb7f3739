import { namesOf } from '../../lex/symbol-path.ts';

/** A symbol of one state with what it says itself. */
interface Said {
  readonly symbol: { readonly path: string };
  readonly text: string;
}

/**
 * The symbol of an earlier state that each of a later one is; null for one that is new. Of several called alike the path
 * counts, which shifts when one comes or goes before them: those that say the same are paired first, what is left in the
 * order of the file.
 */
export function pairSymbols<S extends Said>(before: Iterable<S>, after: Iterable<S>): ReadonlyMap<S, S | null> {
  const earlier = Map.groupBy(before, nameOf);
  const pairs = new Map<S, S | null>();
  for (const [name, now] of Map.groupBy(after, nameOf)) {
    const then = new Set(earlier.get(name));
    const byText = Map.groupBy(then, ({ text }) => text);
    for (const one of now) {
      const same = byText.get(one.text)?.shift() ?? null;
      pairs.set(one, same);
      if (same !== null) then.delete(same);
    }
    const left = [...then];
    for (const one of now) if (pairs.get(one) === null) pairs.set(one, left.shift() ?? null);
  }
  return pairs;
}

function nameOf({ symbol }: Said): string {
  return namesOf(symbol.path).join('/');
}
