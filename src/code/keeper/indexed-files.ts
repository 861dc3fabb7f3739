import type { FileOutcome } from '../index/build-index.ts';
import type { BuildEnd } from '../index/builder-messages.ts';
import type { BuildFile, ContentPlaces, FileStamp } from '../index/content-reader.ts';
import type { Exclusion } from '../index/file-table.ts';
import type { IndexStore } from '../index/store.ts';
import type { ViewData } from '../index/view.ts';
import { findPath, idOf, type PackedFiles, pathOf } from '../source/packed-files.ts';
import { showPath } from '../source/path-bytes.ts';
import type { SourceListing } from '../source/source.ts';
import type { BuildJob, BuildQueue } from './build-queue.ts';
import { type Columns, freeze, isPending, setContent, setStamp } from './columns.ts';
import { placeFiles } from './place-files.ts';

/** What all states of one root share. */
export interface RootIndex {
  /** Null when the folder of segments cannot be written: then all is read when it is searched. */
  readonly store: IndexStore | null;
  readonly folder: string;
  readonly builds: BuildQueue;
  readonly monotonicMs: () => number;
  /** Looks for what is new in the store. */
  refresh(): void;
  /** Changes whenever the store does. */
  readonly version: number;
  /** A name that no other view has or will have. */
  nextGeneration(): string;
  onBuildFailed(end: BuildEnd, detail: string): void;
}

/** One state of a root: its files, their contents as far as they are known, and the build of what is missing. */
export interface IndexedState {
  readonly columns: Columns;
  readonly limit: SourceListing['limit'];
  /** Takes another listing in, or changed contents: the next `view` shows them. */
  replace(columns: Columns, limit: SourceListing['limit']): void;
  touch(): void;
  /** The state as it is now; the same object as long as nothing has changed. Starts a build when one is due. */
  view(): ViewData;
}

/** Files that are handed to a builder at once. */
const BATCH_FILES = 2_000;

/** After a build that came to nothing the next one is tried no sooner. */
const RETRY_MS = 60_000;

/** After one that another process was busy with: it will be looked at again soon what that one has done. */
const BUSY_RETRY_MS = 1_000;

/** What a state begins with. */
export interface FirstState {
  readonly columns: Columns;
  readonly limit: SourceListing['limit'];
  /** Where contents that are not indexed are read from. */
  readonly places: ContentPlaces;
}

/** Makes the state of a root from a first listing. */
export function makeIndexedState(root: RootIndex, first: FirstState): IndexedState {
  let { columns, limit } = first;
  let view: ViewData | null = null;
  let isBuilding = false;
  let retryAtMs = 0;
  // Whether the view's files are all indexed, so that nobody has to go through them to know.
  let isComplete = false;
  let placedVersion = root.version;

  function place(): void {
    placedVersion = root.version;
    if (root.store !== null && placeFiles(columns, root.store)) view = null;
  }

  function pendingFiles(): Uint32Array {
    const pending: number[] = [];
    for (let file = 0; file < columns.files.count; file++) if (isPending(columns, file)) pending.push(file);
    return Uint32Array.from(pending);
  }

  function considerBuild(): void {
    if (isBuilding || root.store === null || root.monotonicMs() < retryAtMs) return;
    if (view !== null && isComplete) return;
    const pending = pendingFiles();
    const isUnfinished = root.store.segments.some(({ hasSymbols }) => !hasSymbols);
    isComplete = pending.length === 0 && !isUnfinished;
    if (isComplete) return;
    isBuilding = root.builds.add(makeJob(pending, isUnfinished));
  }

  function makeJob(pending: Uint32Array, isUnfinished: boolean): BuildJob {
    const { files } = columns;
    // An unfinished segment needs a file for each of its contents, so all are given; known ones cost a look-up.
    const given = isUnfinished ? Uint32Array.from({ length: files.count }, (_, file) => file) : pending;
    let next = 0;
    return {
      order: {
        folder: root.folder,
        places: first.places,
        isWhole: isUnfinished || pending.length === files.count,
        replace: [],
      },
      nextFiles() {
        const batch = given.subarray(next, next + BATCH_FILES);
        next += batch.length;
        return Array.from(batch, (file) => buildFile(files, file));
      },
      onOutcomes(from, outcomes) {
        for (const [at, outcome] of outcomes.entries()) take(files, given[from + at] ?? -1, outcome);
      },
      onSegment: root.refresh,
      onEnd(end, detail) {
        isBuilding = false;
        view = null;
        root.refresh();
        if (end === 'done') return;
        retryAtMs = root.monotonicMs() + (end === 'busy' ? BUSY_RETRY_MS : RETRY_MS);
        if (end !== 'busy') root.onBuildFailed(end, detail);
      },
    };
  }

  /** What a builder found in a file of the listing that it was given, which may be another one by now. */
  function take(given: PackedFiles, number: number, outcome: FileOutcome): void {
    const file = given === columns.files ? number : findPath(columns.files, pathOf(given, number));
    if (file < 0 || !isPending(columns, file)) return;
    const known = idOf(columns.files, file);
    const exclusion: Exclusion | null = outcome.exclusion === 'gone' ? 'unreadable' : outcome.exclusion;
    const blobId = outcome.blobId ?? known;
    setContent(columns, file, { blobId, size: outcome.size ?? columns.files.sizes[file] ?? null, exclusion });
    if (outcome.stamp !== null) setStamp(columns, file, outcome.stamp);
    view = null;
  }

  place();
  return {
    get columns() {
      return columns;
    },
    get limit() {
      return limit;
    },
    replace(other, otherLimit) {
      columns = other;
      limit = otherLimit;
      view = null;
      place();
    },
    touch() {
      view = null;
      place();
    },
    view() {
      if (placedVersion !== root.version) place();
      considerBuild();
      if (view !== null && view.isBuilding === isBuilding) return view;
      view = { generation: root.nextGeneration(), limit, folder: root.folder, isBuilding, ...freeze(columns) };
      return view;
    },
  };
}

function buildFile(files: PackedFiles, file: number): BuildFile {
  return { path: showPath(pathOf(files, file)), blobId: idOf(files, file) };
}

/** Notes that a file has to be read again. */
export function forgetContent(columns: Columns, file: number, exclusion: Exclusion | null): void {
  setContent(columns, file, { blobId: null, size: null, exclusion });
  setStamp(columns, file, null);
}

/** For files whose stamp is wanted: see `hasStamp`. */
export type { FileStamp };
