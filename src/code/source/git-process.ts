import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { KIB } from '../../base/units.ts';
import { keepPaceOf, SLOW_NICENESS } from '../process/pace.ts';
import { GIT_ENVIRONMENT, GIT_SETTINGS } from './git-command.ts';
import { launchGit } from './git-launcher.ts';
import { GitSilentError } from './git-silent.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { makeTurns } from './steps.ts';

/** A run of git, as much of it as is used. It tells `error` when it could not be started, and `close` with its status. */
export interface GitChild extends Pick<ChildProcess, 'pid'> {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Null where what git complains about is dropped at once. */
  readonly stderr: Readable | null;
  kill(signal: 'SIGKILL'): unknown;
  once(event: 'close', listener: (status: number | null) => void): unknown;
  once(event: 'error', listener: (failure: Error) => void): unknown;
}

/**
 * Starts git with nothing inherited and nothing of the repository executed, by the launcher where there is one. It gives
 * way as this process does, or by more.
 */
export function startGit(workingDirectory: string, args: readonly string[], niceness: number | null = null): GitChild {
  const startDirectly = (): GitChild => {
    const child = spawn('git', [...GIT_SETTINGS, ...args], {
      cwd: workingDirectory,
      env: GIT_ENVIRONMENT,
      shell: false,
      windowsHide: true,
    });
    // Without a descriptor left there are no pipes, whatever the types say, and an event tells why, which would end us unheard.
    if (child.stdout === undefined) {
      child.once('error', () => undefined);
      throw new Error('git could not be started: no descriptors are left');
    }
    if (niceness !== null) keepPaceOf(child, niceness);
    return child;
  };
  return launchGit({ workingDirectory, args, niceness }, startDirectly) ?? startDirectly();
}

/** A run that takes longer is of something large, and gives way to small questions. */
const QUICK_RUN_MS = 50;

/** So much of an answer is read in one piece: its rows take a part of a turn. */
const PIECE_BYTES = 4 * KIB;

/** How a bounded run of git ended. */
export interface GitRun {
  /** `exit`: by itself; the others: killed at that bound. */
  readonly end: 'exit' | 'bytes' | 'time' | 'stopped';
  /** Exit status; null when it was killed. */
  readonly status: number | null;
}

/** Bounds and cancellation of one run. */
export interface GitBounds {
  readonly bytesMax: number;
  readonly timeMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Runs git and hands over its output piece by piece. Git is killed at the first bound that it passes, when `onChunk`
 * answers `stop`, or when the signal is aborted (then the signal's reason is thrown).
 */
export function streamGit(
  child: GitChild,
  bounds: GitBounds,
  onChunk: (chunk: Buffer) => 'more' | 'stop',
): Promise<GitRun> {
  return new Promise((resolve, reject) => {
    let end: GitRun['end'] = 'exit';
    let bytes = 0;
    const kill = (reason: GitRun['end']): void => {
      if (end === 'exit') end = reason;
      child.stdout.removeListener('data', onData);
      child.stdout.resume();
      child.kill('SIGKILL');
    };
    const pieces = makePieces(child.stdout, (piece) => {
      if (end === 'exit' && onChunk(piece) === 'stop') kill('stopped');
      return end === 'exit';
    });
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > bounds.bytesMax) kill('bytes');
      else pieces.take(chunk);
    };
    child.stdout.on('data', onData);
    closeOthers(child);
    const release = keepBounds(child, bounds, kill);
    child.once('error', (cause) => {
      release();
      reject(new Error('git could not be started', { cause }));
    });
    const finish = (status: number | null): void => {
      release();
      if (bounds.signal?.aborted) reject(bounds.signal.reason);
      else resolve({ end, status });
    };
    // git is done before its last piece is taken.
    child.once('close', (status) => pieces.taken().then(() => finish(status), reject));
  });
}

/** Gives no input. What git complains about names paths of the machine: it is read, so that the pipe never fills, and dropped. */
function closeOthers({ stdin, stderr }: GitChild): void {
  stderr?.resume();
  stdin.on('error', () => undefined);
  stdin.end();
}

/** Kills a run at its bound of time and when it is cancelled, and has a long one give way, until the answer is called. */
function keepBounds(
  child: GitChild,
  { timeMs, signal }: GitBounds,
  kill: (reason: 'time' | 'stopped') => void,
): () => void {
  const onAbort = (): void => kill('stopped');
  const timer = setTimeout(() => kill('time'), timeMs);
  const late = setTimeout(() => keepPaceOf(child, SLOW_NICENESS), QUICK_RUN_MS);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return () => {
    clearTimeout(timer);
    clearTimeout(late);
    signal?.removeEventListener('abort', onAbort);
  };
}

/**
 * A long answer comes faster than it is read, and would be read to its end before anything else is done: it is taken
 * piece by piece, in turns with other work, until `onPiece` answers false. `taken` waits until all that came is taken.
 */
function makePieces(stream: Readable, onPiece: (piece: Buffer) => boolean) {
  const turns = makeTurns();
  // Node lets a stream flow on when its process ends, paused or not: what comes meanwhile waits here for its turn.
  const waiting: Buffer[] = [];
  let isTaking = false;
  let taken: Promise<void> = Promise.resolve();
  async function takeAll(): Promise<void> {
    for (let chunk = waiting.shift(); chunk !== undefined; chunk = waiting.shift()) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        if (turns.isOver()) {
          stream.pause();
          await turns.next();
        }
        if (onPiece(chunk.subarray(at, at + PIECE_BYTES))) continue;
        waiting.length = 0;
        break;
      }
    }
    isTaking = false;
    stream.resume();
  }
  return {
    take(chunk: Buffer): void {
      waiting.push(chunk);
      if (isTaking) return;
      isTaking = true;
      taken = takeAll();
      // A failure is thrown where the end of the run is waited for.
      taken.catch(() => undefined);
    },
    taken: () => taken,
  };
}

/** Throws where git was ended from outside, as by a machine short of memory, which says nothing of the repository. */
export function assertEndedItself({ end, status }: GitRun): void {
  if (end === 'exit' && status === null) throw new Error('git was ended before it answered');
}

/**
 * The output of a short question to git; null when git answered with a failure or passed the bound of bytes. Throws when
 * it was ended before it had answered, by the bound of time or from outside: that says nothing of what was asked.
 */
export async function askGit(workingDirectory: string, args: readonly string[]): Promise<string | null> {
  return await answerOf(startGit(workingDirectory, args));
}

/** The same of a run that has begun. */
export async function answerOf(child: GitChild, timeMs: number = SOURCE_LIMITS.questionMs): Promise<string | null> {
  const chunks: Buffer[] = [];
  const run = await streamGit(child, { bytesMax: SOURCE_LIMITS.questionBytesMax, timeMs }, (chunk) => {
    chunks.push(chunk);
    return 'more';
  });
  if (run.end === 'time') throw new GitSilentError();
  assertEndedItself(run);
  if (run.end !== 'exit' || run.status !== 0) return null;
  return Buffer.concat(chunks).toString('utf8');
}

/** Cuts a stream into pieces that end in NUL; the rest after the last one is dropped. */
export function makeNulSplitter(onPiece: (piece: Buffer) => 'more' | 'stop'): (chunk: Buffer) => 'more' | 'stop' {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, from)) {
      if (onPiece(bytes.subarray(from, at)) === 'stop') return 'stop';
      from = at + 1;
    }
    // A piece longer than any path is no row of git's: stopping here keeps the joining above linear.
    rest = bytes.subarray(from);
    return rest.length > 4 * SOURCE_LIMITS.pathBytesMax ? 'stop' : 'more';
  };
}
