import type { Clock } from './base/clock.ts';
import { openSource } from './code/index.ts';
import type { Config } from './config.ts';
import type { OperationDeps } from './control/operation.ts';
import { checkHealth } from './doctor.ts';
import { deriveLegacyLookupKey, systemRandomness } from './domain/keys/index.ts';
import { type Limits, monthAt } from './domain/limits/index.ts';
import type { Project } from './domain/projects/index.ts';
import type { Foundation } from './foundation.ts';
import { isWithin, realFolder } from './roots.ts';
import { TOOL_NAMES } from './tools/index.ts';

/** What the operator's operations stand on. `limits` is null when no service runs: then nothing is leased. */
export function operationDeps(parts: {
  readonly foundation: Foundation;
  readonly config: Config;
  readonly clock: Clock;
  readonly limits: Limits | null;
}): OperationDeps {
  const { foundation, config, clock, limits } = parts;
  const { accounts, keys, projects } = foundation.stores;
  const isServiceRunning = limits !== null;
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
    usedUnits: (accountId) =>
      limits?.usedUnits(accountId) ??
      foundation.stores.limits.readUnits(`account:${accountId}`, monthAt(clock.now()).period),
    realFolder,
    isPrivate: (path) => isWithin(path, foundation.dataDir.path),
    headOf: (project) => headOf(project, foundation.dataDir.path),
    checkHealth: () => checkHealth({ dataDir: foundation.dataDir, accounts, projects, isServiceRunning }),
  };
}

async function headOf(project: Project, dataDir: string): Promise<string | null> {
  const opened = await openSource({ location: project.location, ref: null, denied: [dataDir] });
  if (!opened.ok) return null;
  const { commit } = opened.value.identity;
  await opened.value.close();
  return commit;
}
