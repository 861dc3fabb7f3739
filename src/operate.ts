import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from './base/clock.ts';
import { silentLog } from './base/log.ts';
import type { Config } from './config.ts';
import { askService } from './control/client.ts';
import { makeOperations } from './control/operations.ts';
import type { ControlAnswer } from './control/protocol.ts';
import { presentFailure } from './control/server.ts';
import { DataDirBusyError, type Foundation, openFoundation } from './foundation.ts';
import { operationDeps } from './operation-deps.ts';

/** How often, and how many times, a data directory is asked that another command is using. */
const RETRY_EVERY_MS = 100;
const RETRIES_MAX = 100;

/**
 * Runs one operation of the command: by the service that runs on the data directory, else on the database itself.
 * `tell` gets what the operator should know beside the answer.
 */
export async function operate(
  deps: { readonly config: Config; readonly tell: (text: string) => void },
  operation: string,
  input: unknown,
): Promise<ControlAnswer> {
  const { config, tell } = deps;
  for (let attempt = 0; ; attempt++) {
    const answer = await askService(config.dataDir, { operation, arguments: input });
    if (answer !== null) return answer;
    const foundation = await openUnlessBusy(config, attempt);
    if (foundation !== null) {
      // Mostly a command typed in another folder than the service's: its empty answer should not be believed.
      if (foundation.dataDir.isNew) tell(`made a new data directory, ${foundation.dataDir.path} (another: --data-dir)`);
      return await operateOn(foundation, config, { operation, arguments: input });
    }
    await wait(RETRY_EVERY_MS);
  }
}

/** Null when a service is just starting, or another command at work: asking again will find one or the other. */
async function openUnlessBusy(config: Config, attempt: number): Promise<Foundation | null> {
  try {
    return await openFoundation({ config, clock: systemClock, log: silentLog });
  } catch (failure) {
    if (failure instanceof DataDirBusyError && attempt < RETRIES_MAX) return null;
    throw failure;
  }
}

async function operateOn(
  foundation: Foundation,
  config: Config,
  request: { readonly operation: string; readonly arguments: unknown },
): Promise<ControlAnswer> {
  try {
    const deps = operationDeps({ foundation, config, clock: systemClock, limits: null });
    return { ok: true, result: await makeOperations(deps)(request) };
  } catch (failure) {
    return presentFailure(failure, silentLog);
  } finally {
    await foundation.close();
  }
}
