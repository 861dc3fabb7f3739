import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleProject, selectDeps, toolContext } from '../../../test/support/tool-context.ts';
import { untold } from '../../../test/support/untold.ts';
import { manualClock } from '../../base/clock.ts';
import { err, ok } from '../../base/result.ts';
import type { HeadersOutput } from '../../code/index.ts';
import { makeGuardedFetch, NETWORK } from '../../outbound/guarded-fetch.ts';
import type { GuardedFetch, OutboundReason, OutboundResponse } from '../../outbound/outbound.ts';
import { estimateTokens } from '../shared/budget.ts';
import { toolDefinition } from '../shared/definition.ts';
import type { ToolAnswer } from '../tool.ts';
import { makeAuditHeaders } from './audit-headers.ts';

const clock = () => manualClock(new Date('2026-03-01T12:00:00Z'));
const HEADERS = { 'content-type': 'text/html', 'x-frame-options': 'DENY' };

/** A fetch that answers every address with these headers, and counts. */
function answering(headers: OutboundResponse['headers'], rest: Partial<OutboundResponse> = {}) {
  const asked: string[] = [];
  const fetch: GuardedFetch = async ({ url, headers: sent }) => {
    asked.push(`${url}${sent?.origin === undefined ? '' : ' from elsewhere'}`);
    const hops = [{ url, status: 200, location: null, headers }];
    const base = { url, status: 200, headers, body: new Uint8Array(0), isCut: false, address: '93.184.216.34' };
    return ok({ ...base, tls: { protocol: 'TLSv1.3', expiresAt: null }, hops, ...rest });
  };
  return { fetch, asked };
}

const failing =
  (reason: OutboundReason): GuardedFetch =>
  async ({ url }) =>
    err({ reason, text: 'it failed', url });

/** The tool with an engine that gives this configuration. */
function make(guardedFetch: GuardedFetch = failing('dns'), configuration?: HeadersOutput, at = clock()) {
  const engine = { call: async () => configuration as never };
  const tool = makeAuditHeaders({ ...selectDeps([sampleProject('acc', 'shop')]), engine, guardedFetch, clock: at });
  return async (args: Record<string, unknown>, account = 'acc'): Promise<ToolAnswer> => {
    const parsed = tool.input.parse(args);
    const refusal = tool.check?.(parsed) ?? null;
    return refusal === null ? tool.run(parsed, toolContext(account)) : { text: refusal, isError: true };
  };
}

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('its definition fits its share of every conversation', () => {
  const tool = makeAuditHeaders({
    ...selectDeps([]),
    engine: { call: async () => null as never },
    guardedFetch: failing('dns'),
    clock: clock(),
  });
  expect(estimateTokens(JSON.stringify(toolDefinition(tool)))).toBeLessThanOrEqual(260);
});

describe('pasted headers', () => {
  test('are graded, with what was not tested and how that counts', async () => {
    const { text, structured } = await make()({ headers: HEADERS });
    expect(structured).toMatchObject({
      outcome: 'ok',
      grade: 'C',
      score: 50,
      scale: 'mdn-4',
      profile: 'page',
      conf: 'medium',
    });
    expect(text).toContain('grade C, score 50, scale mdn-4');
    expect(text).toContain('not tested: redirection (pasted headers do not show what http does)');
    expect(text).toContain('counts 0');
  });

  test('an answer of an API is graded by its own tests, and the answer says so', async () => {
    const { text } = await make()({ headers: 'Content-Type: application/json\nX-Content-Type-Options: nosniff' });
    expect(text).toContain('profile api (content-type application/json)');
    expect(text).toContain('not tested: x-frame-options (only for pages)');
  });

  test('nothing that hides, no cookie value and no secret comes back', async () => {
    const headers = `Set-Cookie: SID=hunter2hunter2; Secure\nServer: a\u202eb\u0007/1\nContent-Security-Policy: default-src 'self' \u200b`;
    const { text, structured } = await make()({ headers, detail: 'full' });
    const all = text + JSON.stringify(structured);
    expect(all).not.toContain('hunter2');
    for (const hidden of ['\u202e', '\u200b', '\u0007']) expect(all).not.toContain(hidden);
    expect(text).toMatch(/<<<data [0-9a-f]{18} headers as they were sent/);
  });

  test.each([
    ['nginx', 'add_header X-Content-Type-Options "nosniff" always;'],
    ['apache', 'Header always set X-Content-Type-Options "nosniff"'],
    ['django', 'SECURE_CONTENT_TYPE_NOSNIFF = True'],
    ['netlify', '  X-Content-Type-Options: nosniff'],
  ])('are mended by lines for %s', async (fix_for, line) => {
    expect((await make()({ headers: HEADERS, fix_for })).text).toContain(line);
  });

  test('the structured value stays below 8 KB whatever is pasted', async () => {
    const policy = Array.from({ length: 60 }, (_, i) => `x${i}-src ${'http://a.example/'.repeat(20)}`).join('; ');
    const cookies = Array.from({ length: 60 }, (_, i) => `sess${'x'.repeat(100)}${i}=1`);
    const { structured, text } = await make()({
      headers: { 'Content-Security-Policy': policy, 'Set-Cookie': cookies },
      detail: 'full',
    });
    expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(8_192);
    expect(text.length).toBeLessThanOrEqual(40_000);
  });
});

describe('a URL', () => {
  test('is asked for itself, over http, and from elsewhere', async () => {
    const { fetch, asked } = answering([['content-type', 'application/json']]);
    const { structured } = await make(fetch)({ url: 'https://shop.example.com/a' });
    expect(asked.sort()).toEqual([
      'http://shop.example.com/a',
      'https://shop.example.com/a',
      'https://shop.example.com/a from elsewhere',
    ]);
    expect(structured).toMatchObject({ ip: '93.184.216.34', tls: { protocol: 'TLSv1.3' }, conf: 'high' });
  });

  test('is asked once a minute by one account; the kept answer is called so', async () => {
    const { fetch, asked } = answering([['content-type', 'text/html']]);
    const at = clock();
    const call = make(fetch, undefined, at);
    await call({ url: 'https://shop.example.com/' });
    at.advance(30_000);
    const again = await call({ url: 'https://shop.example.com/' });
    expect(again.text).toContain('cached answer of 30 s ago');
    expect(asked).toHaveLength(3);
    await call({ url: 'https://shop.example.com/' }, 'other');
    expect(asked).toHaveLength(6);
    at.advance(31_000);
    await call({ url: 'https://shop.example.com/' });
    expect(asked).toHaveLength(9);
  });

  test('one host is not asked for one page after the other without end', async () => {
    const call = make(answering([]).fetch);
    for (let i = 0; i < 6; i++) await call({ url: `https://shop.example.com/${i}` });
    const refused = await call({ url: 'https://shop.example.com/7' });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain('cooldown');
  });

  test.each(['dns', 'refused', 'tls', 'timeout', 'blocked_by_policy', 'bad_answer'] as const)(
    '%s is named, with what to do',
    async (reason) => {
      const { text, isError } = await make(failing(reason))({ url: 'https://shop.example.com/' });
      expect(isError).toBe(true);
      expect(text).toContain(`${reason}: it failed`);
      expect(text).toContain('next: ');
    },
  );

  test('an error page is graded, and called one', async () => {
    const { text, structured } = await make(answering([['content-type', 'text/html']], { status: 503 }).fetch)({
      url: 'https://shop.example.com/',
    });
    expect(text).toContain('HTTP 503 is an error');
    expect(structured).toMatchObject({ status: 503, conf: 'low' });
  });

  test('of a real server on an origin that the operator allows', async () => {
    const url = await serve((request, response) => {
      const echoed =
        request.headers.origin === undefined
          ? {}
          : { 'access-control-allow-origin': request.headers.origin, 'access-control-allow-credentials': 'true' };
      response.writeHead(request.url === '/old' ? 302 : 200, {
        ...HEADERS,
        ...echoed,
        ...(request.url === '/old' ? { location: '/' } : {}),
      });
      response.end('<script src="https://cdn.example.net/a.js"></script>');
    });
    const fetch = makeGuardedFetch(NETWORK, { trustedUrls: [url], userAgent: 'portico-test' });
    const { text, structured } = await make(fetch)({ url: `${url}/old` });
    expect(text).toContain('way: 302');
    expect(text).toContain('any origin is echoed and credentials are allowed');
    expect(text).toContain('sri-not-implemented-but-external-scripts-loaded-securely');
    expect(structured).toMatchObject({ status: 200, ip: '127.0.0.1', hops: [{ status: 302 }, { status: 200 }] });
    const refused = await make(makeGuardedFetch(NETWORK, { trustedUrls: [], userAgent: 'portico-test' }))({ url });
    expect(refused.text).toContain('forbidden: blocked_by_policy');
    expect(refused.text).toContain('curl -sI');
  });
});

test('a failed test says what mends it, also where no single header does', async () => {
  const headers = ['Content-Type: text/html', 'Set-Cookie: session=1'].join('\n');
  const { text, structured } = await make()({ headers });
  expect(text).toMatch(/- cookies .*; fix: Set-Cookie: <name>=<value>; Secure; HttpOnly; SameSite=Lax/);
  expect(structured?.tests).toContainEqual(
    expect.objectContaining({ id: 'cookies', fix: 'Set-Cookie: <name>=<value>; Secure; HttpOnly; SameSite=Lax' }),
  );
});

describe('a baseline', () => {
  test('is an earlier audit of the same account, or pasted headers', async () => {
    const call = make();
    const first = await call({ headers: HEADERS });
    const id = String(first.structured?.id);
    const headers = { ...HEADERS, 'x-content-type-options': 'nosniff' };
    const second = await call({ headers, baseline: id });
    expect(second.text).toContain('C 50 -> C 55');
    expect(second.text).toContain(
      'x-content-type-options: x-content-type-options-not-implemented -> x-content-type-options-nosniff',
    );
    const foreign = await call({ headers, baseline: id }, 'other');
    expect(foreign).toMatchObject({ isError: true });
    expect((await call({ headers, baseline: 'Content-Type: text/html' })).text).toContain(
      'compared with the pasted baseline',
    );
  });
});

describe('a project', () => {
  const read: HeadersOutput = {
    outcome: 'read',
    status: 'ok',
    identity: { kind: 'worktree', branch: 'main', commit: 'c'.repeat(40) },
    places: [],
    total: 0,
    files: { inScope: 3, read: 3 },
    gaps: [],
  };

  const place = {
    tool: 'nginx',
    file: 'nginx.conf',
    line: 4,
    role: 'test' as const,
    scope: 'server',
    settings: [{ name: 'x-frame-options', value: 'DENY', line: 4, by: 'written' as const }],
    notes: ['a note'],
  };

  test('and an answer tell in the structured value what the text says', async () => {
    const configured: HeadersOutput = {
      ...read,
      status: 'partial',
      places: [place],
      total: 1,
      gaps: [{ reason: 'too_large', count: 1, names: ['big.conf'] }],
    };
    const headers = {
      'content-type': 'text/html',
      'content-security-policy': "default-src *; script-src 'unsafe-inline'",
      'set-cookie': 'sid=1',
      server: 'nginx/1.18.0',
    };
    const call = make(undefined, configured);
    const answers = [
      await call({ path: 'shop' }),
      await make(undefined, read)({ path: 'shop' }),
      await call({ path: 'nowhere' }),
      await call({ headers, fix_for: 'nginx' }),
      await call({ headers, path: 'shop' }),
      await call({ headers: HEADERS, baseline: 'Content-Type: text/html' }),
      await make(answering([['content-type', 'text/html']]).fetch)({ url: 'https://example.org/' }),
    ];
    // Headings, and words that only join facts.
    const phrasing = `failed passed not tested tells what software answers scored cookies values are shown policy directives
      directive weaknesses weakness milder more detail full compared with the pasted baseline nothing wrong found note notes`;
    for (const answer of answers) expect(untold(answer, phrasing), answer.text).toEqual([]);
  });

  test('keeps to 8 KiB however much there is, and names what was shortened', async () => {
    const places = Array.from({ length: 60 }, (_, i) => ({ ...place, file: `${'d'.repeat(140)}/${i}.conf` }));
    const headers = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x-${i}`, 'v'.repeat(900)]));
    const call = make(undefined, { ...read, places, total: 60 });
    for (const args of [{ headers: { ...headers, ...HEADERS }, detail: 'full', fix_for: 'nginx' }, {}]) {
      const { structured } = await call({ ...args, path: 'shop' });
      expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(8_192);
    }
    const { structured } = await call({ headers: { ...headers, ...HEADERS }, detail: 'full', path: 'shop' });
    expect(structured?.shortened).toContain('sent');
  });

  test('without any configuration says so, and what was looked for', async () => {
    const { text, structured, isError } = await make(undefined, read)({ path: 'shop' });
    expect(text).toContain('not_found: no configuration of response headers. Looked for: helmet');
    expect(structured).toMatchObject({ outcome: 'not_found' });
    expect(isError).toBeUndefined();
  });

  test('is told place by place, with its lines and without a grade', async () => {
    const settings = [{ name: 'x-frame-options', value: 'DENY', line: 4, by: 'written' as const }];
    const place = {
      tool: 'nginx',
      file: 'nginx.conf',
      line: 4,
      role: 'source' as const,
      scope: 'server',
      settings,
      notes: ['a note'],
    };
    const { text, structured } = await make(undefined, { ...read, places: [place], total: 1 })({ path: 'shop' });
    expect(text).toContain('nginx.conf:4 nginx · "server"\n  x-frame-options: "DENY" (line 4)\n  note: a note');
    expect(text).toContain('no grade');
    expect(structured).not.toHaveProperty('grade');
  });
});

test.each([
  [{}, 'give url'],
  [{ headers: 5 }, 'object of names and values'],
  [{ headers: 'x'.repeat(60_001) }, 'at most 60000'],
  [{ headers: HEADERS, fix_for: 'iis' }, 'fix_for is one of'],
  [{ path: 'shop', baseline: 'x' }, 'baseline compares'],
  [{ headers: 'no headers here' }, 'there is no header'],
])('%j is refused with what to change', async (args, text) => {
  expect((await make()(args)).text).toContain(text);
});
