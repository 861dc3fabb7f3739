import { isTelling, splitIdentifier, stemOf } from './words.ts';

/** Words to rank files by. */
export interface RankQuery {
  /** Stems in small letters; at most 24. An identifier of several words also counts as a whole. */
  readonly terms: readonly string[];
  /** For each term the terms that occur with it: the parts of a whole identifier. */
  readonly parts: readonly (readonly number[])[];
}

/** Terms of a query: a pasted paragraph says no more by its hundredth word, and every term costs in every file. */
const TERMS_MAX = 24;

/**
 * Splits a query into what is worth looking for. Identifiers stay whole and are taken apart: whoever pastes one wants
 * the file that has it, and else those with its words. Wholes go first, so that they are not the ones to be cut.
 */
export function readRankQuery(query: string): RankQuery {
  const tokens = query.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  const wholes: string[] = [];
  const words: string[] = [];
  const partsOfWhole = new Map<string, readonly string[]>();
  for (const token of tokens) {
    const own = splitIdentifier(token).map((word) => word.toLowerCase());
    words.push(...own);
    if (own.length < 2) continue;
    const whole = token.toLowerCase();
    wholes.push(whole);
    partsOfWhole.set(whole, own.map(stemOf));
  }
  const kept = words.filter(isTelling);
  // A query of nothing but small words still means them.
  const meant = kept.length > 0 ? kept : words;
  const terms = [...new Set([...wholes, ...meant.map(stemOf)])].slice(0, TERMS_MAX);
  const parts = terms.map((term) =>
    (partsOfWhole.get(term) ?? []).map((part) => terms.indexOf(part)).filter((at) => at >= 0),
  );
  return { terms, parts };
}
