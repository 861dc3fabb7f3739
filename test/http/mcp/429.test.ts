import { afterEach, describe, expect, test } from 'vitest';
import { type EdgeOptions, openEdge, type TestEdge, TOKENS } from '../../support/edge.ts';
import { call, FACES, faceHeaders, rpc, send } from '../../support/edge-calls.ts';

let edge: TestEdge | undefined;

afterEach(() => edge?.close());

async function open(options: EdgeOptions): Promise<TestEdge> {
  edge = await openEdge(options);
  return edge;
}

const NEXT_MONTH = String(Date.UTC(2026, 11, 1) / 1_000);

describe.each(FACES)('%s', (face) => {
  test('the call after the last of the month is refused with the body of the specification [S18, L6, L7]', async () => {
    const service = await open({ requestsPerMonth: 2 });
    for (const left of ['1', '0']) {
      const { status, headers } = await send(service, call(face, 'echo', { text: 'x' }));
      expect([status, headers['x-ratelimit-remaining']]).toEqual([200, left]);
    }

    const { status, headers, text } = await send(service, call(face, 'echo', { text: 'x' }));
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-ratelimit-limit': '2',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': NEXT_MONTH,
      'retry-after': String(Number(NEXT_MONTH) - Date.UTC(2026, 10, 21, 12) / 1_000),
    });
    const body = JSON.parse(text);
    expect(Object.keys(body)).toEqual(['error', 'message', 'reset_at', 'upgrade_url']);
    expect(body).toMatchObject({
      error: 'rate_limit_exceeded',
      reset_at: '2026-12-01T00:00:00Z',
      upgrade_url: 'https://portico.test/pricing',
    });
    expect(body.message).toContain('2 requests per month');
  });

  test('a spent quota still lists the tools and runs what is free [C8]', async () => {
    const service = await open({ requestsPerMonth: 0 });

    expect((await send(service, rpc(face, 'tools/list'))).status).toBe(200);
    expect((await send(service, call(face, 'free'))).status).toBe(200);
    expect((await send(service, call(face, 'echo', { text: 'x' }))).status).toBe(429);
  });

  test('a spent quota is told before bad JSON, and not before bad arguments [C3, R8]', async () => {
    const service = await open({ requestsPerMonth: 0 });

    const broken = { headers: faceHeaders(face, 'tools/call'), body: '{' };
    expect((await send(service, broken)).status).toBe(429);
    expect((await send(service, call(face, 'echo', { bad: 1 }))).status).not.toBe(429);
  });

  test('the request after the last of the minute is refused, and again allowed after Retry-After [C2, L2, S18]', async () => {
    const service = await open({ requestsPerMinute: 3 });
    for (let i = 0; i < 3; i++) expect((await send(service, rpc(face, 'tools/list'))).status).toBe(200);

    const { status, headers, text } = await send(service, rpc(face, 'tools/list'));
    expect([status, headers['x-ratelimit-limit']]).toEqual([429, '3']);
    expect(JSON.parse(text).message).toContain('Per-minute');
    // A window that processes share ends an instant later, to the side of refusing, and the header says the whole second.
    const retryAfter = Number(headers['retry-after']);
    expect([60, 61]).toContain(retryAfter);

    service.clock.advance(retryAfter * 1_000 + 1);
    expect((await send(service, rpc(face, 'tools/list'))).status).toBe(200);
  });

  test('a full minute is told before bad JSON [R8]', async () => {
    const service = await open({ requestsPerMinute: 0 });

    expect((await send(service, { headers: faceHeaders(face, 'x'), body: '{' })).status).toBe(429);
  });
});

test('never more calls than the quota, whatever the races [L5]', async () => {
  const service = await open({ requestsPerMonth: 5 });
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => send(service, call(FACES[i % 3] ?? 'bare', 'echo', { text: 'x' }))),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(35);
});

test('without limits the headers show the largest safe integer [C10]', async () => {
  const service = await open({ requestsPerMonth: null, requestsPerMinute: null });
  const { headers } = await send(service, call('bare', 'echo', { text: 'x' }));

  expect(headers['x-ratelimit-limit']).toBe('9007199254740991');
});

describe('PORTICO_QUOTA_COUNTS=all_requests', () => {
  test('every request that passed the minute takes one unit, good or bad, and a call takes no second one [C9]', async () => {
    const service = await open({ quotaCounts: 'all_requests', requestsPerMonth: 4 });
    const sent = [rpc('bare', 'tools/list'), call('bare', 'echo', { text: 'x' }), { body: '{' }, rpc('legacy', 'ping')];
    const left: unknown[] = [];
    for (const one of sent) left.push((await send(service, one)).headers['x-ratelimit-remaining']);

    expect(left).toEqual(['3', '2', '1', '0']);
    expect((await send(service, rpc('bare', 'tools/list'))).status).toBe(429);
  });

  test('what is refused for its head takes a unit too, for it was authenticated, and nobody else does [C9]', async () => {
    const service = await open({ quotaCounts: 'all_requests' });
    await send(service, rpc('bare', 'tools/list', {}, { authorization: undefined }));
    await send(service, rpc('bare', 'tools/list', {}, { origin: 'https://evil.example' }));
    expect(await service.used()).toBe(0);

    const refused = await send(service, { method: 'GET' });
    await send(service, rpc('bare', 'tools/list', {}, { 'content-type': 'text/plain' }));

    expect([refused.status, refused.headers['x-ratelimit-remaining']]).toEqual([405, '554']);
    expect(await service.used()).toBe(2);
  });

  test('a crash gives its unit back', async () => {
    const service = await open({ quotaCounts: 'all_requests' });
    await send(service, call('bare', 'crash'));

    expect(await service.used()).toBe(0);
  });
});

test('an address has 1,000 key validations a minute, good and bad alike; then it is 429 even without a token [C1]', async () => {
  const service = await open({ trustedProxies: ['127.0.0.1'], requestsPerMinute: null });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  for (let i = 0; i < 1_000; i++) service.limits.admitAddress('key_validation', '203.0.113.7');

  for (const authorization of [undefined, `Bearer ${TOKENS.good}`, 'Bearer wrong']) {
    const sent = rpc('bare', 'tools/list', {}, { ...from('203.0.113.7'), authorization });
    const { status, headers, text } = await send(service, sent);
    expect([status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([429, '1000', '0']);
    expect(JSON.parse(text).error).toBe('rate_limit_exceeded');
  }
  expect((await send(service, rpc('bare', 'tools/list', {}, from('203.0.113.8')))).status).toBe(200);
});

test('X-Forwarded-For of an unknown sender is not believed [L4]', async () => {
  const service = await open({});
  const before = (await send(service, { path: '/healthz', method: 'GET', headers: {} })).headers;
  const after = (
    await send(service, { path: '/healthz', method: 'GET', headers: { 'x-forwarded-for': '203.0.113.9' } })
  ).headers;

  expect(Number(after['x-ratelimit-remaining'])).toBe(Number(before['x-ratelimit-remaining']) - 1);
});
