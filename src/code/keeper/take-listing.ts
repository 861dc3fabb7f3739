import type { PackedListing } from '../source/listing.ts';
import type { SourcePlace } from '../source/open-source.ts';
import type { PackedFiles } from '../source/packed-files.ts';
import { inTurns } from '../source/steps.ts';
import { type Columns, makeColumns } from './columns.ts';
import { IndexedState } from './indexed-files.ts';
import { patchColumns } from './patch-columns.ts';
import type { FirstState, RootIndex } from './root-index.types.ts';
import { loadColumns } from './saved-columns.ts';
import { noteLinks, statFiles } from './stat-files.ts';
import { makeWorkTree } from './work-tree.ts';

// What a listing of a work tree, or what has changed since, does to what is known of its files.

/** Whose files are listed. */
export interface ListedRoot {
  readonly root: RootIndex;
  readonly place: SourcePlace;
  readonly signal: AbortSignal;
}

/** One that was listed before. */
export interface ListedAgain extends ListedRoot {
  /** When that listing began, on the wall clock. */
  readonly lookedAtMs: number;
}

/** Takes in a whole listing and looks at every file; gives the state that was there, or the first one. */
export async function takeListing(
  { root, place, signal, lookedAtMs }: ListedAgain,
  state: IndexedState | null,
  { files, limit }: PackedListing,
): Promise<IndexedState> {
  const { location } = place.root;
  if (state === null) {
    const saved = loadSaved(root);
    const columns = await inTurns(makeColumns(files, saved, 'below'), signal);
    const first = firstState(place, { columns, limit });
    // Before it is a state: nothing of what was saved may be believed unseen.
    if (saved !== null) await statFiles(location, first.columns, lookedAtMs);
    else await noteLinks(location, first.columns);
    return new IndexedState(root, first);
  }
  const isSame = isSameListing(files, state.columns.files);
  if (!isSame || limit !== state.limit) {
    const columns = isSame ? state.columns : await inTurns(makeColumns(files, state.columns, 'below'), signal);
    state.replace(columns, limit);
  }
  // A build may put other columns in place meanwhile, never this: listings change here only.
  if (await statFiles(location, state.columns, lookedAtMs)) state.touch();
  return state;
}

/**
 * Takes in files that came and went, which change the listing that is otherwise the same. Gives those of them that rules
 * ignore; null where all has to be listed anew.
 */
export async function takePaths(
  { place, signal }: Pick<ListedRoot, 'place' | 'signal'>,
  state: IndexedState,
  { removed, appeared }: { readonly removed: ReadonlySet<number>; readonly appeared: readonly string[] },
): Promise<readonly string[] | null> {
  const { columns } = state;
  const added = appeared.length === 0 ? [] : await makeWorkTree(place).listSome(appeared, signal);
  // What others did to the listing meanwhile, they did by a whole one.
  if (added === null || state.columns !== columns || added.length > appeared.length) return null;
  const names = new Set(added.map(({ path }) => path.toString('latin1')));
  if (added.length + removed.size > 0) state.replace(patchColumns(columns, removed, added), state.limit);
  return appeared.filter((path) => !names.has(path));
}

/** What an earlier process found in the files; null when there is nothing, or when it cannot be had. */
function loadSaved({ store, folder, onFailure }: RootIndex): Columns | null {
  if (store === null) return null;
  try {
    return loadColumns(folder, []);
  } catch (failure) {
    onFailure('saved state of files', String(failure));
    return null;
  }
}

function firstState(
  { root: { location, denied }, repository }: SourcePlace,
  listing: Pick<FirstState, 'columns' | 'limit'>,
): FirstState {
  const objectFormat = repository?.objectFormat ?? 'sha1';
  return { ...listing, origin: { kind: 'below', location, denied, objectFormat } };
}

function isSameListing(a: PackedFiles, b: Columns['files']): boolean {
  if (a.count !== b.count || a.paths.length !== b.paths.length) return false;
  const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
  return isSame(a.paths, b.paths) && isSame(a.kinds, b.kinds) && a.starts.every((start, at) => start === b.starts[at]);
}
