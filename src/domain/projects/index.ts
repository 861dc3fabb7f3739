export { isProjectName, makeProjectName } from './name.ts';
export type { Project } from './project.ts';
export { type ResolveDeps, type Resolved, type ResolveRefusal, resolvePath } from './resolve.ts';
export { syncStartRoots } from './start-roots.ts';
export type { ProjectStore } from './store.ts';
