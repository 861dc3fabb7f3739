import type { ViewData } from '../index/view.ts';
import { listFolder } from '../source/folder-source.ts';
import type { PackedListing } from '../source/listing.ts';
import type { SourcePlace } from '../source/open-source.ts';
import type { PackedFiles } from '../source/packed-files.ts';
import { listWorktree } from '../source/worktree-source.ts';
import { type Columns, makeColumns } from './columns.ts';
import { type FirstState, type IndexedState, makeIndexedState, type RootIndex } from './indexed-files.ts';
import { statFiles } from './stat-files.ts';

/** A folder or work tree that is being looked after. */
export interface WorkRoot {
  /** Its state, at most a second old. */
  view(): Promise<ViewData>;
  close(): void;
}

/** Without word of changes the whole tree is looked at anew, no more often than this. */
const PASS_EVERY_MS = 1_000;

/** Makes the keeper of a work tree or folder; nothing is looked at before the first question. */
export function makeWorkRoot(place: SourcePlace, root: RootIndex): WorkRoot {
  const stop = new AbortController();
  let state: IndexedState | null = null;
  let passStartedAtMs = Number.NEGATIVE_INFINITY;
  let passing: Promise<IndexedState> | null = null;

  async function pass(): Promise<IndexedState> {
    const listing = await listPlace(place, stop.signal);
    if (state === null) {
      state = makeIndexedState(root, firstState(place, listing));
      return state;
    }
    const columns = isSameListing(listing.files, state.columns.files)
      ? state.columns
      : makeColumns(listing.files, state.columns);
    if (columns !== state.columns || listing.limit !== state.limit) state.replace(columns, listing.limit);
    if (await statFiles(place.root.location, columns)) state.touch();
    return state;
  }

  /** One pass at a time: whoever comes while it is under way shares it, since it began less than a second ago. */
  function passOnce(): Promise<IndexedState> {
    passing ??= (async () => {
      passStartedAtMs = root.monotonicMs();
      try {
        return await pass();
      } finally {
        passing = null;
      }
    })();
    return passing;
  }

  return {
    async view() {
      const isFresh = state !== null && root.monotonicMs() - passStartedAtMs < PASS_EVERY_MS && passing === null;
      return (isFresh && state !== null ? state : await passOnce()).view();
    },
    close: () => stop.abort(new Error('the root is no longer kept')),
  };
}

function firstState({ root: { location, denied }, repository }: SourcePlace, listing: PackedListing): FirstState {
  const objectFormat = repository?.objectFormat ?? 'sha1';
  const places = { kind: 'below', location, denied, objectFormat } as const;
  return { columns: makeColumns(listing.files, null), limit: listing.limit, places };
}

function listPlace({ root, repository }: SourcePlace, signal: AbortSignal): Promise<PackedListing> {
  return repository === null ? listFolder(root, signal) : listWorktree(root, repository, signal);
}

function isSameListing(a: PackedFiles, b: Columns['files']): boolean {
  if (a.count !== b.count || a.paths.length !== b.paths.length) return false;
  const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
  return isSame(a.paths, b.paths) && isSame(a.kinds, b.kinds) && a.starts.every((start, at) => start === b.starts[at]);
}
