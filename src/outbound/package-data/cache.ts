import type { Clock } from '../../base/clock.ts';
import { makeLru } from '../../base/lru.ts';

/** How long what kind of answer is kept. */
export interface CacheRules<Value> {
  readonly entriesMax: number;
  /** Milliseconds for which this answer may be given again; 0 keeps it for nobody but those who wait for it now. */
  keepMs(value: Value): number;
}

/** Answers by key. Keys name packages only: what an account asks for tells another account nothing. */
export interface Cache<Value> {
  /** Gives the answer that is kept or being fetched, or fetches it once for all who ask meanwhile. */
  get(key: string, fetch: () => Promise<Value>): Promise<Value>;
}

interface Entry<Value> {
  readonly answer: Promise<Value>;
  untilMs: number;
}

/** Makes an empty one. */
export function makeCache<Value>(clock: Clock, { entriesMax, keepMs }: CacheRules<Value>): Cache<Value> {
  const entries = makeLru<string, Entry<Value>>(entriesMax);
  return {
    async get(key, fetch) {
      const kept = entries.get(key);
      if (kept !== undefined && clock.monotonicMs() < kept.untilMs) return kept.answer;
      const entry: Entry<Value> = { answer: fetch(), untilMs: Number.POSITIVE_INFINITY };
      entries.set(key, entry);
      try {
        entry.untilMs = clock.monotonicMs() + keepMs(await entry.answer);
      } catch (failure) {
        entry.untilMs = 0;
        throw failure;
      }
      return entry.answer;
    },
  };
}
