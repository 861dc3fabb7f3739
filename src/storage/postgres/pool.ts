import { systemClock } from '../../base/clock.ts';
import { background, type Log } from '../../base/log.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import type { Deadline } from './deadline.ts';
import { isLateConnection, sqlStateOf, TOO_MANY_CONNECTIONS } from './failures.ts';
import type { Session } from './session.ts';

/** Connections of one node: enough to share a flush of the server's disk, few enough for ten nodes at one server. */
const SESSIONS_MAX = 8;

/** Connections that are being made at a time: the server's return must not meet a rush. */
const CONNECTING_MAX = 2;

/** Calls that may wait for a connection: more than a server answers within the deadline. */
const WAITING_MAX = 4_000;

/** How long a node asks for no further connection after the server had none left, or was too busy to make one. */
const NO_MORE_MS = 1_000;

/** The connections of a node; each is used by one call at a time. */
export interface Pool {
  /** Waits for a connection until the deadline. Rejects with `UnavailableError`. */
  take(deadline: Deadline): Promise<Session>;
  /** Gives a connection back; one that is not usable any more is forgotten. */
  give(session: Session): void;
  /** Adds a connection that was made elsewhere, ready for use. */
  add(session: Session): void;
  /** Forgets a connection that was lost. */
  lost(session: Session): void;
  /** Ends what is unused, fails what waits, and ends what is in use when it comes back: the server is away. */
  drop(failure: UnavailableError): void;
  /** Says goodbye to the server with every connection that is not in use. */
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (session: Session) => void;
  readonly reject: (failure: UnavailableError) => void;
}

/** Makes an empty pool. `onUnreachable` hears of a connection that could not be made. */
export function makePool(deps: {
  readonly connect: () => Promise<Session>;
  readonly onUnreachable: (failure: unknown) => void;
  readonly log: Log;
}): Pool {
  const idle: Session[] = [];
  /** Of the server as it is now: what is not in here any more must not be used again. */
  const current = new Set<Session>();
  const waiting = new Set<Waiting>();
  let connecting = 0;
  let generation = 0;
  let noMoreUntilMs = Number.NEGATIVE_INFINITY;

  function grow(): void {
    const mayGrow = systemClock.monotonicMs() >= noMoreUntilMs;
    while (mayGrow && waiting.size > connecting && connecting < CONNECTING_MAX && isRoom()) {
      background(deps.log, 'storage.connect', connectOne());
    }
  }

  function isRoom(): boolean {
    return current.size + connecting < SESSIONS_MAX;
  }

  async function connectOne(): Promise<void> {
    connecting += 1;
    const born = generation;
    try {
      const session = await deps.connect();
      if (born === generation) add(session);
      else session.destroy();
    } catch (failure) {
      if (born === generation) noteUnreachable(failure);
    } finally {
      connecting -= 1;
      grow();
    }
  }

  function noteUnreachable(failure: unknown): void {
    // Either way those that are there go on: that the server froze is seen by the calls that use them.
    const isShort = sqlStateOf(failure) === TOO_MANY_CONNECTIONS || isLateConnection(failure);
    if (isShort && current.size > 0) noMoreUntilMs = systemClock.monotonicMs() + NO_MORE_MS;
    else deps.onUnreachable(failure);
  }

  function add(session: Session): void {
    if (!session.isUsable) return;
    current.add(session);
    hand(session);
  }

  function hand(session: Session): void {
    const [first] = waiting;
    if (first === undefined) {
      idle.push(session);
      return;
    }
    waiting.delete(first);
    first.resolve(session);
  }

  function lost(session: Session): void {
    current.delete(session);
    const index = idle.indexOf(session);
    if (index >= 0) idle.splice(index, 1);
    grow();
  }

  function wait(deadline: Deadline): Promise<Session> {
    if (waiting.size >= WAITING_MAX) {
      return Promise.reject(new UnavailableError(`${waiting.size} calls wait for the database: try again in a second`));
    }
    return new Promise((resolve, reject) => {
      const entry = { resolve, reject };
      waiting.add(entry);
      deadline.whenPassed(() => {
        if (waiting.delete(entry)) reject(new UnavailableError('no connection to the database became free in time'));
      });
      grow();
    });
  }

  return {
    // The one used last comes first: what is prepared and cached for it is warm.
    take: (deadline) => {
      const session = idle.pop();
      return session === undefined ? wait(deadline) : Promise.resolve(session);
    },
    give(session) {
      if (current.has(session)) hand(session);
      else session.destroy();
    },
    add,
    lost,
    drop(failure) {
      generation += 1;
      current.clear();
      for (const entry of waiting) entry.reject(failure);
      // Before the connections end: nobody may ask for new ones.
      waiting.clear();
      for (const session of idle.splice(0)) session.destroy();
    },
    async close() {
      generation += 1;
      current.clear();
      await Promise.allSettled(idle.splice(0).map((session) => session.end()));
    },
  };
}
