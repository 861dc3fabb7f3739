import { systemClock } from './base/clock.ts';
import { silentLog } from './base/log.ts';
import type { Config } from './config.ts';
import { makeOperations } from './control/operations.ts';
import type { ControlAnswer, ControlRequest } from './control/protocol.ts';
import { presentFailure } from './control/server.ts';
import { DataDirBusyError, type Foundation, openFoundation } from './foundation.ts';
import { operationDeps } from './operation-deps.ts';

/**
 * Runs one operation on the database itself. Null when another process has the data directory and `mayRetry`: a service
 * is just starting, or another command at work, and asking again will find one or the other.
 */
export async function operateAlone(
  { config, tell }: { readonly config: Config; readonly tell: (text: string) => void },
  request: ControlRequest,
  mayRetry: boolean,
): Promise<ControlAnswer | null> {
  const foundation = await openUnlessBusy(config, mayRetry);
  if (foundation === null) return null;
  // Mostly a command typed in another folder than the service's: its empty answer should not be believed.
  if (foundation.dataDir.isNew) tell(`made a new data directory, ${foundation.dataDir.path} (another: --data-dir)`);
  try {
    const deps = operationDeps({ foundation, config, clock: systemClock, service: null });
    return { ok: true, result: await makeOperations(deps)(request) };
  } catch (failure) {
    return presentFailure(failure, silentLog);
  } finally {
    await foundation.close();
  }
}

async function openUnlessBusy(config: Config, mayRetry: boolean): Promise<Foundation | null> {
  try {
    return await openFoundation({ config, clock: systemClock, log: silentLog });
  } catch (failure) {
    if (failure instanceof DataDirBusyError && mayRetry) return null;
    throw failure;
  }
}
