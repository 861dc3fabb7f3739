import { DAY_MS } from '../../../base/units.ts';
import { askGit, startGit, streamGit } from '../../source/git-process.ts';
import type { Repository } from '../../source/repository.ts';
import type { ActivityFacts } from '../overview.types.ts';
import { OVERVIEW_LIMITS } from './limits.ts';
import type { ProjectFiles } from './project-files.ts';

// What a repository's own settings could add to a log: a signature check starts the program that the settings name.
const LOG = [
  '-c',
  'diff.orderFile=/dev/null',
  '-c',
  'log.follow=false',
  'log',
  '--no-show-signature',
  '--no-ext-diff',
  '--no-textconv',
  '--no-mailmap',
  '--no-notes',
  '--no-decorate',
  '--no-color',
  '--no-renames',
  '--ignore-submodules=all',
  '--encoding=UTF-8',
] as const;

/** What an activity is read of. */
export interface ActivityInput {
  readonly repository: Repository;
  readonly commit: string;
  readonly files: ProjectFiles;
  readonly signal: AbortSignal;
}

/** What the history of a commit says; null when git could not walk it, which is noted among the gaps. */
export async function readActivity(input: ActivityInput): Promise<ActivityFacts | null> {
  const headMs = await readHeadMs(input);
  const whole = headMs === null ? null : await readHistory(input);
  if (headMs === null || whole === null) {
    input.files.gap('the history could not be read; activity is not known');
    return null;
  }
  // Counted back from the commit, not from today: the same commit always gives the same answer.
  const sinceMs = headMs - OVERVIEW_LIMITS.hotDays * DAY_MS;
  const hot = await countHotFiles(input, sinceMs);
  if (hot === null) input.files.gap('the files of recent commits could not be read; hot files are not known');
  const limit = whole.limit ?? hot?.limit ?? null;
  if (limit !== null) input.files.gap(`the history was walked up to the bound of ${limit}: its counts say "at least"`);
  return {
    headAt: new Date(headMs).toISOString(),
    lastCommits: whole.rows.slice(0, OVERVIEW_LIMITS.lastCommitsMax).map(({ commit, atMs, subject }) => ({
      commit,
      at: new Date(atMs).toISOString(),
      subject,
    })),
    hotFiles: hot?.files.slice(0, OVERVIEW_LIMITS.hotFilesMax) ?? [],
    hotFilesTotal: hot?.files.length ?? 0,
    days: OVERVIEW_LIMITS.hotDays,
    recentCommits: hot?.commits ?? 0,
    commits: whole.count,
    contributors: whole.authors,
    limit,
  };
}

/** Commit time of the commit itself, wherever in the tree it changed something. */
async function readHeadMs({ repository, commit }: ActivityInput): Promise<number | null> {
  const at = repository.topLevel ?? repository.gitDirectory;
  const where = [`--git-dir=${repository.gitDirectory}`, ...LOG];
  const answer = await askGit(at, [...where, '--max-count=1', '--format=%ct', '--end-of-options', commit]);
  const ms = Number(answer?.trim() || Number.NaN) * 1_000;
  return Number.isFinite(ms) && Math.abs(ms) < 8e15 ? ms : null;
}

interface HistoryRow {
  readonly commit: string;
  readonly atMs: number;
  readonly subject: string;
}

interface History {
  readonly rows: readonly HistoryRow[];
  readonly count: number;
  readonly authors: number;
  readonly limit: ActivityFacts['limit'];
}

/** Every commit once, with its author; only the first rows are kept. */
async function readHistory(input: ActivityInput): Promise<History | null> {
  const authors = new Set<string>();
  const rows: HistoryRow[] = [];
  let count = 0;
  const max = OVERVIEW_LIMITS.historyCommitsMax;
  // One commit more than the bound, to tell a history of exactly that length from a longer one.
  const args = ['-z', '--format=%H%x09%ct%x09%ae%x09%<(200,trunc)%s', `--max-count=${max + 1}`];
  const run = await runLog(input, args, (record) => {
    const [commit = '', at = '', author = '', subject = ''] = record.split('\t');
    if (!/^[0-9a-f]{40,64}$/.test(commit)) return;
    count++;
    authors.add(author.toLowerCase());
    const atMs = Number(at) * 1_000;
    if (rows.length < OVERVIEW_LIMITS.lastCommitsMax && Number.isFinite(atMs) && Math.abs(atMs) < 8e15) {
      rows.push({ commit, atMs, subject: subject.trim() });
    }
  });
  if (run === null) return null;
  const limit = count > max ? 'commits' : run;
  return { rows, count: Math.min(count, max), authors: authors.size, limit: limit === 'none' ? null : limit };
}

interface HotFiles {
  readonly files: ActivityFacts['hotFiles'];
  readonly commits: number;
  readonly limit: ActivityFacts['limit'];
}

/** Commits per file of the present tree, merges left out: a merge names what its commits have named already. */
async function countHotFiles(input: ActivityInput, sinceMs: number): Promise<HotFiles | null> {
  const { files, repository } = input;
  const counts = new Map<string, number>();
  let commits = 0;
  const args = [
    '-z',
    '--no-merges',
    '--diff-merges=off',
    '--name-only',
    `--since=@${Math.max(0, Math.floor(sinceMs / 1_000))} +0000`,
    '--format=%x01',
  ];
  // Records are: a mark for a commit, then its paths; the first path may follow a line end.
  const run = await runLog(input, args, (record) => {
    for (const part of record.split('\n')) {
      if (part === '\x01') commits++;
      else if (part.startsWith(repository.prefix)) {
        const path = part.slice(repository.prefix.length);
        if (files.has(path)) counts.set(path, (counts.get(path) ?? 0) + 1);
      }
    }
  });
  if (run === null) return null;
  const hot = [...counts].map(([file, count]) => ({ file, commits: count }));
  hot.sort((a, b) => b.commits - a.commits || (a.file < b.file ? -1 : 1));
  return { files: hot, commits, limit: run === 'none' ? null : run };
}

/** Runs one bounded log over the base folder; the limit that ended it, `none`, or null when git failed. */
async function runLog(
  { repository, commit, files, signal }: ActivityInput,
  args: readonly string[],
  onRecord: (record: string) => void,
): Promise<'none' | 'bytes' | 'time' | null> {
  const folder = `${repository.prefix}${files.base}`;
  const where = folder === '' ? [] : ['--', folder];
  const at = repository.topLevel ?? repository.gitDirectory;
  const child = startGit(at, [
    `--git-dir=${repository.gitDirectory}`,
    ...LOG,
    ...args,
    '--end-of-options',
    commit,
    ...where,
  ]);
  const bounds = { bytesMax: OVERVIEW_LIMITS.historyBytesMax, timeMs: OVERVIEW_LIMITS.historyMs, signal };
  let rest: Buffer = Buffer.alloc(0);
  const run = await streamGit(child, bounds, (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
      onRecord(bytes.toString('utf8', from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    return rest.length > OVERVIEW_LIMITS.textBytesMax ? 'stop' : 'more';
  });
  if (rest.length > 0 && run.end === 'exit') onRecord(rest.toString('utf8'));
  if (run.end === 'bytes' || run.end === 'stopped') return 'bytes';
  if (run.end === 'time') return 'time';
  return run.status === 0 ? 'none' : null;
}
