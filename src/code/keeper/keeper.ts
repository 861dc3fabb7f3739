import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { ok, type Result } from '../../base/result.ts';
import { MIB } from '../../base/units.ts';
import { type IndexStore, openStore } from '../index/store.ts';
import type { ViewData } from '../index/view.ts';
import { identifyOwn, type SourcePlace, type SourceProblem } from '../source/open-source.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';
import { type BuildQueue, makeBuildQueue } from './build-queue.ts';
import { makeCommitRoot } from './commit-root.ts';
import { type DiskRoom, makeDiskRoom } from './disk-room.ts';
import { makeHeads } from './heads.ts';
import type { KeptState } from './kept-state.ts';
import { makeKeptStates } from './kept-states.ts';
import { type ListingDesk, makeListingDesk } from './listing-desk.ts';
import type { RootIndex } from './root-index.types.ts';
import { type KnownPlace, makeSourcePlaces } from './source-places.ts';
import { makeWorkRoot } from './work-root.ts';

/*
 * The keeper knows, for each root in use, which files it has now and where their contents are indexed. Questions ask it
 * for a view; it alone looks for changes and has segments built. A root is a place on disk with its git directory and
 * its denied places: contents of two roots never lie in one folder.
 */

/** What the keeper says of a selector. */
export interface KeptSource {
  readonly place: SourcePlace;
  readonly identity: SourceIdentity;
  readonly view: ViewData;
}

/** Looks after the sources that are asked for. */
export interface Keeper {
  /** After `waitMs` a source that is still being listed is answered with what is known of it, and a limit that says so. */
  open(selector: SourceSelector, waitMs: number): Promise<Result<KeptSource, SourceProblem>>;
  /** Tells of folders of segments whose views should be let go of. The answer ends it. */
  onForgotten(listener: (folder: string) => void): () => void;
  /** A segment could not be read: it is deleted and built anew. */
  dropSegment(folder: string, id: string): void;
  close(): void;
}

/** What a keeper needs. */
export interface KeeperDeps {
  /** Folder of all indexes, only ours to write. */
  readonly indexDirectory: string;
  readonly clock: Clock;
  /** Bytes of all indexes together; the operator's bound when not given. */
  readonly indexBytesMax?: number;
  /** Bytes left on a folder's disk; as the system tells when not given. */
  readonly freeBytes?: (folder: string) => number;
  /** Memory of all states together; the usual bound when not given. */
  readonly statesBytesMax?: number;
  /** For the log: what an operator should know. */
  onFailure(what: string, detail: string): void;
}

/** Memory of all states together, with what is being listed: some four of a million files each. */
const STATES_BYTES_MAX = 320 * MIB;

interface Root extends RootIndex {
  readonly key: string;
}

/** Makes a keeper that knows nothing yet. */
export function makeKeeper(deps: KeeperDeps): Keeper {
  const builds = makeBuildQueue();
  const places = makeSourcePlaces(deps.clock);
  const heads = makeHeads(deps.clock);
  const roots = new Map<string, Root>();
  const listeners = new Set<(folder: string) => void>();
  const desk = makeListingDesk();
  const states = makeKeptStates(deps.statesBytesMax ?? STATES_BYTES_MAX, closeRoot);
  // A keeper that died is followed by another one, of whom threads must not take a state for one of the first.
  const life = randomBytes(4).toString('hex');
  let generations = 0;
  const room = makeDiskRoom(deps, roots);

  function rootOf(place: SourcePlace): Root {
    const key = rootKey(place);
    const known = roots.get(key);
    if (known !== undefined) return known;
    generations += 1;
    const prefix = `${life}-${key.slice(0, 12)}-${generations}`;
    const made = makeRoot({ deps, builds, desk, key, prefix, room, onGrown: states.makeRoom });
    roots.set(key, made);
    return made;
  }

  function stateOf(known: KnownPlace, identity: SourceIdentity): KeptState {
    const { place } = known;
    const root = rootOf(place);
    const isCommit = identity.kind === 'objects';
    return states.get(`${root.key} ${isCommit ? identity.commit : 'work'}`, () =>
      isCommit ? makeCommitRoot(place, identity.commit, root) : makeWorkRoot(known, root),
    );
  }

  /** One of its states was forgotten, `isLast` when it has no other. */
  function closeRoot(key: string, isLast: boolean): void {
    const root = roots.get(key);
    if (root === undefined) return;
    for (const listener of listeners) listener(root.folder);
    if (!isLast) return;
    root.store?.close();
    roots.delete(key);
  }

  room.tidy();
  return {
    async open(selector, waitMs) {
      const { ref } = selector;
      const find = () => places.find(selector);
      const identified = await identifyOwn(ref, find, (place, store) => heads.identify(place, ref, store));
      if (!identified.ok) return identified;
      const { found, identity } = identified.value;
      const view = await viewInTime(stateOf(found, identity), found, waitMs);
      return ok({ place: found.place, identity, view });
    },
    onForgotten(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dropSegment(folder, id) {
      const root = [...roots.values()].find((one) => one.folder === folder);
      root?.store?.drop(id);
      root?.noteChange();
    },
    close() {
      builds.close();
      states.close();
      for (const { store } of roots.values()) store?.close();
    },
  };
}

/** The state's view, or what is known of it after some time, and when it was forgotten while it was listed. */
async function viewInTime(state: KeptState, known: KnownPlace, waitMs: number): Promise<ViewData> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), waitMs);
  try {
    return (await Promise.race([state.view(known), late.promise])) ?? state.partialView();
  } catch (failure) {
    if (!state.isClosed) throw failure;
    return state.partialView();
  } finally {
    clearTimeout(timer);
  }
}

/** Keys of places that are in use: a place is the same object until it is looked at anew. */
const KEYS = new WeakMap<SourcePlace, string>();

/** A root by all that decides what may be read of it. */
function rootKey(place: SourcePlace): string {
  const known = KEYS.get(place) ?? hashPlace(place);
  KEYS.set(place, known);
  return known;
}

function hashPlace({ root, repository }: SourcePlace): string {
  const facts = [root.location, repository?.gitDirectory ?? null, repository?.prefix ?? null, root.denied.toSorted()];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40);
}

interface RootInput {
  readonly deps: KeeperDeps;
  readonly builds: BuildQueue;
  readonly desk: ListingDesk;
  readonly key: string;
  /** Begins the names of its views. */
  readonly prefix: string;
  readonly room: DiskRoom;
  onGrown(): void;
}

function makeRoot({ deps, builds, desk, key, prefix, room, onGrown }: RootInput): Root {
  const folder = join(deps.indexDirectory, key);
  const store = openStoreOrNull(folder, deps);
  let version = 0;
  let generations = 0;
  return {
    key,
    store,
    folder,
    builds,
    desk,
    onGrown,
    clock: deps.clock,
    get version() {
      return version;
    },
    refresh() {
      if (store?.refresh() === true) version += 1;
    },
    noteChange() {
      version += 1;
    },
    nextGeneration() {
      generations += 1;
      return `${prefix}-${generations}`;
    },
    onWritten: room.tidy,
    hasRoom: room.has,
    onFailure: deps.onFailure,
  };
}

/** Without a place to keep it there is no index, and everything is read when it is searched. */
function openStoreOrNull(folder: string, deps: KeeperDeps): IndexStore | null {
  try {
    if (!existsSync(deps.indexDirectory)) mkdirSync(deps.indexDirectory, { mode: 0o700 });
    return openStore(folder);
  } catch (failure) {
    deps.onFailure('index folder', String(failure));
    return null;
  }
}
