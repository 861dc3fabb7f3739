import type { Peers } from '../../src/base/peers.ts';

/** Peers that a test speaks for. */
export interface ManualPeers extends Peers {
  /** Another process has changed these records; null: any. */
  change(names: readonly string[] | null): Promise<void>;
  /** For how long what is kept is believed. */
  believeFor(ms: number): void;
}

/** Peers that are believed until the test says otherwise. */
export function manualPeers(): ManualPeers {
  const acts: ((names: readonly string[] | null) => void | Promise<void>)[] = [];
  let currentMs = 800;
  return {
    isAlone: false,
    currentForMs: () => currentMs,
    onChange: (act) => void acts.push(act),
    recall: async () => {},
    onRecall: () => {},
    async change(names) {
      await Promise.all(acts.map((act) => act(names)));
    },
    believeFor(ms) {
      currentMs = ms;
    },
  };
}
