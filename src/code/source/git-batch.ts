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
  readonly bytesMax: number;
  readonly resolve: (answer: Answer | null) => void;
  readonly reject: (cause: Error) => void;
}

/** One `cat-file` process, which is started when first asked and ends when idle. */
export interface Batch {
  /** Null for an object that is not there. Of contents of more than `bytesMax` nothing is held. */
  ask(id: string, bytesMax: number): Promise<Answer | null>;
  /** Whether answers are still to come. */
  isBusy(): boolean;
  close(): void;
}

/**
 * Makes a process of `cat-file`. It answers in the order of the questions, so a queue of waiters suffices. Any disorder
 * (the process dies, a header is not understood, an answer takes too long) kills it and fails all that wait; the next
 * question starts a new one.
 */
export function makeBatch(gitDirectory: string, mode: BatchMode, startBatch: StartBatch = startCatFile): Batch {
  let child: GitChild | null = null;
  let timer: NodeJS.Timeout | null = null;
  let waiters: Waiter[] = [];

  // Started anew at every answer: the bound is on the silence between two answers, not on the length of the queue.
  function arm(): void {
    if (timer) clearTimeout(timer);
    const started = child;
    const isBusy = waiters.length > 0;
    timer = setTimeout(
      () => {
        if (started === child) end(isBusy ? new Error('git took too long to give an object') : null);
      },
      isBusy ? SOURCE_LIMITS.objectMs : SOURCE_LIMITS.idleMs,
    );
    // An idle process is no reason to stay alive.
    if (!isBusy) timer.unref();
  }

  function end(cause: Error | null): void {
    if (timer) clearTimeout(timer);
    timer = null;
    // Forgotten before it is killed, so that its `close` event, which comes later, is known to be of a past process.
    const ended = child;
    child = null;
    ended?.kill('SIGKILL');
    const failed = waiters;
    waiters = [];
    for (const waiter of failed) waiter.reject(cause ?? new Error('the source was closed'));
  }

  function start(): GitChild {
    const started = startBatch(gitDirectory, mode);
    // Whatever a listing said of its size: a hostile repository can put something else under the same id.
    const bytesMax = (): number => (mode === '--batch' ? (waiters[0]?.bytesMax ?? 0) : -1);
    const parse = makeAnswerParser(bytesMax, (answer) => {
      waiters.shift()?.resolve(answer);
      arm();
    });
    const fail = (cause: unknown): void => {
      // A late event of a process that was killed must not fail those who wait for its successor.
      if (started === child) end(new Error('git cat-file ended unexpectedly', { cause }));
    };
    // Nobody reads what git complains about, but a full pipe would stop it.
    started.stderr?.resume();
    started.stdin.on('error', fail);
    started.once('error', fail);
    started.once('close', fail);
    started.stdout.on('data', (chunk: Buffer) => {
      if (started === child && !parse(chunk)) fail('an answer that is no header');
    });
    return started;
  }

  return {
    ask(id, bytesMax) {
      // Only object ids are ever asked for: names, paths and expressions cannot be smuggled in.
      if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        // Before anybody waits: a process that cannot be started fails this question alone.
        child ??= start();
        waiters.push({ bytesMax, resolve, reject });
        child.stdin.write(`${id}\n`);
        if (waiters.length === 1) arm();
      });
    },
    isBusy: () => waiters.length > 0,
    close: () => end(null),
  };
}

function startCatFile(gitDirectory: string, mode: BatchMode): GitChild {
  return startGit(gitDirectory, [`--git-dir=${readingDirectory(gitDirectory)}`, 'cat-file', mode], GIT_NICENESS);
}

/**
 * Reads `<id> <type> <size>\n[content\n]` and `<id> missing\n`; answers false when the stream is something else.
 * `bytesMax` tells how long the next content may be to be kept; a negative number, that no contents come.
 */
function makeAnswerParser(
  bytesMax: () => number,
  onAnswer: (answer: Answer | null) => void,
): (chunk: Buffer) => boolean {
  let header = '';
  let info: ObjectInfo | null = null;
  // Null while a content passes that nobody has room for.
  let content: Buffer | null = null;
  let filled = 0;

  // Takes what belongs to the content and its closing newline from the chunk, and answers how much that was.
  function takeContent(chunk: Buffer, at: number, expected: ObjectInfo): number {
    const taken = Math.min(expected.size + 1 - filled, chunk.length - at);
    if (content) chunk.copy(content, filled, at, at + taken);
    filled += taken;
    if (filled === expected.size + 1) {
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
    const match = /^[0-9a-f]{40,64} (blob|tree|commit|tag) (\d{1,15})$/.exec(line);
    if (!match) {
      if (!line.endsWith(' missing')) return false;
      onAnswer(null);
      return true;
    }
    // `as`: the expression lets only these four words through.
    const found: ObjectInfo = { type: match[1] as ObjectInfo['type'], size: Number(match[2]) };
    const room = bytesMax();
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

  // A chunk may end anywhere: in a header, in a content or between a content and its newline.
  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (info) {
        at += takeContent(chunk, at, info);
        continue;
      }
      const newline = chunk.indexOf(0x0a, at);
      const lineEnd = newline === -1 ? chunk.length : newline;
      header += chunk.toString('latin1', at, lineEnd);
      at = lineEnd + 1;
      // No header is that long: a stream without newlines is refused before it fills the memory.
      if (header.length > 200 || (newline !== -1 && !takeHeader())) return false;
    }
    return true;
  };
}
