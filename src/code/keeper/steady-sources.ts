import { isDeepStrictEqual } from 'node:util';
import { makeLru } from '../../base/lru.ts';
import type { SourceSelector } from '../source/source.ts';
import type { FromKeeperAnswer, OpenedSource } from './messages.ts';

/** Selectors of whose answers is known whether they change: as many as a thread has views. */
const SELECTORS_MAX = 8;

/** A source without what is sent of it once. */
type ToldSource = Omit<OpenedSource, 'view'>;

/** Of which sources the keeper goes on telling the same. */
export interface SteadySources {
  /** As it was told last; null unless it was the same the time before. */
  find(selector: SourceSelector): ToldSource | null;
  /** Takes in what is told now: the same object for as long as it is the same, and null for what is no source. */
  note(selector: SourceSelector, answer: FromKeeperAnswer | null): ToldSource | null;
}

/** Makes one that knows no source. */
export function makeSteadySources(): SteadySources {
  const sources = makeLru<string, { readonly told: ToldSource; readonly isSteady: boolean }>(SELECTORS_MAX);
  return {
    find(selector) {
      const found = sources.get(keyOf(selector));
      return found?.isSteady === true ? found.told : null;
    },
    note(selector, answer) {
      const key = keyOf(selector);
      if (answer?.type !== 'opened' || !answer.result.ok) {
        sources.delete(key);
        return null;
      }
      const { view: _, ...now } = answer.result.value;
      const before = sources.get(key)?.told;
      const isSteady = isDeepStrictEqual(before, now);
      const told = isSteady && before !== undefined ? before : now;
      sources.set(key, { told, isSteady });
      return told;
    },
  };
}

function keyOf({ location, ref, denied }: SourceSelector): string {
  return JSON.stringify([location, ref, denied]);
}
