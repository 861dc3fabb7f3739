/** The engine's public face: what the rest of the service may know of it. */
export { type CallOptions, type Engine, EngineError } from './engine.ts';
export { addressWords, normalName, readRequirement } from './formats/pep508.ts';
export { type SupervisedEngine, startEngine } from './host/start-engine.ts';
export { LOOKED_FOR } from './http-headers/choose-readers.ts';
export { isInside as isInsideModule } from './manifests/go.ts';
export { readNpmSpec, splitNpm } from './manifests/npm/npm-spec.ts';
export { isPublicRegistry, registryWords } from './manifests/public-registry.ts';
export type {
  FindGap,
  FindInput,
  FindOutput,
  FindRow,
  FoundOutput,
  LostFile,
} from './questions/find.types.ts';
export type { HeaderPlace, HeaderSetting, HeadersOutput } from './questions/headers.types.ts';
export type { ManifestPackage, ManifestsFound, ManifestsInput, ManifestsOutput } from './questions/manifests.types.ts';
export { openSource } from './source/open-source.ts';
export type { SourceSelector } from './source/source.ts';
export type { IndexProgress } from './source/source-index.ts';
