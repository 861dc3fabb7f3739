import type { ViewData } from '../index/view.ts';
import type { ListingWatch, PackedListing } from '../source/listing.ts';
import { type FolderChanges, type FolderWatch, isWatchable, makeFolderWatch } from './folder-watch.ts';
import type { IndexedState } from './indexed-files.ts';
import { judgeChanges } from './judge-changes.ts';
import { isWorthListingAgain, type KeptState, partialViewOf } from './kept-state.ts';
import { bytesUnderWay, type ListingReport } from './listing-desk.ts';
import { isDueUnwatched, isSlowPass, type LastPass, makeQuietWork, mayListAgain, whenToDistrust } from './pass-pace.ts';
import type { RootIndex } from './root-index.types.ts';
import { gitIndexSignature } from './signature.ts';
import type { KnownPlace } from './source-places.ts';
import { forgetTouched } from './stat-files.ts';
import { type ListedRoot, takeListing, takePaths } from './take-listing.ts';
import { makeWorkTree } from './work-tree.ts';

/*
 * A work tree or folder changes at any time. It is listed once, then its folders are watched, and a question finds what
 * has changed before it was asked: a file that was written to is looked at again, one that came or went changes the
 * listing, and when folders, rules or git's index have changed all is listed anew. Where folders cannot be watched, all
 * is looked at again, at most once a second. A file that is not known for sure to be what was indexed is pending: it is
 * read by who searches, so that a change that is seen late may be missed but is never shown wrong.
 */

/** A root whose folders could not be watched is not tried again sooner. */
const WATCH_RETRY_MS = 300_000;

/** As a time that was. */
const NEVER = Number.NEGATIVE_INFINITY;

/** Paths that are known to be ignored; with more of them all are forgotten. */
const IGNORED_MAX = 10_000;

/**
 * Makes the keeper of a work tree or folder; nothing is looked at before the first question. Its views show all that was
 * changed before the call, or at most a second earlier.
 */
export function makeWorkRoot(first: KnownPlace, root: RootIndex): KeptState {
  return new RootKeeper(first, root);
}

class RootKeeper implements KeptState {
  readonly #root: RootIndex;
  readonly #stop = new AbortController();
  readonly #report: ListingReport;
  #known: KnownPlace;
  #state: IndexedState | null = null;
  /** Null while nothing tells of changes. */
  #watch: FolderWatch | null = null;
  #watchAtMs = NEVER;
  #passedAtMs = NEVER;
  #passMs = 0;
  /** When the last pass began, on the wall clock, by which files are dated. */
  #lookedAtMs = 0;
  #passing: Promise<void> | null = null;
  /** The latest pass that began although nothing had told of a change. */
  #doubting: Promise<void> | null = null;
  #needsListing = false;
  #gitIndex = '';
  #ignored = new Set<string>();
  #turn: Promise<void> = Promise.resolve();
  readonly #quiet = makeQuietWork();

  constructor(known: KnownPlace, root: RootIndex) {
    this.#known = known;
    this.#root = root;
    this.#report = { soFar: null, signal: this.#stop.signal, onGrown: root.onGrown };
  }

  get bytes(): number {
    return (this.#state?.bytes ?? 0) + bytesUnderWay(this.#report);
  }

  get isListing(): boolean {
    return this.#passing !== null;
  }

  get isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  partialView(): ViewData {
    const { soFar } = this.#report;
    return partialViewOf(this.#root, { listed: this.#state, soFar, isListing: this.isListing });
  }

  /** One question after the other: what one of them takes from the watch is in the state before the next one looks. */
  async view(known: KnownPlace): Promise<ViewData> {
    const before = this.#turn;
    let endTurn = (): void => undefined;
    this.#turn = new Promise((resolve) => {
      endTurn = resolve;
    });
    await before;
    try {
      return await this.#look(known);
    } finally {
      endTurn();
    }
  }

  async #look(known: KnownPlace): Promise<ViewData> {
    if (known.lookedAt !== this.#known.lookedAt) this.#distrust(known);
    this.#quiet.noteQuestion();
    if (this.#state === null) {
      await this.#passOnce();
      if (isSlowPass(this.#passMs)) this.#quiet.plan(() => this.#watchAhead());
    } else if (this.#isCutForNow(this.#state)) await this.#passOnce();
    else if (this.#watch === null) await this.#passIfOld();
    else await this.#follow(this.#watch);
    // Set by the first pass, which throws when it cannot.
    if (this.#state === null) throw new Error('the root could not be listed');
    const view = await this.#state.view();
    this.#root.onGrown();
    return view;
  }

  #isCutForNow({ limit }: IndexedState): boolean {
    return isWorthListingAgain(limit, this.#sinceLastPass());
  }

  #sinceLastPass(): LastPass {
    return { sinceMs: this.#root.clock.monotonicMs() - this.#passedAtMs, tookMs: this.#passMs };
  }

  close(): void {
    this.#stop.abort(new Error('the root is no longer kept'));
    this.#quiet.close();
    this.#watch?.close();
    this.#state?.close();
  }

  /** The place was looked at anew: what is known of files holds by their stamps, and nothing else does. */
  #distrust(known: KnownPlace): void {
    this.#known = known;
    this.#watch?.close();
    this.#watch = null;
    this.#watchAtMs = NEVER;
    this.#passedAtMs = NEVER;
  }

  /** Before a second question waits for it: to watch a large root takes another pass over all. */
  #watchAhead(): void {
    const watch = this.#passing === null ? this.#newWatch() : null;
    if (watch !== null) void this.#passOnce(watch).catch(() => undefined);
  }

  async #passIfOld(): Promise<void> {
    if (this.#passing !== null) {
      await this.#passing;
      // What changed behind the walk is known to the watch alone.
      if (this.#watch !== null) return await this.#follow(this.#watch);
      if (this.#passedAtMs !== NEVER) return;
    }
    const isOld = isDueUnwatched(this.#sinceLastPass());
    const watch = this.#newWatch();
    // The pass that sets the watches is waited for, however short the last one is ago: later ones need not be.
    if (isOld || watch !== null) await this.#passOnce(watch);
  }

  /**
   * Only once a root is asked for a second time, or is large: most of the cost of watching is saved where it is not. Null
   * where folders cannot be watched, and after an attempt that failed.
   */
  #newWatch(): FolderWatch | null {
    const nowMs = this.#root.clock.monotonicMs();
    if (nowMs - this.#watchAtMs < WATCH_RETRY_MS) return null;
    this.#watchAtMs = nowMs;
    return isWatchable(this.#known.place.root.location) ? makeFolderWatch() : null;
  }

  /** One pass at a time: who comes while one is under way shares it. */
  #passOnce(watch: FolderWatch | null = this.#watch): Promise<void> {
    this.#passing ??= this.#pass(watch).finally(() => {
      this.#passing = null;
      this.#report.soFar = null;
    });
    return this.#passing;
  }

  /** Lists all and looks at every file. With a watch, what changes meanwhile is told by it afterwards. */
  async #pass(watch: FolderWatch | null): Promise<void> {
    const startedAtMs = this.#root.clock.monotonicMs();
    const lookedAtMs = this.#root.clock.now().getTime();
    this.#passedAtMs = startedAtMs;
    this.#needsListing = false;
    this.#ignored = new Set();
    const known = this.#known;
    this.#gitIndex = gitIndexSignature(known.place);
    try {
      const work = {
        list: (told: ListingWatch) => this.#list(watch, told),
        take: (listed: Listed) => this.#take(listed, lookedAtMs),
      };
      const isWatched = await this.#root.desk.run(work, this.#report);
      this.#stop.signal.throwIfAborted();
      const isStill = this.#known === known;
      if (!isWatched || !isStill) watch?.close();
      this.#watch = isWatched && isStill ? watch : null;
      // Another place by now: what was listed is what it was.
      if (!isStill) this.#passedAtMs = NEVER;
    } catch (failure) {
      watch?.close();
      this.#watch = null;
      this.#passedAtMs = NEVER;
      throw failure;
    }
    this.#passMs = this.#root.clock.monotonicMs() - startedAtMs;
  }

  async #list(watch: FolderWatch | null, told: ListingWatch): Promise<Listed> {
    const tree = makeWorkTree(this.#known.place);
    const watched = watch === null ? null : await tree.listWatched(watch, this.#stop.signal, told);
    return { isWatched: watched !== null, ...(watched ?? (await tree.list(this.#stop.signal, told))) };
  }

  /** Whether all folders are watched now. */
  async #take(listed: Listed, lookedAtMs: number): Promise<boolean> {
    const before = { ...this.#listedRoot(), lookedAtMs: this.#lookedAtMs };
    this.#state = await takeListing(before, this.#state, listed);
    this.#lookedAtMs = lookedAtMs;
    return listed.isWatched;
  }

  #listedRoot(): ListedRoot {
    return { root: this.#root, place: this.#known.place, signal: this.#stop.signal };
  }

  /** Takes in what the watch has told. Rounds, because a pass takes its time and more may change in it. */
  async #follow(watch: FolderWatch): Promise<void> {
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const passing = this.#passing;
      if (passing !== null && (await this.#isSureDuring(passing, watch))) return;
      await passing;
      const changes = await watch.take();
      if (this.#watch !== watch) return;
      await this.#apply(watch, changes);
      if (!this.#needsListing) break;
      if (!mayListAgain(this.#sinceLastPass())) break;
      await this.#passOnce(watch);
    }
    this.#distrustInTime();
  }

  /** Whether who asks need not wait for a pass: until something tells of a change all is as it was before it. */
  async #isSureDuring(passing: Promise<void>, watch: FolderWatch): Promise<boolean> {
    const isDoubt = passing === this.#doubting && gitIndexSignature(this.#known.place) === this.#gitIndex;
    return isDoubt && (await watch.isQuiet()) && this.#watch === watch;
  }

  /** A slow pass begins when no question has come for a while, if it can. */
  #distrustInTime(): void {
    const due = whenToDistrust(this.#sinceLastPass());
    if (due === 'not_yet') return;
    const pass = (): void => {
      const isDoubt = this.#passing === null && !this.#needsListing;
      const gitIndex = this.#gitIndex;
      const passing = this.#passOnce();
      // A pass looks at git's index first of all.
      if (isDoubt && this.#gitIndex === gitIndex) this.#doubting = passing;
      passing.catch(() => undefined);
    };
    if (due === 'now') pass();
    else this.#quiet.plan(pass);
  }

  async #apply(watch: FolderWatch, changes: FolderChanges): Promise<void> {
    const { place } = this.#known;
    const state = this.#state;
    const gitIndex = gitIndexSignature(place);
    if (state === null || changes.isLost || gitIndex !== this.#gitIndex) this.#needsListing = true;
    this.#gitIndex = gitIndex;
    if (state === null || changes.paths.size === 0) return;
    const { location } = place.root;
    const verdict = judgeChanges({ location, columns: state.columns, watch, ignored: this.#ignored }, changes.paths);
    if (verdict === null) {
      this.#needsListing = true;
      return;
    }
    const hasChanged = forgetTouched(location, state.columns, verdict.touched);
    const ignored = await takePaths(this.#listedRoot(), state, verdict);
    for (const path of ignored ?? []) this.#ignore(path);
    this.#needsListing ||= ignored === null;
    if (hasChanged) state.touch();
  }

  #ignore(path: string): void {
    if (this.#ignored.size >= IGNORED_MAX) this.#ignored.clear();
    this.#ignored.add(path);
  }
}

interface Listed extends PackedListing {
  readonly isWatched: boolean;
}

/** Listing anew in one question. */
const ROUNDS_MAX = 3;
