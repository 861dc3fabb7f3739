import type { IndexedFiles } from '../index/file-table.ts';
import { borrowObjects } from '../source/git-lease.ts';
import { projectCommit, readOfCommit } from '../source/git-source.ts';
import { unpackListing } from '../source/listing.ts';
import type { SourcePlace } from '../source/open-source.ts';
import type { Source, SourceIdentity, SourceListing } from '../source/source.ts';
import type { SourceIndex } from '../source/source-index.ts';
import { contentOf, readerBelow } from '../source/worktree-source.ts';
import { type GlanceFiles, makeGlance } from './glance.ts';

/** What the keeper knows of the files of a source. */
export interface KeptFiles {
  readonly index: SourceIndex;
  readonly files: IndexedFiles;
  readonly stamps: Float64Array;
  /** As in a view. */
  readonly liveIds: Uint8Array;
}

/** Files that are kept as objects: a million would take 150 MB of each thread, and are made anew in a third of a second. */
const KEPT_FILES_MAX = 200_000;

/** The same files as objects, for as long as their index is in use. */
const listings = new WeakMap<SourceIndex, SourceListing>();

/** Opens a source whose listing is known: contents are read where they are, everything else comes from the view. */
export function openKeptSource(
  { place, identity }: { readonly place: SourcePlace; readonly identity: SourceIdentity },
  { index, files, stamps, liveIds }: KeptFiles,
): Source {
  const facts = { identity, index, list: async () => listOnce(index, files) };
  const { root, repository } = place;
  if (identity.kind !== 'objects' || repository === null) {
    const objectFormat = repository?.objectFormat ?? 'sha1';
    const reader = readerBelow(root, objectFormat);
    const glanced: GlanceFiles = { location: root.location, files, stamps, liveIds };
    const glance = makeGlance(glanced);
    return {
      ...facts,
      async read(path, bytesMax) {
        const file = index.files.find(path);
        const bytes = file === null ? null : glance(file, null);
        if (!Buffer.isBuffer(bytes) || bytes.length > bytesMax) return reader.read(path, bytesMax);
        return contentOf(Buffer.from(bytes), objectFormat);
      },
      glance,
      glanced,
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
  if (listing.entries.length <= KEPT_FILES_MAX) listings.set(index, listing);
  return listing;
}
