import type { Clock } from '../../base/clock.ts';
import { background, describeFailure, type Log } from '../../base/log.ts';

/** For how long what is kept is believed after the beginning of a look that showed nothing missed. ADR 0027. */
export const BELIEF_MS = 800;
/** How long a notice may be under way after its change was seen, before it counts as missed. */
const UNDER_WAY_MS = 100;
/** Names that are acted on at once; more are "any record". */
const NAMES_MAX = 1_000;
/** Changes that are acknowledged at once; whoever waits for one of the others waits to its bound. */
const TICKETS_MAX = 10_000;

/** Whether what this node keeps of storage may be believed. */
export interface Belief {
  /** Milliseconds for which it may still be; 0 when not. */
  currentForMs(): number;
  /** A notice came: a change of these records (null: any), with its epoch and the ticket to acknowledge it by. */
  heard(change: { readonly names: readonly string[] | null; readonly epoch: number; readonly ticket: string }): void;
  /** A look that began at the instant showed the epoch. */
  saw(epoch: number, beganMs: number): void;
  /** Notices may be missed from now on. */
  lose(): void;
  /** Nothing is missed from the epoch on, as a look showed that began at the instant. Believes when all is dropped. */
  begin(epoch: number, beganMs: number): void;
}

/** Changes that wait to be acted on. */
interface Pending {
  /** Null: any record. */
  names: Set<string> | null;
  upTo: number;
  tickets: string[];
  /** The connection with whose beginning all has to be dropped; 0 when that is not among them. */
  beginning: number;
}

const noneTold = -1;
const nothing = (): Pending => ({ names: new Set(), upTo: noneTold, tickets: [], beginning: 0 });

/**
 * `act` drops what is kept of the records, and what it rejects is tried again with the next look; `acted` is told the
 * tickets of what was acted on. Whatever comes while `act` is under way is acted on together afterwards.
 */
export function makeBelief(deps: {
  readonly clock: Clock;
  readonly log: Log;
  readonly act: (names: readonly string[] | null) => Promise<void>;
  readonly acted: (tickets: readonly string[]) => void;
}): Belief {
  const { clock, log } = deps;
  /** The epoch up to which every notice has come, or is known as missed; null while notices may be missed unseen. */
  let received: number | null = null;
  /** The epoch up to which everything was acted on. */
  let acted = noneTold;
  /** Connections that have begun, and the last of them with whose beginning everything was dropped. */
  let begun = 0;
  let dropped = 0;
  let sight: { readonly epoch: number; readonly beganMs: number } | null = null;
  let believedUntilMs = Number.NEGATIVE_INFINITY;
  let pending = nothing();
  let acting: Promise<void> | null = null;

  function renew(): void {
    if (received === null || sight === null || sight.epoch > acted || dropped < begun) return;
    believedUntilMs = Math.max(believedUntilMs, sight.beganMs + BELIEF_MS);
  }

  function add(more: { names: readonly string[] | null; upTo: number; tickets: readonly string[] }): void {
    pending.upTo = Math.max(pending.upTo, more.upTo);
    if (pending.tickets.length < TICKETS_MAX) pending.tickets.push(...more.tickets);
    if (more.names === null) pending.names = null;
    for (const name of more.names ?? []) pending.names?.add(name);
    if ((pending.names?.size ?? 0) > NAMES_MAX) pending.names = null;
  }

  async function actOnPending(): Promise<void> {
    // Never at once: what comes together is acted on together.
    await Promise.resolve();
    while (pending.upTo > noneTold) {
      const batch = pending;
      pending = nothing();
      const names = batch.names === null ? null : [...batch.names];
      try {
        await deps.act(names);
      } catch (failure) {
        log.event('peers.act.failed', { failure: describeFailure(failure) }, 'error');
        // What was dropped and what was not is unknown: all of it, when the next look comes.
        add({ ...batch, names: null });
        pending.beginning = Math.max(pending.beginning, batch.beginning);
        break;
      }
      acted = Math.max(acted, batch.upTo);
      dropped = Math.max(dropped, batch.beginning);
      renew();
      deps.acted(batch.tickets);
    }
    acting = null;
  }

  function actSoon(): Promise<void> {
    acting ??= actOnPending();
    return acting;
  }

  function tell(names: readonly string[] | null, epoch: number, tickets: readonly string[]): void {
    if (received !== null) received = Math.max(received, epoch);
    add({ names, upTo: epoch, tickets });
    background(log, 'peers.act', actSoon());
  }

  /** Notices leave in the order of their epochs, so that one that is missing puts everything kept in doubt. */
  function checkArrival(epoch: number): void {
    if (received === null || received >= epoch) return;
    log.event('peers.missed', { from: received, to: epoch }, 'warn');
    tell(null, epoch, []);
  }

  return {
    currentForMs: () => Math.max(0, believedUntilMs - clock.monotonicMs()),
    heard({ names, epoch, ticket }) {
      checkArrival(epoch - 1);
      tell(names, epoch, [ticket]);
    },
    saw(epoch, beganMs) {
      if (received === null) return;
      sight = { epoch, beganMs };
      renew();
      if (pending.upTo > noneTold) background(log, 'peers.act', actSoon());
      // The server shows a change an instant before it sends the notice of it.
      if (epoch > received) setTimeout(checkArrival, UNDER_WAY_MS, epoch).unref();
    },
    lose() {
      received = null;
      acted = noneTold;
      sight = null;
      believedUntilMs = Number.NEGATIVE_INFINITY;
    },
    begin(epoch, beganMs) {
      received = epoch;
      sight = { epoch, beganMs };
      // Before its act begins: a notice that came first may have brought `acted` up to the epoch already.
      pending.beginning = ++begun;
      tell(null, epoch, []);
    },
  };
}
