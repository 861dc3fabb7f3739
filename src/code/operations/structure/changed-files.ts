import { compareTexts } from '../../../base/compare-texts.ts';
import { MIB } from '../../../base/units.ts';
import type { ChangedFileRow } from '../../questions/structure.types.ts';
import { decodeBytes } from '../../source/decode.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import { findMoved } from './moved-files.ts';

/** Files over this size are compared by nothing and named as a gap. */
const BYTES_MAX = 16 * MIB;

/** Reads on their way at once. */
const BATCH = 32;

/** A file that differs between two states. */
export type Changed = Omit<ChangedFileRow, 'isUnit'>;

/** Two states of a project, and until when to compare them. */
export interface Comparison {
  readonly earlier: Source;
  readonly now: Source;
  readonly earlierFiles: readonly SourceEntry[];
  readonly nowFiles: readonly SourceEntry[];
  /** On the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
}

/** Files that differ between two states. */
export interface ChangedFiles {
  /** In order of path. */
  readonly changed: readonly Changed[];
  /** Of both states, but not compared. */
  readonly notCompared: number;
  /** New and gone files that may have been moved: too many or too large to be compared, or not to be read. */
  readonly notPaired: number;
}

/** Files that differ by content or place. */
export async function changedFiles(input: Comparison): Promise<ChangedFiles> {
  const before = new Map(input.earlierFiles.map((entry) => [entry.path, entry]));
  const now = new Set(input.nowFiles.map(({ path }) => path));
  const deleted = input.earlierFiles.filter(({ path }) => !now.has(path));
  const added = input.nowFiles.filter(({ path }) => !before.has(path));
  const pairs = input.nowFiles.flatMap((entry) => {
    const earlier = before.get(entry.path);
    return earlier === undefined ? [] : [{ earlier, now: entry }];
  });
  const answers = await comparePairs(input, pairs);
  const differing = pairs.filter((_, index) => answers[index] === 'changed');
  const { moved, notPaired } = await findMoved(input, { deleted, added });
  const placesBefore = new Set([...moved.values()].map(({ from }) => from));
  const changed: Changed[] = [
    ...deleted.flatMap(({ path }) =>
      placesBefore.has(path) ? [] : [{ file: path, change: 'deleted' as const, moved: null }],
    ),
    ...added.map(({ path }): Changed => {
      const way = moved.get(path) ?? null;
      return { file: path, change: way === null ? 'added' : 'moved', moved: way };
    }),
    ...differing.map((pair) => ({ file: pair.now.path, change: 'changed' as const, moved: null })),
  ];
  const compared = answers.filter((answer) => answer !== 'unknown').length;
  return {
    changed: changed.sort((a, b) => compareTexts(a.file, b.file)),
    notCompared: pairs.length - compared,
    notPaired,
  };
}

interface Pair {
  readonly earlier: SourceEntry;
  readonly now: SourceEntry;
}

/** An answer for each pair, as far as the time goes. */
async function comparePairs(input: Comparison, pairs: readonly Pair[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < pairs.length && performance.now() <= input.deadlineAtMs; at += BATCH) {
    input.signal.throwIfAborted();
    answers.push(...(await Promise.all(pairs.slice(at, at + BATCH).map((pair) => compare(input, pair)))));
  }
  return answers;
}

type Answer = 'same' | 'changed' | 'unknown';

async function compare(input: Comparison, { earlier, now }: Pair): Promise<Answer> {
  if (earlier.blobId !== null && earlier.blobId === now.blobId) return 'same';
  // On disk another content may be what the same blob was checked out as; in a commit nothing is.
  const isCommit = input.now.identity.kind === 'objects';
  if (isCommit && earlier.blobId !== null && now.blobId !== null) return 'changed';
  const content = await input.now.read(now.path, BYTES_MAX);
  if (!content.ok) return 'unknown';
  if (earlier.blobId !== null && content.blobId === earlier.blobId) return 'same';
  const before = await input.earlier.read(now.path, BYTES_MAX);
  return before.ok ? compareBytes(before.bytes, content.bytes) : 'unknown';
}

/** A checkout may change line ends, and puts large files in the place of their pointers: neither is a change. */
function compareBytes(before: Uint8Array, now: Uint8Array): Answer {
  const [a, b] = [decodeBytes(before), decodeBytes(now)];
  if (a.kind === 'lfs' || b.kind === 'lfs') return 'unknown';
  if (a.kind !== 'text' || b.kind !== 'text') return 'changed';
  return a.text.replaceAll('\r\n', '\n') === b.text.replaceAll('\r\n', '\n') ? 'same' : 'changed';
}
