import type { Clock } from '../../base/clock.ts';
import type { Ask } from './peers-listener.ts';
import type { Tickets } from './peers-tickets.ts';
import { type MeetingPlace, readSight, SIGHT_SQL } from './peers-wire.ts';

/** How old the list of nodes may be; each look of the epoch renews it, and a node that comes tells so. */
const LIST_MS = 500;

/** The other nodes that are there. */
export interface Nodes {
  /** Reads the epoch and who is there; with the instant at which the look began. */
  look(ask: Ask): Promise<{ readonly epoch: number; readonly beganMs: number }>;
  /** The others; looks only when the list is old. */
  others(ask: Ask): Promise<ReadonlySet<number>>;
  /** The others as last seen. */
  known(): ReadonlySet<number>;
  came(node: number): void;
  left(node: number): void;
}

/** The nodes beside this one. */
export function makeNodes(deps: {
  readonly clock: Clock;
  readonly node: number;
  readonly tickets: Tickets;
  readonly place: () => MeetingPlace;
}): Nodes {
  const { clock, node, tickets } = deps;
  let others = new Set<number>();
  let seenAtMs = Number.NEGATIVE_INFINITY;

  async function look(ask: Ask): Promise<{ epoch: number; beganMs: number }> {
    const beganMs = clock.monotonicMs();
    const { epoch, nodes } = readSight(await ask(SIGHT_SQL, [deps.place().lockClass]));
    others = new Set(nodes.filter((other) => other !== node));
    seenAtMs = beganMs;
    tickets.present(others);
    return { epoch, beganMs };
  }

  return {
    look,
    async others(ask) {
      if (clock.monotonicMs() - seenAtMs > LIST_MS) await look(ask);
      return others;
    },
    known: () => others,
    came: (other) => void others.add(other),
    left(other) {
      others.delete(other);
      tickets.present(others);
    },
  };
}
