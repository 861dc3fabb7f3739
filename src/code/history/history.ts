import { randomUUID } from 'node:crypto';
import { KIB, MIB, SECOND_MS } from '../../base/units.ts';
import { SOURCE_LIMITS } from '../source/limits.ts';
import type { Repository } from '../source/repository.ts';
import { parseSeconds, runLog } from './git-log.ts';
import { readShallow, SHALLOW_GAP } from './shallow.ts';

/** A commit and the files of the present tree that it changed; merges are left out. */
export interface HistoryCommit {
  readonly id: string;
  readonly atMs: number;
  /** At most 200 characters: a stranger's text. */
  readonly subject: string;
  readonly files: readonly string[];
}

/** The commits before (and with) the one that is looked at, newest first; without those that a shallow clone ends at. */
export interface History {
  readonly commits: readonly HistoryCommit[];
  /** The named bound that ended the walk, or that the clone lacks the rest; null when the whole history was walked. */
  readonly limit: 'commits' | 'bytes' | 'time' | 'shallow' | null;
  /** Whether a change counts for the file's present name. */
  readonly followsRenames: boolean;
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
  /** Whether a change is to count for the file's present name, as git tells renames; false when not given. */
  readonly followsRenames?: boolean;
  readonly signal: AbortSignal;
}

/** A gap of an answer whose history git could not walk; the next time it may. */
export const HISTORY_UNREAD = 'the history could not be read';

/** How the gap begins of a history that was walked up to a bound, which is named behind it. */
export const HISTORY_CUT = 'the history was walked up to the bound of';

/**
 * Whether the same commit gives the same history the next time: not where git failed or was stopped by the time, nor of a
 * shallow clone, whose rest may be fetched.
 */
export function isLastingHistory(history: Pick<History, 'limit'> | null): boolean {
  return history !== null && history.limit !== 'time' && history.limit !== 'shallow';
}

/** What a walk that was ended does not know; null for one that came to its end or to the commits that were asked for. */
export function historyGap({ limit, commits }: Pick<History, 'limit' | 'commits'>): string | null {
  if (limit === 'shallow') return SHALLOW_GAP;
  if (limit === null || limit === 'commits') return null;
  return `${HISTORY_CUT} ${limit}: ${commits.length} commits`;
}

/** Files that one commit may have renamed with changes; of more only those are told that nothing else happened to. */
const RENAMES_MAX = 1_000;

/**
 * The newest commits, each with the files of the present tree that it changed. A rename counts for the new name from
 * then on, where renames are not followed: also where git cannot compare contents, since a partial clone lacks them. It
 * depends on the commit alone, never on today. Null when git could not walk the history.
 */
export async function readHistory(input: HistoryInput): Promise<History | null> {
  const history = await walkHistory(input);
  return history ?? (input.followsRenames === true ? walkHistory({ ...input, followsRenames: false }) : null);
}

async function walkHistory(input: HistoryInput): Promise<History | null> {
  const { repository, commitsMax } = input;
  // Two names that a commit changed may be one file's by now, which it changed once.
  const commits: { id: string; atMs: number; subject: string; files: Set<string> }[] = [];
  // A path may look like anything, so that commits are told from paths by a mark that nobody could know before.
  const mark = `${randomUUID()}\t`;
  const format = `--format=${mark}%H%x09%ct%x09%<(200,trunc)%s`;
  const follows = input.followsRenames === true;
  const names = follows ? ['--name-status', '-M', `-l${RENAMES_MAX}`] : ['--name-only'];
  // One commit more than the bound, to tell a history of exactly that length from a longer one.
  const args = ['-z', '--no-merges', '--diff-merges=off', ...names, format, `--max-count=${commitsMax + 1}`];
  const add = (path: string): void => {
    if (input.has(path)) commits.at(-1)?.files.add(path);
  };
  const see = follows ? makeFollower(repository.prefix, input.has, add) : makePathReader(repository.prefix, add);
  const end = await runLog({ ...input, ...HISTORY_LIMITS }, args, (record) => {
    if (record.startsWith(mark)) {
      const [id = '', at = '', ...subject] = record.slice(mark.length).split('\t');
      commits.push({ id, atMs: parseSeconds(at) ?? 0, subject: subject.join(' ').trim(), files: new Set() });
      return;
    }
    // The first record of a commit follows a line end.
    see(record.startsWith('\n') ? record.slice(1) : record);
  });
  if (end === null) return null;
  // The last commit of a walk that was ended may lack files: half a commit would be a false one.
  const whole = end === 'none' ? commits.slice(0, commitsMax) : commits.slice(0, -1);
  const shallow = readShallow(repository);
  const known = whole.filter(({ id }) => !shallow.has(id)).map((one) => ({ ...one, files: [...one.files] }));
  const rest = commits.length > commitsMax ? 'commits' : known.length < whole.length ? 'shallow' : null;
  return { commits: known, limit: end === 'none' ? rest : end, followsRenames: follows };
}

/** Reads the records of `--name-only`: a path each. */
function makePathReader(prefix: string, add: (path: string) => void): (record: string) => void {
  return (path) => {
    if (path.startsWith(prefix)) add(path.slice(prefix.length));
  };
}

/**
 * Reads the records of `--name-status`: a status, then a path, or two where it was renamed. As commits come newest first,
 * a name that a file had before is met after the rename, and led to the name that it has now.
 */
function makeFollower(
  prefix: string,
  has: (path: string) => boolean,
  add: (path: string) => void,
): (record: string) => void {
  const present = new Map<string, string>();
  const ownPath = (path: string): string | null => (path.startsWith(prefix) ? path.slice(prefix.length) : null);
  const see = (path: string | null, before: string | null): void => {
    if (path === null) return;
    const now = present.get(path) ?? path;
    if (before !== null && has(now)) present.set(before, now);
    add(now);
  };
  const words: string[] = [];
  return (record) => {
    words.push(record);
    const [status = '', first = '', second] = words;
    const isPair = /^[RC]\d/.test(status);
    if (words.length < (isPair ? 3 : 2)) return;
    words.length = 0;
    see(ownPath(isPair ? (second ?? '') : first), status.startsWith('R') ? ownPath(first) : null);
  };
}
