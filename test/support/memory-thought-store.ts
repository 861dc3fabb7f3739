import type { Thought, ThoughtStore, Thread } from '../../src/domain/thinking/index.ts';

/** A thought store in memory, exact and atomic: each act is one synchronous step. */
export function memoryThoughtStore(): ThoughtStore {
  const threads = new Map<string, { thread: Thread; thoughts: Thought[] }>();
  /** A thread's id means something only together with its account. */
  const idOf = (accountId: string, threadId: string) => JSON.stringify([accountId, threadId]);
  const own = (accountId: string, threadId: string) => {
    return threads.get(idOf(accountId, threadId)) ?? null;
  };
  const ofAccount = (accountId: string) =>
    [...threads.values()].map(({ thread }) => thread).filter((thread) => thread.accountId === accountId);
  return {
    async start(thread, first, threadsMax) {
      const id = idOf(thread.accountId, thread.id);
      if (ofAccount(thread.accountId).length >= threadsMax || threads.has(id)) return false;
      threads.set(id, { thread: { ...thread, length: 1 }, thoughts: [{ ...first, number: 1 }] });
      return true;
    },
    async find(accountId, threadId) {
      return own(accountId, threadId)?.thread ?? null;
    },
    async append(accountId, thought, thoughtsMax) {
      const entry = own(accountId, thought.threadId);
      if (entry === null || entry.thread.closedAt !== null || entry.thoughts.length >= thoughtsMax) return null;
      const numbered: Thought = { ...thought, number: entry.thoughts.length + 1 };
      entry.thoughts.push(numbered);
      const updatedAt = new Date(Math.max(entry.thread.updatedAt.getTime(), thought.createdAt.getTime()));
      entry.thread = { ...entry.thread, length: numbered.number, updatedAt };
      return numbered;
    },
    async thoughts(accountId, threadId) {
      return [...(own(accountId, threadId)?.thoughts ?? [])];
    },
    async list(accountId, limit, offset) {
      const all = ofAccount(accountId).sort(
        (a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || (a.id < b.id ? -1 : 1),
      );
      return { threads: all.slice(offset, offset + limit), total: all.length };
    },
    async close(accountId, threadId, now) {
      const entry = own(accountId, threadId);
      if (entry === null || entry.thread.closedAt !== null) return false;
      entry.thread = { ...entry.thread, closedAt: now, updatedAt: now };
      return true;
    },
    async purge(before) {
      const old = [...threads.values()].filter(({ thread }) => thread.updatedAt < before);
      for (const { thread } of old) threads.delete(idOf(thread.accountId, thread.id));
      return old.length;
    },
  };
}
