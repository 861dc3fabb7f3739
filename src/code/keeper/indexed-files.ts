import { existsSync } from 'node:fs';
import type { Clock } from '../../base/clock.ts';
import { HOUR_MS, MIB } from '../../base/units.ts';
import type { FileOutcome } from '../index/build-index.ts';
import type { BuildEnd } from '../index/builder-messages.ts';
import { type Content, textOf } from '../index/content.ts';
import { type BuildFile, type ContentPlaces, openContents } from '../index/content-reader.ts';
import { type FileStamp, isAsRead, isSameStamp, setStamp, unread } from '../index/stamps.ts';
import type { IndexStore } from '../index/store.ts';
import type { ViewData } from '../index/view.ts';
import { languageOf } from '../lex/languages.ts';
import { findPath, idOf, type PackedFiles, pathOf } from '../source/packed-files.ts';
import { showPath } from '../source/path-bytes.ts';
import { tryLstat } from '../source/safe-open.ts';
import type { SourceListing } from '../source/source.ts';
import { inTurns } from '../source/steps.ts';
import type { BuildJob, BuildQueue } from './build-queue.ts';
import { bytesOfColumns, bytesOfCopy, type Columns, freeze, isPending, setContent } from './columns.ts';
import type { ListingDesk } from './listing-desk.ts';
import { placeFiles } from './place-files.ts';
import { saveColumns } from './saved-columns.ts';

/** What all states of one root share. */
export interface RootIndex {
  /** Null when the folder of segments cannot be written: then all is read when it is searched. */
  readonly store: IndexStore | null;
  readonly folder: string;
  readonly builds: BuildQueue;
  /** Where the listings of all roots are made. */
  readonly desk: ListingDesk;
  readonly clock: Clock;
  /** A state takes more memory: others may have to go. */
  onGrown(): void;
  /** Looks for what is new in the store. */
  refresh(): void;
  /** The store has changed by other means than `refresh`. */
  noteChange(): void;
  /** Changes whenever the store does. */
  readonly version: number;
  /** A name that no other view has or will have. */
  nextGeneration(): string;
  /** A build has written something: others may have to make room for it. */
  onWritten(): void;
  /** Whether more may be written: false while all indexes together fill their bound and nothing of them may go. */
  hasRoom(): boolean;
  /** For the log. */
  onFailure(what: string, detail: string): void;
}

/** What a state begins with. */
export interface FirstState {
  readonly columns: Columns;
  readonly limit: SourceListing['limit'];
  /** Where contents that are not indexed are read from. */
  readonly places: ContentPlaces;
}

/** Files that are handed to a builder at once. */
const BATCH_FILES = 2_000;

/** After a build that came to nothing the next one is tried no sooner. */
const RETRY_MS = 60_000;

/** After one that another process was busy with: it will be looked at again soon what that one has done. */
const BUSY_RETRY_MS = 1_000;

/** Few changed files are indexed here after this time, when most editing of them is over; until then they are read. */
const QUIET_MS = 400;

/** Files that are indexed here and not by a builder, whose start alone takes longer. */
const HERE_FILES_MAX = 32;
const HERE_BYTES_MAX = MIB;

/** Segments of a few files each, above which they are made one. */
const SMALL_SEGMENTS_MAX = 24;
const SMALL_BYTES = 4 * MIB;

/**
 * While a builder works, a view shows its progress no more often than this for each of its files: every view of a large
 * tree is a copy of some of its columns, and each thread goes through all files of a new one.
 */
const PROGRESS_MS_A_FILE = 0.01;

/** Use of segments is noted on disk, no more often than this. */
const NOTE_USE_EVERY_MS = HOUR_MS;

/** A file that was changed less than this before it was read may have changed again without another time. */
const CLOCK_TICK_MS = 50;

/** One state of a root: its files, their contents as far as they are known, and the building of what is missing. */
export class IndexedState {
  readonly #root: RootIndex;
  readonly #places: ContentPlaces;
  #columns: Columns;
  #limit: SourceListing['limit'];
  #view: ViewData | null = null;
  #viewedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether more is indexed than the view shows. */
  #hasProgress = false;
  #placing: Promise<void> | null = null;
  #isBuilding = false;
  #job: BuildJob | null = null;
  #isClosed = false;
  #retryAtMs = Number.NEGATIVE_INFINITY;
  /** When a build failed last because its folder had been deleted. */
  #deletedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the view's files are all indexed, so that nobody has to go through them to know. */
  #isComplete = false;
  #placedVersion = -1;
  /** Whether something was found out since the columns were saved. */
  #isUnsaved = false;
  #savedAtMs = Number.NEGATIVE_INFINITY;
  #quietTimer: NodeJS.Timeout | null = null;
  #notedAtMs = Number.NEGATIVE_INFINITY;

  constructor(root: RootIndex, { columns, limit, places }: FirstState) {
    this.#root = root;
    this.#places = places;
    this.#columns = columns;
    this.#limit = limit;
  }

  /** Memory that it takes, with its view. */
  get bytes(): number {
    return bytesOfColumns(this.#columns) + (this.#view === null ? 0 : bytesOfCopy(this.#columns, this.#places.kind));
  }

  /** The same at once, without what the index has come to hold since the last look at it. */
  viewNow(): ViewData {
    this.#view ??= this.#makeView();
    return this.#view;
  }

  get columns(): Columns {
    return this.#columns;
  }

  get limit(): SourceListing['limit'] {
    return this.#limit;
  }

  /** Takes another listing in. */
  replace(columns: Columns, limit: SourceListing['limit']): void {
    this.#columns = columns;
    this.#limit = limit;
    this.#view = null;
    this.#placedVersion = -1;
  }

  /** Contents were forgotten: the next view shows it. */
  touch(): void {
    this.#view = null;
  }

  /**
   * The state as it is now; the same object as long as nothing has changed, and for a while when only more of it is
   * indexed. Starts a build when one is due.
   */
  async view(): Promise<ViewData> {
    if (this.#view !== null && this.#isBuilding && this.#isShownLately()) return this.#view;
    // Once: while a builder works there is always more to place.
    if (this.#placedVersion !== this.#root.version) await this.#placeOnce();
    this.#considerBuild();
    if (this.#hasProgress || this.#view?.isBuilding !== this.#isBuilding) this.#view = null;
    this.#view ??= this.#makeView();
    return this.#view;
  }

  #isShownLately(): boolean {
    const sinceMs = this.#root.clock.monotonicMs() - this.#viewedAtMs;
    return sinceMs < this.#columns.files.count * PROGRESS_MS_A_FILE;
  }

  #makeView(): ViewData {
    this.#noteUse();
    this.#hasProgress = false;
    this.#viewedAtMs = this.#root.clock.monotonicMs();
    return {
      generation: this.#root.nextGeneration(),
      limit: this.#limit,
      listedSoFar: null,
      folder: this.#root.folder,
      isBuilding: this.#isBuilding,
      ...freeze(this.#columns, this.#places.kind),
    };
  }

  /** So that what is searched outlives what nobody asks about any more. */
  #noteUse(): void {
    const { store, clock } = this.#root;
    if (store === null || clock.monotonicMs() - this.#notedAtMs < NOTE_USE_EVERY_MS) return;
    this.#notedAtMs = clock.monotonicMs();
    const used = new Set(this.#columns.placeSegments);
    store.markUsed(
      this.#columns.segments.filter((_, at) => used.has(at + 1)).map(({ id }) => id),
      clock.now(),
    );
  }

  /** Ends its build, too, which would keep all of it in memory; what is finished stays on disk. */
  close(): void {
    this.#isClosed = true;
    if (this.#quietTimer !== null) clearTimeout(this.#quietTimer);
    if (this.#job !== null) this.#root.builds.remove(this.#job);
  }

  /** One at a time: who comes while one is under way shares it. */
  #placeOnce(): Promise<void> {
    this.#placing ??= this.#place().finally(() => {
      this.#placing = null;
    });
    return this.#placing;
  }

  async #place(): Promise<void> {
    this.#placedVersion = this.#root.version;
    const { store } = this.#root;
    if (store !== null && (await inTurns(placeFiles(this.#columns, store)))) this.#hasProgress = true;
  }

  #considerBuild(): void {
    const { store, clock } = this.#root;
    if (this.#isBuilding || this.#isClosed || store === null) return;
    const isKnown = this.#view !== null && !this.#hasProgress;
    if (isKnown && (this.#isComplete || clock.monotonicMs() < this.#retryAtMs)) return;
    const pending = this.#pendingFiles();
    const isUnfinished = store.segments.some(({ hasSymbols }) => !hasSymbols);
    const small = store.segments.filter(({ sourceBytes }) => sourceBytes < SMALL_BYTES);
    const replace = small.length > SMALL_SEGMENTS_MAX ? small.map(({ id }) => id) : [];
    this.#isComplete = pending.length === 0 && !isUnfinished && replace.length === 0;
    if (this.#isComplete) this.#saveIfDue();
    if (this.#isComplete || clock.monotonicMs() < this.#retryAtMs || !this.#root.hasRoom()) return;
    const isFew = pending.length <= HERE_FILES_MAX && store.segments.length > 0 && this.#places.kind === 'below';
    if (isFew && !isUnfinished && replace.length === 0) this.#indexWhenQuiet();
    else this.#startBuild(this.#makeJob(pending, { isUnfinished, replace }));
  }

  #startBuild(job: BuildJob): void {
    this.#isBuilding = this.#root.builds.add(job);
    this.#job = this.#isBuilding ? job : null;
  }

  #pendingFiles(): Uint32Array {
    const { count } = this.#columns.files;
    let found = 0;
    for (let file = 0; file < count; file++) if (isPending(this.#columns, file)) found += 1;
    const pending = new Uint32Array(found);
    for (let file = 0, next = 0; next < found; file++) if (isPending(this.#columns, file)) pending[next++] = file;
    return pending;
  }

  #makeJob(
    pending: Uint32Array,
    { isUnfinished, replace }: { readonly isUnfinished: boolean; readonly replace: readonly string[] },
  ): BuildJob {
    const { files } = this.#columns;
    // What is to be finished or replaced needs a file for each of its contents, so all are given; known ones cost a
    // look-up.
    const needsAll = isUnfinished || replace.length > 0;
    const given = needsAll ? Uint32Array.from({ length: files.count }, (_, file) => file) : pending;
    const startedAt = this.#root.clock.now().getTime();
    let next = 0;
    return {
      order: {
        folder: this.#root.folder,
        places: this.#places,
        isWhole: needsAll || given.length === files.count,
        replace,
      },
      nextFiles() {
        const batch = given.subarray(next, next + BATCH_FILES);
        next += batch.length;
        return Array.from(batch, (file) => buildFile(files, file));
      },
      onOutcomes: (from, outcomes) => {
        for (const [at, outcome] of outcomes.entries()) {
          const file = this.#fileNow(files, given[from + at] ?? -1);
          if (file >= 0) this.#take(file, outcome, startedAt);
        }
      },
      onSegment: () => {
        this.#root.refresh();
        this.#root.onWritten();
        return this.#root.hasRoom() ? 'more' : 'stop';
      },
      onEnd: (end, detail) => this.#endBuild(end, detail),
    };
  }

  #endBuild(end: BuildEnd, detail: string): void {
    const { clock, refresh, onFailure, onWritten } = this.#root;
    this.#isBuilding = false;
    this.#job = null;
    this.#view = null;
    refresh();
    this.#retryAtMs = clock.monotonicMs() + this.#pauseAfter(end);
    if (end !== 'done' && end !== 'busy') onFailure(`index build: ${end}`, detail);
    onWritten();
  }

  #pauseAfter(end: BuildEnd): number {
    if (end === 'done' || end === 'busy') return BUSY_RETRY_MS;
    const { folder, clock } = this.#root;
    // Somebody deleted the folder under the builder: nothing hinders the next one, unless it goes on.
    const isDeleted = end === 'failed' && !existsSync(folder);
    const isFirst = clock.monotonicMs() - this.#deletedAtMs >= RETRY_MS;
    if (!isDeleted || !isFirst) return RETRY_MS;
    this.#deletedAtMs = clock.monotonicMs();
    return 0;
  }

  /**
   * When all is indexed, and for a large tree not after every small change: what is not saved is soon found out again. A
   * commit's files are known by its tree.
   */
  #saveIfDue(): void {
    const { folder, clock, onFailure } = this.#root;
    const sinceMs = clock.monotonicMs() - this.#savedAtMs;
    if (this.#places.kind !== 'below' || !this.#isUnsaved || sinceMs < this.#columns.files.count) return;
    this.#isUnsaved = false;
    this.#savedAtMs = clock.monotonicMs();
    try {
      saveColumns(folder, this.#columns);
    } catch (failure) {
      onFailure('saved state of files', String(failure));
    }
  }

  /** The number that a file of an earlier listing has now; -1 when it has none. */
  #fileNow(given: PackedFiles, file: number): number {
    if (file < 0 || given === this.#columns.files) return file;
    return findPath(this.#columns.files, pathOf(given, file));
  }

  /**
   * Takes what was found in a file, if it is still the same one: looked at after it was read, it must be as it was when
   * it was opened. `readAfter` is an instant before the reading, on the wall clock.
   */
  #take(file: number, outcome: FileOutcome, readAfter: number): void {
    if (!isPending(this.#columns, file)) return;
    const before = idOf(this.#columns.files, file);
    const exclusion = outcome.exclusion === 'gone' ? 'unreadable' : outcome.exclusion;
    const found = { blobId: outcome.blobId ?? before, size: outcome.size, exclusion };
    if (this.#places.kind === 'below') {
      const now = this.#stampNow(file, outcome, readAfter);
      if (now === null) return;
      setStamp(this.#columns.stamps, file, now);
    }
    // A content that the store has long held gets its place by the next look, though the store has not changed. Those of
    // a commit were looked for before.
    if (this.#places.kind === 'below') this.#placedVersion = -1;
    this.#isUnsaved = true;
    setContent(this.#columns, file, { ...found, size: found.size ?? sizeOrNull(this.#columns.files.sizes[file]) });
    this.#hasProgress = true;
  }

  /** What the file on disk is now; null when it may not be what was read. */
  #stampNow(file: number, { stamp, blobId }: FileOutcome, readAfter: number): FileStamp | null {
    const { location } = this.#places.kind === 'below' ? this.#places : { location: '' };
    const now = tryLstat(Buffer.concat([Buffer.from(`${location}/`), pathOf(this.#columns.files, file)]));
    if (now === null || now.ctimeMs > readAfter - CLOCK_TICK_MS) return null;
    // Known by an earlier reading, and not read again.
    if (stamp === null && blobId !== null) return isAsRead(this.#columns.stamps, file, now) ? now : null;
    // What could not be opened is tried again when it has changed.
    if (stamp === null) return unread(now);
    return isSameStamp(stamp, now) ? now : null;
  }

  /** Small changes become a small segment, here. */
  #indexWhenQuiet(): void {
    this.#quietTimer ??= setTimeout(() => {
      this.#quietTimer = null;
      void this.#indexHere();
    }, QUIET_MS);
    this.#quietTimer.unref();
  }

  async #indexHere(): Promise<void> {
    const { store, clock, onFailure } = this.#root;
    if (store === null || this.#isBuilding) return;
    try {
      const contents = await this.#readPending(clock.now().getTime());
      if (contents.length > 0) store.add(contents);
      this.#root.noteChange();
    } catch (failure) {
      this.#retryAtMs = clock.monotonicMs() + RETRY_MS;
      onFailure('index of changed files', String(failure));
    }
  }

  /** The contents of pending files that the store does not hold yet. */
  async #readPending(startedAt: number): Promise<readonly Content[]> {
    const reader = openContents(this.#places);
    const contents = new Map<string, Content>();
    let bytes = 0;
    try {
      for (const file of this.#pendingFiles()) {
        if (bytes > HERE_BYTES_MAX) break;
        const given = buildFile(this.#columns.files, file);
        const content = await reader.read(given);
        if (!content.ok) {
          this.#take(
            file,
            { blobId: null, size: content.size, exclusion: content.reason, stamp: content.stamp },
            startedAt,
          );
          continue;
        }
        const { blobId, stamp } = content;
        const language = languageOf(given.path);
        const text = textOf(content.bytes);
        bytes += content.bytes.length;
        this.#take(
          file,
          { blobId, size: content.bytes.length, exclusion: text === null ? 'binary' : null, stamp },
          startedAt,
        );
        const isKnown = this.#root.store?.find(blobId, language?.id ?? '') != null;
        if (text !== null && !isKnown) contents.set(`${blobId} ${language?.id}`, { blobId, language, bytes: text });
      }
    } finally {
      reader.close();
    }
    return [...contents.values()];
  }
}

function sizeOrNull(size: number | undefined): number | null {
  return size === undefined || size < 0 ? null : size;
}

function buildFile(files: PackedFiles, file: number): BuildFile {
  return { path: showPath(pathOf(files, file)), blobId: idOf(files, file) };
}
