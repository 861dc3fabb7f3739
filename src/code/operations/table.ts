import type { EngineOperations } from '../engine.ts';
import type { OperationContext } from '../questions/context.ts';

/** Name of a question that the engine answers. */
export type OperationName = keyof EngineOperations;

/** Answers one question; a throw means that the engine, not the question, is at fault. */
export type Operation<Name extends OperationName> = (
  input: EngineOperations[Name]['input'],
  context: OperationContext,
) => Promise<EngineOperations[Name]['output']>;

/** Every operation, loaded when first asked for: a thread that only reads never pays for the search. */
export const OPERATIONS: { readonly [Name in OperationName]: () => Promise<Operation<Name>> } = {
  read: async () => (await import('./read.ts')).read,
  find: async () => (await import('./find.ts')).find,
  overview: async () => (await import('./overview.ts')).overview,
  manifests: async () => (await import('./manifests.ts')).manifests,
  inspect: async () => (await import('./inspect.ts')).inspect,
  refs: async () => (await import('./refs.ts')).refs,
  tests: async () => (await import('./tests.ts')).tests,
  headers: async () => (await import('./headers.ts')).headers,
  structure: async () => (await import('./structure.ts')).structure,
};
