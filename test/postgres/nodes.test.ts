import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CLIENT_KINDS } from '../support/mcp-clients.ts';
import { CALLS_PER_MONTH, makeOperation, type Operated, type Operation } from '../support/operated.ts';

let operation: Operation;

beforeEach(async () => {
  operation = await makeOperation();
});

afterEach(() => operation.close());

/** Two nodes, one started after the other. */
async function startTwo(): Promise<readonly [Operated, Operated]> {
  const here = await operation.start();
  return [here, await operation.start()];
}

/** What a change at one node must bring about at another. */
const within = <T>(see: () => Promise<T>, expected: T) =>
  vi.waitFor(async () => expect(await see()).toEqual(expected), { timeout: 1_000, interval: 20 });

describe('two nodes on one PostgreSQL', () => {
  test('a key made at one works at the other, and is refused there within a second of its revocation [K8]', async () => {
    const [here, there] = await startTwo();
    const { prefix, key } = await here.issue('ada@portico.test', 'pro');

    expect([await here.call(key), await there.call(key)]).toEqual([200, 200]);
    await here.portico('key', 'revoke', prefix);
    await within(() => there.call(key), 401);
    expect(await here.call(key)).toBe(401);
  });

  test('a plan and a scope that are changed at one act at the other within a second [K8]', async () => {
    const [here, there] = await startTwo();
    const { prefix, key } = await here.issue('ada@portico.test', 'free');
    for (let unit = 0; unit < CALLS_PER_MONTH; unit++) expect(await there.call(key)).toBe(200);
    expect(await there.call(key)).toBe(429);

    await here.portico('account', 'set-plan', 'ada@portico.test', 'pro');
    await within(() => there.call(key), 200);
    await here.portico('key', 'update', prefix, '--tools', 'find_code');
    await within(() => there.call(key), 403);
  });

  test('the quota is one: callers at both get all of it and not one call more [L5, L11]', async () => {
    const [here, there] = await startTwo();
    const { key } = await here.issue('ada@portico.test', 'free');

    const calls = Array.from({ length: 2 * CALLS_PER_MONTH }, (_, at) => (at % 2 === 0 ? here : there).call(key));
    const answers = await Promise.all(calls);
    expect(answers.filter((status) => status === 200)).toHaveLength(CALLS_PER_MONTH);
    expect(answers.filter((status) => status === 429)).toHaveLength(CALLS_PER_MONTH);
  });

  test('every official client is served by either with the same key', async () => {
    const nodes = await startTwo();
    const { key } = await nodes[0].issue('ada@portico.test', 'pro');

    for (const { connect, name, revision } of CLIENT_KINDS) {
      for (const { url } of nodes) {
        const client = await connect(url, key);
        const { isError } = await client.call('audit_headers', { headers: 'x-frame-options: DENY' });
        expect([name, client.revision, isError]).toEqual([name, revision, false]);
        await client.close();
      }
    }
  });

  test('one goes on when the other is killed, with what it had acknowledged', async () => {
    const [here, there] = await startTwo();
    const { key } = await here.issue('ada@portico.test', 'pro');
    await here.stop('SIGKILL');

    expect(await there.call(key)).toBe(200);
    expect(JSON.stringify((await there.portico('key', 'list', '--json')).json())).toContain('ada@portico.test');
  });

  test('a first start of several at once prints one key, which works at each', async () => {
    const nodes = await Promise.all([operation.start(), operation.start(), operation.start()]);

    const keys = nodes.flatMap(({ firstKey }) => firstKey ?? []);
    expect(keys).toHaveLength(1);
    for (const node of nodes) expect(await node.call(keys[0] ?? '')).toBe(200);
  });
});
