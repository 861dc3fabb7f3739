import type { ViewData } from '../index/view.ts';
import { openObjects } from '../source/git-objects.ts';
import { listCommit, projectCommit } from '../source/git-source.ts';
import type { SourcePlace } from '../source/open-source.ts';
import { makeColumns } from './columns.ts';
import { IndexedState, type RootIndex } from './indexed-files.ts';

/** A commit of a root that is being looked after: its files never change, only what is indexed of them. */
export interface CommitRoot {
  view(): Promise<ViewData>;
  close(): void;
}

/** Makes the keeper of a commit; null stands for a repository without commits. */
export function makeCommitRoot(place: SourcePlace, commit: string | null, root: RootIndex): CommitRoot {
  const stop = new AbortController();
  let state: Promise<IndexedState> | null = null;

  async function open(): Promise<IndexedState> {
    const { repository } = place;
    if (repository === null) throw new Error('a commit belongs to a repository');
    const objects = openObjects(repository.gitDirectory);
    try {
      const listing = await listCommit(projectCommit(place.root, repository, commit, objects), stop.signal);
      const places = { kind: 'objects', gitDirectory: repository.gitDirectory } as const;
      return new IndexedState(root, { columns: makeColumns(listing.files, null), limit: listing.limit, places });
    } finally {
      objects.close();
    }
  }

  return {
    async view() {
      try {
        state ??= open();
        return (await state).view();
      } catch (failure) {
        // The next question tries again.
        state = null;
        throw failure;
      }
    },
    close: () => stop.abort(new Error('the commit is no longer kept')),
  };
}
