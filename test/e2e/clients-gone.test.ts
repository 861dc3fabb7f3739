import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { LogFields } from '../../src/base/log.ts';
import { MINUTE_MS } from '../../src/base/units.ts';
import { makeProbeTools } from '../support/probe-tools.ts';
import { openService, type TestService } from '../support/service.ts';

const opened: TestService[] = [];

afterEach(async () => {
  for (const service of opened.splice(0)) await service.close();
});

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'probe_wait' };

const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call' };

/** The three ways of calling, each with what its requests carry. */
const FACES: readonly { face: string; headers: Record<string, string>; _meta: object }[] = [
  { face: 'bare', headers: {}, _meta: {} },
  { face: 'legacy', headers: { 'mcp-protocol-version': '2025-11-25' }, _meta: {} },
  { face: 'modern', headers: modern, _meta: meta },
];

test.each(FACES)('a $face caller that hangs up is logged as gone, not as a failure', async ({ face, ...sent }) => {
  const probes = makeProbeTools();
  const answered = Promise.withResolvers<LogFields>();
  const log = {
    event(name: string, fields: LogFields = {}, level = 'info') {
      if (level === 'error') answered.reject(new Error(`${name} ${JSON.stringify(fields)}`));
      if (name === 'http.answered') answered.resolve(fields);
    },
  };
  const service = await openService({ tools: probes.tools, log });
  opened.push(service);
  const authorization = `Bearer ${await service.issueKey('max')}`;

  const hangUp = new AbortController();
  const call = fetch(`${service.origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization, ...sent.headers },
    body: JSON.stringify({ ...CALL, params: { name: 'probe_wait', _meta: sent._meta } }),
    signal: hangUp.signal,
  });
  const hungUp = expect(call).rejects.toThrow();
  await probes.waiting;
  hangUp.abort();
  await hungUp;
  expect(await answered.promise).toMatchObject({ face, status: 499, reason: 'caller_gone', tool: 'probe_wait' });
});

test('a connection that never sent a request does not hold up a stop', async () => {
  const service = await openService({ tools: [] });
  const socket = connect(Number(new URL(service.origin).port), '127.0.0.1');
  await once(socket, 'connect');
  // A whole request on another connection: by its answer the server has met the silent one too.
  await fetch(service.origin);

  // Waiting for the silent one would outlast this test by far.
  const closed = once(socket, 'close');
  await Promise.all([service.close({ deadlineMs: 10 * MINUTE_MS }), closed]);
});
