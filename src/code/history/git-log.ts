import { askGit, startGit, streamGit } from '../source/git-process.ts';
import type { Repository } from '../source/repository.ts';

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

/** Which history is walked, and how far. */
export interface LogInput {
  readonly repository: Repository;
  /** The commit to begin with: a full id. */
  readonly commit: string;
  /** Only what changed below this folder of the project, `/`-terminated; empty for all of it. */
  readonly base: string;
  readonly bytesMax: number;
  readonly timeMs: number;
  /** Longest record; a longer one ends the walk as the bound of bytes does. */
  readonly recordBytesMax: number;
  readonly signal: AbortSignal;
}

/** How a walk ended: `none` when it came to its end, else the bound that ended it. */
export type LogEnd = 'none' | 'bytes' | 'time';

/**
 * Runs one bounded `git log` and hands over its records, which `args` must make end in NUL (`-z`). Nothing of the
 * repository's settings is obeyed that starts a program or rewrites names. Null when git failed.
 */
export async function runLog(
  input: LogInput,
  args: readonly string[],
  onRecord: (record: string) => void,
): Promise<LogEnd | null> {
  const { repository, commit, base, signal } = input;
  const folder = `${repository.prefix}${base}`;
  const where = folder === '' ? [] : ['--', folder];
  const child = startGit(placeOf(repository), [...logWords(repository), ...args, '--end-of-options', commit, ...where]);
  let rest: Buffer = Buffer.alloc(0);
  const run = await streamGit(child, { bytesMax: input.bytesMax, timeMs: input.timeMs, signal }, (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
      onRecord(bytes.toString('utf8', from, end));
      from = end + 1;
    }
    rest = bytes.subarray(from);
    return rest.length > input.recordBytesMax ? 'stop' : 'more';
  });
  if (rest.length > 0 && run.end === 'exit') onRecord(rest.toString('utf8'));
  if (run.end === 'bytes' || run.end === 'stopped') return 'bytes';
  if (run.end === 'time') return 'time';
  return run.status === 0 ? 'none' : null;
}

/** Commit time of one commit in milliseconds, wherever in the tree it changed something; null when it is not known. */
export async function readCommitMs(repository: Repository, commit: string): Promise<number | null> {
  const args = ['--max-count=1', '--format=%ct', '--end-of-options', commit];
  const answer = await askGit(placeOf(repository), [...logWords(repository), ...args]);
  return parseSeconds(answer?.trim() || 'unknown');
}

/** Seconds as git writes them, in milliseconds; null for what no `Date` can hold. */
export function parseSeconds(seconds: string): number | null {
  const ms = Number(seconds) * 1_000;
  return Number.isFinite(ms) && Math.abs(ms) < 8e15 ? ms : null;
}

function logWords(repository: Repository): readonly string[] {
  return [`--git-dir=${repository.gitDirectory}`, ...LOG];
}

function placeOf(repository: Repository): string {
  return repository.topLevel ?? repository.gitDirectory;
}
