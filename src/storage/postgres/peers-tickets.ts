import type { Clock } from '../../base/clock.ts';
import { BELIEF_MS } from './peers-belief.ts';

/** How long it waits for a node that has not answered for longer than it may believe anything. */
const SILENT_WITHIN_MS = 50;
/** Tickets that are remembered; one that is forgotten is waited for to its bound. */
const TICKETS_MAX = 10_000;

/** What was told to other nodes, and who has answered. */
export interface Tickets {
  /** A new ticket. Answers count from now on. */
  issue(): string;
  /** A node has acted on what the ticket was for. */
  answered(ticket: string, node: number): void;
  /** Only these other nodes are there: nobody waits for another any more. */
  present(nodes: ReadonlySet<number>): void;
  /** Resolves when all these nodes have answered or are gone, or after a bound. */
  wait(ticket: string, nodes: Iterable<number>): Promise<void>;
  /** Answers may have been lost: no silence from before counts against a node. */
  forgetSilence(): void;
}

interface Ticket {
  readonly answered: Set<number>;
  /** Of a ticket that is waited for: the nodes that have not answered, and what ends the waiting. */
  awaited: Set<number>;
  finish: () => void;
}

/** Tickets of one node. */
export function makeTickets(deps: {
  readonly clock: Clock;
  readonly node: number;
  /** Longest wait for another node. */
  readonly withinMs: number;
}): Tickets {
  const { clock, node, withinMs } = deps;
  const tickets = new Map<string, Ticket>();
  /** Since when a node that let a bound pass has not answered anything. */
  const silentSinceMs = new Map<number, number>();
  let issued = 0;

  function settle(ticket: Ticket, nodes: Iterable<number>): void {
    for (const other of nodes) ticket.awaited.delete(other);
    if (ticket.awaited.size === 0) ticket.finish();
  }

  /**
   * A node that has let a change of BELIEF_MS ago unanswered has not acted on it, and so cannot have renewed its belief
   * since: it believes nothing, and there is nothing to wait for. A little is waited all the same, for the one that
   * comes back at this instant.
   */
  function patienceMs(other: number, nowMs: number): number {
    const sinceMs = silentSinceMs.get(other);
    if (sinceMs === undefined) return withinMs;
    const believesForMs = sinceMs + BELIEF_MS - nowMs;
    return Math.min(withinMs, Math.max(SILENT_WITHIN_MS, believesForMs));
  }

  return {
    issue() {
      const name = `${node}-${++issued}`;
      tickets.set(name, { answered: new Set(), awaited: new Set(), finish: () => {} });
      if (tickets.size > TICKETS_MAX) tickets.delete(tickets.keys().next().value ?? '');
      return name;
    },
    answered(name, other) {
      silentSinceMs.delete(other);
      const ticket = tickets.get(name);
      if (ticket === undefined) return;
      ticket.answered.add(other);
      settle(ticket, [other]);
    },
    present(nodes) {
      for (const other of silentSinceMs.keys()) if (!nodes.has(other)) silentSinceMs.delete(other);
      for (const ticket of tickets.values()) {
        if (ticket.awaited.size === 0) continue;
        const gone = [...ticket.awaited].filter((other) => !nodes.has(other));
        settle(ticket, gone);
      }
    },
    async wait(name, nodes) {
      const ticket = tickets.get(name) ?? { answered: new Set(), awaited: new Set(), finish: () => {} };
      const nowMs = clock.monotonicMs();
      ticket.awaited = new Set([...nodes].filter((other) => other !== node && !ticket.answered.has(other)));
      if (ticket.awaited.size > 0) {
        const boundMs = Math.max(...[...ticket.awaited].map((other) => patienceMs(other, nowMs)));
        await new Promise<void>((resolve) => {
          // An answer that has arrived already is looked at before the waiting is given up.
          const timer = setTimeout(() => setImmediate(resolve), boundMs);
          ticket.finish = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        for (const other of ticket.awaited) if (!silentSinceMs.has(other)) silentSinceMs.set(other, nowMs);
      }
      tickets.delete(name);
    },
    forgetSilence: () => silentSinceMs.clear(),
  };
}
