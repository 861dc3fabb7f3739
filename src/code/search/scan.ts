import { assert } from '../../base/assert.ts';
import { KIB, MIB } from '../../base/units.ts';
import { isBinary } from '../source/decode.ts';
import { asBuffer, FILE_BYTES_MAX } from '../source/searched-text.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { FileContent, Source } from '../source/source.ts';
import { makeTurns, type Turns } from '../source/steps.ts';
import type { PatternGuard } from './pattern-guard.ts';
import type { Gaps, ScannedFile, Scope } from './scope.ts';

/** Taken once: to ask the global object for it takes longer than to ask it for the time, which is done for every file. */
const { performance } = globalThis;

/** How far a scan came. */
export interface ScanEnd {
  /** Files whose content was looked at. */
  readonly searched: number;
  readonly isComplete: boolean;
  /** Files that the deadline left out. */
  readonly unread: number;
}

/**
 * Reads of git objects on their way at once: answers come through a pipe, and waiting for each alone would double the
 * time. Files on disk are read at once, so that a search that ends early has read nothing in vain.
 */
const OBJECTS_AHEAD = 16;

/** The longest run without a turn for messages, such as that the caller has gone. */
export const TURN_MS = 25;

/**
 * Bytes that are looked at in one run of a guard: to start one takes as long as to match some hundred KiB. The first
 * runs are short, since a search may have enough after a few files.
 */
const GUARDED_BYTES = 2 * MIB;
const GUARDED_BYTES_FIRST = 64 * KIB;
const GUARDED_GROWTH = 4;

/** What a scan needs of a scope; without `cpu` only the deadline bounds it. The files may be made as they are asked for. */
export type ScanScope<File extends ScannedFile> = Pick<Scope, 'source' | 'context' | 'gaps'> &
  Partial<Pick<Scope, 'cpu'>> & { readonly files: FileList<File> };

/** Files by their place, in order of path; an array is one. */
interface FileList<File extends ScannedFile> {
  readonly length: number;
  at(index: number): File | undefined;
}

type Visit<File extends ScannedFile> = (file: File, bytes: Buffer, blobId: string | null) => void;

/** What ends a scan before its time. */
export interface ScanBounds {
  /** Bounds the matching of a pattern that a caller wrote. */
  readonly guard?: PatternGuard | null;
  /** Asked before each file: true when no more is wanted, which leaves the rest unread. */
  isEnough?(): boolean;
  /** False gives null for every blob id: to find out those of a work tree takes as long as to search its files. */
  readonly wantsIds?: boolean;
}

/**
 * Hands every text file in scope to `visit`, in order of path, until the deadline or until the guard, if there is one,
 * ends a visit. What is skipped is recorded as a gap.
 */
export async function scanTexts<File extends ScannedFile>(
  scope: ScanScope<File>,
  visit: Visit<File>,
  bounds: ScanBounds = {},
): Promise<ScanEnd> {
  const reads = makeReadAhead(scope);
  const turns = makeTurns(TURN_MS);
  const visits = makeVisits(visit, bounds.guard ?? null);
  // A file that nothing could be read of is done with, but was not searched.
  let passed = 0;
  const endNow = (isComplete: boolean): ScanEnd => ({
    searched: visits.done(),
    isComplete,
    unread: isComplete ? 0 : scope.files.length - passed - visits.done(),
  });
  try {
    for (let left = scope.files.length; left > 0; left--) {
      if (isOver(scope) || bounds.isEnough?.() === true) return endNow(false);
      if (turns.isOver()) await takeTurn(turns, scope.context.signal);
      const { file, content } = await reads.next();
      const bytes = textBytes(content, file, scope.gaps);
      if (bytes === null) passed += 1;
      else if (!visits.add(file, bytes, bounds.wantsIds === false ? null : blobIdOf(content))) return endNow(false);
    }
    return endNow(visits.finish());
  } finally {
    await reads.settle();
  }
}

/** Whether the time of a scan is over, or what it may take of the machine. */
export function isOver({ context, cpu }: Pick<Scope, 'context'> & Partial<Pick<Scope, 'cpu'>>): boolean {
  return performance.now() > context.deadlineAtMs || (cpu !== undefined && cpu.leftMs() <= 0);
}

/**
 * Visits at once, or under a guard some files together, since to start the guard costs as much as some small files. Both
 * functions are false when a visit was ended: then `done` counts the files before it, and the one that was under way is
 * unread.
 */
export function makeVisits<File extends ScannedFile>(visit: Visit<File>, guard: PatternGuard | null) {
  let waiting: Parameters<Visit<File>>[] = [];
  let bytes = 0;
  let bytesMax = GUARDED_BYTES_FIRST;
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
    bytesMax = Math.min(GUARDED_GROWTH * bytesMax, GUARDED_BYTES);
    return isDone;
  }
  return {
    add(...one: Parameters<Visit<File>>): boolean {
      waiting.push(one);
      bytes += one[1].length;
      if (guard !== null) return bytes < bytesMax || finish();
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
function makeReadAhead<File extends ScannedFile>({ source, files }: ScanScope<File>) {
  const ahead: { readonly file: File; readonly read: Promise<Content> }[] = [];
  const aheadMax = source.identity.kind === 'objects' ? OBJECTS_AHEAD : 1;
  let asked = 0;
  return {
    async next(): Promise<{ readonly file: File; readonly content: Content }> {
      while (asked < files.length && ahead.length < aheadMax) {
        const file = files.at(asked);
        assert(file !== undefined, 'files do not become fewer');
        const read = readUnlessSecret(source, file.path);
        // A failure is thrown where this read is awaited; until then it must not count as unhandled.
        read.catch(() => undefined);
        ahead.push({ file, read });
        asked += 1;
      }
      const first = ahead.shift();
      assert(first !== undefined, 'there is a read for every file');
      return { file: first.file, content: await first.read };
    },
    settle: () => Promise.allSettled(ahead.map(({ read }) => read)),
  };
}

type Content = FileContent | 'secret';

function blobIdOf(content: Content): string | null {
  return typeof content === 'object' && content.ok ? content.blobId : null;
}

/** Files of credentials are no more searched than they are shown: a line found would be a line shown. */
async function readUnlessSecret(source: Source, path: string): Promise<Content> {
  return isSecretPath(path) ? 'secret' : source.read(path, FILE_BYTES_MAX);
}

/** Lets messages in when it is time to; throws when nobody waits any more. */
export async function takeTurn(turns: Turns, signal: AbortSignal): Promise<void> {
  await turns.next();
  signal.throwIfAborted();
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
  if (!isBinary(bytes)) return bytes;
  gaps.add('binary', file.path);
  return null;
}
