import { isAction, splitIdentifier, stemOf, wordsIn } from '../text/words.ts';

/** Words to rank files by. */
export interface RankQuery {
  /** Stems in small letters, each once; at most 24. */
  readonly terms: readonly string[];
  /** Of each term the word that it is asked for by, in small letters. */
  readonly words: readonly string[];
  /** What each term counts, beside how rare it is. */
  readonly weights: readonly number[];
  /** Terms that stand next to each other in the query, by their places in `terms`, each pair once. */
  readonly pairs: readonly (readonly [first: number, second: number])[];
  /** Identifiers of several words, as they are written, each with its terms. */
  readonly wholes: readonly { readonly text: string; readonly terms: readonly number[] }[];
}

/** Terms of a query: a pasted paragraph says no more by its hundredth word, and every term costs in every file. */
const TERMS_MAX = 24;
/** Identifiers looked for as a whole. */
const WHOLES_MAX = 8;
/** What a word that says what to do counts, against one that says where. */
const ACTION_WEIGHT = 0.5;

/**
 * Splits a query into what is worth looking for. Identifiers are taken apart and stay whole as well: whoever pastes one
 * wants the file that has it, and else those with its words. No terms when there are none but small words.
 */
export function readRankQuery(query: string): RankQuery {
  const tokens = query.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const words = wordsIn(query);
  const weightOf = new Map<string, number>();
  const wordOf = new Map<string, string>();
  for (const word of words) {
    const weight = isAction(word) ? ACTION_WEIGHT : 1;
    const stem = stemOf(word);
    weightOf.set(stem, Math.max(weight, weightOf.get(stem) ?? 0));
    if (!wordOf.has(stem)) wordOf.set(stem, word);
  }
  const terms = [...weightOf.keys()].slice(0, TERMS_MAX);
  const places = (own: readonly string[]): readonly number[] =>
    own.map((word) => terms.indexOf(stemOf(word))).filter((at) => at >= 0);
  return {
    terms,
    words: terms.map((term) => wordOf.get(term) ?? term),
    weights: terms.map((term) => weightOf.get(term) ?? 1),
    pairs: pairsOf(places(words)),
    wholes: [...new Set(tokens)]
      .filter((token) => splitIdentifier(token).length > 1)
      .map((text) => ({ text, terms: places(wordsIn(text)) }))
      .filter((whole) => whole.terms.length > 0)
      .slice(0, WHOLES_MAX),
  };
}

function pairsOf(sequence: readonly number[]): RankQuery['pairs'] {
  const pairs = new Map<string, readonly [number, number]>();
  for (const [at, second] of sequence.entries()) {
    const first = sequence[at - 1];
    if (first !== undefined && first !== second) pairs.set(`${first} ${second}`, [first, second]);
  }
  return [...pairs.values()];
}
