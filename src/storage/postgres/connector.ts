import { Socket } from 'node:net';
import { Client } from 'pg';
import type { Secret } from '../../base/secret.ts';
import { adviceOn } from './advice.ts';
import { COLUMN_TYPES } from './column-types.ts';
import { readDatabaseUrl } from './database-url.ts';

/** A silent peer is noticed by the system after this time; shorter than what routers remember a connection for. */
const KEEP_ALIVE_MS = 10_000;

/** Longest wait for the server's goodbye, in milliseconds. */
const END_MS = 1_000;

/** How one connection is to behave. Times in milliseconds; 0 is without end. */
export interface ConnectOptions {
  /** Longest until the server has accepted it. */
  readonly withinMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  /** Longest that the server keeps an open transaction of a process that says nothing. */
  readonly idleTransactionMs: number;
  /** Statements are sent without waiting for the answers before them. */
  readonly isPipelined?: boolean;
}

/** Makes connections to one database. */
export interface Connector {
  /** Host, port and name of the database, for the operator: without user and password. */
  readonly place: string;
  /** Rejects with the driver's failure: see `tell`. */
  connect(options: ConnectOptions): Promise<Client>;
  /** What a failure says and what to do about it, in one line that never holds the password. */
  tell(failure: unknown): string;
}

const sockets = new WeakMap<Client, Socket>();

/** Reads the URL. Throws when it is none, without repeating it. */
export function makeConnector(url: Secret): Connector {
  const passwords = passwordsOf(url.reveal());
  const tell = (failure: unknown) => adviceOn(failure, (said) => withoutPasswords(said, passwords));
  const makeClient = (
    connectionString: string,
    { withinMs, statementMs, lockMs, idleTransactionMs, isPipelined }: ConnectOptions,
  ) => {
    const socket = new Socket();
    const client = new Client({
      connectionString,
      application_name: 'portico',
      connectionTimeoutMillis: withinMs,
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      pipeline: isPipelined ?? false,
      types: COLUMN_TYPES,
      stream: () => socket,
    });
    sockets.set(client, socket);
    // A failure between two statements is an event, which would end the process if nobody listened.
    client.on('error', () => {});
    return client;
  };
  try {
    const read = readDatabaseUrl(url.reveal());
    const { host, port, database } = makeClient(read, { withinMs: 0, statementMs: 0, lockMs: 0, idleTransactionMs: 0 });
    return {
      place: `${host}:${port}/${database ?? ''}`,
      tell,
      async connect(options) {
        const client = makeClient(read, options);
        try {
          await client.connect();
          return client;
        } catch (failure) {
          destroyClient(client);
          throw failure;
        }
      },
    };
  } catch (failure) {
    // Without the cause: the failure of a URL carries the URL.
    throw new Error(`the database URL cannot be used: ${tell(failure)}`);
  }
}

/**
 * Sends whatever is written on a connection before the process turns to other work in one go: to write is most of what a
 * statement costs this side.
 */
export function gatherWrites(client: Client): void {
  const socket = sockets.get(client);
  if (socket === undefined || socket.writableCorked > 0) return;
  socket.cork();
  process.nextTick(() => socket.uncork());
}

/** Says goodbye to the server, and does not wait long for one that answers nothing. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => destroyClient(client), END_MS);
  try {
    await client.end();
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a connection at once, also when the server answers nothing: what waits on it fails. */
export function destroyClient(client: Client): void {
  sockets.get(client)?.destroy();
}

/** The password in every form in which the URL may hold it. */
function passwordsOf(url: string): readonly string[] {
  const found = [/^[^:]+:\/\/[^/?#]*?:(.+)@/.exec(url)?.[1], /[?&]password=([^&#]*)/.exec(url)?.[1]];
  return found.flatMap((text) => (text === undefined || text === '' ? [] : [text, decoded(text)]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withoutPasswords(text: string, passwords: readonly string[]): string {
  return passwords.reduce((rest, password) => rest.replaceAll(password, '[secret]'), text);
}
