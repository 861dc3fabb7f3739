import type { Clock } from './base/clock.ts';
import { openSource } from './code/index.ts';
import type { Config } from './config.ts';
import type { OperationDeps } from './control/operation.ts';
import { RefusedError } from './control/protocol.ts';
import { findSecret } from './data-dir.ts';
import { checkHealth } from './doctor.ts';
import { deriveLegacyLookupKey, systemRandomness } from './domain/keys/index.ts';
import { type Limits, monthAt } from './domain/limits/index.ts';
import type { Project } from './domain/projects/index.ts';
import type { Foundation } from './foundation.ts';
import { schemaReport } from './operate-storage.ts';
import { isWithin, realFolder } from './roots.ts';
import { secretFingerprint } from './secrets.ts';
import { backUp } from './storage/transfer/backup.ts';
import { TransferRefusal } from './storage/transfer/refusal.ts';
import { TOOL_NAMES } from './tools/index.ts';

/** The service in which operations run. */
export interface RunningService {
  /** Of this process; null when its workers count. */
  readonly limits: Limits | null;
  /** Process ids of the workers; empty when one process is all. */
  readonly workers: () => readonly number[];
}

/** What the operator's operations stand on. `service` is null when none runs: then nothing is leased. */
export function operationDeps(parts: {
  readonly foundation: Foundation;
  readonly config: Config;
  readonly clock: Clock;
  readonly service: RunningService | null;
}): OperationDeps {
  const { foundation, config, clock, service } = parts;
  const { accounts, keys, projects } = foundation.stores;
  return {
    accounts,
    keys,
    projects,
    plans: config.plans,
    clock,
    random: systemRandomness,
    environment: config.keyEnvironment,
    isToolName: (name) => TOOL_NAMES.includes(name),
    legacyLookupKey: deriveLegacyLookupKey(foundation.secret),
    usedUnits: (accountId) => service?.limits?.usedUnits(accountId) ?? countUnits(foundation, clock, accountId),
    realFolder,
    isPrivate: (path) => isWithin(path, foundation.dataDir.path),
    headOf: (project) => headOf(project, foundation.dataDir.path),
    backUp: (target) => backUpFoundation(foundation, config, clock, target),
    schemaNow: () => schemaReport([]),
    checkHealth: () =>
      checkHealth({
        storage: { ...foundation, clock, secretFingerprint: secretFingerprint(foundation.secret) },
        accounts,
        projects,
        workers: service?.workers() ?? null,
      }),
  };
}

async function backUpFoundation(
  { database, dataDir, secret }: Foundation,
  config: Config,
  clock: Clock,
  target: Parameters<OperationDeps['backUp']>[0],
): Promise<unknown> {
  const own = config.secret === null ? findSecret(dataDir) : null;
  try {
    return await backUp({ database, clock, secretFingerprint: secretFingerprint(secret), secret: own }, target);
  } catch (failure) {
    if (failure instanceof TransferRefusal) throw new RefusedError(failure.message, { cause: failure });
    throw failure;
  }
}

/** From storage, once all processes have returned what they hold unused. */
async function countUnits({ database, stores }: Foundation, clock: Clock, accountId: string): Promise<number> {
  const counter = `account:${accountId}`;
  await database.peers.recall(counter);
  return await stores.limits.readUnits(counter, monthAt(clock.now()).period);
}

async function headOf(project: Project, dataDir: string): Promise<string | null> {
  const opened = await openSource({ location: project.location, ref: null, denied: [dataDir] });
  if (!opened.ok) return null;
  const { commit } = opened.value.identity;
  await opened.value.close();
  return commit;
}
