import { MIB } from '../../base/units.ts';
import type { FileOutcome } from '../index/build-index.ts';
import type { BuildEnd } from '../index/builder-messages.ts';
import type { ContentOrigin } from '../index/content-reader.ts';
import type { ViewData } from '../index/view.ts';
import { findPath, type PackedFiles, pathOf } from '../source/packed-files.ts';
import type { SourceListing } from '../source/source.ts';
import { atOnce, inTurns, type Steps } from '../source/steps.ts';
import { makeBuildJob } from './build-job.ts';
import { type BuildPause, makeBuildPause } from './build-pause.ts';
import type { BuildJob } from './build-queue.ts';
import { bytesOfColumns, bytesOfCopy, type Columns, freeze, pendingFiles } from './columns.ts';
import { placeFiles } from './place-files.ts';
import { readPending } from './read-pending.ts';
import type { FirstState, RootIndex } from './root-index.types.ts';
import { type ColumnsSaving, makeColumnsSaving } from './saved-columns.ts';
import { shareWork } from './share-work.ts';
import { takeOutcome } from './take-outcome.ts';
import { makeUseNotes } from './use-notes.ts';

/** Few changed files are indexed here after this time, when most editing of them is over; until then they are read. */
const QUIET_MS = 400;

/** Files that are indexed here and not by a builder, whose start alone takes longer. */
const HERE_FILES_MAX = 32;

/** Segments of a few files each, above which they are made one. */
const SMALL_SEGMENTS_MAX = 24;
const SMALL_BYTES = 4 * MIB;

/**
 * While a builder works, a view shows its progress no more often than this for each of its files: every view of a large
 * tree is a copy of some of its columns, and each thread goes through all files of a new one.
 */
const PROGRESS_MS_A_FILE = 0.01;

/** One state of a root: its files, their contents as far as they are known, and the building of what is missing. */
export class IndexedState {
  readonly #root: RootIndex;
  readonly #origin: ContentOrigin;
  #columns: Columns;
  #limit: SourceListing['limit'];
  #view: ViewData | null = null;
  /** The making of the next one, which all who ask meanwhile share. */
  readonly #look: () => Promise<ViewData>;
  /** How often it was said that the next view is another one. */
  #touches = 0;
  /** As in a view. */
  #edition: string;
  #viewedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether more is indexed than the view shows. */
  #hasProgress = false;
  #placing: Promise<void> | null = null;
  #isBuilding = false;
  #job: BuildJob | null = null;
  #isClosed = false;
  readonly #pause: BuildPause;
  /** Whether the view's files are all indexed, so that nobody has to go through them to know. */
  #isComplete = false;
  #placedVersion = -1;
  readonly #saving: ColumnsSaving;
  #quietTimer: NodeJS.Timeout | null = null;
  readonly #noteUse: (columns: Columns) => Steps<undefined>;

  constructor(root: RootIndex, { columns, limit, origin }: FirstState) {
    this.#root = root;
    this.#origin = origin;
    this.#columns = columns;
    this.#limit = limit;
    this.#edition = root.nextGeneration();
    this.#pause = makeBuildPause(root);
    this.#saving = makeColumnsSaving(root, origin.kind);
    this.#noteUse = makeUseNotes(root);
    this.#look = shareWork(
      () => this.#lookOver(),
      () => this.#touches,
    );
  }

  /** Memory that it takes, with its view. */
  get bytes(): number {
    return bytesOfColumns(this.#columns) + (this.#view === null ? 0 : bytesOfCopy(this.#columns, this.#origin.kind));
  }

  /** The same at once, without what the index has come to hold since the last look at it. */
  viewNow(): ViewData {
    this.#view ??= atOnce(this.#makeView());
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
    this.#placedVersion = -1;
    this.touch();
  }

  /** Files may have changed: the next view shows it. */
  touch(): void {
    this.#edition = this.#root.nextGeneration();
    this.#renew();
  }

  /** The next view is another one, be it of the same files. */
  #renew(): void {
    this.#view = null;
    this.#isComplete = false;
    this.#touches += 1;
  }

  /**
   * The state as it is now; the same object as long as nothing has changed, and for a while when only more of it is
   * indexed. Starts a build when one is due.
   */
  async view(): Promise<ViewData> {
    if (this.#view !== null && this.#isBuilding && this.#isShownLately()) return this.#view;
    // Once: while a builder works there is always more to place.
    if (this.#placedVersion !== this.#root.version) await this.#placeOnce();
    return await this.#look();
  }

  async #lookOver(): Promise<ViewData> {
    await this.#considerBuild();
    if (this.#hasProgress || this.#view?.isBuilding !== this.#isBuilding) this.#view = null;
    if (this.#view !== null) return this.#view;
    const touches = this.#touches;
    const made = await inTurns(this.#makeView());
    // What was changed while it was made is seen by the next one; one that was made at once meanwhile knows more.
    if (touches === this.#touches) this.#view ??= made;
    return this.#view ?? made;
  }

  #isShownLately(): boolean {
    const sinceMs = this.#root.clock.monotonicMs() - this.#viewedAtMs;
    return sinceMs < this.#columns.files.count * PROGRESS_MS_A_FILE;
  }

  *#makeView(): Steps<ViewData> {
    yield* this.#noteUse(this.#columns);
    this.#hasProgress = false;
    this.#viewedAtMs = this.#root.clock.monotonicMs();
    const [limit, edition] = [this.#limit, this.#edition];
    const frozen = yield* freeze(this.#columns, this.#origin.kind);
    return {
      generation: this.#root.nextGeneration(),
      edition,
      limit,
      listedSoFar: null,
      folder: this.#root.folder,
      isBuilding: this.#isBuilding,
      ...frozen,
    };
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

  async #considerBuild(): Promise<void> {
    const { store } = this.#root;
    if (store === null || this.#isBuilding || this.#isClosed || this.#isKnownToRest()) return;
    const touches = this.#touches;
    const pending = await inTurns(pendingFiles(this.#columns));
    // What was forgotten or listed meanwhile is not in it: the next question decides.
    if (touches !== this.#touches || this.#isBuilding || this.#isClosed) return;
    const isUnfinished = store.segments.some(({ hasSymbols }) => !hasSymbols);
    const small = store.segments.filter(({ sourceBytes }) => sourceBytes < SMALL_BYTES);
    const replace = small.length > SMALL_SEGMENTS_MAX ? small.map(({ id }) => id) : [];
    this.#isComplete = pending.length === 0 && !isUnfinished && replace.length === 0;
    if (this.#isComplete) this.#saving.saveIfDue(this.#columns);
    if (this.#isComplete || this.#pause.isOn() || !this.#root.hasRoom()) return;
    const isFew = pending.length <= HERE_FILES_MAX && store.segments.length > 0 && this.#origin.kind === 'below';
    if (isFew && !isUnfinished && replace.length === 0) this.#indexWhenQuiet();
    else this.#startBuild(this.#makeJob(pending, { isUnfinished, replace }));
  }

  /** Whether there was nothing to build, or nothing that could be, when the view was made that still holds. */
  #isKnownToRest(): boolean {
    if (this.#view === null || this.#hasProgress) return false;
    return this.#isComplete || this.#pause.isOn();
  }

  #startBuild(job: BuildJob): void {
    this.#isBuilding = this.#root.builds.add(job);
    this.#job = this.#isBuilding ? job : null;
  }

  #makeJob(
    pending: Uint32Array,
    needs: { readonly isUnfinished: boolean; readonly replace: readonly string[] },
  ): BuildJob {
    const { files } = this.#columns;
    const order = { folder: this.#root.folder, origin: this.#origin, ...needs };
    return makeBuildJob(
      this.#root,
      { files, pending, order },
      {
        onOutcome: (file, outcome, readAfter) => this.#take(this.#fileNow(files, file), outcome, readAfter),
        onEnd: (end, detail) => this.#endBuild(end, detail),
      },
    );
  }

  #endBuild(end: BuildEnd, detail: string): void {
    const { refresh, onFailure, onWritten } = this.#root;
    this.#isBuilding = false;
    this.#job = null;
    this.#renew();
    refresh();
    this.#pause.note(end);
    if (end !== 'done' && end !== 'busy') onFailure(`index build: ${end}`, detail);
    onWritten();
  }

  /** The number that a file of an earlier listing has now; -1 when it has none. */
  #fileNow(given: PackedFiles, file: number): number {
    if (file < 0 || given === this.#columns.files) return file;
    return findPath(this.#columns.files, pathOf(given, file));
  }

  /** Takes what was found in a file; in none when its number is below 0, as of one that has gone. */
  #take(file: number, outcome: FileOutcome, readAfter: number): void {
    const location = this.#origin.kind === 'below' ? this.#origin.location : null;
    if (file < 0 || !takeOutcome(this.#columns, file, { outcome, readAfter, location })) return;
    // A content that the store has long held gets its place by the next look, though the store has not changed. Those of
    // a commit were looked for before.
    if (location !== null) this.#placedVersion = -1;
    this.#saving.noteChange();
    this.#hasProgress = true;
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
      const readAfter = clock.now().getTime();
      const columns = this.#columns;
      const { files } = columns;
      const contents = await readPending(await inTurns(pendingFiles(columns)), {
        origin: this.#origin,
        files,
        isKnown: (blobId, language) => store.find(Buffer.from(blobId, 'hex'), language) !== null,
        onOutcome: (file, outcome) => this.#take(this.#fileNow(files, file), outcome, readAfter),
      });
      if (contents.length > 0) store.add(contents);
      this.#root.noteChange();
    } catch (failure) {
      this.#pause.note('failed');
      onFailure('index of changed files', String(failure));
    }
  }
}
