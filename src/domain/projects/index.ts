export type { Project } from './project.ts';
export type { ProjectStore } from './store.ts';
