import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEdge, type TestEdge } from '../../support/edge.ts';
import { FACES, faceHeaders, type Sent, send } from '../../support/edge-calls.ts';

let edge: TestEdge;

beforeAll(async () => {
  edge = await openEdge({ requestsPerMinute: null, requestsPerMonth: null, trustedProxies: ['127.0.0.1'] });
});

afterAll(() => edge.close());

/** Anything, from bytes to nearly good requests. */
const bodies = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.json(),
  fc
    .record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0', 2),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.double()),
        method: fc.constantFrom(
          'tools/list',
          'tools/call',
          'initialize',
          'ping',
          'notifications/x',
          'server/discover',
          '',
        ),
        params: fc.oneof(
          fc.jsonValue(),
          fc.record({
            name: fc.constantFrom('echo', 'free', 'progress', 'nope'),
            arguments: fc.jsonValue(),
            _meta: fc.jsonValue(),
          }),
        ),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
);
const versions = fc.constantFrom(undefined, '2025-11-25', '2026-07-28', 'x');
const accepts = fc.constantFrom(undefined, '*/*', 'text/event-stream', 'application/json, text/event-stream');

// The endpoint is open to anybody with a key: whatever they send, it must stay up and say what is wrong.
test('no body is answered with 5xx, nor without the limit headers, nor slowly', async () => {
  let sender = 0;
  await fc.assert(
    fc.asyncProperty(bodies, fc.constantFrom(...FACES), versions, accepts, async (body, face, version, accept) => {
      sender += 1;
      const headers = {
        ...faceHeaders(face, 'tools/call', { name: 'echo' }),
        ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
        accept,
        'x-forwarded-for': `10.0.${sender >> 8}.${sender & 255}`,
      };
      const sent: Sent = { headers, body };
      expect((await send(edge, sent)).status).toBeLessThan(500);
    }),
    { numRuns: 500 },
  );
});
