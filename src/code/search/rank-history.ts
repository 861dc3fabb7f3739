import { type Clock, systemClock } from '../../base/clock.ts';
import { plural } from '../../base/plural.ts';
import { MINUTE_MS } from '../../base/units.ts';
import { HISTORY_CUT, HISTORY_UNREAD, type History, readHistory } from '../history/history.ts';
import { shallowStamp } from '../history/shallow.ts';
import { findRepository, type Repository } from '../source/repository.ts';
import { stemOf, wordsIn } from '../text/words.ts';

/** What the commits before a state tell of its files. */
export interface RankHistory {
  /** Every path that a commit changed; the others are told by their places in it. */
  readonly paths: readonly string[];
  /** Paths that commits whose subjects have the stem changed, each with how much of it they say, from 0 on. */
  messages(stem: string, visit: (path: number, share: number) => void): void;
  /** How much the newest commits changed each path: one for a change by the newest, half of it `HALF_COMMITS` before. */
  readonly churn: readonly number[];
}

/** Commits that are read; older ones say little of the code as it is. */
const COMMITS_MAX = 5_000;
/** A change counts half as much after so many commits more. By commits, not days, so that the same tree always ranks alike. */
const HALF_COMMITS = 300;
/** A commit of more files says nothing of any of them. */
const COMMIT_FILES_MAX = 30;
/** How much the number of words in all subjects of a file takes away, from 0 to 1. */
const LENGTH_SHARE = 0.75;
/** Histories that a thread remembers, some 2 MB each. */
const HISTORIES_MAX = 3;

/** How long a history counts that the time cut: to walk it again takes as long, and a busy machine comes no further. */
const CUT_MS = 5 * MINUTE_MS;

/** What is known of the commits before a state. */
export interface KnownHistory {
  /** Null when git could not tell it, and for what has no commits. */
  readonly history: RankHistory | null;
  /** Why files are ranked without what earlier commits say, or without a part of it; null when all of them count. */
  readonly gap: string | null;
}

const NO_COMMITS: KnownHistory = { history: null, gap: null };

/** What histories are read by. */
export interface HistoryDeps {
  readonly clock: Clock;
  readonly read: typeof readHistory;
}

/** A history that was read, and whether the next reading would give the same. */
interface Remembered {
  readonly known: KnownHistory;
  isStill(): boolean;
}

/**
 * Makes what gives the history of a commit, read once for a thread. What git could not tell it may tell the next time, what
 * it could not tell in time some minutes later, and what a shallow clone lacks may be fetched: then it is read again.
 */
export function makeHistories({ clock, read: readCommits }: HistoryDeps) {
  const remembered = new Map<string, Remembered>();
  const keep = (key: string, one: Remembered): KnownHistory => {
    remembered.delete(key);
    remembered.set(key, one);
    const [oldest] = remembered.keys();
    if (remembered.size > HISTORIES_MAX && oldest !== undefined) remembered.delete(oldest);
    return one.known;
  };
  return async (location: string, commit: string | null, signal: AbortSignal): Promise<KnownHistory> => {
    if (commit === null) return NO_COMMITS;
    const key = `${commit} ${location}`;
    const before = remembered.get(key);
    if (before?.isStill() === true) return before.known;
    const repository = await findRepository(location);
    if (repository === null) return NO_COMMITS;
    const isSameClone = watchClone(repository);
    // All paths, whatever the present tree has: so that what is remembered serves every state of a work tree.
    const has = (): boolean => true;
    const read = await readCommits({ repository, commit, base: '', has, commitsMax: COMMITS_MAX, signal });
    if (read === null) return { history: null, gap: HISTORY_UNREAD };
    const history = summarise(read);
    if (read.limit === 'time') {
      const gap = `${HISTORY_CUT} time: ${plural(read.commits.length, 'commit')}`;
      const endMs = clock.monotonicMs() + CUT_MS;
      return keep(key, { known: { history, gap }, isStill: () => clock.monotonicMs() < endMs && isSameClone() });
    }
    // The shallow clone is told of where its history is.
    return keep(key, { known: { history, gap: null }, isStill: read.limit === 'shallow' ? isSameClone : () => true });
  };
}

/** The history of a commit; of a thread. */
export const historyOf = makeHistories({ clock: systemClock, read: readHistory });

/** Whether the clone still ends where it ended; asked before a walk, so that what is fetched meanwhile is noticed. */
function watchClone(repository: Repository): () => boolean {
  const stamp = shallowStamp(repository);
  return () => shallowStamp(repository) === stamp;
}

/** Counts of one stem: places of paths, and how often, by turns. */
type Counts = Map<number, number>;

function summarise({ commits }: History): RankHistory {
  const paths: string[] = [];
  const placeOf = new Map<string, number>();
  const lengths: number[] = [];
  const churn: number[] = [];
  const counts = new Map<string, Counts>();
  const place = (path: string): number => {
    const known = placeOf.get(path);
    if (known !== undefined) return known;
    placeOf.set(path, paths.length);
    lengths.push(0);
    churn.push(0);
    return paths.push(path) - 1;
  };
  for (const [age, { subject, files }] of commits.entries()) {
    if (files.length === 0 || files.length > COMMIT_FILES_MAX) continue;
    const stems = stemsOf(subject);
    for (const at of files.map(place)) {
      churn[at] = (churn[at] ?? 0) + 0.5 ** (age / HALF_COMMITS);
      lengths[at] = (lengths[at] ?? 0) + stems.length;
      for (const stem of stems) addTo(counts, stem, at, 1 / Math.sqrt(files.length));
    }
  }
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const packed = new Map([...counts].map(([stem, own]) => [stem, Float32Array.from([...own].flat())]));
  return {
    paths,
    messages(stem, visit) {
      const own = packed.get(stem) ?? [];
      for (let at = 0; at < own.length; at += 2) {
        const path = own[at] ?? 0;
        const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[path] ?? 0)) / meanLength;
        visit(path, (own[at + 1] ?? 0) / length);
      }
    },
    churn,
  };
}

function addTo(counts: Map<string, Counts>, stem: string, path: number, share: number): void {
  const own = counts.get(stem) ?? new Map<number, number>();
  counts.set(stem, own);
  own.set(path, (own.get(path) ?? 0) + share);
}

/** The different stems of a subject. */
function stemsOf(subject: string): readonly string[] {
  return [...new Set(wordsIn(subject).map(stemOf))];
}
