import { compareTexts } from '../../../base/compare-texts.ts';
import { DAY_MS } from '../../../base/units.ts';
import { type LogEnd, parseSeconds, readCommitMs, runLog } from '../../history/git-log.ts';
import { HISTORY_CUT, HISTORY_UNREAD, isLastingHistory } from '../../history/history.ts';
import { readShallow, SHALLOW_GAP } from '../../history/shallow.ts';
import { makeLanguageReader } from '../../lex/header-language.ts';
import type { ActivityFacts } from '../../questions/overview.types.ts';
import type { Programs } from '../../search/programs.ts';
import { isVendored } from '../../source/borrowed.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import type { Repository } from '../../source/repository.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** What an activity is read of. */
export interface ActivityInput {
  readonly repository: Repository;
  readonly commit: string;
  readonly files: ProjectFiles;
  /** Languages of files whose names do not tell that they are programs. */
  readonly programs: Programs;
  readonly signal: AbortSignal;
}

/** What the history of a commit says; null when git could not walk it. The gaps say what is not known of it. */
export interface Activity {
  readonly facts: ActivityFacts | null;
  readonly gaps: readonly string[];
  /** Whether the same commit says the same the next time. */
  readonly isLasting: boolean;
}

/** Walks the history of a commit. */
export async function readActivity(input: ActivityInput): Promise<Activity> {
  const headMs = await readCommitMs(input.repository, input.commit);
  const whole = headMs === null ? null : await countCommits(input);
  if (headMs === null || whole === null) {
    return { facts: null, gaps: [`${HISTORY_UNREAD}; activity is not known`], isLasting: false };
  }
  const gaps: string[] = [];
  // Counted back from the commit, not from today: the same commit always gives the same answer.
  const sinceMs = headMs - OVERVIEW_LIMITS.hotDays * DAY_MS;
  const paths = input.files.entries.map(({ path }) => path);
  const isOwn = makeOwnTest(paths, input.programs);
  const isCounted = paths.some(isOwn) ? isOwn : isAny;
  const hot = await countHotFiles(input, sinceMs, isCounted);
  if (hot === null) gaps.push(`${HISTORY_UNREAD} for files; hot files are not known`);
  const limit = whole.limit ?? hot?.limit ?? null;
  if (limit === 'shallow') gaps.push(`${SHALLOW_GAP}: counts say "at least"`);
  else if (limit !== null) gaps.push(`${HISTORY_CUT} ${limit}: its counts say "at least"`);
  const facts: ActivityFacts = {
    headAt: new Date(headMs).toISOString(),
    lastCommits: whole.rows.slice(0, OVERVIEW_LIMITS.lastCommitsMax).map(({ commit, atMs, subject }) => ({
      commit,
      at: new Date(atMs).toISOString(),
      subject,
    })),
    hotFiles: hot?.files.slice(0, OVERVIEW_LIMITS.hotFilesMax) ?? [],
    hotFilesTotal: hot?.files.length ?? 0,
    hotFilesOf: isCounted === isAny ? 'all' : 'code',
    days: OVERVIEW_LIMITS.hotDays,
    recentCommits: hot?.commits ?? 0,
    commits: whole.count,
    contributors: whole.authors,
    limit,
  };
  return { facts, gaps, isLasting: [whole, hot].every(isLastingHistory) };
}

interface HistoryRow {
  readonly commit: string;
  readonly atMs: number;
  readonly subject: string;
}

interface CountedCommits {
  readonly rows: readonly HistoryRow[];
  readonly count: number;
  readonly authors: number;
  readonly limit: ActivityFacts['limit'];
}

/** Every commit once, with its author; only the first rows are kept. */
async function countCommits(input: ActivityInput): Promise<CountedCommits | null> {
  const authors = new Set<string>();
  const rows: HistoryRow[] = [];
  let count = 0;
  const shallow = readShallow(input.repository);
  let isShallow = false;
  const max = OVERVIEW_LIMITS.historyCommitsMax;
  // One commit more than the bound, to tell a history of exactly that length from a longer one.
  const args = ['-z', '--format=%H%x09%ct%x09%ae%x09%<(200,trunc)%s', `--max-count=${max + 1}`];
  const run = await walk(input, args, (record) => {
    const [commit = '', at = '', author = '', subject = ''] = record.split('\t');
    if (!/^[0-9a-f]{40,64}$/.test(commit)) return;
    count++;
    isShallow ||= shallow.has(commit);
    // Some histories were made without an address, which is none.
    if (author !== '') authors.add(author.toLowerCase());
    const atMs = parseSeconds(at);
    if (rows.length < OVERVIEW_LIMITS.lastCommitsMax && atMs !== null) {
      rows.push({ commit, atMs, subject: subject.trim() });
    }
  });
  if (run === null) return null;
  const rest = isShallow ? 'shallow' : null;
  const limit = count > max ? 'commits' : run === 'none' ? rest : run;
  return { rows, count: Math.min(count, max), authors: authors.size, limit };
}

interface HotFiles {
  readonly files: ActivityFacts['hotFiles'];
  readonly commits: number;
  readonly limit: ActivityFacts['limit'];
}

/** Lock files, manifests, CI and tests change most and say least of where the work is. */
function makeOwnTest(paths: readonly string[], programs: Programs): (path: string) => boolean {
  const languageIn = makeLanguageReader(paths);
  return (path) => {
    const language = languageIn(path) ?? programs.get(path);
    return language?.kind === 'programming' && roleOfPath(path) !== 'test' && !isVendored(path);
  };
}

/** Of a project without code. */
function isAny(): boolean {
  return true;
}

/**
 * Commits per file of the present tree, merges left out: a merge names what its commits have named already. What the
 * oldest commit of a shallow clone changed is not known, nor whether it is a merge.
 */
async function countHotFiles(
  input: ActivityInput,
  sinceMs: number,
  isCounted: (path: string) => boolean,
): Promise<HotFiles | null> {
  const changes = makeChangeReader(input, isCounted);
  const args = [
    '-z',
    '--no-merges',
    '--diff-merges=off',
    '--name-only',
    `--since=@${Math.max(0, Math.floor(sinceMs / 1_000))} +0000`,
    '--format=%x09%H',
  ];
  // Records are: a mark for a commit, then its paths; the first path may follow a line end.
  const run = await walk(input, args, (record) => record.split('\n').forEach(changes.see));
  if (run === null) return null;
  const hot = [...changes.counts].map(([file, count]) => ({ file, commits: count }));
  hot.sort((a, b) => b.commits - a.commits || compareTexts(a.file, b.file));
  return { files: hot, commits: changes.commits(), limit: run === 'none' ? null : run };
}

/** Counts changes from marks of commits and the paths behind each. */
function makeChangeReader({ files, repository }: ActivityInput, isCounted: (path: string) => boolean) {
  const counts = new Map<string, number>();
  const shallow = readShallow(repository);
  let commits = 0;
  let isKnown = true;
  const see = (part: string): void => {
    const commit = /^\t([0-9a-f]{40,64})$/.exec(part)?.[1];
    if (commit !== undefined) {
      isKnown = !shallow.has(commit);
      commits += isKnown ? 1 : 0;
    } else if (isKnown && part.startsWith(repository.prefix)) {
      const path = part.slice(repository.prefix.length);
      if (files.has(path) && isCounted(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  };
  return { counts, commits: () => commits, see };
}

/** Runs one bounded log over the base folder; null when git failed. */
async function walk(
  { repository, commit, files, signal }: ActivityInput,
  args: readonly string[],
  onRecord: (record: string) => void,
): Promise<LogEnd | null> {
  const { historyBytesMax: bytesMax, historyMs: timeMs, textBytesMax: recordBytesMax } = OVERVIEW_LIMITS;
  return runLog({ repository, commit, base: files.base, bytesMax, timeMs, recordBytesMax, signal }, args, onRecord);
}
