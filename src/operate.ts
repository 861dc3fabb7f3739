import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from './config.ts';
import { askService } from './control/client.ts';
import type { ControlAnswer } from './control/protocol.ts';

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
  const request = { operation, arguments: input };
  // A node that runs may be older than this program: what it knows of the schema of all nodes says nothing.
  const isForService = operation !== 'migrate' || deps.config.databaseUrl === null;
  for (let attempt = 0; ; attempt++) {
    const answer = isForService ? await askService(deps.config.dataDir, request) : null;
    if (answer !== null) return answer;
    // Loaded only here: with a service running a command needs neither database nor schemas, and starts the sooner.
    const { operateAlone } = await import('./operate-alone.ts');
    const own = await operateAlone(deps, request, attempt < RETRIES_MAX);
    if (own !== null) return own;
    await wait(RETRY_EVERY_MS);
  }
}
