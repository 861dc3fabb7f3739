import { compareTexts } from '../../../../base/compare-texts.ts';
import type { MapSymbol, SymbolMap } from '../../../questions/overview.types.ts';
import { splitIdentifier } from '../../../text/words.ts';
import type { Votes } from './count-votes.ts';
import { rankNodes } from './rank-nodes.ts';

/** What a ranking leans to. */
export interface Leaning {
  /** Files that a task points at, by number, with their weights; empty without a task. */
  readonly seeds: ReadonlyMap<number, number>;
  /** Lower-cased words of the task, which names may contain. */
  readonly words: ReadonlySet<string>;
}

/** Names with a word of the task. */
const TASK_WORD_WEIGHT = 5;
/** What a file keeps to itself: else one that uses nothing surely would give its whole vote to the first likeness. */
const NO_VOTE_WEIGHT = 16;
/** Share of the walks that begin at the files of the task. */
const SEED_SHARE = 0.8;

/**
 * Ranks declarations by how much the rest of the project leans on them: files vote for the files whose names they use
 * (PageRank, begun at the task's files where there is a task), and a file's vote is divided among the names that earned
 * it. The same tree gives the same order.
 */
export function rankSymbols(votes: Votes, leaning: Leaning): Pick<SymbolMap, 'symbols' | 'total'> {
  const { paths, from, to, pairOf, targetOf, targets } = votes;
  const shares = shareVotes(votes, leaning.words);
  const share = new Float64Array(from.length);
  for (let vote = 0; vote < pairOf.length; vote++) {
    const pair = pairOf[vote] ?? 0;
    share[pair] = (share[pair] ?? 0) + (shares[vote] ?? 0);
  }
  const ranks = rankNodes({ nodes: paths.length, from, to, share }, startsOf(votes, leaning.seeds));
  const scores = new Float64Array(targets.length);
  for (let vote = 0; vote < pairOf.length; vote++) {
    const target = targetOf[vote] ?? 0;
    scores[target] = (scores[target] ?? 0) + (ranks[from[pairOf[vote] ?? 0] ?? 0] ?? 0) * (shares[vote] ?? 0);
  }
  return listBest(targets, scores);
}

/** What part of all that its file gives each vote is. */
function shareVotes({ paths, names, from, pairOf, nameOf, weights }: Votes, words: Leaning['words']): Float64Array {
  const ofNames = Float64Array.from(names, (name) => (hasWord(name, words) ? TASK_WORD_WEIGHT : 1));
  const given = new Float64Array(paths.length).fill(NO_VOTE_WEIGHT);
  const shares = weights.map((weight, vote) => weight * (ofNames[nameOf[vote] ?? 0] ?? 1));
  for (let vote = 0; vote < shares.length; vote++) {
    const voter = from[pairOf[vote] ?? 0] ?? 0;
    given[voter] = (given[voter] ?? 0) + (shares[vote] ?? 0);
  }
  return shares.map((weight, vote) => weight / (given[from[pairOf[vote] ?? 0] ?? 0] ?? 1));
}

function hasWord(name: string, words: Leaning['words']): boolean {
  return words.size > 0 && splitIdentifier(name).some((part) => words.has(part.toLowerCase()));
}

/** Where walks begin: at the sources alike, or mostly at the files of the task. */
function startsOf({ starts }: Votes, seeds: Leaning['seeds']): Float64Array {
  const all = starts.reduce((sum, weight) => sum + weight, 0);
  const seedSum = [...seeds.values()].reduce((sum, weight) => sum + weight, 0);
  const everywhere = seedSum > 0 ? 1 - SEED_SHARE : 1;
  const found = starts.map((weight) => (everywhere * weight) / all);
  for (const [number, weight] of seeds) found[number] = (found[number] ?? 0) + (SEED_SHARE * weight) / seedSum;
  return found;
}

/** Symbols that a map holds at the most; more than any budget shows. */
const MAP_SYMBOLS_MAX = 600;

function listBest(targets: Votes['targets'], scores: Float64Array): ReturnType<typeof rankSymbols> {
  const rows: { readonly score: number; readonly symbol: MapSymbol }[] = [];
  for (const [target, symbol] of targets.entries())
    if (symbol !== null) rows.push({ score: scores[target] ?? 0, symbol });
  rows.sort((a, b) => b.score - a.score || compareSymbols(a.symbol, b.symbol));
  return { symbols: rows.slice(0, MAP_SYMBOLS_MAX).map(({ symbol }) => symbol), total: rows.length };
}

/** Those of one line by their names. */
function compareSymbols(a: MapSymbol, b: MapSymbol): number {
  return compareTexts(a.file, b.file) || a.line - b.line || compareTexts(a.name, b.name);
}
