import { stemWords } from './test-names.ts';

/** Paths of which the stems have the same words. */
export interface Stem {
  readonly words: readonly string[];
  /** Their places among the paths that were given, in that order. */
  readonly at: readonly number[];
}

/**
 * Stems by their words. The answer holds every stem of which all words may be among the given ones, and every one that may
 * have all of these; it holds few others, so that names are compared with what may be tied to them and not with all.
 */
export function makeStemIndex(paths: readonly string[]): (words: readonly string[]) => readonly Stem[] {
  const stems = new Map<string, { words: readonly string[]; at: number[] }>();
  for (const [at, path] of paths.entries()) {
    const words = stemWords(path);
    const key = words.join(' ');
    const known = stems.get(key);
    if (known === undefined) stems.set(key, { words, at: [at] });
    else known.at.push(at);
  }
  const byWord = makeWordMap<Stem>();
  for (const stem of stems.values()) byWord.add(stem.words, stem);
  const byRarest = new Map<string, Stem[]>();
  for (const stem of stems.values()) {
    const rarest = byWord.rarest(stem.words);
    if (rarest === null) continue;
    const known = byRarest.get(rarest);
    if (known === undefined) byRarest.set(rarest, [stem]);
    else known.push(stem);
  }
  return (words) => [
    ...new Set([...keysOf(words).flatMap((key) => byRarest.get(key) ?? []), ...byWord.withRarest(words)]),
  ];
}

/** Things by words, in which one thing may have several. */
export interface WordMap<Thing> {
  add(words: readonly string[], thing: Thing): void;
  /** The word that the fewest things have; null of no words. */
  rarest(words: readonly string[]): string | null;
  /** What has the rarest of these words, and so whatever has all of them. */
  withRarest(words: readonly string[]): readonly Thing[];
}

/** A map by words in singular, which a plural has as well. */
export function makeWordMap<Thing>(): WordMap<Thing> {
  const things = new Map<string, Thing[]>();
  const countOf = (key: string): number => things.get(key)?.length ?? 0;
  const rarest = (words: readonly string[]): string | null =>
    keysOf(words).reduce<string | null>(
      (best, key) => (best === null || countOf(key) < countOf(best) ? key : best),
      null,
    );
  return {
    add(words, thing) {
      for (const key of keysOf(words)) {
        const known = things.get(key);
        if (known === undefined) things.set(key, [thing]);
        else if (known.at(-1) !== thing) known.push(thing);
      }
    },
    rarest,
    withRarest(words) {
      const key = rarest(words);
      return key === null ? [] : (things.get(key) ?? []);
    },
  };
}

/** Each word once, without all `s` at its end, so that words that count as one have one key. */
function keysOf(words: readonly string[]): readonly string[] {
  return [...new Set(words.map(singularOf))];
}

function singularOf(word: string): string {
  let end = word.length;
  while (word[end - 1] === 's') end -= 1;
  return word.slice(0, end);
}
