import type { Clock } from './base/clock.ts';
import { newId } from './base/ids.ts';
import { describeFailure, type Log } from './base/log.ts';
import type { Config } from './config.ts';
import { type DataDir, openDataDir, readPid, readSecret } from './data-dir.ts';
import { type AccountStore, cacheAccounts } from './domain/accounts/index.ts';
import { type CachedKeyStore, cacheKeys } from './domain/keys/index.ts';
import { cacheProjects } from './domain/projects/index.ts';
import { OTHER_SECRET, secretFingerprint } from './secrets.ts';
import { decodeSecret } from './settings.ts';
import type { Database } from './storage/database.ts';
import { type ExclusiveLock, takeExclusiveLock } from './storage/sqlite/exclusive-lock.ts';
import { openSqlite } from './storage/sqlite/open.ts';
import { makeStores, type Stores } from './storage/stores.ts';
import { ensureInstallation, refuseUnfinished } from './storage/transfer/marker.ts';

/** A data directory and the database that belongs to it. */
export interface Ground {
  readonly dataDir: DataDir;
  readonly secret: Uint8Array;
  readonly database: Database;
  close(): Promise<void>;
}

/** The data directory and the stores on it: what the service and a command without one share. */
export interface Foundation extends Ground {
  /** Keys, accounts and projects are kept at hand; every write goes through these. */
  readonly stores: Omit<Stores, 'keys' | 'accounts'> & {
    readonly keys: CachedKeyStore;
    readonly accounts: AccountStore;
  };
}

/** Another process holds the data directory. */
export class DataDirBusyError extends Error {
  override readonly name = 'DataDirBusyError';
}

interface GroundDeps {
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  /** As in `AppParts`. */
  readonly storageWithinMs?: number;
}

/** Takes the data directory for this process alone and opens what is in it. Throws `DataDirBusyError` when it is taken. */
export async function openFoundation(deps: GroundDeps): Promise<Foundation> {
  return joinFoundation(await openGround(deps));
}

/** The same without the stores, for an owner that shares the database first. */
export async function openGround(deps: GroundDeps): Promise<Ground> {
  const dataDir = openDataDir(deps.config.dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const secret = decodeSecret(readSecret(dataDir, deps.config.secret).reveal());
    const database = await openWhole(deps, dataDir, secret);
    return {
      dataDir,
      secret,
      database,
      async close() {
        await database.close();
        lock.release();
      },
    };
  } catch (failure) {
    lock.release();
    throw failure;
  }
}

/** Takes the data directory for this process alone. Throws `DataDirBusyError` when it is taken. */
export function lockDataDir(dataDir: DataDir): ExclusiveLock {
  const lock = takeExclusiveLock(dataDir.lockFile);
  if (lock !== null) return lock;
  const pid = readPid(dataDir);
  const who = pid === null ? 'another process' : `another service (process ${pid})`;
  throw new DataDirBusyError(
    `${who} runs on ${dataDir.path}. Stop it first, or give this one a folder of its own with PORTICO_DATA_DIR.`,
  );
}

/** Opens the database, unless it is an unfinished restore or copy, and notes whose it is when this is the first time. */
async function openWhole(deps: GroundDeps, dataDir: DataDir, secret: Uint8Array): Promise<Database> {
  const database = await openDatabase(deps, dataDir);
  try {
    await refuseUnfinished(database);
    const first = { databaseId: newId(deps.clock.now()), secretFingerprint: secretFingerprint(secret) };
    const installation = await ensureInstallation(database, first);
    // Not refused: who gives up a secret that leaked has no other way. On one of several nodes it is a mistake.
    if (installation.secretFingerprint !== first.secretFingerprint)
      deps.log.event('secret.changed', { detail: OTHER_SECRET }, 'error');
    return database;
  } catch (failure) {
    await database.close();
    throw failure;
  }
}

/** Puts the stores on a database: this process's own, or its owner's. */
export function joinFoundation(ground: Ground): Foundation {
  const { database } = ground;
  const { peers } = database;
  const stores = makeStores(database);
  const kept = {
    keys: cacheKeys(stores.keys, { peers }),
    accounts: cacheAccounts(stores.accounts, { peers }),
    projects: cacheProjects(stores.projects, { peers }),
  };
  return { ...ground, stores: { ...stores, ...kept } };
}

/** The engine that the settings choose; the other one's driver is not loaded. */
async function openDatabase({ config, log, clock, storageWithinMs }: GroundDeps, dataDir: DataDir): Promise<Database> {
  const { databaseUrl: url } = config;
  if (url === null) return await openSqlite({ file: dataDir.databaseFile, log, clock });
  const { openPostgres } = await import('./storage/postgres/open.ts');
  return await openPostgres({ url, log, clock, ...(storageWithinMs && { deadlineMs: storageWithinMs }) });
}

/** What keeps the service from answering, for `/readyz`: texts without paths. */
export async function findObstacles(foundation: Foundation, log: Log): Promise<readonly string[]> {
  try {
    await foundation.database.check();
    return [];
  } catch (failure) {
    log.event('storage.failed', { failure: describeFailure(failure) }, 'error');
    return ['storage does not answer'];
  }
}
