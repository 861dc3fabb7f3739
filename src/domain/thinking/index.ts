export { THOUGHT_BYTES_MAX, THOUGHTS_MAX, THREAD_RETENTION_MS, THREADS_MAX } from './bounds.ts';
export { reviewThoughts } from './review.ts';
export type { ThoughtStore } from './store.ts';
export { THOUGHT_KINDS, type Thought, type Thread } from './thought.ts';
