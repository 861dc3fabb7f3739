import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { killRounds } from '../prove/kills/kills.ts';
import { shapeOf } from '../prove/support/fleet.ts';
import { makeRandom } from '../prove/support/random.ts';
import { readAtRest } from '../support/at-rest.ts';
import { runCommand } from '../support/command.ts';
import { engineOfRun } from '../support/engine.ts';
import { freshFolder } from '../support/fresh-folder.ts';
import { folder } from '../support/opened-source.ts';
import { type ServiceProcess, startServiceProcess } from '../support/process.ts';
import { sendSignal } from '../support/signal.ts';

const running: ServiceProcess[] = [];
const freshDataDir = () => join(freshFolder(), 'data');

afterEach(async () => {
  for (const service of running.splice(0)) await service.stop('SIGKILL');
});

async function start(
  dataDir: string,
  env: Record<string, string> = {},
  args: readonly string[] = [],
  directory = process.cwd(),
) {
  const service = await startServiceProcess({ dataDir, env, args, directory });
  running.push(service);
  return service;
}

function post(url: string, key: string | null, body: unknown) {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
}

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const info = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'service_dev_info', arguments: {} } };

describe('the first start', () => {
  test('prints an endpoint, a key, client configuration, and a curl line that answers with facts', async () => {
    const { path: directory } = folder({
      'package.json': '{"name": "tide", "scripts": {"test": "vitest run"}}',
      'src/tide.ts': 'export const hoursOfHighWater = [4, 16];\n',
    });
    const service = await start(freshDataDir(), {}, [], directory);
    expect(service.firstKey).toMatch(/^mcp_live_[a-z0-9-]{3,40}\.[0-9A-Za-z]{49}$/);
    expect(service.output()).toContain('claude mcp add');
    const line = /^curl .*$/m.exec(service.output())?.[0] ?? '';
    const answer = JSON.parse(execFileSync('sh', ['-c', line], { encoding: 'utf8' }));
    expect(answer.result.content[0].text).toContain('TypeScript');
    expect(answer.result.content[0].text).toContain('npm test');
  });

  test('starts the code engine, which the first question would wait for, before anybody asks', async () => {
    const service = await start(freshDataDir());
    await vi.waitFor(() => expect(service.output()).toContain('engine.started'), { timeout: 60_000, interval: 50 });
    expect(await service.stop('SIGTERM')).toBe(0);
  });

  test('makes a data directory that is nobody else’s', async () => {
    const dataDir = freshDataDir();
    await start(dataDir);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    const names = readdirSync(dataDir);
    expect(names).toEqual(expect.arrayContaining(['portico.pid', 'control.sock']));
    if (engineOfRun() === 'sqlite') expect(names).toEqual(expect.arrayContaining(['secret', 'portico.db']));
    for (const name of names) {
      expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
    }
  });

  test('is the only one that prints a key', async () => {
    const dataDir = freshDataDir();
    const first = await start(dataDir);
    const key = first.firstKey ?? '';
    await first.stop('SIGTERM');
    const second = await start(dataDir);
    expect(second.firstKey).toBeNull();
    expect(second.output()).not.toContain(key);
    expect((await post(second.url, key, list)).status).toBe(200);
  });
});

describe('a running service', () => {
  test('keeps a second one out of its data directory, with a text that says what to do', async () => {
    const dataDir = freshDataDir();
    const service = await start(dataDir);
    await expect(startServiceProcess({ dataDir })).rejects.toThrow(
      new RegExp(`process ${service.pid}\\) runs on .*PORTICO_DATA_DIR`),
    );
    expect((await post(service.url, service.firstKey, list)).status).toBe(200);
  });

  test('keeps a second one off its port, with a text that says what to do', async () => {
    const { port } = new URL((await start(freshDataDir())).url);
    await expect(startServiceProcess({ dataDir: freshDataDir(), args: ['--port', port] })).rejects.toThrow(
      // Nothing else seems to have gone wrong: the clean-up of the start found its storage closed.
      new RegExp(
        `ended with 1:(?:(?!purge)[^])*portico: port ${port} on 127.0.0.1 is taken.*PORTICO_PORT(?:(?!purge)[^])*$`,
      ),
    );
  });

  test('leaves the first key to the next start, where a start finds its port taken', async () => {
    const { port } = new URL((await start(freshDataDir())).url);
    const dataDir = freshDataDir();
    await expect(startServiceProcess({ dataDir, args: ['--port', port] })).rejects.toThrow(/is taken/);
    const service = await start(dataDir);
    expect((await post(service.url, service.firstKey, list)).status).toBe(200);
  });

  test('does what the command says on the very next request', async () => {
    const dataDir = freshDataDir();
    const service = await start(dataDir);
    expect(
      (
        await runCommand(dataDir, ['account', 'create', '--email', 'Ada@Example.org', '--plan', 'pro', '--json'])
      ).json(),
    ).toMatchObject({ email: 'ada@example.org', plan: 'pro' });
    const made = (
      await runCommand(dataDir, [
        'key',
        'create',
        '--account',
        'ada@example.org',
        '--name',
        'laptop',
        '--tools',
        'find_code',
        '--json',
      ])
    ).json();
    const listed = (await (await post(service.url, made.key, list)).json()) as {
      result: { tools: { name: string }[] };
    };
    const names = listed.result.tools.map((tool) => tool.name);
    expect(names).toEqual(['find_code']);
    await runCommand(dataDir, ['key', 'update', made.prefix, '--tools', 'all']);
    expect((await post(service.url, made.key, info)).status).toBe(200);
    const rotated = (await runCommand(dataDir, ['key', 'rotate', made.prefix, '--json'])).json();
    expect((await post(service.url, made.key, list)).status).toBe(401);
    expect((await post(service.url, rotated.key, list)).status).toBe(200);
    expect((await runCommand(dataDir, ['key', 'revoke', made.prefix])).code).toBe(0);
    const refused = await post(service.url, rotated.key, list);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('revoked');
  });

  test('answers the command the same with and without a service', async () => {
    const dataDir = freshDataDir();
    const service = await start(dataDir);
    const calls = [
      ['key', 'list', '--json'],
      ['account', 'list', '--json'],
      ['project', 'list', '--json'],
    ];
    const live = await Promise.all(calls.map((call) => runCommand(dataDir, call)));
    await service.stop('SIGTERM');
    for (const [at, call] of calls.entries())
      expect((await runCommand(dataDir, call)).json()).toEqual(live[at]?.json());
  });

  test('ends within ten seconds of SIGTERM and loses no request that it has accepted', async () => {
    const dataDir = freshDataDir();
    const service = await start(dataDir);
    const state = { isStopped: false };
    const answers: (number | 'refused' | 'lost')[] = [];
    const caller = async () => {
      while (!state.isStopped) answers.push(await outcome(post(service.url, service.firstKey, list)));
    };
    const callers = Array.from({ length: 8 }, caller);
    while (answers.length < 200) await new Promise((resolve) => setImmediate(resolve));
    const code = await service.stop('SIGTERM');
    state.isStopped = true;
    await Promise.all(callers);
    expect(code).toBe(0);
    expect(answers.filter((answer) => answer === 'lost')).toEqual([]);
    expect(answers.filter((answer) => typeof answer === 'number' && answer !== 200)).toEqual([]);
  });
});

/** A connection that was never accepted is no lost request; one that was cut off is. */
async function outcome(call: Promise<Response>): Promise<number | 'refused' | 'lost'> {
  try {
    const response = await call;
    await response.text();
    return response.status;
  } catch (failure) {
    const code = ((failure as Error).cause as NodeJS.ErrnoException | undefined)?.code;
    return code === 'ECONNREFUSED' ? 'refused' : 'lost';
  }
}

test('a Ctrl-C that npm passes on as well is one, and stops cleanly', async () => {
  const dataDir = freshDataDir();
  const service = await start(dataDir);
  sendSignal(service.pid, 'SIGINT');
  expect(await service.stop('SIGINT')).toBe(0);
  expect(readdirSync(dataDir)).not.toContain('portico.pid');
});

describe('a key’s plaintext', () => {
  test('is in no log line, no file of the data directory and no metric', async () => {
    const dataDir = freshDataDir();
    const service = await start(dataDir, { PORTICO_LOG_LEVEL: 'debug' });
    const secret = (service.firstKey ?? '').split('.')[1] ?? '';
    const after = service.output().length;
    await post(service.url, service.firstKey, list);
    await post(service.url, service.firstKey, info);
    await post(service.url, `${service.firstKey}x`, list);
    await post(service.url, service.firstKey, { jsonrpc: '2.0', id: secret, method: secret, params: {} });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    await service.stop('SIGTERM');
    expect(service.output().slice(after)).not.toContain(secret);
    expect(metrics).not.toContain(secret);
    for (const text of await readAtRest(dataDir)) expect(text.includes(secret)).toBe(false);
  });
});

describe('kill -9 under load', () => {
  test('loses no acknowledged key, revocation, note or counted call', { timeout: 120_000 }, async () => {
    const report = await killRounds(shapeOf(engineOfRun(), 1), 3, makeRandom(1));
    expect(report.losses).toEqual([]);
    expect(Math.min(report.keys, report.revocations, report.notes, report.calls)).toBeGreaterThan(0);
  });
});
