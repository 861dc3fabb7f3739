import { systemClock } from './base/clock.ts';
import { silentLog } from './base/log.ts';
import type { Config } from './config.ts';
import { makeOperations } from './control/operations.ts';
import { type ControlAnswer, type ControlRequest, RefusedError, UsageError } from './control/protocol.ts';
import { presentFailure } from './control/server.ts';
import { needsStorageAlone } from './control/storage-operations.ts';
import { openDataDir } from './data-dir.ts';
import { checkWithoutStorage } from './doctor.ts';
import { DataDirBusyError, openFoundation } from './foundation.ts';
import { operateStorage } from './operate-storage.ts';
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
  const { operation } = request;
  if (needsStorageAlone(operation)) {
    return await unlessBusy(mayRetry, () =>
      refusedOrDone(() => operateStorage({ config, tell }, operation, request.arguments)),
    );
  }
  const foundation = await unlessBusy(mayRetry, () =>
    openFoundation({ config, clock: systemClock, log: silentLog }),
  ).catch(async (failure: unknown) => {
    if (operation !== 'doctor') throw failure;
    return { checks: await checkWithoutStorage(openDataDir(config.dataDir), failure) };
  });
  if (foundation === null) return null;
  if ('checks' in foundation) return { ok: true, result: foundation.checks };
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

/** Without a service whose log could say more, a failure's own text goes to the operator. */
async function refusedOrDone(work: () => Promise<unknown>): Promise<ControlAnswer> {
  try {
    return { ok: true, result: await work() };
  } catch (failure) {
    if (failure instanceof RefusedError || failure instanceof UsageError) return presentFailure(failure, silentLog);
    throw failure;
  }
}

async function unlessBusy<T>(mayRetry: boolean, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (failure) {
    if (failure instanceof DataDirBusyError && mayRetry) return null;
    throw failure;
  }
}
