import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assert } from '../../src/base/assert.ts';
import { CLIENT_KINDS } from '../support/mcp-clients.ts';
import { CALLS_PER_MONTH, makeOperation, type Operated, type Operation } from '../support/operated.ts';
import { isAlive, sendSignal } from '../support/signal.ts';

let operation: Operation;
let service: Operated;

beforeEach(async () => {
  operation = await makeOperation();
  service = await operation.start(['--workers', '2']);
});

afterEach(() => operation.close());

/** Calls on connections of their own, so that both workers have some. */
const callMany = (key: string, count = 16) => Promise.all(Array.from({ length: count }, () => service.call(key)));
const kinds = (answers: readonly (number | null)[]) => [...new Set(answers)];

describe('a service with two workers', () => {
  test('does what the command says on the very next request, whichever worker has it', async () => {
    const { prefix, key } = await service.issue('ada@portico.test', 'pro');
    expect(kinds(await callMany(key))).toEqual([200]);
    await service.portico('key', 'update', prefix, '--tools', 'find_code');
    expect(kinds(await callMany(key))).toEqual([403]);
    await service.portico('key', 'update', prefix, '--tools', 'all');
    expect(kinds(await callMany(key))).toEqual([200]);
    await service.portico('key', 'revoke', prefix);
    expect(kinds(await callMany(key))).toEqual([401]);
  });

  test('has one quota: all of it is served and not one call more, until the plan changes [L5, L11]', async () => {
    const { key } = await service.issue('ada@portico.test', 'free');
    const answers = await callMany(key, 2 * CALLS_PER_MONTH);
    expect(answers.filter((status) => status === 200)).toHaveLength(CALLS_PER_MONTH);
    expect(answers.filter((status) => status === 429)).toHaveLength(CALLS_PER_MONTH);
    await service.portico('account', 'set-plan', 'ada@portico.test', 'pro');
    expect(kinds(await callMany(key))).toEqual([200]);
  });

  test('serves every official client', async () => {
    for (const { connect, name, revision } of CLIENT_KINDS) {
      const client = await connect(service.url, service.firstKey);
      const { isError } = await client.call('audit_headers', { headers: 'x-frame-options: DENY' });
      expect([name, client.revision, isError]).toEqual([name, revision, false]);
      await client.close();
    }
  });

  test('goes on when a worker is killed, and has two again', async () => {
    const key = service.firstKey ?? '';
    const [first, second] = await service.workers();
    assert(first !== undefined, 'a service with workers tells their process ids');
    sendSignal(first, 'SIGKILL');

    // What the killed worker had, or was just being given, is cut off at once and hangs for nobody; the next call is for
    // one that lives.
    let answers = await callMany(key);
    for (let round = 0; round < 20 && answers.includes(null); round++) answers = await callMany(key);
    expect(kinds(answers)).toEqual([200]);
    await vi.waitFor(
      async () => {
        const now = await service.workers();
        expect(now).toHaveLength(2);
        expect(now).toContain(second);
        expect(now).not.toContain(first);
      },
      { timeout: 20_000, interval: 100 },
    );
    expect(kinds(await callMany(key))).toEqual([200]);
  });

  test('ends with all of its processes on SIGTERM, and cuts off no call that it has accepted', async () => {
    const key = service.firstKey ?? '';
    const workers = await service.workers();
    let isOver = false;
    const answers: (number | null)[] = [];
    const caller = async () => {
      while (!isOver) answers.push(await service.call(key));
    };
    const callers = Array.from({ length: 4 }, caller);
    await vi.waitFor(() => expect(answers.length).toBeGreaterThan(100), { timeout: 30_000 });
    const code = await service.stop('SIGTERM');
    isOver = true;
    await Promise.all(callers);

    expect(code).toBe(0);
    expect(kinds(answers.filter((status) => status !== null))).toEqual([200]);
    expect(workers.filter(isAlive)).toEqual([]);
  });
});
