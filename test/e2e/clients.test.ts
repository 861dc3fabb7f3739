import { afterEach, describe, expect, test } from 'vitest';
import { CLIENT_KINDS, type ClientKind, type ConnectedClient } from '../support/mcp-clients.ts';
import { makeProbeTools, type ProbeTools } from '../support/probe-tools.ts';
import { openService, type TestService } from '../support/service.ts';

/** What the current test opened, closed after it whatever its outcome. */
const opened: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

interface Meeting {
  readonly service: TestService;
  readonly probes: ProbeTools;
  readonly client: ConnectedClient;
}

/** Starts a service and connects a client to it with a good key of the account `plan`. */
async function meet(kind: ClientKind, plan: 'free' | 'max' = 'max'): Promise<Meeting> {
  const probes = makeProbeTools();
  const service = await openService({ tools: probes.tools, plans: { free: { requestsPerMonth: 2 } } });
  opened.push(service);
  const client = await kind.connect(service.origin, await service.issueKey(plan));
  opened.push(client);
  return { service, probes, client };
}

describe.each(CLIENT_KINDS)('$name', (kind) => {
  test('connects, agrees on its revision, lists the tools and calls one', async () => {
    const { client, probes } = await meet(kind);

    expect(client.revision).toBe(kind.revision);
    expect(await client.listTools()).toEqual(probes.tools.map((tool) => tool.name));
    expect(await client.call('probe_echo', { text: 'héllo' })).toEqual({ text: 'héllo', isError: false });
  });

  test('is told by an error result what a tool could not do, and goes on', async () => {
    const { client } = await meet(kind);

    const obstacle = { text: 'No such file. Call probe_echo instead.', isError: true };
    expect(await client.call('probe_fail', {})).toEqual(obstacle);
    expect(await client.call('probe_echo', { text: 'on' })).toEqual({ text: 'on', isError: false });
  });

  test('is told by an error result which argument does not fit', async () => {
    const { client } = await meet(kind);

    const answer = await client.call('probe_echo', { txt: 'x' });
    expect(answer.isError).toBe(true);
    expect(answer.text).toContain('txt');
  });

  test('is refused with 401 for a key that the service does not know, and for none', async () => {
    const { service } = await meet(kind);
    const unknown = 'mcp_live_unknown-abcdef.0000000000000000000000000000000000000000000000000';

    await expect(kind.connect(service.origin, unknown)).rejects.toThrow(/401|unauthorized|authenti|key/i);
    await expect(kind.connect(service.origin, null)).rejects.toThrow(/401|unauthorized|authenti|key/i);
  });

  test('hears of progress, in order, before the answer', async () => {
    const { client } = await meet(kind);
    const heard: string[] = [];

    const answer = await client.call('probe_count', {}, { onprogress: ({ message }) => heard.push(String(message)) });
    expect(answer.text).toBe('counted');
    expect(heard).toEqual(['step 1', 'step 2', 'step 3']);
  });

  test('stops the work in the service when it gives up', async () => {
    const { client, probes } = await meet(kind);
    const giveUp = new AbortController();

    const call = client.call('probe_wait', {}, { signal: giveUp.signal });
    const refused = expect(call).rejects.toThrow();
    await probes.waiting;
    giveUp.abort();
    // A client of 2025 sends a notification that a service without sessions cannot match; closing is what it hears.
    if (kind.revision !== '2026-07-28') await client.close();
    await refused;
    await probes.aborted;
  });

  test('gets 429 when the quota is spent, and still sees the tools', async () => {
    const { client } = await meet(kind, 'free');

    await client.call('probe_echo', { text: '1' });
    await client.call('probe_echo', { text: '2' });
    await expect(client.call('probe_echo', { text: '3' })).rejects.toThrow(/429|rate_limit_exceeded|limit/i);
    expect(await client.listTools()).toHaveLength(4);
  });
});
