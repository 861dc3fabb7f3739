import { GIT_NICENESS } from '../process/pace.ts';
import { type GitChild, startGit } from './git-process.ts';
import { SOURCE_LIMITS } from './limits.ts';
import { readingDirectory } from './own-store.ts';

/** What an object is, known before a byte of it is read. */
export interface ObjectInfo {
  readonly type: 'blob' | 'tree' | 'commit' | 'tag';
  readonly size: number;
}

/**
 * What `cat-file` prints: `--batch-check` what an object is, `--batch` always its bytes too. So there are two processes:
 * a size must be known before a huge object is asked for.
 */
export type BatchMode = '--batch' | '--batch-check';

/** Starts the process of a batch; tests put another one in its place. */
export type StartBatch = (gitDirectory: string, mode: BatchMode) => GitChild;

/** An object as one answer of `cat-file` gives it. */
export interface Answer {
  readonly info: ObjectInfo;
  /** Null in a process that tells no contents, and for a content larger than was asked for. */
  readonly content: Buffer | null;
}

interface Waiter {
  readonly id: string;
  readonly bytesMax: number;
  /** Whether a process has ended already in the middle of its content. */
  readonly isAgain: boolean;
  readonly resolve: (answer: Answer | null) => void;
  readonly reject: (cause: Error) => void;
}

/** One `cat-file` process, which is started when first asked and ends when idle. */
export interface Batch {
  /** Null for an object that is not there or is damaged. Of contents of more than `bytesMax` nothing is held. */
  ask(id: string, bytesMax: number): Promise<Answer | null>;
  /** Whether answers are still to come. */
  isBusy(): boolean;
  close(): void;
}

/**
 * Makes a process of `cat-file`. It answers in the order of the questions, so a queue of waiters suffices. Any disorder
 * (the process dies, a header is not understood, an answer takes too long) kills it, and the next question starts a new
 * one. git itself ends over an object that breaks off in the middle: that is missing then, and those who wait behind it are
 * asked for again. Where a process has told nothing at all, all that wait fail.
 */
export function makeBatch(gitDirectory: string, mode: BatchMode, startBatch: StartBatch = startCatFile): Batch {
  return new CatFile(() => startBatch(gitDirectory, mode), mode);
}

class CatFile implements Batch {
  readonly #start: () => GitChild;
  readonly #mode: BatchMode;
  #child: GitChild | null = null;
  #timer: NodeJS.Timeout | null = null;
  #waiters: Waiter[] = [];
  /** Whether git has told the header of what the first one waits for, and not yet all of its content. */
  #isTelling = false;
  /** What the process has answered. */
  #answers = 0;

  constructor(start: () => GitChild, mode: BatchMode) {
    this.#start = start;
    this.#mode = mode;
  }

  ask(id: string, bytesMax: number): Promise<Answer | null> {
    // Only object ids are ever asked for: names, paths and expressions cannot be smuggled in.
    if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      this.#put({ id, bytesMax, isAgain: false, resolve, reject });
    });
  }

  isBusy(): boolean {
    return this.#waiters.length > 0;
  }

  close(): void {
    this.#fail(new Error('the source was closed'));
  }

  #put(waiter: Waiter): void {
    try {
      this.#child ??= this.#open();
    } catch (cause) {
      // Before it waits: a process that cannot be started fails this question alone.
      waiter.reject(new Error('git could not be started', { cause }));
      return;
    }
    this.#waiters.push(waiter);
    this.#child.stdin.write(`${waiter.id}\n`);
    if (this.#waiters.length === 1) this.#arm();
  }

  #open(): GitChild {
    const started = this.#start();
    const parse = makeAnswerParser(
      (id) => this.#roomFor(id),
      (answer) => {
        this.#isTelling = false;
        this.#answers += 1;
        this.#waiters.shift()?.resolve(answer);
        this.#arm();
      },
    );
    // A late event of a process that was killed must not fail those who wait for its successor.
    const isPast = (): boolean => started !== this.#child;
    hear(
      started,
      (chunk) => isPast() || parse(chunk),
      (cause) => {
        if (!isPast()) this.#goOn(new Error('git cat-file ended unexpectedly', { cause }));
      },
    );
    return started;
  }

  /** Whatever a listing said of its size: a hostile repository can put something else under the same id. */
  #roomFor(id: string): number | null {
    const first = this.#waiters[0];
    if (first?.id !== id) return null;
    if (this.#mode === '--batch-check') return -1;
    this.#isTelling = true;
    return first.bytesMax;
  }

  /** Started anew at every answer: the bound is on the silence between two answers, not on the length of the queue. */
  #arm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const started = this.#child;
    const isBusy = this.isBusy();
    const onSilence = (): void => {
      if (started !== this.#child) return;
      const cause = new Error('git took too long to give an object');
      if (this.#isTelling) this.#goOn(cause);
      else this.#fail(cause);
    };
    this.#timer = setTimeout(onSilence, isBusy ? SOURCE_LIMITS.objectMs : SOURCE_LIMITS.idleMs);
    // An idle process is no reason to stay alive.
    if (!isBusy) this.#timer.unref();
  }

  /** Ends the process and answers who still waited for it. */
  #end(): readonly Waiter[] {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    // Forgotten before it is killed, so that its `close` event, which comes later, is known to be of a past process.
    const ended = this.#child;
    this.#child = null;
    ended?.kill('SIGKILL');
    const left = this.#waiters;
    this.#waiters = [];
    this.#isTelling = false;
    this.#answers = 0;
    return left;
  }

  #fail(cause: Error): void {
    for (const waiter of this.#end()) waiter.reject(cause);
  }

  /**
   * The process is of no more use. Where it has told something, who waits is asked for again: of the one that it was
   * telling only once more, since it may have been killed from outside.
   */
  #goOn(cause: Error): void {
    const isCut = this.#isTelling;
    if (!isCut && this.#answers === 0) {
      this.#fail(cause);
      return;
    }
    const [first, ...others] = this.#end();
    if (first && isCut && first.isAgain) first.resolve(null);
    else if (first) this.#put({ ...first, isAgain: isCut });
    for (const waiter of others) this.#put(waiter);
  }
}

/** Hands over what a process tells, and says when that is no answer or the process has ended. */
function hear(started: GitChild, parse: (chunk: Buffer) => boolean, onStop: (cause: unknown) => void): void {
  // Nobody reads what git complains about, but a full pipe would stop it.
  started.stderr?.resume();
  // It has ended then, and `close` tells so once all is read that it told before.
  started.stdin.on('error', () => undefined);
  started.once('error', onStop);
  started.once('close', onStop);
  started.stdout.on('data', (chunk: Buffer) => {
    if (!parse(chunk)) onStop('an answer that is no header');
  });
}

function startCatFile(gitDirectory: string, mode: BatchMode): GitChild {
  return startGit(gitDirectory, [`--git-dir=${readingDirectory(gitDirectory)}`, 'cat-file', mode], GIT_NICENESS);
}

/**
 * Reads `<id> <type> <size>\n[content\n]` and `<id> missing\n`; answers false when the stream is something else.
 * `roomFor` tells how long the content of an object may be to be kept; a negative number, that no contents come; null, that
 * it is not the one that was asked for.
 */
function makeAnswerParser(
  roomFor: (id: string) => number | null,
  onAnswer: (answer: Answer | null) => void,
): (chunk: Buffer) => boolean {
  let header = '';
  let info: ObjectInfo | null = null;
  // Null while a content passes that nobody has room for.
  let content: Buffer | null = null;
  let filled = 0;

  // Takes what belongs to the content and its closing newline from the chunk, and answers how much that was; -1 for
  // another length than was told.
  function takeContent(chunk: Buffer, at: number, expected: ObjectInfo): number {
    const taken = Math.min(expected.size + 1 - filled, chunk.length - at);
    if (content) chunk.copy(content, filled, at, at + taken);
    filled += taken;
    if (filled === expected.size + 1) {
      // Not as long as was told: what follows belongs to no answer.
      if (chunk[at + taken - 1] !== 0x0a) return -1;
      info = null;
      onAnswer({ info: expected, content: content?.subarray(0, expected.size) ?? null });
    }
    return taken;
  }

  // A whole header line: the next answer, or the start of its content. False for what is no header.
  function takeHeader(): boolean {
    const line = header;
    header = '';
    // Fifteen digits stay below 2^53, so the size is exact as a number.
    const match = /^([0-9a-f]{40,64}) (?:missing|(blob|tree|commit|tag) (\d{1,15}))$/.exec(line);
    const room = match ? roomFor(match[1] ?? '') : null;
    if (match === null || room === null) return false;
    if (match[2] === undefined) {
      onAnswer(null);
      return true;
    }
    // `as`: the expression lets only these four words through.
    const found: ObjectInfo = { type: match[2] as ObjectInfo['type'], size: Number(match[3]) };
    if (room < 0) {
      onAnswer({ info: found, content: null });
      return true;
    }
    info = found;
    filled = 0;
    // One byte more for the newline that closes the content. Not zeroed, since it is handed out only when full; not
    // from the shared pool, since a kept small content would keep a whole slab of the pool.
    content = found.size <= room ? Buffer.allocUnsafeSlow(found.size + 1) : null;
    return true;
  }

  // Takes what belongs to a header from the chunk, and answers how much that was; -1 for what is none.
  function takeLine(chunk: Buffer, at: number): number {
    const newline = chunk.indexOf(0x0a, at);
    const lineEnd = newline === -1 ? chunk.length : newline;
    header += chunk.toString('latin1', at, lineEnd);
    // No header is that long: a stream without newlines is refused before it fills the memory.
    return header.length > 200 || (newline !== -1 && !takeHeader()) ? -1 : lineEnd + 1 - at;
  }

  // A chunk may end anywhere: in a header, in a content or between a content and its newline.
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const taken = info ? takeContent(chunk, at, info) : takeLine(chunk, at);
      if (taken === -1) return false;
      at += taken;
    }
    return true;
  };
}
