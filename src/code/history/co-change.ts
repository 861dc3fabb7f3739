import { compareTexts } from '../../base/compare-texts.ts';
import type { HistoryCommit } from './history.ts';

/** Commits that touch more files say nothing about any two of them: formatting, renames, licences. */
const FILES_OF_COMMIT_MAX = 25;

/** Pairs that are counted; what comes later is left out, and a hostile history stays small. */
const PAIRS_MAX = 400_000;

/** Two files that commits changed together. */
export interface CoChange {
  /** In the order of their paths. */
  readonly files: readonly [string, string];
  /** Commits that changed both; commits with more than 25 files of the present tree are left out. */
  readonly together: number;
  /** Commits that changed the one that changed less often, counted alike. */
  readonly of: number;
  /** `together / of`, from 0 to 1: how often a change of the rarer one came with the other. */
  readonly confidence: number;
}

/** Least evidence for a pair. */
export interface CoChangeBounds {
  readonly togetherMin: number;
  readonly confidenceMin: number;
}

/** How many of the commits changed each file. */
export function countChanges(commits: readonly HistoryCommit[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { files } of commits) for (const file of files) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}

/** Pairs of the wanted files that changed together, best supported first; the same history gives the same order. */
export function findCoChanges(
  commits: readonly HistoryCommit[],
  { togetherMin, confidenceMin }: CoChangeBounds,
  isWanted: (file: string) => boolean,
): readonly CoChange[] {
  const small = commits.filter(({ files }) => files.length > 0 && files.length <= FILES_OF_COMMIT_MAX);
  const single = countChanges(small);
  const counts = countPairs(small, isWanted);
  const pairs: CoChange[] = [];
  for (const [key, together] of counts) {
    const [a = '', b = ''] = key.split('\0');
    const of = Math.min(single.get(a) ?? 0, single.get(b) ?? 0);
    const confidence = together / of;
    if (together >= togetherMin && confidence >= confidenceMin) pairs.push({ files: [a, b], together, of, confidence });
  }
  return pairs.sort(
    (a, b) => b.together - a.together || b.confidence - a.confidence || compareTexts(a.files.join(), b.files.join()),
  );
}

function countPairs(
  commits: readonly HistoryCommit[],
  isWanted: (file: string) => boolean,
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { files } of commits) {
    for (const key of pairKeys([...new Set(files)].filter(isWanted).sort())) {
      const count = counts.get(key);
      if (count !== undefined || counts.size < PAIRS_MAX) counts.set(key, (count ?? 0) + 1);
    }
  }
  return counts;
}

/** NUL stands in no path. */
function pairKeys(sorted: readonly string[]): readonly string[] {
  return sorted.flatMap((a, i) => sorted.slice(i + 1).map((b) => `${a}\0${b}`));
}
