import { MIB } from '../../base/units.ts';
import { makeNulSplitter, streamGit } from './git-process.ts';
import { showPath } from './path-bytes.ts';
import type { Repository } from './repository.ts';
import type { ReadableRoot } from './safe-open.ts';
import { startListingIgnored } from './worktree-source.ts';

/** Files of a work tree that git ignores. */
export interface IgnoredFiles {
  /** As listings show paths. */
  readonly paths: readonly string[];
  /** False when a bound ended the listing. */
  readonly isWhole: boolean;
}

/** Folders of packages alone hold tens of thousands. */
const FILES_MAX = 2_000;
/** Time of a listing, which walks the whole work tree. */
const LISTING_MS = 400;

/** Lists the ignored files of a work tree, up to a bound; null when git could not. */
export async function listIgnoredFiles(
  root: ReadableRoot,
  repository: Repository,
  signal: AbortSignal,
): Promise<IgnoredFiles | null> {
  const child = startListingIgnored(root, repository);
  const paths: string[] = [];
  const onRow = (row: Buffer): 'more' | 'stop' => {
    // A repository inside this one ends in a slash and is not looked into.
    if (row.at(-1) !== 0x2f) paths.push(showPath(Buffer.from(row)));
    return paths.length < FILES_MAX ? 'more' : 'stop';
  };
  const run = await streamGit(child, { bytesMax: 8 * MIB, timeMs: LISTING_MS, signal }, makeNulSplitter(onRow));
  if (run.end === 'exit') return run.status === 0 ? { paths, isWhole: true } : null;
  return { paths, isWhole: false };
}
