import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../../base/result.ts';
import { openFolderSource } from './folder-source.ts';
import { openGitSource } from './git-source.ts';
import { findRepository, type Repository, readHead, resolveCommit } from './repository.ts';
import { isWithin, type ReadableRoot, realPathOrNull } from './safe-open.ts';
import type { Source, SourceSelector } from './source.ts';
import { openWorktreeSource } from './worktree-source.ts';

/** Why a source cannot be opened. */
export type SourceProblem = 'location_gone' | 'unknown_ref' | 'not_a_repository';

/**
 * Opens the files that a selector names: of a commit when it has a ref, else of the work tree, or of HEAD in a bare
 * repository, or of a plain folder. Close it after use. A location inside a denied place counts as gone, so that
 * nobody learns what lies there.
 */
export async function openSource(selector: SourceSelector): Promise<Result<Source, SourceProblem>> {
  const location = realPathOrNull(selector.location);
  // A root is served by its real path: what has been put in its place since, such as a link, was never asked for.
  if (location !== selector.location) return err('location_gone');
  if (!lstatSync(location, { throwIfNoEntry: false })?.isDirectory()) return err('location_gone');
  const denied = selector.denied.map((place) => realPathOrNull(place) ?? place);
  if (denied.some((place) => isWithin(location, place))) return err('location_gone');
  const repository = await findRepositoryIfGit(location);
  if (repository && denied.some((place) => isWithin(repository.gitDirectory, place))) return err('not_a_repository');
  const root = { location, denied };
  if (selector.ref !== null) return openAtRef(root, repository, selector.ref);
  if (repository === null) return ok(openFolderSource(root));
  const head = await readHead(repository);
  const kind = repository.topLevel === null ? 'objects' : 'worktree';
  const identity = { kind, ...head } as const;
  if (kind === 'objects') return ok(openGitSource(root, repository, identity));
  return ok(openWorktreeSource(root, repository, identity));
}

async function openAtRef(
  root: ReadableRoot,
  repository: Repository | null,
  ref: string,
): Promise<Result<Source, SourceProblem>> {
  if (repository === null) return err('not_a_repository');
  const commit = await resolveCommit(repository, ref);
  if (commit === null) return err('unknown_ref');
  return ok(openGitSource(root, repository, { kind: 'objects', branch: ref, commit }));
}

// Without git installed a plain folder can still be read; a repository cannot, and says why.
async function findRepositoryIfGit(location: string): Promise<Repository | null> {
  try {
    return await findRepository(location);
  } catch (cause) {
    if (lstatSync(join(location, '.git'), { throwIfNoEntry: false })) throw cause;
    return null;
  }
}
