import type { Thought, Thread } from './thought.ts';

/** What the thinking module needs of storage: every act is within one account and atomic. */
export interface ThoughtStore {
  /** Starts a thread with its first thought; false when the account holds `threadsMax` threads. */
  start(thread: Thread, first: Thought, threadsMax: number): Promise<boolean>;
  /** Null when unknown to the account. */
  find(accountId: string, threadId: string): Promise<Thread | null>;
  /**
   * Appends with the next number, which the store gives. Null when the thread is unknown, closed or holds
   * `thoughtsMax` thoughts.
   */
  append(accountId: string, thought: Omit<Thought, 'number'>, thoughtsMax: number): Promise<Thought | null>;
  /** All thoughts of a thread in order. */
  thoughts(accountId: string, threadId: string): Promise<readonly Thought[]>;
  /** Threads of the account, newest change first. */
  list(accountId: string, limit: number, offset: number): Promise<{ threads: readonly Thread[]; total: number }>;
  /** False when unknown or closed before. */
  close(accountId: string, threadId: string, now: Date): Promise<boolean>;
  /** Deletes threads unchanged since `before`. */
  purge(before: Date): Promise<number>;
}
