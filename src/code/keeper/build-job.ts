import type { FileOutcome } from '../index/build-index.ts';
import type { BuildEnd, BuildOrder } from '../index/builder-messages.ts';
import type { PackedFiles } from '../source/packed-files.ts';
import type { BuildJob } from './build-queue.ts';
import { buildFile } from './read-pending.ts';
import type { RootIndex } from './root-index.types.ts';

/** Files that are handed to a builder at once: to make them ready takes a millisecond or two. */
const BATCH_FILES = 500;

/** What is to be built of a listing. */
interface WantedBuild {
  readonly files: PackedFiles;
  /** Files whose contents are not indexed, ascending. */
  readonly pending: Uint32Array;
  readonly order: Omit<BuildOrder, 'isWhole'> & {
    /** Whether segments have no symbols yet. */
    readonly isUnfinished: boolean;
  };
}

/** Who hears of a build. */
interface BuildListener {
  /** What was found in a file of the listing, which was read after that instant. */
  onOutcome(file: number, outcome: FileOutcome, readAfter: number): void;
  onEnd(end: BuildEnd, detail: string): void;
}

/** Makes the job of indexing what is pending, of finishing segments and of making some of them one. */
export function makeBuildJob(
  root: RootIndex,
  { files, pending, order: { isUnfinished, ...order } }: WantedBuild,
  { onOutcome, onEnd }: BuildListener,
): BuildJob {
  // What is to be finished or replaced needs a file for each of its contents, so all are given; known ones cost a look-up.
  const needsAll = isUnfinished || order.replace.length > 0;
  const given = needsAll ? new Uint32Array(files.count).map((_, file) => file) : pending;
  const startedAt = root.clock.now().getTime();
  let next = 0;
  return {
    order: { ...order, isWhole: needsAll || given.length === files.count },
    nextFiles() {
      const batch = given.subarray(next, next + BATCH_FILES);
      next += batch.length;
      return Array.from(batch, (file) => buildFile(files, file));
    },
    onOutcomes(from, outcomes) {
      for (const [at, outcome] of outcomes.entries()) onOutcome(given[from + at] ?? -1, outcome, startedAt);
    },
    onSegment() {
      root.refresh();
      root.onWritten();
      return root.hasRoom() ? 'more' : 'stop';
    },
    onEnd,
  };
}
