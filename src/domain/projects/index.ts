export { isProjectName, makeProjectName } from './name.ts';
export type { Project } from './project.ts';
export { cacheProjects, PROJECTS_RECORD } from './project-cache.ts';
export { type ResolveDeps, type Resolved, type ResolveRefusal, resolvePath } from './resolve.ts';
export { type StartRoots, type StartRootsDeps, syncStartRoots } from './start-roots.ts';
export type { ProjectStore } from './store.ts';
