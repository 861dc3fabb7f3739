import { splitIdentifier } from './words.ts';

/** Words to rank files by. */
export interface RankQuery {
  /** Stems in small letters; at most 24. An identifier of several words also counts as a whole. */
  readonly terms: readonly string[];
  /** For each term the terms that occur with it: the parts of a whole identifier. */
  readonly parts: readonly (readonly number[])[];
}

/** Terms of a query: a pasted paragraph says no more by its hundredth word, and every term costs in every file. */
const TERMS_MAX = 24;

/** Words that questions are made of and that say nothing of the code asked for. */
const STOP_WORDS = new Set(
  (
    'a an the and or of to in on at by for from with without into as is are was were be been it its this that these those ' +
    'when while where which who what why how if then else not no do does did can could should would will may might must ' +
    'i we you they he she our your their my me us them there here all any some so such only also than too very just ' +
    'up out off over under after before again about get gets got use uses used using make makes made'
  ).split(' '),
);

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
    partsOfWhole.set(whole, own.map(stem));
  }
  const kept = words.filter((word) => word.length > 1 && !STOP_WORDS.has(word));
  // A query of nothing but small words still means them.
  const meant = kept.length > 0 ? kept : words;
  const terms = [...new Set([...wholes, ...meant.map(stem)])].slice(0, TERMS_MAX);
  const parts = terms.map((term) =>
    (partsOfWhole.get(term) ?? []).map((part) => terms.indexOf(part)).filter((at) => at >= 0),
  );
  return { terms, parts };
}

/**
 * Takes off the commonest English endings, so that `parsing`, `parsed` and `parses` meet in `pars`. Terms are matched
 * by beginning, so too short a stem would fit anything: at least three letters stay.
 */
function stem(word: string): string {
  const bare = word.replace(/(?:ing|ies|ied|ed|es|s|e|y)$/, '');
  return bare.length >= 3 ? bare : word;
}
