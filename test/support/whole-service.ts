import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { systemClock } from '../../src/base/clock.ts';
import { type Log, silentLog } from '../../src/base/log.ts';
import { readConfig } from '../../src/config.ts';
import type { FixtureMount } from '../../src/http/mcp/fixture-mount.ts';
import { engineSettings, STORAGE_WITHIN_MS } from './engine.ts';

/** The whole service, started in this process, and the key of its owner. */
export interface WholeService {
  readonly origin: string;
  readonly token: string;
  readonly dataDir: string;
  close(): Promise<void>;
}

/** How a whole service for a test differs from the one that an operator starts. */
export interface WholeServiceOptions {
  /** Stands in for the tools. */
  readonly fixture?: FixtureMount;
  /** Real paths of the folders that the owner sees; none when left out. */
  readonly roots?: readonly string[];
  /** Nothing is logged when left out. */
  readonly log?: Log;
  /** Settings beside port, data directory and plans. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether PostgreSQL is waited for no longer than an operator's is: for tests of its outages. */
  readonly isImpatient?: boolean;
}

/** Test programs send more in a minute than people do. The address's limit of 1,000 a minute stays, and is enough. */
const UNLIMITED = { requestsPerMonth: null, requestsPerMinute: null, backends: null, toolScopes: true };
const PLANS = { free: UNLIMITED, pro: UNLIMITED, max: UNLIMITED };

/** Starts all of the service in a folder of its own on a free loopback port, with limits too wide to be met. */
export async function openWholeService(options: WholeServiceOptions = {}): Promise<WholeService> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-test-'));
  const plansFile = join(folder, 'plans.json');
  writeFileSync(plansFile, JSON.stringify(PLANS));
  const { env = {}, isImpatient = false, ...given } = options;
  const parts = isImpatient ? given : { storageWithinMs: STORAGE_WITHIN_MS, ...given };
  const own = { PORTICO_PORT: '0', PORTICO_DATA_DIR: 'data', PORTICO_PLANS: plansFile };
  const dataDir = join(folder, 'data');
  const config = readConfig({ ...(await engineSettings(dataDir)), ...env, ...own }, folder);
  const app = await createApp({ config, roots: [], clock: systemClock, log: silentLog, ...parts });
  const { baseUrl, firstKey } = app.started;
  if (firstKey === null) throw new Error('a new data directory has no key yet');
  return {
    origin: baseUrl,
    token: firstKey.reveal(),
    dataDir,
    async close() {
      await app.close();
      rmSync(folder, { recursive: true });
    },
  };
}
