import { lstatSync } from 'node:fs';
import { err, ok, type Result } from '../../base/result.ts';
import { CLOCK_TICK_MS } from './clock-tick.ts';
import { openFolderSource } from './folder-source.ts';
import { openGitSource } from './git-source.ts';
import { judgeRepository, mayBelongToRepository, type Repository, readHead, resolveCommit } from './repository.ts';
import { isWithin, type ReadableRoot, realPathOrNull } from './safe-open.ts';
import type { GitLeftOut, Source, SourceIdentity, SourceSelector } from './source.ts';
import { ownStoreSignature } from './store-signature.ts';
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
  const find = async (): Promise<Result<FoundPlace, SourceProblem>> => {
    const place = await findPlace(selector);
    return place.ok ? ok({ place: place.value }) : place;
  };
  const identified = await identifyOwn(selector.ref, find, (place) => identify(place, selector.ref));
  if (!identified.ok) return identified;
  return ok(openAt(identified.value.found.place, identified.value.identity));
}

interface FoundPlace {
  readonly place: SourcePlace;
}

/** What `identifyOwn` asks of a place; `store` is another text when something else may have been put in its store. */
type Identify = (place: SourcePlace, store: string) => Promise<Result<SourceIdentity, SourceProblem>>;

/**
 * Finds a place and what it is at by a git that had only the repository's own objects all the while: whoever puts
 * another's store there between the look at it and git's answer, and takes it away again, is noticed by times that
 * cannot be set back, and git is asked anew. A store that never rests is not believed, as if it borrowed.
 */
export async function identifyOwn<Found extends FoundPlace>(
  ref: string | null,
  find: () => Promise<Result<Found, SourceProblem>>,
  ask: Identify,
): Promise<Result<{ readonly found: Found; readonly identity: SourceIdentity }, SourceProblem>> {
  for (let round = 1; ; round++) {
    const found = await find();
    if (!found.ok) return found;
    const { place } = found.value;
    const identity = round > ROUNDS_MAX ? identifyUnsettled(place, ref) : await askOwn(place, ask);
    if (identity !== null) return identity.ok ? ok({ found: found.value, identity: identity.value }) : identity;
    await new Promise((resolve) => setTimeout(resolve, CLOCK_TICK_MS));
  }
}

/** Null when the store was not the repository's own, or not known to be, from before git was asked until it answered. */
async function askOwn(place: SourcePlace, ask: Identify): Promise<Result<SourceIdentity, SourceProblem> | null> {
  const { repository } = place;
  if (repository === null) return await ask(place, '');
  const store = ownStoreSignature(repository);
  if (store === null || store === false) return null;
  const identity = await ask(place, store);
  return ownStoreSignature(repository) === store ? identity : null;
}

/** Files on disk are read without git. */
function identifyUnsettled({ repository }: SourcePlace, ref: string | null): Result<SourceIdentity, SourceProblem> {
  const isWorktree = ref === null && repository !== null && repository.topLevel !== null;
  return isWorktree ? ok({ kind: 'worktree', branch: null, commit: null }) : err('not_a_repository');
}

/** A store that does not rest for so many ticks is given up on; who packs or fetches leaves longer pauses. */
const ROUNDS_MAX = 20;

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

// Without a git that answers a plain folder can still be read; a repository cannot, and says why.
async function findRepositoryIfGit(location: string): Promise<Repository | GitLeftOut | null> {
  try {
    return await judgeRepository(location);
  } catch (cause) {
    if (mayBelongToRepository(location)) throw cause;
    return null;
  }
}
