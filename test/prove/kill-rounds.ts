import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { askService } from '../../src/control/client.ts';
import { type ServiceProcess, startServiceProcess } from '../support/process.ts';

/** Everything that the service has acknowledged, over all rounds. */
interface Acknowledged {
  /** Live keys by prefix. */
  readonly keys: Map<string, string>;
  readonly revoked: Map<string, string>;
  /** Note key to its text. */
  readonly notes: Map<string, string>;
  /** Keys of notes that were ever sent. */
  readonly everNoted: Set<string>;
  calls: number;
  /** Notes saved or changed. */
  noted: number;
}

/** What a run of rounds has shown. */
export interface KillReport {
  readonly rounds: number;
  readonly keys: number;
  readonly revocations: number;
  readonly notes: number;
  readonly calls: number;
  /** Units that the counter holds beyond the acknowledged calls: unused leases and calls whose answer was cut off. */
  readonly surplusUnits: number;
  /** What was acknowledged and is not there any more; must be empty. */
  readonly losses: readonly string[];
}

const CALLERS = 6;
const NOTES_EACH = 20;
const UNLIMITED = { requestsPerMonth: 1_000_000_000, requestsPerMinute: 1_000_000, backends: 3, toolScopes: true };

/** Kills the service under load, `rounds` times on one data directory, and looks for what it had acknowledged. */
export async function killRounds(rounds: number, seed: (round: number) => number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-kill-'));
  const dataDir = join(folder, 'data');
  const plansFile = join(folder, 'plans.json');
  writeFileSync(plansFile, JSON.stringify({ free: UNLIMITED, pro: UNLIMITED, max: UNLIMITED }));
  const env = { PORTICO_PLANS: plansFile, PORTICO_LOG_LEVEL: 'error', PORTICO_TRUSTED_PROXIES: '127.0.0.1' };
  const start = () => startServiceProcess({ dataDir, env, args: ['--root', process.cwd()] });
  const acknowledged: Acknowledged = {
    keys: new Map(),
    revoked: new Map(),
    notes: new Map(),
    everNoted: new Set(),
    calls: 0,
    noted: 0,
  };
  const losses: string[] = [];
  let ownerKey: string | null = null;
  try {
    for (let round = 0; round < rounds; round++) {
      const service = await start();
      ownerKey ??= service.firstKey;
      if (ownerKey === null) throw new Error('the first start printed no key');
      losses.push(...(await findLosses(service, dataDir, acknowledged, { ownerKey, sample: 40 })));
      await loadAndKill({ service, dataDir, acknowledged, ownerKey, round, killAfterMs: seed(round) });
    }
    const service = await start();
    losses.push(...(await findLosses(service, dataDir, acknowledged, { ownerKey: ownerKey ?? '', sample: Infinity })));
    const used = await usedUnits(dataDir);
    if (used < acknowledged.calls) losses.push(`calls: ${acknowledged.calls} acknowledged, ${used} counted`);
    await service.stop('SIGTERM');
    return {
      rounds,
      keys: acknowledged.keys.size,
      revocations: acknowledged.revoked.size,
      notes: acknowledged.noted,
      calls: acknowledged.calls,
      surplusUnits: used - acknowledged.calls,
      losses,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Load {
  readonly service: ServiceProcess;
  readonly dataDir: string;
  readonly acknowledged: Acknowledged;
  readonly ownerKey: string;
  readonly round: number;
  readonly killAfterMs: number;
}

async function loadAndKill(load: Load): Promise<void> {
  const state = { isOver: false };
  const workers = [keyWorker(load, state), ...Array.from({ length: CALLERS }, (_v, i) => noteWorker(load, state, i))];
  await wait(load.killAfterMs);
  await load.service.stop('SIGKILL');
  state.isOver = true;
  await Promise.all(workers);
}

/** Makes keys and revokes every third, over the control socket; only answers that arrived count. */
async function keyWorker(load: Load, state: { isOver: boolean }): Promise<void> {
  let underRevocation: string | null = null;
  for (let i = 0; !state.isOver; i++) {
    try {
      const made = await control(load.dataDir, 'key.create', {
        account: 'owner@localhost',
        name: `r${load.round}-${i}`,
      });
      load.acknowledged.keys.set(made.prefix, made.key);
      if (i % 3 !== 0) continue;
      underRevocation = made.prefix;
      await control(load.dataDir, 'key.revoke', { prefix: made.prefix });
      load.acknowledged.keys.delete(made.prefix);
      load.acknowledged.revoked.set(made.prefix, made.key);
      underRevocation = null;
    } catch {
      // The service was killed while it was asked: a revocation under way may have happened or not.
      if (underRevocation !== null) load.acknowledged.keys.delete(underRevocation);
      return;
    }
  }
}

/**
 * Writes each of its notes again and again, since an account holds a bounded number. Only answers that arrived count; a
 * note whose change was cut off may have either text, so that it is not looked for until it is written again.
 */
async function noteWorker(load: Load, state: { isOver: boolean }, worker: number): Promise<void> {
  for (let i = 0; !state.isOver; i++) {
    const key = `w${worker}/n${i % NOTES_EACH}`;
    const text = `round ${load.round} ${randomBytes(40).toString('hex').match(/.{8}/g)?.join(' ')}`;
    const isKnown = load.acknowledged.everNoted.has(key);
    load.acknowledged.everNoted.add(key);
    load.acknowledged.notes.delete(key);
    const change = { action: isKnown ? 'update' : 'save', scope: 'account', key, text, type: 'fact' };
    try {
      const answer = await call(load.service.url, load.ownerKey, 'project_memory', change);
      if (answer.status !== 200) throw new Error(`status ${answer.status}: ${answer.text}`);
      load.acknowledged.calls += 1;
      // The first save of it was cut off before it was written.
      if (answer.text.includes('"status":"not_found"')) load.acknowledged.everNoted.delete(key);
      if (!answer.text.includes('"status":"ok"')) continue;
      load.acknowledged.noted += 1;
      load.acknowledged.notes.set(key, text);
    } catch (failure) {
      if (state.isOver || isCutOff(failure)) return;
      throw failure;
    }
  }
}

function isCutOff(failure: unknown): boolean {
  return failure instanceof TypeError;
}

async function findLosses(
  service: ServiceProcess,
  dataDir: string,
  acknowledged: Acknowledged,
  how: { readonly ownerKey: string; readonly sample: number },
): Promise<string[]> {
  const losses: string[] = [];
  const listed = await control(dataDir, 'key.list', {});
  const statuses = new Map(listed.map(({ prefix, status }: { prefix: string; status: string }) => [prefix, status]));
  for (const prefix of acknowledged.keys.keys()) {
    if (statuses.get(prefix) !== 'active') losses.push(`key ${prefix} is ${statuses.get(prefix)}`);
  }
  for (const prefix of acknowledged.revoked.keys()) {
    if (statuses.get(prefix) !== 'revoked') losses.push(`revoked key ${prefix} is ${statuses.get(prefix)}`);
  }
  losses.push(...(await findWrongAnswers(service.url, last([...acknowledged.keys.values()], how.sample), 200)));
  losses.push(...(await findWrongAnswers(service.url, last([...acknowledged.revoked.values()], how.sample), 401)));
  for (const [key, text] of last([...acknowledged.notes], how.sample)) {
    const answer = await call(service.url, how.ownerKey, 'project_memory', { action: 'get', scope: 'account', key });
    acknowledged.calls += answer.status === 200 ? 1 : 0;
    if (!answer.text.includes(text)) losses.push(`note ${key} is gone: ${answer.status} ${answer.text.slice(0, 300)}`);
  }
  return losses;
}

async function findWrongAnswers(url: string, keys: readonly string[], expected: number): Promise<string[]> {
  const wrong: string[] = [];
  for (const key of keys) {
    const { status } = await post(url, key, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    if (status !== expected) wrong.push(`a key is answered ${status}, not ${expected}`);
  }
  return wrong;
}

function last<T>(items: readonly T[], count: number): readonly T[] {
  return items.slice(-Math.min(count, items.length) || items.length);
}

async function usedUnits(dataDir: string): Promise<number> {
  return (await control(dataDir, 'account.show', { email: 'owner@localhost' })).usage.used;
}

// biome-ignore lint/suspicious/noExplicitAny: the shapes are the command's JSON, which this script reads as a caller
async function control(dataDir: string, operation: string, input: unknown): Promise<any> {
  const answer = await askService(dataDir, { operation, arguments: input });
  if (answer === null) throw new Error('no service is running');
  if (!answer.ok) throw new Error(answer.message);
  return answer.result;
}

function call(url: string, key: string, name: string, input: unknown) {
  return post(url, key, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } });
}

async function post(url: string, key: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      // As if through a proxy: one address alone may ask a thousand times a minute.
      'x-forwarded-for': `10.${randomBytes(3).join('.')}`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}
