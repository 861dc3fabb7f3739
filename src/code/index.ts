/**
 * The engine's public face, and the only way to it for the rest of the service: how it is started and asked, the shapes
 * of all questions and answers, and what else a tool needs to understand both.
 */
export { type CallOptions, type Engine, EngineError, type EngineOperations } from './engine.ts';
export { addressWords, normalName, readRequirement } from './formats/pep508.ts';
export { type SupervisedEngine, startEngine } from './host/start-engine.ts';
export { LOOKED_FOR } from './http-headers/choose-readers.ts';
export type { IndexFreshness } from './index/freshness.ts';
export { isInside as isInsideModule } from './manifests/go.ts';
export { readNpmSpec, splitNpm } from './manifests/npm/npm-spec.ts';
export { isPublicRegistry, registryWords } from './manifests/public-registry.ts';
export { commandRank } from './questions/command-rank.ts';
export type * from './questions/find.types.ts';
export type * from './questions/headers.types.ts';
export type * from './questions/manifests.types.ts';
export type * from './questions/overview.types.ts';
export type * from './questions/project-problem.types.ts';
export type * from './questions/read.types.ts';
export type * from './questions/refs.types.ts';
export type * from './questions/structure.types.ts';
export { STRUCTURE_ASPECTS } from './questions/structure.types.ts';
export type * from './questions/structure-rows.types.ts';
export type * from './questions/tests.types.ts';
export { openSource, type SourceProblem } from './source/open-source.ts';
export type { GitLeftOut, SourceIdentity, SourceSelector } from './source/source.ts';
export type { IndexProgress } from './source/source-index.ts';
