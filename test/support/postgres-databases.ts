import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import { Secret } from '../../src/base/secret.ts';
import { openPostgres } from '../../src/storage/postgres/open.ts';

/** Where a cluster listens. Plain data, so that it can be handed to another process. */
export interface PostgresAddress {
  /** Folder of its socket, through which its owner needs no password. */
  readonly socket: string;
  readonly host: string;
  readonly port: number;
  readonly password: string;
}

/** The databases of a cluster. Each belongs to a role that may do nothing beside it, as an operator would make it. */
export interface PostgresDatabases {
  /** The URL of a new empty database, over TCP and with a password. */
  createDatabase(): Promise<string>;
  /** The same with the tables in it: a copy of a database that was brought up to date once. */
  createMigratedDatabase(): Promise<string>;
  /** Removes a database, and whoever is connected to it. */
  dropDatabase(url: string): Promise<void>;
  /** Executes a statement as the superuser, in the database of the URL or in the one for maintenance. */
  administer(sql: string, url?: string): Promise<readonly Record<string, unknown>[]>;
}

const ROLE = 'portico';
const TEMPLATE = 'portico_template';
/** Any number: whoever holds the lock of this number makes the template. */
const TEMPLATE_LOCK = 7_461;

/** The databases of a cluster that runs, for each process that knows its address. */
export function makeDatabases(address: PostgresAddress): PostgresDatabases & { makeRole(): Promise<void> } {
  const urlOf = (name: string): string =>
    `postgres://${ROLE}:${encodeURIComponent(address.password)}@${address.host}:${address.port}/${name}`;
  const administer: PostgresDatabases['administer'] = (sql, url) =>
    withAdmin(address, url === undefined ? 'postgres' : nameIn(url), async (client) => (await client.query(sql)).rows);
  const create = async (suffix: string): Promise<string> => {
    const name = `t${randomBytes(8).toString('hex')}`;
    await administer(`create database ${name} owner ${ROLE} ${suffix}`);
    return urlOf(name);
  };
  let template: Promise<string> | null = null;
  return {
    administer,
    createDatabase: () => create(''),
    async createMigratedDatabase() {
      template ??= makeTemplate(address, urlOf);
      return await create(await template);
    },
    dropDatabase: async (url) => void (await administer(`drop database if exists ${nameIn(url)} with (force)`)),
    makeRole: async () => void (await administer(`create role ${ROLE} login password '${address.password}'`)),
  };
}

/** Whether a server accepts connections at an address. */
export async function canConnect(address: PostgresAddress): Promise<boolean> {
  try {
    await withAdmin(address, 'postgres', async () => {});
    return true;
  } catch {
    return false;
  }
}

/** Once for each cluster, whoever comes first; gives the suffix of `create database` that copies it. */
async function makeTemplate(address: PostgresAddress, urlOf: (name: string) => string): Promise<string> {
  return await withAdmin(address, 'postgres', async (client) => {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`);
    const { rows } = await client.query('select from pg_database where datname = $1', [TEMPLATE]);
    if (rows.length === 0) {
      const unfinished = `${TEMPLATE}_unfinished`;
      await client.query(`drop database if exists ${unfinished}`);
      await client.query(`create database ${unfinished} owner ${ROLE}`);
      const url = new Secret(urlOf(unfinished));
      await (await openPostgres({ url, log: silentLog, clock: systemClock })).close();
      // By its name it is whole. Nobody connects any more: a copy is refused while somebody does.
      await client.query(`alter database ${unfinished} rename to ${TEMPLATE}`);
      await client.query(`alter database ${TEMPLATE} allow_connections false`);
    }
    const { rows: version } = await client.query(
      "select current_setting('server_version_num')::int >= 150000 as is_new",
    );
    // Files are copied rather than logged page by page: half the time.
    return `template ${TEMPLATE}${version[0]?.is_new === true ? ' strategy file_copy' : ''}`;
  });
}

async function withAdmin<T>(
  { socket, host, port, password }: PostgresAddress,
  database: string,
  act: (client: pg.Client) => Promise<T>,
): Promise<T> {
  // Through the socket there is no password to be worked out, which takes longer than most statements of tests.
  const client = new pg.Client({
    host: process.platform === 'win32' ? host : socket,
    port,
    password,
    database,
    user: 'admin',
  });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1);
}
