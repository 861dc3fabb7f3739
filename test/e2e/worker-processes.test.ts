import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { runCommand } from '../support/command.ts';
import { freshFolder } from '../support/fresh-folder.ts';
import { type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { isAlive, sendSignal } from '../support/signal.ts';

// The processes of `portico serve --workers N`: what signals and deaths of them do.

const running: ServiceProcess[] = [];
const freshDataDir = () => join(freshFolder(), 'data');
/** Bounds a wait for other processes on a busy machine. */
const SOON = { timeout: 30_000, interval: 25 };

afterEach(async () => {
  for (const service of running.splice(0)) {
    // A worker that a test has stopped would not see that its owner is gone.
    for (const pid of isAlive(service.pid) ? workersOf(service) : []) sendSignal(pid, 'SIGKILL');
    await service.stop('SIGKILL');
  }
});

interface StartOptions {
  readonly dataDir?: string;
  readonly workers?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

async function start({ dataDir = freshDataDir(), workers = 2, args = [], env = {} }: StartOptions = {}) {
  const service = await startServiceProcess({ dataDir, env, args: ['--workers', String(workers), ...args] });
  running.push(service);
  return { service, dataDir, key: service.firstKey ?? '' };
}

/** Process ids of the workers, as the system knows them. */
function workersOf({ pid }: ServiceProcess): number[] {
  const children = execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='], { encoding: 'utf8' });
  return children.split('\n').flatMap((line) => {
    const [parent, child] = line.trim().split(/\s+/).map(Number);
    return parent === pid && /worker\.[jt]s/.test(line) && child !== undefined ? [child] : [];
  });
}

/** Plans without limits: what is tested here is not whether one is met. */
function unlimited(): Record<string, string> {
  const plan = { requestsPerMonth: null, requestsPerMinute: null, backends: null, toolScopes: true };
  const file = join(freshFolder(), 'plans.json');
  writeFileSync(file, JSON.stringify({ free: plan, pro: plan, max: plan }));
  return { PORTICO_PLANS: file };
}

/** A request on a connection of its own, so that each may reach another worker. */
function post(url: string, key: string, body: unknown, address = '127.0.0.1'): Promise<Response> {
  const headers = { 'content-type': 'application/json', connection: 'close', 'x-forwarded-for': address };
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const think = {
  jsonrpc: '2.0',
  id: 2,
  method: 'tools/call',
  params: { name: 'keep_thinking', arguments: { thought: 'one', thoughtNumber: 1, totalThoughts: 1 } },
};

/** A status for each of so many requests in a row. */
async function statuses(url: string, key: string, count: number): Promise<number[]> {
  const seen: number[] = [];
  for (let i = 0; i < count; i++) seen.push((await post(url, key, list)).status);
  return seen;
}

describe('a service with workers', () => {
  test('shows its processes, and the sum of what they count on any one of them', async () => {
    const { service, dataDir, key } = await start({ workers: 3 });
    expect(await statuses(service.url, key, 9)).toEqual(Array(9).fill(200));
    const health = (await runCommand(dataDir, ['doctor', '--json'])).json();
    const { detail } = health.find(({ check }: { check: string }) => check === 'service');
    for (const pid of workersOf(service)) expect(detail).toContain(String(pid));
    for (let asked = 0; asked < 4; asked++) {
      const page = await (await fetch(`${service.url}/metrics`, { headers: { connection: 'close' } })).text();
      expect(page).toContain('portico_http_requests_total{route="/mcp",status="200"} 9');
      expect(page).toContain('portico_workers 3');
    }
  });

  test('revokes a key in every process although one is frozen, which is ended and replaced', async () => {
    const { service, dataDir, key } = await start();
    await statuses(service.url, key, 4);
    const [frozen] = workersOf(service);
    sendSignal(frozen, 'SIGSTOP');
    expect((await runCommand(dataDir, ['key', 'revoke', key.split('.')[0] ?? ''])).code).toBe(0);
    await vi.waitFor(() => expect(workersOf(service)).not.toContain(frozen), SOON);
    expect(await statuses(service.url, key, 6)).toEqual(Array(6).fill(401));
    await vi.waitFor(() => expect(workersOf(service)).toHaveLength(2), SOON);
  });

  test('ends a worker that hangs, and replaces it', { timeout: 120_000 }, async () => {
    const { service, key } = await start();
    const [frozen] = workersOf(service);
    sendSignal(frozen, 'SIGSTOP');
    // Whoever was being handed to it is answered by another.
    const answers = Promise.all(Array.from({ length: 6 }, () => post(service.url, key, list)));
    await vi.waitFor(() => expect(workersOf(service)).not.toContain(frozen), SOON);
    expect((await answers).map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  test('takes its workers with it when it is killed, and starts again on the same port and data', async () => {
    const { service, dataDir, key } = await start();
    await statuses(service.url, key, 4);
    const workers = workersOf(service);
    expect(workers).toHaveLength(2);
    await service.stop('SIGKILL');
    await vi.waitFor(() => expect(workers.filter(isAlive)).toEqual([]), { ...SOON, timeout: 5_000 });
    const again = await start({ dataDir, args: ['--port', new URL(service.url).port] });
    expect(again.service.url).toBe(service.url);
    expect(await statuses(service.url, key, 4)).toEqual(Array(4).fill(200));
  });

  test('ends cleanly when every process gets the signal at once', async () => {
    const { service, key } = await start();
    const workers = workersOf(service);
    expect((await post(service.url, key, think)).status).toBe(200);
    for (const pid of workers) sendSignal(pid, 'SIGTERM');
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  test('leaves Ctrl-C, which every process gets, to the owner', async () => {
    const { service, key } = await start();
    for (const pid of workersOf(service)) sendSignal(pid, 'SIGINT');
    expect(await statuses(service.url, key, 4)).toEqual(Array(4).fill(200));
    expect(await service.stop('SIGINT')).toBe(0);
  });

  test('replaces a worker that was told to end, without a failed request', async () => {
    const { service, key } = await start();
    const [told = -1] = workersOf(service);
    sendSignal(told, 'SIGTERM');
    expect(new Set(await statuses(service.url, key, 20))).toEqual(new Set([200]));
    await vi.waitFor(() => expect(isAlive(told)).toBe(false), SOON);
    await vi.waitFor(() => expect(workersOf(service)).toHaveLength(2), SOON);
  });

  test('answers on through twenty kills of its workers under load', { timeout: 180_000 }, async () => {
    const env = { PORTICO_LOG_LEVEL: 'warn', PORTICO_TRUSTED_PROXIES: '127.0.0.1', ...unlimited() };
    const { service, key } = await start({ workers: 3, env });
    let isOver = false;
    let answered = 0;
    // One address would be refused after 1,000 requests of a minute.
    const address = () => `10.0.0.${Math.floor(answered / 200) % 256}`;
    const others = new Set<string>();
    const load = Array.from({ length: 4 }, async () => {
      while (!isOver) {
        // A connection that its worker's end has cut off fails; no answer may be wrong.
        const answer = await post(service.url, key, list, address()).catch(() => null);
        if (answer?.status === 200) answered += 1;
        else if (answer !== null) others.add(`${answer.status} ${await answer.text().catch(() => 'cut off')}`);
      }
    });
    for (let round = 0; round < 20; round++) {
      const before = answered;
      // Those of one look: by the next one the worker killed last, which has been counted, may be gone.
      const workers = await vi.waitFor(() => {
        const all = workersOf(service);
        expect(all).toHaveLength(3);
        return all;
      }, SOON);
      sendSignal(workers[round % 3], 'SIGKILL');
      await vi.waitFor(() => expect([answered > before + 4, [...others].slice(0, 5)]).toEqual([true, []]), SOON);
    }
    isOver = true;
    await Promise.all(load);
    expect([...others]).toEqual([]);
  });

  test('tells what is wrong with its address or its settings in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(other.listening).toBe(true));
    const { port } = other.address() as { port: number };
    await expect(start({ args: ['--port', String(port)] })).rejects.toThrow(
      new RegExp(`ended with 1:[^]*portico: port ${port} on 127.0.0.1 is taken.*PORTICO_PORT`),
    );
    await expect(start({ args: ['--host', 'no.such.host.invalid'] })).rejects.toThrow(/is no address of this machine/);
    await expect(start({ args: ['--workers', '0'] })).rejects.toThrow(/PORTICO_WORKERS: must be a number from 1 to/);
    other.close();
  });
});
