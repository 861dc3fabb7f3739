import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import { openFolderSource } from './folder-source.ts';
import { openGitSource } from './git-source.ts';
import { judgeRepository, type Repository, readHead, resolveCommit } from './repository.ts';
import { isWithin, type ReadableRoot, realPathOrNull } from './safe-open.ts';
import type { GitLeftOut, Source, SourceIdentity, SourceSelector } from './source.ts';
import { openWorktreeSource } from './worktree-source.ts';

/** Why a source cannot be opened. */
export type SourceProblem = 'location_gone' | 'unknown_ref' | 'not_a_repository';

/** Where a selector leads, before it is known at which state. */
export interface SourcePlace {
  readonly root: ReadableRoot;
  /** Null for a plain folder. */
  readonly repository: Repository | null;
  /** Why a folder with git counts as a plain one; null for others. */
  readonly gitLeftOut: GitLeftOut | null;
}

/**
 * Opens the files that a selector names: of a commit when it has a ref, else of the work tree, or of HEAD in a bare
 * repository, or of a plain folder. Close it after use. A location inside a denied place counts as gone, so that
 * nobody learns what lies there.
 */
export async function openSource(selector: SourceSelector): Promise<Result<Source, SourceProblem>> {
  const place = await findPlace(selector);
  if (!place.ok) return place;
  const identity = await identify(place.value, selector.ref);
  if (!identity.ok) return identity;
  return ok(openAt(place.value, identity.value));
}

/** Looks whether a selector's root is there and may be read, and which repository it belongs to. */
export async function findPlace(selector: SourceSelector): Promise<Result<SourcePlace, SourceProblem>> {
  const root = readableRoot(selector);
  if (root === null) return err('location_gone');
  const found = await findRepositoryIfGit(root.location);
  const [repository, gitLeftOut] = typeof found === 'string' ? [null, found] : [found, null];
  if (repository && root.denied.some((place) => isWithin(repository.gitDirectory, place)))
    return err('not_a_repository');
  return ok({ root, repository, gitLeftOut });
}

/** The root with its denied places by their real paths; null when it is not there or lies in one of them. */
export function readableRoot({ location, denied: places }: SourceSelector): ReadableRoot | null {
  // A root is served by its real path: what has been put in its place since, such as a link, was never asked for.
  if (realPathOrNull(location) !== location) return null;
  if (!lstatSync(location, { throwIfNoEntry: false })?.isDirectory()) return null;
  const denied = places.map((place) => realPathOrNull(place) ?? place);
  return denied.some((place) => isWithin(location, place)) ? null : { location, denied };
}

/** What a place is at now, or at a ref. */
export async function identify(place: SourcePlace, ref: string | null): Promise<Result<SourceIdentity, SourceProblem>> {
  const { repository } = place;
  if (repository === null) return identifyFolder(place, ref);
  if (ref !== null) {
    const commit = await resolveCommit(repository, ref);
    return commit === null ? err('unknown_ref') : ok({ kind: 'objects', branch: ref, commit });
  }
  return ok({ kind: repository.topLevel === null ? 'objects' : 'worktree', ...(await readHead(repository)) });
}

/** What a place without a repository is at, which has no refs. */
export function identifyFolder({ gitLeftOut }: SourcePlace, ref: string | null): Result<SourceIdentity, SourceProblem> {
  if (ref !== null) return err('not_a_repository');
  return ok({ kind: 'folder', branch: null, commit: null, ...(gitLeftOut === null ? {} : { gitLeftOut }) });
}

/** Opens a place in a state that `identify` gave, without an index. */
function openAt({ root, repository }: SourcePlace, identity: SourceIdentity): Source {
  if (repository === null) return { ...openFolderSource(root), identity };
  if (identity.kind === 'objects') return openGitSource(root, repository, identity);
  return openWorktreeSource(root, repository, identity);
}

// Without git installed a plain folder can still be read; a repository cannot, and says why.
async function findRepositoryIfGit(location: string): Promise<Repository | GitLeftOut | null> {
  try {
    return await judgeRepository(location);
  } catch (cause) {
    if (lstatSync(join(location, '.git'), { throwIfNoEntry: false })) throw cause;
    return null;
  }
}
