import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { threadId } from 'node:worker_threads';

/*
 * To start a process the system copies the page tables of the one that starts it, while none of its threads may get new
 * memory: 25 ms for an engine of 500 MB. A small process starts git for it. Both speak through a socket of the file
 * system, two connections a run:
 *
 *   data      `D <run>\n`, then it is git's standard input and output
 *   control   `C <run> <request>\n` and perhaps `K\n` there; back come `P <process id>\n` and `S <status>\n`, or `F\n`
 *             when git could not be started. When it is closed, git is killed.
 *
 * Source: ADR 0034.
 */

/** Where the launcher is, for all threads of a process. */
export interface LauncherPlace {
  /** Path of its socket. */
  readonly path: string;
  /** Shared; 1 while it takes runs. */
  readonly isUp: Int32Array;
}

/** What is to be run. */
export interface LaunchRequest {
  readonly workingDirectory: string;
  /** After the usual settings. */
  readonly args: readonly string[];
  /** Null for the launcher's own. */
  readonly niceness: number | null;
}

let place: LauncherPlace | null = null;

/** Tells this thread where the launcher will be. */
export function offerLauncher(offered: LauncherPlace): void {
  place = offered;
}

/** Where it will be, for threads that this one starts; null where there is to be none. */
export function launcherPlace(): LauncherPlace | null {
  return place;
}

/** The path of the launcher's socket; null while there is none: then a process starts git itself. */
export function launcherNow(): string | null {
  return place !== null && Atomics.load(place.isUp, 0) === 1 ? place.path : null;
}

let lastRun = 0;

/** Starts git by the launcher. What is written before git has started waits for it. */
export function launchGit(path: string, request: LaunchRequest): LaunchedGit {
  lastRun += 1;
  return new LaunchedGit(path, `${threadId}.${lastRun}`, request);
}

/** A run of git by the launcher: it tells `error` when it could not be started, and `close` with its status. */
class LaunchedGit extends EventEmitter {
  pid: number | undefined = undefined;
  readonly stdin: Writable = new PassThrough();
  readonly stdout: Readable;
  readonly stderr = null;
  readonly #control: Socket;
  readonly #data: Socket;
  #status: number | null = null;
  #isOver = false;
  #left = 2;

  constructor(path: string, run: string, request: LaunchRequest) {
    super();
    this.#control = connect(path);
    this.#data = connect(path);
    this.stdout = this.#data;
    // What becomes of a run is told by its two connections' ends; why one broke, by nobody.
    for (const socket of [this.#control, this.#data]) {
      socket.on('error', () => undefined);
      socket.once('close', () => this.#endOne());
    }
    this.#data.write(`D ${run}\n`);
    this.#control.write(`C ${run} ${JSON.stringify(request)}\n`);
    let text = '';
    this.#control.setEncoding('latin1').on('data', (piece: string) => {
      const lines = (text + piece).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) this.#hear(line);
    });
  }

  kill(): void {
    this.#control.write('K\n');
  }

  #hear(line: string): void {
    const [word, number] = line.split(' ');
    if (word === 'P') {
      this.pid = Number(number);
      this.stdin.pipe(this.#data);
    } else if (word === 'S') {
      this.#status = number === '' ? null : Number(number);
      this.#control.end();
    } else this.#control.destroy();
  }

  /** As of any process: its end is told when its output has been read, too. */
  #endOne(): void {
    this.#left -= 1;
    // Without a launcher there is no git at the other end of the data.
    if (this.#control.destroyed && this.pid === undefined) this.#data.destroy();
    if (this.#left > 0 || this.#isOver) return;
    this.#isOver = true;
    if (this.pid === undefined) this.emit('error', new Error('the launcher started no git'));
    else this.emit('close', this.#status);
  }
}
