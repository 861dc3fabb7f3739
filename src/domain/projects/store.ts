import type { Project } from './project.ts';

/** What the projects module needs of storage. */
export interface ProjectStore {
  /** By name; of one account, or of all when `accountId` is null. */
  list(accountId: string | null): Promise<readonly Project[]>;
  /** False when the account has a project of that name or location; nothing is written then. */
  insert(project: Project): Promise<boolean>;
  /** False when there is none of that name. */
  remove(accountId: string, name: string): Promise<boolean>;
  /**
   * Replaces all projects of origin `start` of the account by these, in one atomic act. False when one of their names or
   * locations is taken by another project; nothing is written then.
   */
  replaceStartRoots(accountId: string, projects: readonly Project[]): Promise<boolean>;
}
