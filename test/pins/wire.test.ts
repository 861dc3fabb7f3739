import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PROBLEMS } from '../../src/http/problems.ts';
import { openEdge, type TestEdge, TOKENS } from '../support/edge.ts';
import { sendRaw } from '../support/edge-calls.ts';

// What goes over the wire, as literals: callers compare these bytes, so that a constant renamed here breaks them.

let edge: TestEdge;

beforeEach(async () => {
  edge = await openEdge({ requestsPerMonth: 1 });
});

afterEach(() => edge.close());

interface RawAnswer {
  readonly statusLine: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** One request as a socket sees its answer: header names in their own case, the port as PORT. */
async function post(body: string, token: string | null = TOKENS.good): Promise<RawAnswer> {
  const lines = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${edge.port}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(token === null ? [] : [`Authorization: Bearer ${token}`]),
    'Connection: close',
  ];
  const raw = await sendRaw(edge, `${lines.join('\r\n')}\r\n\r\n${body}`);
  const [head = '', text = ''] = raw.replaceAll(`:${edge.port}`, ':PORT').split('\r\n\r\n');
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.split(': ')[0], field.split(': ').slice(1).join(': ')]),
  );
  return { statusLine, headers, body: text };
}

const CALL = '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}';

test('the headers of an answer, in this spelling', async () => {
  const { statusLine, headers, body } = await post(CALL);

  expect(statusLine).toBe('HTTP/1.1 200 OK');
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-RateLimit-Limit': '1',
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': '1796083200',
    'RateLimit-Policy': '"month";q=1;w=2592000',
    RateLimit: '"month";r=0;t=820800',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  });
  expect(headers).toHaveProperty('X-Request-Id');
  expect(Object.keys(JSON.parse(body))).toEqual(['jsonrpc', 'id', 'result']);
});

test('the body of a 429, byte by byte', async () => {
  await post(CALL);
  const { statusLine, headers, body } = await post(CALL);

  expect(statusLine).toBe('HTTP/1.1 429 Too Many Requests');
  expect(headers).toMatchObject({ 'Retry-After': '820800', 'X-RateLimit-Remaining': '0' });
  expect(body).toBe(
    '{"error":"rate_limit_exceeded","message":"Monthly limit of the Free plan reached: 1 request per month. Try again ' +
      'after 2026-12-01T00:00:00Z. Upgrade at https://portico.test/pricing for a higher limit, or share Portico to earn bonus requests.",' +
      '"reset_at":"2026-12-01T00:00:00Z","upgrade_url":"https://portico.test/pricing"}',
  );
});

const TAIL = 'scope="tools:read", resource_metadata="http://127.0.0.1:PORT/.well-known/oauth-protected-resource/mcp"';

describe('the challenge of a 401', () => {
  test.each([
    ['no key', null, `Bearer ${TAIL}`],
    ['an unknown key', 'x', `Bearer error="invalid_token", error_description="API key not valid", ${TAIL}`],
    ['a revoked key', TOKENS.revoked, `Bearer error="invalid_token", error_description="API key revoked", ${TAIL}`],
    ['an expired key', TOKENS.expired, `Bearer error="invalid_token", error_description="API key expired", ${TAIL}`],
  ])('of %s', async (_, token, challenge) => {
    const { statusLine, headers } = await post(CALL, token);
    expect([statusLine, headers['WWW-Authenticate']]).toEqual(['HTTP/1.1 401 Unauthorized', challenge]);
  });
});

test('the error of a refusal has these members', async () => {
  const { headers, body } = await post('{"jsonrpc":"2.0","id":7,"method":"no/such"}');

  expect(JSON.parse(body)).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: {
      code: -32601,
      message: 'The method "no/such" is not known here. Use tools/list to see the tools and tools/call to run one.',
      data: { requestId: headers['X-Request-Id'], reason: 'unknown_method' },
    },
  });
});

// Code, HTTP status, status in MCP of 2025 and of 2026, JSON-RPC code. docs/contract.md, "Status table" and R2 to R6.
test('the table of refusals', () => {
  const rows = Object.entries(PROBLEMS).map(([code, problem]) => {
    const { status, legacyStatus, modernStatus, rpcCode } = { legacyStatus: null, modernStatus: null, ...problem };
    return [code, status, legacyStatus, modernStatus, rpcCode];
  });
  expect(rows).toEqual([
    ['parse_error', 400, null, null, -32700],
    ['invalid_request', 400, null, null, -32600],
    ['unknown_method', 400, 200, 404, -32601],
    ['invalid_params', 400, 200, 200, -32602],
    ['invalid_arguments', 400, 200, 200, -32602],
    ['invalid_meta', 400, null, null, -32602],
    ['header_mismatch', 400, null, null, -32020],
    ['missing_capability', 400, null, null, -32021],
    ['unsupported_version', 400, null, null, -32022],
    ['missing_token', 401, null, null, -32600],
    ['invalid_token', 401, null, null, -32600],
    ['key_revoked', 401, null, null, -32600],
    ['key_expired', 401, null, null, -32600],
    ['key_cap_reached', 401, null, null, -32600],
    ['insufficient_scope', 403, null, null, -32600],
    ['foreign_host', 403, null, null, -32600],
    ['foreign_origin', 403, null, null, -32600],
    ['not_found', 404, null, null, -32600],
    ['method_not_allowed', 405, null, null, -32600],
    ['request_timeout', 408, null, null, -32600],
    ['body_too_large', 413, null, null, -32600],
    ['unsupported_media_type', 415, null, null, -32600],
    ['rate_limit_exceeded', 429, null, null, -32600],
    ['malformed_http', 400, null, null, -32600],
    ['headers_too_large', 431, null, null, -32600],
    ['internal_error', 500, null, null, -32603],
    ['unavailable', 503, null, null, -32603],
  ]);
});
