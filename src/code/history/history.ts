/** A commit and the files of the present tree that it changed; merges are left out. */
export interface HistoryCommit {
  readonly id: string;
  readonly atMs: number;
  readonly subject: string;
  readonly files: readonly string[];
}

/** The commits before (and with) the one that is looked at, newest first. */
export interface History {
  readonly commits: readonly HistoryCommit[];
  /** The named bound that ended the walk; null when the whole period was walked. */
  readonly limit: 'commits' | 'bytes' | 'time' | null;
}
