import { statfsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Clock } from './base/clock.ts';
import { plural } from './base/plural.ts';
import { MIB, SECOND_MS } from './base/units.ts';
import type { HealthCheck } from './control/operation.ts';
import type { DataDir } from './data-dir.ts';
import { OTHER_SECRET } from './secrets.ts';
import type { Database } from './storage/database.ts';
import { MIGRATIONS } from './storage/migrations/all.ts';
import { countLiveNodes } from './storage/postgres/live-nodes.ts';
import { findInstallation } from './storage/transfer/marker.ts';

/** Less than this on the data directory's disk is soon none. */
const FREE_BYTES_MIN = 512 * MIB;
/** Round trips that are timed; their median is told. */
const ROUND_TRIPS = 5;
/** A database further away than this makes every write of a request slow. */
const ROUND_TRIP_MS_MAX = 50;
/** Clocks that differ by more than this show wrong times of reset and expiry. */
const CLOCK_MS_MAX = 2 * SECOND_MS;
/** Connections of one node: its pool and its listener, and one for a backup or a start. */
const CONNECTIONS_OF_A_NODE = 10;

/** What the checks of the storage look at. */
export interface StorageHealthDeps {
  readonly database: Database;
  readonly dataDir: DataDir;
  readonly clock: Clock;
  /** Of the secret that this process has. */
  readonly secretFingerprint: string;
}

/** Looks at the storage and its settings. Never throws, and never shows where it is or with what password. */
export async function checkStorage(deps: StorageHealthDeps): Promise<readonly HealthCheck[]> {
  const { database } = deps;
  const checks = [
    () => checkSchema(database),
    () => checkSecret(deps),
    async () => checkDisk(deps.dataDir),
    ...(database.engine === 'postgres' ? postgresChecks(deps) : [() => checkSqlite(database)]),
  ];
  const found: HealthCheck[] = [];
  for (const check of checks) found.push(await check().catch(failedCheck));
  return found;
}

/** A check that could not be made. */
export function failedCheck(failure: unknown): HealthCheck {
  return { check: 'storage', ok: false, detail: failure instanceof Error ? failure.message : String(failure) };
}

async function checkSchema(database: Database): Promise<HealthCheck> {
  const steps = await database.read(database.query.selectFrom('migration').select('name').orderBy('name'));
  const newest = steps.at(-1)?.name ?? 'none';
  const ok = newest === MIGRATIONS.at(-1)?.name;
  const detail = ok
    ? newest
    : `${newest}, but this program knows ${MIGRATIONS.at(-1)?.name}: restart it, or npx portico migrate`;
  return { check: 'schema', ok, detail };
}

async function checkSecret({ database, secretFingerprint }: StorageHealthDeps): Promise<HealthCheck> {
  const installation = await findInstallation(database, database);
  const ok = installation?.secretFingerprint === secretFingerprint;
  return { check: 'secret', ok, detail: ok ? 'the one of this storage' : OTHER_SECRET };
}

function checkDisk({ path }: DataDir): HealthCheck {
  const { bavail, bsize } = statfsSync(path);
  const ok = bavail * bsize >= FREE_BYTES_MIN;
  const free = `${Math.floor((bavail * bsize) / MIB)} MiB free`;
  return { check: 'disk', ok, detail: ok ? free : `${free}: make room` };
}

async function checkSqlite(database: Database): Promise<HealthCheck> {
  const { version } = await readOne<{ version: string }>(database, sql`select sqlite_version() as version`);
  return { check: 'storage', ok: true, detail: `SQLite ${version}` };
}

interface PostgresSettings {
  readonly version: string;
  readonly fsync: string;
  readonly commit: string;
  readonly pages: string;
  readonly connections: string;
  readonly reserved: string;
}

function postgresChecks({ database, clock }: StorageHealthDeps): readonly (() => Promise<HealthCheck>)[] {
  const settings = () =>
    readOne<PostgresSettings>(
      database,
      sql`select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages,
        current_setting('max_connections') as connections,
        current_setting('superuser_reserved_connections') as reserved`,
    );
  return [
    async () => ({ check: 'storage', ok: true, detail: `PostgreSQL ${(await settings()).version}` }),
    async () => checkDurability(await settings()),
    async () => checkNodes(await settings(), await countLiveNodes(database)),
    () => checkRoundTrip(database, clock),
    () => checkClock(database, clock),
  ];
}

/** What was acknowledged must outlive a crash of the server: limits and revocations are written with that promise. */
function checkDurability({ fsync, commit, pages }: PostgresSettings): HealthCheck {
  const bad = [
    ...(fsync === 'on' ? [] : [`fsync is ${fsync}`]),
    ...(pages === 'on' ? [] : [`full_page_writes is ${pages}`]),
    ...(commit === 'off' ? ['synchronous_commit is off'] : []),
  ];
  const remedy = `${bad.join(', ')}: what was acknowledged can be lost; set it to on`;
  return {
    check: 'durability',
    ok: bad.length === 0,
    detail: bad.length === 0 ? `synchronous_commit is ${commit}` : remedy,
  };
}

function checkNodes({ connections, reserved }: PostgresSettings, nodes: number): HealthCheck {
  const free = Number(connections) - Number(reserved);
  const ok = nodes * CONNECTIONS_OF_A_NODE <= free;
  const detail = `${plural(nodes, 'process', 'processes')} at it, this one included; each takes up to ${CONNECTIONS_OF_A_NODE} of ${free} connections`;
  return { check: 'nodes', ok, detail: ok ? detail : `${detail}: raise max_connections` };
}

async function checkRoundTrip(database: Database, clock: Clock): Promise<HealthCheck> {
  const times: number[] = [];
  for (let round = 0; round < ROUND_TRIPS; round++) {
    const beganMs = clock.monotonicMs();
    await readOne(database, sql`select 1 as one`);
    times.push(clock.monotonicMs() - beganMs);
  }
  const medianMs = times.sort((a, b) => a - b)[ROUND_TRIPS >> 1] ?? 0;
  const ok = medianMs <= ROUND_TRIP_MS_MAX;
  const detail = `${medianMs.toFixed(1)} ms a round trip`;
  return { check: 'latency', ok, detail: ok ? detail : `${detail}: bring the database nearer` };
}

async function checkClock(database: Database, clock: Clock): Promise<HealthCheck> {
  const beganMs = clock.now().getTime();
  const { now } = await readOne<{ now: number }>(
    database,
    sql`select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
  );
  const differenceMs = Math.abs(now - (beganMs + clock.now().getTime()) / 2);
  const ok = differenceMs <= CLOCK_MS_MAX;
  const detail = `${Math.round(differenceMs)} ms apart from the database's`;
  return { check: 'clock', ok, detail: ok ? detail : `${detail}: let both follow a time server` };
}

async function readOne<Row>(database: Database, statement: ReturnType<typeof sql<Row>>): Promise<Row> {
  const [row] = await database.read({ compile: () => statement.compile(database.query) });
  if (row === undefined) throw new Error('the database answered with no row');
  return row;
}
