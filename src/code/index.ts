/** The engine's public face: what the rest of the service may know of it. */
export { type CallOptions, type Engine, EngineError } from './engine.ts';
export { type SupervisedEngine, startEngine } from './host/start-engine.ts';
export type {
  FindGap,
  FindInput,
  FindOutput,
  FindRow,
  FoundOutput,
} from './operations/find.types.ts';
export { openSource } from './source/open-source.ts';
export type { SourceSelector } from './source/source.ts';
