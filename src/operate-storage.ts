import { isAbsolute, resolve } from 'node:path';
import { systemClock } from './base/clock.ts';
import { newId } from './base/ids.ts';
import { type Log, silentLog } from './base/log.ts';
import { plural } from './base/plural.ts';
import { Secret } from './base/secret.ts';
import { MINUTE_MS } from './base/units.ts';
import type { Config } from './config.ts';
import type { SchemaReport } from './control/operation.ts';
import { RefusedError, UsageError } from './control/protocol.ts';
import { ALONE_OPERATIONS } from './control/storage-operations.ts';
import { type DataDir, findSecret, openDataDir, readSecret, storeSecret } from './data-dir.ts';
import { lockDataDir } from './foundation.ts';
import { secretFingerprint } from './secrets.ts';
import { decodeSecret } from './settings.ts';
import { StartError } from './start-failures.ts';
import type { Database } from './storage/database.ts';
import { MIGRATIONS } from './storage/migrations/all.ts';
import type { Migration } from './storage/migrations/migration.ts';
import { openSqlite } from './storage/sqlite/open.ts';
import type { Header } from './storage/transfer/backup-format.ts';
import { copyAll } from './storage/transfer/copy.ts';
import { ensureInstallation, refuseUnfinished } from './storage/transfer/marker.ts';
import { TransferRefusal } from './storage/transfer/refusal.ts';
import { restore } from './storage/transfer/restore.ts';

/** Longest that one call of the database may take: nobody waits for it at a request. */
const CALL_WITHIN_MS = 5 * MINUTE_MS;

/** What these operations stand on. */
interface Deps {
  readonly config: Config;
  /** Gets what the operator should know beside the answer. */
  readonly tell: (text: string) => void;
}

/** A storage of either engine, by its place. */
type Place =
  | { readonly engine: 'sqlite'; readonly dataDir: DataDir }
  | { readonly engine: 'postgres'; readonly url: Secret };

/**
 * Runs `migrate`, `restore` or `copy`, which open the storage in their own way. Throws `RefusedError` and `UsageError`
 * with texts for the operator, and `DataDirBusyError` when another process has the data directory.
 */
export async function operateStorage(
  deps: Deps,
  name: keyof typeof ALONE_OPERATIONS,
  input: unknown,
): Promise<unknown> {
  const parsed = ALONE_OPERATIONS[name].safeParse(input);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join('; '));
  const dataDir = openDataDir(deps.config.dataDir);
  // Nodes may bring one PostgreSQL up to date at once, and while older ones serve: it does so under a lock of its own.
  const isShared = name === 'migrate' && deps.config.databaseUrl !== null;
  const lock = isShared ? null : lockDataDir(dataDir);
  try {
    if (name === 'migrate') return await migrateStorage(placeOf(deps.config, dataDir));
    // The schema of each operation says which of the two it has.
    const { file = '', to = '' } = parsed.data as { readonly file?: string; readonly to?: string };
    return name === 'restore' ? await restoreStorage(deps, dataDir, file) : await copyStorage(deps, dataDir, to);
  } catch (failure) {
    if (failure instanceof TransferRefusal) throw new RefusedError(failure.message, { cause: failure });
    throw failure;
  } finally {
    lock?.release();
  }
}

function placeOf(config: Config, dataDir: DataDir): Place {
  return config.databaseUrl === null ? { engine: 'sqlite', dataDir } : { engine: 'postgres', url: config.databaseUrl };
}

/** Opens a storage, made and brought up to date as far as `migrations` go. */
async function openPlace(place: Place, migrations: readonly Migration[], log: Log = silentLog): Promise<Database> {
  const clock = systemClock;
  if (place.engine === 'sqlite') return await openSqlite({ file: place.dataDir.databaseFile, log, clock, migrations });
  const { openPostgres } = await import('./storage/postgres/open.ts');
  return await openPostgres({ url: place.url, log, clock, migrations, deadlineMs: CALL_WITHIN_MS });
}

/** This process holds the lock of its data directory; the nodes of a PostgreSQL are seen in it. */
async function refuseInUse(database: Database): Promise<void> {
  if (database.engine === 'sqlite') return;
  const { countLiveNodes } = await import('./storage/postgres/live-nodes.ts');
  const others = (await countLiveNodes(database)) - 1;
  if (others <= 0) return;
  throw new TransferRefusal(
    `${plural(others, 'other process', 'other processes')} of Portico at this database: stop what runs there first`,
  );
}

async function migrateStorage(place: Place): Promise<SchemaReport> {
  const applied: string[] = [];
  // Opening brings it up to date, whoever opens it; the log says what was missing.
  const log: Log = {
    event(name, { migration } = {}) {
      if (name === 'storage.migrated') applied.push(String(migration));
    },
  };
  const database = await openPlace(place, MIGRATIONS, log);
  await database.close();
  return schemaReport(applied);
}

/** What `migrate` tells when these steps were missing. */
export function schemaReport(applied: readonly string[]): SchemaReport {
  const from = MIGRATIONS.at(MIGRATIONS.length - applied.length - 1);
  return {
    from: applied.length === MIGRATIONS.length ? null : (from?.name ?? null),
    to: MIGRATIONS.at(-1)?.name ?? '',
    applied,
  };
}

async function restoreStorage({ config }: Deps, dataDir: DataDir, file: string): Promise<unknown> {
  const place = placeOf(config, dataDir);
  return await restore(
    {
      clock: systemClock,
      migrations: MIGRATIONS,
      open: (migrations) => openPlace(place, migrations),
      refuseInUse,
      checkSecret: (header) => checkSecret(header, config.secret ?? findSecret(dataDir), config.secret !== null),
      storeSecret(header) {
        if (config.secret === null && header.secret !== null) storeSecret(dataDir, new Secret(header.secret));
      },
    },
    file,
  );
}

/** Legacy keys and cursors are made with the secret: with another one they would be dead without a word. */
function checkSecret(header: Header, here: Secret | null, isGiven: boolean): void {
  const isSame = here !== null && fingerprintOf(here) === header.secretFingerprint;
  if (isSame || (header.secret !== null && !isGiven)) return;
  throw new TransferRefusal(
    isGiven
      ? 'PORTICO_SECRET is not the secret that the backup was made with: older keys and cursors would stop working. Set the one of that service.'
      : 'the backup was made by a service with PORTICO_SECRET, which is not in it: set PORTICO_SECRET to the same value',
  );
}

function fingerprintOf(secret: Secret): string {
  return secretFingerprint(decodeSecret(secret.reveal()));
}

async function copyStorage(deps: Deps, dataDir: DataDir, to: string): Promise<unknown> {
  const { config, tell } = deps;
  const from = placeOf(config, dataDir);
  const secret = readSecret(dataDir, config.secret);
  await using ends = new AsyncDisposableStack();
  const source = await openPlace(from, MIGRATIONS);
  ends.defer(() => source.close());
  await refuseUnfinished(source);
  await refuseInUse(source);
  await ensureInstallation(source, {
    databaseId: newId(systemClock.now()),
    secretFingerprint: fingerprintOf(secret),
  });
  const { place, keep } = openTarget(config, dataDir, to, ends);
  const target = await openPlace(place, MIGRATIONS);
  ends.defer(() => target.close());
  const report = await copyAll({ source, target, clock: systemClock, refuseInUse });
  keep?.(secret);
  if (place.engine === 'postgres' && config.secret === null) {
    tell(`now set PORTICO_DATABASE_URL to the new database, and PORTICO_SECRET to what ${dataDir.path}/secret holds`);
  }
  return report;
}

/** The place that `--to` names; a data directory is taken for this process, and gets the secret at the end. */
function openTarget(config: Config, dataDir: DataDir, to: string, ends: AsyncDisposableStack) {
  if (/^postgres(?:ql)?:\/\//.test(to)) {
    if (config.databaseUrl?.reveal() === to)
      throw new UsageError('to: PORTICO_DATABASE_URL names this database already');
    return { place: { engine: 'postgres', url: new Secret(to) } as const, keep: null };
  }
  if (to.includes('://')) throw new UsageError('to: must be a postgres:// URL or the path of a new data directory');
  if (config.databaseUrl === null)
    throw new UsageError('to: must be a postgres:// URL; from SQLite to SQLite use portico backup and portico restore');
  const path = isAbsolute(to) ? to : resolve(to);
  const folder = openDataDir(path);
  if (folder.path === dataDir.path) throw new StartError(`${folder.path} is the data directory that is copied`);
  const lock = lockDataDir(folder);
  ends.defer(() => lock.release());
  return {
    place: { engine: 'sqlite', dataDir: folder } as const,
    keep: (secret: Secret) => storeSecret(folder, secret),
  };
}
