import type { HistoryCommit } from '../../history/history.ts';

/** Commits that touch more files of the present tree say nothing about any two of them: formatting, renames, licences. */
export const FILES_OF_COMMIT_MAX = 25;

/** How often files changed, alone and with others. */
export interface ChangeCounts {
  /** Commits that changed a file, of those that were walked. */
  churn(path: string): number;
  /** Per file: commits that changed both it and one of the given ones; and the commits of at most 25 files that changed those. */
  together(paths: readonly string[]): { readonly of: number; readonly counts: ReadonlyMap<string, number> };
  /** Commits of at most 25 files that changed a file. */
  small(path: string): number;
  readonly commits: number;
}

/** Counts the walked commits. */
export function makeChangeCounts(commits: readonly HistoryCommit[]): ChangeCounts {
  const churn = count(commits);
  const few = commits.filter(({ files }) => files.length <= FILES_OF_COMMIT_MAX);
  const small = count(few);
  return {
    commits: commits.length,
    churn: (path) => churn.get(path) ?? 0,
    small: (path) => small.get(path) ?? 0,
    together(paths) {
      const wanted = new Set(paths);
      const shared = few.filter(({ files }) => files.some((file) => wanted.has(file)));
      return { of: shared.length, counts: count(shared) };
    },
  };
}

function count(commits: readonly HistoryCommit[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { files } of commits) for (const file of new Set(files)) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}
