import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { getPriority } from 'node:os';
import { PassThrough } from 'node:stream';
import { threadId } from 'node:worker_threads';
import type { GitChild } from './git-process.ts';

/*
 * To start a process the system copies the page tables of the one that starts it, while none of its threads may get new
 * memory: 25 ms for an engine of 500 MB. A small process starts git for it. Both speak through a socket of the file
 * system, three connections a run, each with a line that says which:
 *
 *   `C <run> <request>\n`   control; back come `P <process id>\n` and `S <status>\n`, or `F\n` when git could not be
 *                           started. When it is closed, git is killed, or not started at all.
 *   `I <run>\n`             what comes after it is git's standard input
 *   `O <run>\n`             git's standard output comes back
 *
 * Source: ADR 0034.
 */

/** Where the launchers of a process are, one after the other, for all its threads. */
export interface LauncherAddress {
  /** Beginning of the path of a launcher's folder; its number follows. */
  readonly base: string;
  /** Shared; the number of the launcher that takes runs, 0 while there is none. */
  readonly current: Int32Array;
}

/** Path of a launcher's socket. */
export function socketOf({ base }: Pick<LauncherAddress, 'base'>, launcher: number): string {
  return `${base}-${launcher}/git`;
}

/** What is to be run. */
export interface LaunchRequest {
  readonly workingDirectory: string;
  /** After the usual settings. */
  readonly args: readonly string[];
  readonly niceness: number;
}

let address: LauncherAddress | null = null;

/** Tells this thread where the launchers will be; null takes it back. */
export function offerLauncher(offered: LauncherAddress | null): void {
  address = offered;
}

/** Where they will be, for threads that this one starts; null where there are to be none. */
export function launcherAddress(): LauncherAddress | null {
  return address;
}

/** A way to start git that takes as long as ever. */
type StartDirectly = () => GitChild;

let lastRun = 0;

/**
 * Starts git by the launcher; null while there is none. What is written before git has started waits for it. A launcher that
 * does not answer is given up, and this run started directly.
 */
export function launchGit(
  request: Omit<LaunchRequest, 'niceness'> & { readonly niceness: number | null },
  startDirectly: StartDirectly,
): GitChild | null {
  const launcher = address === null ? 0 : Atomics.load(address.current, 0);
  if (address === null || launcher === 0) return null;
  const { current } = address;
  lastRun += 1;
  const niceness = request.niceness ?? getPriority();
  return new LaunchedGit(socketOf(address, launcher), `${threadId}.${lastRun}`, { ...request, niceness }, () => {
    Atomics.compareExchange(current, 0, launcher, 0);
    return startDirectly();
  });
}

/** A killed run whose end nobody tells is over after this time. */
const KILLED_MS_MAX = 1_000;

class LaunchedGit extends EventEmitter implements GitChild {
  pid: number | undefined = undefined;
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = null;
  readonly #control: Socket;
  readonly #input: Socket;
  readonly #output: Socket;
  readonly #startDirectly: StartDirectly;
  /** Started directly, since the launcher did not answer. */
  #direct: GitChild | null = null;
  #status: number | null = null;
  /** Whether the launcher has said how git ended. */
  #isTold = false;
  #isKilled = false;
  #hasFailed = false;
  /** Control and output; when both have ended, so has the run. */
  #left = 2;

  constructor(path: string, run: string, request: LaunchRequest, startDirectly: StartDirectly) {
    super();
    this.#startDirectly = startDirectly;
    this.#control = connect(path);
    this.#input = connect(path);
    this.#output = connect(path);
    // What becomes of a run is told by its connections' ends; why one broke, by nobody.
    for (const socket of [this.#control, this.#input, this.#output]) socket.on('error', () => undefined);
    this.#input.write(`I ${run}\n`);
    this.#output.write(`O ${run}\n`);
    this.#control.write(`C ${run} ${JSON.stringify(request)}\n`);
    this.#hearControl();
    this.#control.once('close', () => this.#endControl());
    this.#output.once('close', () => this.#endOne());
  }

  kill(): void {
    if (this.#isKilled) return;
    this.#isKilled = true;
    if (this.#direct !== null) this.#direct.kill('SIGKILL');
    else if (this.pid === undefined) this.#control.destroy();
    else {
      killProcess(this.pid);
      setTimeout(() => this.#control.destroy(), KILLED_MS_MAX).unref();
    }
  }

  #hearControl(): void {
    let text = '';
    this.#control.setEncoding('latin1').on('data', (piece: string) => {
      const lines = (text + piece).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) this.#hear(line);
    });
  }

  #hear(line: string): void {
    const [word, number] = line.split(' ');
    if (word === 'P') {
      this.pid = Number(number);
      this.stdin.pipe(this.#input);
      this.#output.pipe(this.stdout);
    } else if (word === 'S') {
      this.#isTold = true;
      this.#status = number === '' ? null : Number(number);
      // Nobody reads what is still to be written; what git has written is read to its end.
      this.#input.destroy();
    } else this.#hasFailed = true;
  }

  #endControl(): void {
    this.#input.destroy();
    if (this.pid !== undefined) {
      // Ended without a word: the launcher is gone, and does not end git any more.
      if (!this.#isTold) killProcess(this.pid);
      if (this.#isKilled) this.#output.destroy();
      this.#endOne();
      return;
    }
    this.#output.destroy();
    if (this.#isKilled) this.#finish('close', null);
    else if (this.#hasFailed) this.#finish('error', new Error('the launcher could not start git'));
    else this.#goDirectly();
  }

  /** As of any process: its end is told when its output has been read, too. */
  #endOne(): void {
    this.#left -= 1;
    if (this.pid === undefined || this.#left > 0) return;
    // Nobody reads the output of what was killed; and a connection that broke does not end what it is piped into.
    if (this.#isKilled) this.stdout.destroy();
    else this.stdout.end();
    this.#finishWhenRead(this.#status);
  }

  #finishWhenRead(status: number | null): void {
    if (this.stdout.readableEnded || this.stdout.destroyed) this.#finish('close', status);
    else this.stdout.once('close', () => this.#finish('close', status));
  }

  #goDirectly(): void {
    try {
      this.#follow(this.#startDirectly());
    } catch (failure) {
      this.#finish('error', failure);
    }
  }

  #follow(child: GitChild): void {
    this.#direct = child;
    this.pid = child.pid;
    child.stderr?.resume();
    child.stdin.on('error', () => undefined);
    this.stdin.pipe(child.stdin);
    child.stdout.pipe(this.stdout);
    child.once('error', (failure) => this.#finish('error', failure));
    child.once('close', (status) => this.#finishWhenRead(status));
  }

  #finish(event: 'close' | 'error', fact: unknown): void {
    this.stdin.destroy();
    this.emit(event, fact);
  }
}

function killProcess(processId: number): void {
  try {
    process.kill(processId, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
