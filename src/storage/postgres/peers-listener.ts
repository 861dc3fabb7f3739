import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import type { Clock } from '../../base/clock.ts';
import { background, type Log } from '../../base/log.ts';
import { SECOND_MS } from '../../base/units.ts';
import { destroyClient } from './connector.ts';
import { lineOf } from './failures.ts';

/** How long the server may take for an answer on the listening connection before that is given up as dead. */
const ANSWER_WITHIN_MS = SECOND_MS;
/** How long a connection may take to be made and to listen. */
const CONNECT_WITHIN_MS = 2 * SECOND_MS;
/** Pauses between tries to connect: doubled from the first to the last, and then shortened by up to a half. */
const PAUSE_MS = { first: 100, last: 500 };

/** Asks on the listening connection. */
export type Ask = (sql: string, parameters?: readonly unknown[]) => Promise<readonly unknown[]>;

/** A connection that listens and is made anew whenever it is lost. */
export interface Listener {
  /** Rejects while the connection is lost; an answer that takes too long loses it. */
  readonly ask: Ask;
  /** Resolves with whether the connection is there, after `withinMs` at the latest. */
  isUp(withinMs: number): Promise<boolean>;
  /** Rejects nothing; the connection is gone when it resolves. */
  close(): Promise<void>;
}

/** What a listener needs. */
export interface ListenerDeps {
  /** Gives a connected client. */
  readonly connect: () => Promise<Client>;
  readonly clock: Clock;
  readonly log: Log;
  /** Makes a new connection listen. The connection is there when it resolves, and is dropped when it rejects. */
  readonly begin: (ask: Ask) => Promise<void>;
  /** Called for every notice, also while `begin` is under way. */
  readonly onNotice: (payload: string) => void;
  /** Called at once when the connection is lost. */
  readonly onLost: () => void;
}

/** Opens it; rejects when the first connection cannot be made. */
export async function openListener(deps: ListenerDeps): Promise<Listener> {
  const listener = makeListener(deps);
  await listener.start();
  return listener;
}

function makeListener(deps: ListenerDeps): Listener & { start(): Promise<void> } {
  const { clock, log } = deps;
  const stop = new AbortController();
  let current: Client | null = null;
  let isBack = Promise.withResolvers<void>();

  function lose(client: Client, failure: unknown): void {
    // A client that never came to be the current one has its failure from `establish`.
    if (current !== client) return;
    current = null;
    isBack = Promise.withResolvers<void>();
    deps.onLost();
    discard(client);
    if (stop.signal.aborted) return;
    log.event('peers.lost', { failure: lineOf(failure) }, 'warn');
    background(log, 'peers.reconnect', reconnect());
  }

  /** Only when `begin` is through does a connection count as there. */
  async function establish(): Promise<void> {
    const client = await connectAndBegin(deps, lose);
    if (stop.signal.aborted) {
      deps.onLost();
      discard(client);
      throw new Error('closed');
    }
    current = client;
    isBack.resolve();
  }

  async function reconnect(): Promise<void> {
    const lostAtMs = clock.monotonicMs();
    for (let tries = 0; !stop.signal.aborted; tries++) {
      if (tries > 0) await pause(Math.min(PAUSE_MS.last, PAUSE_MS.first * 2 ** (tries - 1)), stop.signal);
      const isDone = await establish().then(
        () => true,
        () => false,
      );
      if (!isDone) continue;
      log.event('peers.back', { afterMs: Math.round(clock.monotonicMs() - lostAtMs) });
      return;
    }
  }

  return {
    start: establish,
    async ask(sql, parameters) {
      const client = current;
      if (client === null) throw new Error('the listening connection is lost');
      try {
        return await askClient(client, sql, parameters);
      } catch (failure) {
        // A statement of ours that fails is as bad as no answer: what the connection is good for is in doubt.
        lose(client, failure);
        throw failure;
      }
    },
    async isUp(withinMs) {
      if (current !== null) return true;
      await within(withinMs, isBack.promise).catch(() => {});
      return current !== null;
    },
    async close() {
      stop.abort();
      const client = current;
      current = null;
      deps.onLost();
      if (client === null) return;
      await within(ANSWER_WITHIN_MS, client.end()).catch(() => {});
      destroyClient(client);
    },
  };
}

/** A connection that listens; rejects when it fails before it does. `onFailure` is told of every failure of it. */
async function connectAndBegin(
  deps: ListenerDeps,
  onFailure: (client: Client, failure: unknown) => void,
): Promise<Client> {
  const connecting = deps.connect();
  const client = await within(CONNECT_WITHIN_MS, connecting).catch((failure: unknown) => {
    // It may still come, and would stay open for ever.
    connecting.then(discard).catch(() => {});
    throw failure;
  });
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  const fail = (failure: unknown) => {
    gone.reject(failure);
    onFailure(client, failure);
  };
  client.on('error', fail);
  client.on('end', () => fail(new Error('the server ended the connection')));
  client.on('notification', ({ payload }) => deps.onNotice(payload ?? ''));
  try {
    const begun = deps.begin((sql, parameters) => askClient(client, sql, parameters));
    await within(CONNECT_WITHIN_MS, Promise.race([begun, gone.promise]));
    return client;
  } catch (failure) {
    deps.onLost();
    discard(client);
    throw failure;
  }
}

async function askClient(
  client: Client,
  sql: string,
  parameters: readonly unknown[] = [],
): Promise<readonly unknown[]> {
  const asked = parameters.length === 0 ? client.query(sql) : client.query(sql, [...parameters]);
  return (await within(ANSWER_WITHIN_MS, asked)).rows;
}

/** Cuts off a connection of which nothing is expected any more: no goodbye, which a frozen server would not answer. */
function discard(client: Client): void {
  client.removeAllListeners('notification');
  destroyClient(client);
}

/** The outcome of the work, or a rejection after so many milliseconds. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const giveUp = () => late.reject(new Error(`no answer within ${ms} ms`));
  // What has arrived already is looked at before.
  const timer = setTimeout(() => setImmediate(giveUp), ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
    // The one that came second is nobody's failure.
    work.catch(() => {});
  }
}

/** Waits between a half of so many milliseconds and all of them, so that many nodes do not return in step. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, randomInt(Math.ceil(ms / 2), ms + 1));
    timer.unref();
    signal.addEventListener('abort', done, { once: true });
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
  });
}
