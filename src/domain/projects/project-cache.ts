import { makeLru } from '../../base/lru.ts';
import type { Peers } from '../../base/peers.ts';
import type { Project } from './project.ts';
import type { ProjectStore } from './store.ts';

/** Begins the name of an account's list of projects, which its id ends, when a change of it is told to other processes. */
export const PROJECTS_RECORD = 'projects:';

/** Lists kept at hand. */
const CACHED_LISTS_MAX = 2_000;

/**
 * Keeps the list of projects of an account, which light calls would else ask storage for each time; its own writes drop
 * it, so that a change acts on the very next request, and so do those of other processes. While a change by one of these
 * may have passed unnoticed, storage is asked each time. Every write to projects must go through such a store.
 */
export function cacheProjects(
  store: ProjectStore,
  options: { readonly peers: Peers; readonly entriesMax?: number },
): ProjectStore {
  const { peers } = options;
  const lists = makeLru<string, readonly Project[]>(options.entriesMax ?? CACHED_LISTS_MAX);
  let writes = 0;

  peers.onChange((names) => {
    writes++;
    if (names === null) return lists.clear();
    for (const name of names) if (name.startsWith(PROJECTS_RECORD)) lists.delete(name.slice(PROJECTS_RECORD.length));
  });

  /** Drops the list before the write and again after it, whatever the write said: a failed one may have happened. */
  async function write(accountId: string, act: () => Promise<boolean>): Promise<boolean> {
    writes++;
    lists.delete(accountId);
    try {
      return await act();
    } finally {
      writes++;
      lists.delete(accountId);
    }
  }

  return {
    async list(accountId) {
      if (accountId === null) return await store.list(null);
      const cached = peers.currentForMs() > 0 ? lists.get(accountId) : undefined;
      if (cached !== undefined) return cached;
      const writesBefore = writes;
      const projects = await store.list(accountId);
      // Read while something was written: it may be the list before, and is not kept.
      if (writesBefore === writes) lists.set(accountId, projects);
      return projects;
    },
    insert: (project) => write(project.accountId, () => store.insert(project)),
    remove: (accountId, name) => write(accountId, () => store.remove(accountId, name)),
    replaceStartRoots: (accountId, projects) => write(accountId, () => store.replaceStartRoots(accountId, projects)),
  };
}
