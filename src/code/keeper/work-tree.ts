import { isListed, listFolder } from '../source/folder-source.ts';
import type { Found, ListingWatch, PackedListing } from '../source/listing.ts';
import type { SourcePlace } from '../source/open-source.ts';
import { KINDS, pathOf } from '../source/packed-files.ts';
import { showPath } from '../source/path-bytes.ts';
import { tryLstat } from '../source/safe-open.ts';
import { walkFolders } from '../source/walk-folders.ts';
import { listIgnoredFolders, listWorktree } from '../source/worktree-source.ts';
import type { FolderWatch } from './folder-watch.ts';

/** How the files of a work tree or folder are listed. */
export interface WorkTree {
  list(signal: AbortSignal, watch: ListingWatch): Promise<PackedListing>;
  /**
   * Lists after having set watches on all folders that may hold files of the source. Null when not all can be
   * watched.
   */
  listWatched(folders: FolderWatch, signal: AbortSignal, watch: ListingWatch): Promise<PackedListing | null>;
  /** Which of some paths a listing would name, as it would; null when it takes a whole one to say. */
  listSome(paths: readonly string[], signal: AbortSignal): Promise<readonly Found[] | null>;
}

/** Makes it for a place on disk. */
export function makeWorkTree(place: SourcePlace): WorkTree {
  return place.repository === null ? makeFolderTree(place) : makeGitTree(place);
}

function makeFolderTree({ root }: SourcePlace): WorkTree {
  return {
    list: (signal, watch) => listFolder(root, signal, { watch }),
    async listWatched(folders, signal, watch) {
      let isWhole = true;
      const onFolder = (relative: Buffer, path: string): void => {
        isWhole &&= folders.add(relative.toString('latin1'), path);
      };
      const listing = await listFolder(root, signal, { onFolder, watch });
      folders.sweep();
      return isWhole ? listing : null;
    },
    async listSome(paths) {
      return paths.flatMap((path): Found[] => {
        const bytes = Buffer.from(path, 'latin1');
        const stats = tryLstat(Buffer.concat([Buffer.from(`${root.location}/`), bytes]));
        if (stats === null || !isListed(root, bytes)) return [];
        return [{ path: bytes, kind: stats.isSymbolicLink() ? 'symlink' : 'file', size: null, blobId: null }];
      });
    },
  };
}

function makeGitTree({ root, repository }: SourcePlace): WorkTree {
  if (repository === null) throw new Error('a folder is no work tree');
  return {
    list: (signal, watch) => listWorktree(root, repository, signal, { watch }),
    async listWatched(folders, signal, watch) {
      let ignored = await listIgnoredFolders(root, repository, signal);
      for (let round = 0; round < ROUNDS_MAX && ignored !== null; round++) {
        const known = ignored;
        const isWhole = await walkFolders(
          root,
          {
            onFolder: (relative, path) => (folders.add(relative.toString('latin1'), path) ? 'more' : 'stop'),
            mayEnter: (relative) => !known.has(relative.toString('latin1')),
          },
          signal,
        );
        if (!isWhole) return null;
        folders.sweep();
        const listing = await listWorktree(root, repository, signal, { watch });
        ignored = await listIgnoredFolders(root, repository, signal);
        // What was ignored when the folders were watched and no longer is has no watch yet.
        if (ignored !== null && [...known].every((folder) => ignored?.has(folder))) return listing;
      }
      return null;
    },
    async listSome(paths, signal) {
      const shown = paths.map((path) => showPath(Buffer.from(path, 'latin1')));
      // Arguments are text: a name that is none takes a whole listing.
      if (shown.some((path) => path.startsWith('"'))) return null;
      const { files } = await listWorktree(root, repository, signal, { only: shown });
      return Array.from({ length: files.count }, (_, file): Found => {
        const path = pathOf(files, file);
        // git says what was added; on disk a link may have taken its place.
        const isLink = tryLstat(Buffer.concat([Buffer.from(`${root.location}/`), path]))?.isSymbolicLink() === true;
        const kind = isLink ? 'symlink' : (KINDS[files.kinds[file] ?? 0] ?? 'file');
        return { path, kind, size: null, blobId: null };
      });
    },
  };
}

/** Rules that keep changing while folders are watched are given up on. */
const ROUNDS_MAX = 3;
