import { randomUUID } from 'node:crypto';
import { KIB, MIB, SECOND_MS } from '../../base/units.ts';
import { SOURCE_LIMITS } from '../source/limits.ts';
import type { Repository } from '../source/repository.ts';
import { parseSeconds, runLog } from './git-log.ts';

/** A commit and the files of the present tree that it changed; merges are left out. */
export interface HistoryCommit {
  readonly id: string;
  readonly atMs: number;
  /** At most 200 characters: a stranger's text. */
  readonly subject: string;
  readonly files: readonly string[];
}

/** The commits before (and with) the one that is looked at, newest first. */
export interface History {
  readonly commits: readonly HistoryCommit[];
  /** The named bound that ended the walk; null when the whole history was walked. */
  readonly limit: 'commits' | 'bytes' | 'time' | null;
}

/** Bounds of a walk; cargo's newest 2,000 commits take some 0.1 s and 0.4 MB. */
const HISTORY_LIMITS = {
  bytesMax: 16 * MIB,
  timeMs: 4 * SECOND_MS,
  // A subject is cut by git to 200 columns, each of at most four bytes; the rest is a path.
  recordBytesMax: SOURCE_LIMITS.pathBytesMax + KIB,
} as const;

/** Which history is asked for. */
export interface HistoryInput {
  readonly repository: Repository;
  /** Full id of the commit to begin with. */
  readonly commit: string;
  /** Folder of the project that the question is about, `/`-terminated; empty for all of it. */
  readonly base: string;
  /** Whether the present tree has the file: others have no place in an answer about it. */
  readonly has: (path: string) => boolean;
  /** Most commits that are given, newest first. */
  readonly commitsMax: number;
  readonly signal: AbortSignal;
}

/**
 * The newest commits, each with the files of the present tree that it changed. A rename counts for the new name from
 * then on. It depends on the commit alone, never on today. Null when git could not walk the history.
 */
export async function readHistory(input: HistoryInput): Promise<History | null> {
  const { repository, commitsMax } = input;
  const commits: { id: string; atMs: number; subject: string; files: string[] }[] = [];
  // A path may look like anything, so that commits are told from paths by a mark that nobody could know before.
  const mark = `${randomUUID()}\t`;
  const format = `--format=${mark}%H%x09%ct%x09%<(200,trunc)%s`;
  // One commit more than the bound, to tell a history of exactly that length from a longer one.
  const args = ['-z', '--no-merges', '--diff-merges=off', '--name-only', format, `--max-count=${commitsMax + 1}`];
  const end = await runLog({ ...input, ...HISTORY_LIMITS }, args, (record) => {
    if (record.startsWith(mark)) {
      const [id = '', at = '', ...subject] = record.slice(mark.length).split('\t');
      commits.push({ id, atMs: parseSeconds(at) ?? 0, subject: subject.join(' ').trim(), files: [] });
      return;
    }
    // The first path of a commit follows a line end.
    const path = record.startsWith('\n') ? record.slice(1) : record;
    if (!path.startsWith(repository.prefix)) return;
    const own = path.slice(repository.prefix.length);
    if (input.has(own)) commits.at(-1)?.files.push(own);
  });
  if (end === null) return null;
  const isLonger = commits.length > commitsMax;
  // The last commit of a walk that was ended may lack files: half a commit would be a false one.
  const whole = end === 'none' ? commits.slice(0, commitsMax) : commits.slice(0, -1);
  return { commits: whole, limit: end !== 'none' ? end : isLonger ? 'commits' : null };
}
