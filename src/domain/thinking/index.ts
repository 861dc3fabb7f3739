export type { ThoughtStore } from './store.ts';
export { THOUGHT_KINDS, type Thought, type ThoughtKind, type Thread } from './thought.ts';
