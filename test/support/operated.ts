import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandRun, runCommand } from './command.ts';
import { engineSettings } from './engine.ts';
import { type ServiceProcess, startServiceProcess } from './process.ts';

/** Calls of a month that the plan `free` has with `startOperated`; a minute never ends them. */
export const CALLS_PER_MONTH = 40;

/** A real service process and the `portico` command on its data directory. */
export interface Operated extends ServiceProcess {
  /** Runs the command; rejects unless it succeeds. */
  portico(...args: readonly string[]): Promise<CommandRun>;
  /** Makes an account of a plan and a key of it. */
  issue(email: string, plan: 'free' | 'pro'): Promise<{ readonly prefix: string; readonly key: string }>;
  /**
   * The status of one call that costs a unit and needs nothing but its arguments; null when it was cut off. Rejects when
   * no answer came in time.
   */
  call(key: string, tool?: string): Promise<number | null>;
  /** Process ids of its workers, as `portico doctor` tells them. */
  workers(): Promise<readonly number[]>;
}

/** Services of one storage of the engine of the run, each with a data directory of its own; gone with `close`. */
export interface Operation {
  start(args?: readonly string[]): Promise<Operated>;
  close(): Promise<void>;
}

/** Makes the folder and the storage; starts nothing. */
export async function makeOperation(): Promise<Operation> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-e2e-'));
  const plans = join(folder, 'plans.json');
  const plan = { requestsPerMonth: null, requestsPerMinute: null, backends: null, toolScopes: true };
  writeFileSync(plans, JSON.stringify({ free: { ...plan, requestsPerMonth: CALLS_PER_MONTH }, pro: plan, max: plan }));
  const env = { ...(await engineSettings(join(folder, 'data-1'))), PORTICO_PLANS: plans };
  const running: ServiceProcess[] = [];
  let started = 0;
  return {
    async start(args = []) {
      const dataDir = join(folder, `data-${++started}`);
      const service = await startServiceProcess({ dataDir, env, args, directory: folder });
      running.push(service);
      return operate(service, dataDir, env);
    },
    async close() {
      for (const service of running) await service.stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

function operate(service: ServiceProcess, dataDir: string, env: Readonly<Record<string, string>>): Operated {
  const portico = async (...args: readonly string[]): Promise<CommandRun> => {
    const run = await runCommand(dataDir, args, { env });
    if (run.code !== 0) throw new Error(`portico ${args.join(' ')}: ${run.stdout}${run.stderr}`);
    return run;
  };
  return {
    ...service,
    portico,
    async issue(email, plan) {
      await portico('account', 'create', '--email', email, '--plan', plan);
      return (await portico('key', 'create', '--account', email, '--name', 'key', '--json')).json();
    },
    call: (key, tool = 'audit_headers') => call(service.url, key, tool),
    async workers() {
      const told = (await portico('doctor', '--json')).stdout;
      const pids = /workers are the processes ([\d, ]+)/.exec(told)?.[1];
      return pids === undefined ? [] : pids.split(', ').map(Number);
    },
  };
}

/** No answer takes longer, whatever happens to the service; else it is one that never came. */
const ANSWERED_WITHIN_MS = 5_000;
/** A busy machine can make storage slower than the product waits for it: it says so, counts nothing, and is asked again. */
const ATTEMPTS = 10;

async function call(url: string, key: string, tool: string, attempt = 1): Promise<number | null> {
  const params = { name: tool, arguments: tool === 'audit_headers' ? { headers: 'x-frame-options: DENY' } : {} };
  try {
    const answer = await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });
    await answer.text();
    if (answer.status === 503 && attempt < ATTEMPTS) return await call(url, key, tool, attempt + 1);
    return answer.status;
  } catch (failure) {
    if ((failure as Error).name === 'TimeoutError') throw failure;
    // The connection was refused or cut off.
    return null;
  }
}
