import type { Peers } from '../../src/base/peers.ts';

/** Processes in one: what they tell each other arrives after a few turns of the event loop's queue. */
export interface PeerHub {
  /** One more process; `leave` is its death. */
  join(): Peers & { leave(): void };
  /** Recalls that were asked for. */
  readonly recalls: string[];
}

/** Makes a hub; `turns` tells how many turns each message takes (none if not given). */
export function peerHub(turns: () => number = () => 0): PeerHub {
  const members = new Set<{ handlers: ((counter: string) => Promise<void>)[] }>();
  const recalls: string[] = [];

  async function wait(): Promise<void> {
    for (let left = turns(); left > 0; left--) await Promise.resolve();
  }

  return {
    recalls,
    join() {
      const self = { handlers: [] as ((counter: string) => Promise<void>)[] };
      members.add(self);
      return {
        isAlone: false,
        currentForMs: () => 1_000,
        onChange() {},
        async recall(counter) {
          recalls.push(counter);
          const others = [...members].filter((member) => member !== self);
          const tell = async (act: (counter: string) => Promise<void>): Promise<void> => {
            await wait();
            await act(counter);
            await wait();
          };
          await Promise.all(others.flatMap(({ handlers }) => handlers.map(tell)));
        },
        onRecall(act) {
          self.handlers.push(act);
        },
        leave() {
          members.delete(self);
        },
      };
    },
  };
}
