import type { Compilable } from 'kysely';
import type { Client } from 'pg';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Secret } from '../../base/secret.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import type { Database, Snapshot } from '../database.ts';
import { MIGRATIONS } from '../migrations/all.ts';
import type { Migration } from '../migrations/migration.ts';
import { makeSteadyMs, type PlainStatement, toPlain, withInstant } from '../plain-statement.ts';
import { makeQueryBuilder, nowOf } from '../query-builder.ts';
import { type Calls, makeCalls } from './calls.ts';
import { type ConnectOptions, type Connector, destroyClient, endClient, makeConnector } from './connector.ts';
import { executeBatch } from './execute-batch.ts';
import { kindOf, sqlStateOf } from './failures.ts';
import { LOCK_CLASS, LOCKS } from './locks.ts';
import { migrate } from './migrate.ts';
import { openPostgresPeers, type PostgresPeers } from './peers.ts';

/** Longest until the server has accepted a connection that no call waits for. */
const CONNECT_MS = 5_000;

/** How long a start waits for another node that migrates, or that starts for the first time. */
const TURN_MS = 60_000;

/** How long the server keeps a snapshot that nothing is read from: a frozen reader must not hold back its cleaning. */
const IDLE_SNAPSHOT_MS = 10 * 60_000;

/** Longest that one read of a snapshot may take. */
const SNAPSHOT_READ_MS = 10 * 60_000;

/** What opening PostgreSQL needs. */
export interface PostgresDeps {
  /** With its password, which is in no text of a failure. */
  readonly url: Secret;
  readonly log: Log;
  readonly clock: Clock;
  /** Only in tests: `Database.now` follows `clock` in place of the server's own. */
  readonly isClockGiven?: boolean;
  /** Longest that a call may take, in milliseconds, for work that nobody waits for at a request: copying, restoring. */
  readonly deadlineMs?: number;
  /** The steps to bring it up to; a restore of an older backup begins with fewer than all. */
  readonly migrations?: readonly Migration[];
  /** Only in tests: longest wait for other nodes, in milliseconds. */
  readonly othersWithinMs?: number;
}

/** Opens the database that a URL names and brings it up to date. Throws with a text for the operator. */
export async function openPostgres(deps: PostgresDeps): Promise<Database> {
  const connector = makeConnector(deps.url);
  await bringUpToDate(connector, deps);
  const calls = makeCalls({ ...deps, connector });
  try {
    const peers = await openPostgresPeers({
      ...deps,
      // Sent without waiting: several may ask on it at once.
      connect: () => connector.connect({ ...patient({ lockMs: 0 }), isPipelined: true }),
      read: (sql, parameters = []) => calls.run(async (session) => (await session.run({ sql, parameters })).rows),
    });
    return makeDatabase(deps, { connector, calls, peers });
  } catch (failure) {
    await calls.close();
    throw unusable(connector, failure);
  }
}

async function bringUpToDate(connector: Connector, deps: Pick<PostgresDeps, 'clock' | 'log' | 'migrations'>) {
  try {
    // No end for a statement: a step may have much to change. What waits for a lock waits for another node's steps.
    return await withClient(connector, patient({ lockMs: TURN_MS }), (client) =>
      migrate({ ...deps, client }, deps.migrations ?? MIGRATIONS),
    );
  } catch (failure) {
    throw unusable(connector, failure);
  }
}

/** What the server refused, in the words of `Connector.tell`. */
class ToldError extends Error {}

/** The text for an operator. Without a cause: a driver's failure may carry what it was connecting with. */
function unusable(connector: Connector, failure: unknown): Error {
  const isTold = failure instanceof ToldError || failure instanceof UnavailableError;
  const said = isTold ? failure.message : connector.tell(failure);
  return new Error(`cannot use the PostgreSQL database ${connector.place}: ${said}`);
}

/** A connection for work that is not bound to a request. */
function patient({ lockMs, idleTransactionMs = 0 }: { lockMs: number; idleTransactionMs?: number }): ConnectOptions {
  return { withinMs: CONNECT_MS, statementMs: 0, lockMs, idleTransactionMs };
}

function makeDatabase(
  deps: PostgresDeps,
  parts: { readonly connector: Connector; readonly calls: Calls; readonly peers: PostgresPeers },
): Database {
  const { connector, calls, peers } = parts;
  const steadyMs = makeSteadyMs(deps.clock);
  const plainOf: typeof toPlain = (statement) => withInstant(toPlain(statement), steadyMs());
  const write = async (statements: readonly PlainStatement[], isLoose: boolean) =>
    await calls.run((session) => executeBatch(session, statements, isLoose));
  return {
    query: makeQueryBuilder('postgres'),
    engine: 'postgres',
    peers,
    now: nowOf('postgres', deps.isClockGiven),
    async read<Row>(compilable: Compilable<Row>): Promise<Row[]> {
      const statement = plainOf({ query: compilable.compile() });
      const { rows } = await calls.run((session) => session.run(statement));
      // The query's type says what its rows are; the schema test holds the types to the tables.
      return rows as unknown as Row[];
    },
    async write(batch, { changed = [], isLoose = false } = {}) {
      if (batch.length === 0) return [];
      const statements = batch.map(plainOf);
      if (changed.length === 0) return await write(statements, isLoose);
      const notice = peers.announce(changed);
      const results = await write([...statements, ...notice.statements], isLoose);
      if (results === null) return null;
      await peers.acknowledged(notice.ticket);
      return results.slice(0, statements.length);
    },
    exclusively: (work) => exclusively(connector, work),
    snapshot: () => openSnapshot(connector, plainOf),
    check: () => calls.check(),
    async close() {
      await peers.close();
      await calls.close();
    },
  };
}

/** A lock of a connection of its own: free again when that ends, however it ends. */
async function exclusively<T>(connector: Connector, work: () => Promise<T>): Promise<T> {
  return await withClient(connector, patient({ lockMs: TURN_MS }), async (client) => {
    const locked = client.query('select pg_advisory_lock($1, $2)', [LOCK_CLASS, LOCKS.exclusive]);
    await answered(connector, within(TURN_MS + CONNECT_MS, client, locked));
    return await work();
  });
}

/** A connection of its own, whose transaction keeps seeing what was committed when it first read. */
async function openSnapshot(connector: Connector, plainOf: typeof toPlain): Promise<Snapshot> {
  const options = patient({ lockMs: TURN_MS, idleTransactionMs: IDLE_SNAPSHOT_MS });
  const client = await answered(connector, connector.connect(options));
  try {
    await client.query('begin isolation level repeatable read, read only');
    // A transaction has its instant with its first read, not with its beginning.
    await client.query('select 1');
  } catch (failure) {
    destroyClient(client);
    throw new UnavailableError(`no snapshot: ${connector.tell(failure)}`);
  }
  return {
    async read<Row>(compilable: Compilable<Row>): Promise<Row[]> {
      const { sql, parameters } = plainOf({ query: compilable.compile() });
      const asked = client.query({ text: sql, values: [...parameters] });
      const { rows } = await answered(connector, within(SNAPSHOT_READ_MS, client, asked));
      return rows;
    },
    close: () => endClient(client),
  };
}

async function withClient<T>(
  connector: Connector,
  options: ConnectOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await answered(connector, connector.connect(options));
  try {
    return await work(client);
  } finally {
    await endClient(client);
  }
}

/** Ends the connection of a server that answers nothing, which fails the work. */
async function within<T>(ms: number, client: Client, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => destroyClient(client), ms);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** What the server answers outside of the pool, with failures in the words of this service. */
async function answered<T>(connector: Connector, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (failure) {
    const text = connector.tell(failure);
    const isRefused = sqlStateOf(failure) !== null && kindOf(failure) === 'refused';
    throw isRefused ? new ToldError(text) : new UnavailableError(text);
  }
}
