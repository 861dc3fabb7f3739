import type { IndexedFiles } from '../index/file-table.ts';
import type { SourceIndex } from '../index/source-index.ts';
import { borrowObjects } from './git-lease.ts';
import { projectCommit, readOfCommit } from './git-source.ts';
import { makeGlance } from './glance.ts';
import { unpackListing } from './listing.ts';
import type { SourcePlace } from './open-source.ts';
import type { Source, SourceIdentity, SourceListing } from './source.ts';
import { readerBelow } from './worktree-source.ts';

/** What the keeper knows of the files of a source. */
export interface KeptFiles {
  readonly index: SourceIndex;
  readonly files: IndexedFiles;
  readonly stamps: Float64Array;
}

/** The same files as objects, for as long as their index is in use. */
const listings = new WeakMap<SourceIndex, SourceListing>();

/** Opens a source whose listing is known: contents are read where they are, everything else comes from the view. */
export function openKeptSource(
  { place, identity }: { readonly place: SourcePlace; readonly identity: SourceIdentity },
  { index, files, stamps }: KeptFiles,
): Source {
  const facts = { identity, index, list: async () => listOnce(index, files) };
  const { root, repository } = place;
  if (identity.kind !== 'objects' || repository === null) {
    const reader = readerBelow(root, repository?.objectFormat ?? 'sha1');
    return {
      ...facts,
      read: async (path, bytesMax) => reader.read(path, bytesMax),
      glance: makeGlance({ location: root.location, files, stamps }),
      close: async () => reader.close(),
    };
  }
  const objects = borrowObjects(repository);
  const commit = projectCommit(root, repository, identity.commit, objects);
  return {
    ...facts,
    read: (path, bytesMax) => readOfCommit(commit, { path, bytesMax, listed: files }),
    close: async () => objects.close(),
  };
}

function listOnce(index: SourceIndex, files: IndexedFiles): SourceListing {
  const known = listings.get(index);
  if (known !== undefined) return known;
  const listing = unpackListing({ files, limit: index.limit });
  listings.set(index, listing);
  return listing;
}
