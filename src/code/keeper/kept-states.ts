import { MIB } from '../../base/units.ts';
import type { KeptState } from './kept-state.ts';

/** The states that the keeper has in memory. */
export interface KeptStates {
  /** The state of a key, which is that of its root, a space, and more; `make` makes it when there is none. */
  get(key: string, make: () => KeptState): KeptState;
  /** Forgets the states that were asked for least recently until the others fit. To be called when one has grown. */
  makeRoom(): void;
  close(): void;
}

/** States kept in memory, work trees and commits together; the least recently asked for goes first. */
const STATES_MAX = 24;

/** What is let go of and takes more than this is worth a look by the collector: nobody else would soon look at it. */
const COLLECT_BYTES = 16 * MIB;

/** Makes an empty memory for so many bytes. `onForgotten` is told of each root of which a state has gone. */
export function makeKeptStates(bytesMax: number, onForgotten: (rootKey: string, isLast: boolean) => void): KeptStates {
  // Insertion order is age.
  const states = new Map<string, KeptState>();

  function isTooMuch(): boolean {
    if (states.size > STATES_MAX) return true;
    let bytes = 0;
    for (const state of states.values()) bytes += state.bytes;
    return bytes > bytesMax;
  }

  /** The one that was asked for last stays, and those that are being listed: else none would ever come to its end. */
  function makeRoom(): void {
    const last = [...states.keys()].at(-1);
    let freed = 0;
    for (const [key, state] of states) {
      if (!isTooMuch()) break;
      if (key === last || (state.isListing && states.size <= STATES_MAX)) continue;
      freed += state.bytes;
      forget(key, state);
    }
    if (freed > COLLECT_BYTES) globalThis.gc?.();
  }

  function forget(key: string, state: KeptState): void {
    state.close();
    states.delete(key);
    const [rootKey = ''] = key.split(' ');
    onForgotten(rootKey, ![...states.keys()].some((other) => other.startsWith(rootKey)));
  }

  return {
    get(key, make) {
      const state = states.get(key) ?? make();
      states.delete(key);
      states.set(key, state);
      makeRoom();
      return state;
    },
    makeRoom,
    close() {
      for (const state of states.values()) state.close();
    },
  };
}
