import { openObjects } from '../source/git-objects.ts';
import { listCommit, projectCommit } from '../source/git-source.ts';
import type { ListingWatch, PackedListing } from '../source/listing.ts';
import type { ListerData } from './lister-messages.ts';

/** Lists the files of a commit in the thread that calls, by a reader of objects of its own. */
export async function listHere(
  { place, commit }: Pick<ListerData, 'place' | 'commit'>,
  { signal, watch }: { readonly signal: AbortSignal; readonly watch: ListingWatch },
): Promise<PackedListing> {
  const { repository, root } = place;
  if (repository === null) throw new Error('a commit belongs to a repository');
  const objects = openObjects(repository.gitDirectory);
  try {
    return await listCommit(projectCommit(root, repository, commit, objects), signal, watch);
  } finally {
    objects.close();
  }
}
