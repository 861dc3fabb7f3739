import { assert } from '../../base/assert.ts';
import { KIB } from '../../base/units.ts';
import { decodeUtf16 } from '../source/decode.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { FileContent, Source } from '../source/source.ts';
import { BINARY_PROBE_BYTES, FILE_BYTES_MAX } from './limits.ts';
import type { PatternGuard } from './pattern-guard.ts';
import type { Gaps, ScannedFile, Scope } from './scope.ts';

export {
  chooseFiles,
  type FileChoice,
  type Gaps,
  makeGaps,
  type ScannedFile,
  type Scope,
  scannedBefore,
} from './scope.ts';

/** How far a scan came. */
export interface ScanEnd {
  /** Files whose content was looked at. */
  readonly searched: number;
  readonly isComplete: boolean;
  /** Files that the deadline left out. */
  readonly unread: number;
}

/** Reads on their way at once: git's answers come through a pipe, and waiting for each alone would double the time. */
const READS_AHEAD = 16;

/** The longest run without a turn for messages, such as that the caller has gone. */
const TURN_MS = 25;

/** Bytes that are looked at in one run of a guard: to start one takes as long as to match some ten KiB. */
const GUARDED_BYTES = 256 * KIB;

/** What a scan needs of a scope; without `cpu` only the deadline bounds it. */
type ScanScope = Pick<Scope, 'source' | 'context' | 'files' | 'gaps'> & Partial<Pick<Scope, 'cpu'>>;

type Visit = (file: ScannedFile, bytes: Buffer, blobId: string | null) => void;

/**
 * Hands every text file in scope to `visit`, in order of path, until the deadline or until the guard, if there is one,
 * ends a visit. What is skipped is recorded as a gap.
 */
export async function scanTexts(scope: ScanScope, visit: Visit, guard: PatternGuard | null = null): Promise<ScanEnd> {
  const reads = makeReadAhead(scope);
  const takeTurn = makeTurns(scope.context.signal);
  const visits = makeVisits(visit, guard);
  // A file that nothing could be read of is done with, but was not searched.
  let passed = 0;
  const endNow = (isComplete: boolean): ScanEnd => ({
    searched: visits.done(),
    isComplete,
    unread: isComplete ? 0 : scope.files.length - passed - visits.done(),
  });
  try {
    for (const file of scope.files) {
      if (performance.now() > scope.context.deadlineAtMs || isSpent(scope)) return endNow(false);
      await takeTurn();
      const content = await reads.next();
      const bytes = textBytes(content, file, scope.gaps);
      if (bytes === null) passed += 1;
      else if (!visits.add(file, bytes, typeof content === 'object' && content.ok ? content.blobId : null))
        return endNow(false);
    }
    return endNow(visits.finish());
  } finally {
    await reads.settle();
  }
}

function isSpent({ cpu }: ScanScope): boolean {
  return cpu !== undefined && cpu.leftMs() <= 0;
}

/**
 * Visits at once, or under a guard some files together, since to start the guard costs as much as a small file. Both
 * functions are false when a visit was ended: then `done` counts the files before it, and the one that was under way is
 * unread.
 */
function makeVisits(visit: Visit, guard: PatternGuard | null) {
  let waiting: Parameters<Visit>[] = [];
  let bytes = 0;
  let done = 0;
  const visitAll = (): void => {
    for (const one of waiting) {
      visit(...one);
      done += 1;
    }
  };
  function finish(): boolean {
    const isDone = guard === null || waiting.length === 0 || guard.run(bytes, visitAll);
    waiting = [];
    bytes = 0;
    return isDone;
  }
  return {
    add(...one: Parameters<Visit>): boolean {
      waiting.push(one);
      bytes += one[1].length;
      if (guard !== null) return bytes < GUARDED_BYTES || finish();
      visitAll();
      return finish();
    },
    finish,
    done: () => done,
  };
}

/**
 * Asks for files before it is their turn; answers come in the order of the files. `settle` waits for what is still on
 * its way, so that no read outlives its search and meets a source that has been closed.
 */
function makeReadAhead({ source, files }: ScanScope) {
  const ahead: Promise<Content>[] = [];
  let asked = 0;
  return {
    async next(): Promise<Content> {
      while (asked < files.length && ahead.length < READS_AHEAD) {
        const read = readUnlessSecret(source, files[asked]?.path ?? '');
        // A failure is thrown where this read is awaited; until then it must not count as unhandled.
        read.catch(() => undefined);
        ahead.push(read);
        asked += 1;
      }
      const first = ahead.shift();
      assert(first !== undefined, 'there is a read for every file');
      return await first;
    },
    settle: () => Promise.allSettled(ahead),
  };
}

type Content = FileContent | 'secret';

/** Files of credentials are no more searched than they are shown: a line found would be a line shown. */
async function readUnlessSecret(source: Source, path: string): Promise<Content> {
  return isSecretPath(path) ? 'secret' : source.read(path, FILE_BYTES_MAX);
}

/** Lets messages in now and then, and throws when nobody waits any more. */
function makeTurns(signal: AbortSignal): () => Promise<void> {
  let turnAtMs = performance.now() + TURN_MS;
  return async () => {
    if (performance.now() < turnAtMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    turnAtMs = performance.now() + TURN_MS;
  };
}

/** Null for what is not text, which is recorded: whatever a search left out is named in its answer. */
function textBytes(content: Content, file: ScannedFile, gaps: Gaps): Buffer | null {
  if (content === 'secret') {
    gaps.add('secret', file.path);
    return null;
  }
  if (!content.ok) {
    // A file deleted since it was listed holds nothing, so nothing was missed.
    if (content.reason === 'too_large') gaps.add('too_large', file.path);
    else if (content.reason === 'symlink') gaps.add('symlink', file.path);
    else if (content.reason !== 'not_found') gaps.add('unreadable', file.path);
    return null;
  }
  const bytes = asBuffer(content.bytes);
  if (!bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)) return bytes;
  gaps.add('binary', file.path);
  return null;
}

/** The same bytes with a buffer's methods; nothing is copied but UTF-16, which is made UTF-8. */
export function asBuffer(bytes: Uint8Array): Buffer {
  const wide = decodeUtf16(bytes);
  return wide ? Buffer.from(wide.text) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Fatal, since the lenient decoder would put the same replacement for every unreadable byte. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a file: UTF-8 without its byte-order mark, or Latin-1 where it is not UTF-8. */
export function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    // One character per byte keeps every ASCII word findable.
    return bytes.toString('latin1');
  }
}
