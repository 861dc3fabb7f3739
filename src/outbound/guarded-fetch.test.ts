import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { INSIDE_ADDRESSES, insideHosts } from '../../test/support/inside-addresses.ts';
import { makeSelfSigned } from '../../test/support/self-signed.ts';
import { AskError } from './ask-error.ts';
import { type Answer, askOnce, type Question } from './ask-once.ts';
import { makeGuardedFetch, NETWORK } from './guarded-fetch.ts';
import type { OutboundRequest } from './outbound.ts';

const signal = new AbortController().signal;
const ANSWER: Answer = { status: 200, headers: [], body: new Uint8Array(0), isCut: false, address: '', tls: null };
const PUBLIC = ['93.184.216.34', '2606:2800:220:1::1'];

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server on loopback that counts its connections. */
async function serve(listener: RequestListener) {
  const server = createServer(listener);
  let contacts = 0;
  server.on('connection', () => (contacts += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, contacts: () => contacts };
}

/** A fetch whose names and answers are given; every question to an address is written down. */
function makeFake(
  names: Readonly<Record<string, readonly string[]>>,
  answer: (question: Question) => Partial<Answer> | Error = () => ({}),
  trustedUrls: readonly string[] = [],
) {
  const asked: Question[] = [];
  const resolve = async (host: string) => names[host] ?? [];
  const fetch = makeGuardedFetch(
    {
      resolve,
      resolveTrusted: resolve,
      async askOnce(question) {
        asked.push(question);
        const made = answer(question);
        if (made instanceof Error) throw made;
        return { ...ANSWER, address: question.address, ...made };
      },
    },
    { trustedUrls, userAgent: 'portico-test' },
  );
  return { fetch: (url: string, rest: Partial<OutboundRequest> = {}) => fetch({ url, signal, ...rest }), asked };
}

/** One that may speak to the servers of these URLs, for real. */
function makeReal(...trustedUrls: string[]) {
  const fetch = makeGuardedFetch(NETWORK, { trustedUrls, userAgent: 'portico-test' });
  return (url: string, rest: Partial<OutboundRequest> = {}) => fetch({ url, signal, ...rest });
}

test('no way to write a private address leads to a contact, on any port', async () => {
  const hosts = insideHosts();
  expect(hosts.length).toBeGreaterThan(300);
  const { fetch, asked } = makeFake(Object.fromEntries(hosts.map((host) => [host.toLowerCase(), ['127.0.0.1']])));
  for (const host of hosts) {
    for (const port of ['', ':80', ':443', ':22', ':8080']) {
      const answer = await fetch(`http://${host}${port}/`);
      expect(answer.ok ? host : answer.error.reason, host).toMatch(/^(?:blocked_by_policy|bad_url)$/);
    }
  }
  expect(asked).toEqual([]);
});

test('a name is refused when one of its addresses is not public, whatever the others are', async () => {
  for (const address of INSIDE_ADDRESSES) {
    const { fetch, asked } = makeFake({ 'two-faced.example': [...PUBLIC, address] });
    const answer = await fetch('https://two-faced.example/');
    expect(answer.ok ? null : answer.error.reason, address).toBe('blocked_by_policy');
    expect(asked).toEqual([]);
  }
});

test('the refusal is the same for an open port, a closed port and a host that does not exist inside', async () => {
  const open = await serve((_, response) => response.end('secret'));
  const fetch = makeReal();
  const answers = await Promise.all([open.port, 1, 80, 443].map((port) => fetch(`http://127.0.0.1:${port}/`)));
  const texts = answers.map((answer) => (answer.ok ? 'answered' : `${answer.error.reason} ${answer.error.text}`));
  expect(new Set(texts).size).toBe(1);
  expect(open.contacts()).toBe(0);
});

test('redirects into the inside are refused before contact, also after redirects that are fine', async () => {
  for (const host of insideHosts()) {
    const { fetch, asked } = makeFake({ 'a.example': PUBLIC, 'b.example': PUBLIC }, ({ target }) => ({
      status: 302,
      headers: [['location', target.host === 'a.example' ? 'https://b.example/' : `http://${host}/`]],
    }));
    const answer = await fetch('https://a.example/');
    expect(answer.ok ? host : answer.error.reason).toMatch(/^(?:blocked_by_policy|bad_url)$/);
    expect(asked.map(({ target }) => target.host)).toEqual(['a.example', 'b.example']);
  }
});

test('a stranger cannot lead to what the operator trusts, and what is trusted cannot lead to another place inside', async () => {
  const registry = 'http://10.0.0.5:4873';
  const { fetch, asked } = makeFake(
    { 'a.example': PUBLIC },
    ({ target }) => ({
      status: 302,
      headers: [['location', target.host === 'a.example' ? `${registry}/` : 'http://10.0.0.6/']],
    }),
    [`${registry}/npm/`],
  );
  expect(await fetch('https://a.example/')).toMatchObject({ ok: false, error: { reason: 'blocked_by_policy' } });
  expect(await fetch(`${registry}/left-pad`)).toMatchObject({ ok: false, error: { reason: 'blocked_by_policy' } });
  expect(asked.map(({ address }) => address)).toEqual([PUBLIC[0], '10.0.0.5']);
});

test('exactly the checked address is connected to: a name server that answers otherwise the next time changes nothing', async () => {
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  let looked = 0;
  const asked: string[] = [];
  const fetch = makeGuardedFetch(
    {
      resolve: async () => answers[looked++] ?? [],
      resolveTrusted: async () => [],
      askOnce: async ({ address }) => {
        asked.push(address);
        return { ...ANSWER, address };
      },
    },
    { trustedUrls: [], userAgent: 'portico-test' },
  );
  expect(await fetch({ url: 'https://rebind.example/', signal })).toMatchObject({ ok: true });
  expect([looked, asked]).toEqual([1, ['93.184.216.34']]);
});

test('the next address is tried when one accepts no connection, never after something was sent', async () => {
  const before = makeFake({ 'a.example': PUBLIC }, ({ address }) =>
    address === PUBLIC[0] ? new AskError('refused', 'no', true) : {},
  );
  expect(await before.fetch('https://a.example/')).toMatchObject({ ok: true, value: { address: PUBLIC[1] } });
  const after = makeFake({ 'a.example': PUBLIC }, () => new AskError('bad_answer', 'no', false));
  expect(await after.fetch('https://a.example/')).toMatchObject({ ok: false, error: { reason: 'bad_answer' } });
  expect(after.asked.length).toBe(1);
});

test.each([
  ['ftp://a.example/', 'bad_url'],
  ['file:///etc/passwd', 'bad_url'],
  ['data:text/html,x', 'bad_url'],
  ['https://user:secret@a.example/', 'bad_url'],
  ['https://a.example:22/', 'blocked_by_policy'],
  ['https://nobody.example/', 'dns'],
  ['', 'bad_url'],
  ['https://', 'bad_url'],
  [`https://a.example/${'x'.repeat(5_000)}`, 'bad_url'],
])('%s is refused as %s, without a contact', async (url, reason) => {
  const { fetch, asked } = makeFake({ 'a.example': PUBLIC });
  expect(await fetch(url)).toMatchObject({ ok: false, error: { reason } });
  expect(asked).toEqual([]);
});

test('hosts that only look like the inside are asked', async () => {
  const { fetch } = makeFake({ 'localhost.net.nz': PUBLIC, 'local.example': PUBLIC, 'my-internal.example': PUBLIC });
  for (const host of ['localhost.net.nz', 'local.example', 'my-internal.example']) {
    expect(await fetch(`https://${host}/`)).toMatchObject({ ok: true });
  }
});

test('whatever the text of a URL, there is an answer or a named refusal, and no contact with the inside', async () => {
  const { fetch, asked } = makeFake({ 'a.example': PUBLIC });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.webUrl(),
        fc.string(),
        fc.ipV4().map((ip) => `http://${ip}/`),
      ),
      async (url) => {
        const answer = await fetch(url);
        if (!answer.ok) expect(answer.error.text).not.toBe('');
      },
    ),
  );
  for (const { address } of asked) expect(INSIDE_ADDRESSES).not.toContain(address);
});

test('no credential, cookie or other header of a caller leaves', async () => {
  const { fetch, asked } = makeFake({ 'a.example': PUBLIC });
  const headers = { Authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', host: 'other', Accept: 'text/html' };
  await fetch('https://a.example/', { headers });
  expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(['accept', 'accept-encoding', 'user-agent']);
  expect(asked[0]?.headers.accept).toBe('text/html');
});

test('redirects have a bound, every answer on the way is told, and a POST becomes a GET where browsers do so', async () => {
  const { fetch, asked } = makeFake({ 'a.example': PUBLIC }, ({ target }) => {
    const turn = Number(target.url.searchParams.get('n') ?? 0);
    return turn < 3 ? { status: 301, headers: [['location', `?n=${turn + 1}`]] } : {};
  });
  const answer = await fetch('https://a.example/', { method: 'POST', body: '{}' });
  expect(answer.ok && answer.value.hops.map(({ status }) => status)).toEqual([301, 301, 301, 200]);
  expect(asked.map(({ method, body }) => [method, body])).toEqual([['POST', '{}'], ...Array(3).fill(['GET', null])]);
  const short = await fetch('https://a.example/', { limits: { redirectsMax: 2 } });
  expect(short).toMatchObject({ ok: false, error: { reason: 'too_many_redirects' } });
  const none = await fetch('https://a.example/', { limits: { redirectsMax: 0 } });
  expect(none).toMatchObject({ ok: true, value: { status: 301 } });
});

test('a real answer comes with its status, its headers in order and repeated, and its body', async () => {
  const server = await serve((_, response) => {
    response.writeHead(404, [
      ['Set-Cookie', 'a=1'],
      ['X-One', 'x'],
      ['Set-Cookie', 'b=2'],
    ]);
    response.end('gone');
  });
  const answer = await makeReal(server.url)(`${server.url}/x?y=1#z`);
  if (!answer.ok) throw new Error(answer.error.text);
  expect(answer.value).toMatchObject({ status: 404, url: `${server.url}/x?y=1`, address: '127.0.0.1', tls: null });
  const cookies = answer.value.headers.filter(([name]) => name === 'set-cookie').map(([, value]) => value);
  expect(cookies).toEqual(['a=1', 'b=2']);
  expect(Buffer.from(answer.value.body).toString()).toBe('gone');
});

test('a compression bomb costs its bound: refused, or cut where the caller says so', async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1_024 * 1_024));
  const server = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
  const fetch = makeReal(server.url);
  const limits = { bytesMax: 100_000 };
  expect(await fetch(server.url, { limits })).toMatchObject({ ok: false, error: { reason: 'too_large' } });
  const cut = await fetch(server.url, { limits: { ...limits, cutsBody: true } });
  expect(cut.ok && [cut.value.body.length, cut.value.isCut]).toEqual([100_000, true]);
});

test.each<[string, RequestListener, string]>([
  [
    'breaks off',
    (_, response) => void response.writeHead(200, { 'content-length': '99' }).write('x', () => response.destroy()),
    'bad_answer',
  ],
  [
    'is not what its encoding says',
    (_, response) => void response.writeHead(200, { 'content-encoding': 'br' }).end('plain'),
    'bad_answer',
  ],
  ['is not HTTP', (_, response) => void response.socket?.end('SSH-2.0-OpenSSH\r\n'), 'bad_answer'],
  ['has endless headers', (_, response) => void response.writeHead(200, { x: 'y'.repeat(90_000) }).end(), 'too_large'],
  [
    'is preceded by endless others',
    (_, response) => {
      for (let count = 0; count < 100; count++) response.writeProcessing();
      response.end();
    },
    'bad_answer',
  ],
  ['never comes', () => {}, 'timeout'],
  ['drips', (_, response) => void response.writeHead(200).write('x'), 'timeout'],
])('an answer that %s is a named failure within its time', async (_name, listener, reason) => {
  const server = await serve(listener);
  // Only what never ends on its own is given a short time: how fast the machine is then decides over no outcome.
  const limits = reason === 'timeout' ? { timeMs: 200 } : {};
  const answer = await makeReal(server.url)(server.url, { limits });
  expect(answer).toMatchObject({ ok: false, error: { reason } });
});

test('a port that nobody listens on is refused, and plain HTTP on a TLS port is a TLS failure', async () => {
  const plain = await serve((_, response) => response.end());
  const https = plain.url.replace('http:', 'https:');
  expect(await makeReal(https)(https)).toMatchObject({ ok: false, error: { reason: 'tls' } });
  expect(await makeReal('http://127.0.0.1:1')('http://127.0.0.1:1/')).toMatchObject({ error: { reason: 'refused' } });
});

test('a caller that goes away ends the request', async () => {
  const caller = new AbortController();
  const server = await serve(() => caller.abort());
  const answer = await makeReal(server.url)(server.url, { signal: caller.signal });
  expect(answer).toMatchObject({ ok: false, error: { reason: 'cancelled' } });
});

test('no more than 32 requests are under way, and those that wait keep to their time', async () => {
  let running = 0;
  let most = 0;
  const waiting: (() => void)[] = [];
  const fetch = makeGuardedFetch(
    {
      resolve: async () => PUBLIC,
      resolveTrusted: async () => [],
      askOnce: async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => waiting.push(resolve));
        running -= 1;
        return ANSWER;
      },
    },
    { trustedUrls: [], userAgent: 'portico-test' },
  );
  const asked = Array.from({ length: 40 }, () => fetch({ url: 'https://a.example/', signal }));
  const late = await fetch({ url: 'https://a.example/', signal, limits: { timeMs: 5 } });
  expect(late).toMatchObject({ ok: false, error: { reason: 'timeout' } });
  for (let done = 0; done < 40; done++) {
    while (waiting.length === 0) await Promise.resolve();
    waiting.shift()?.();
  }
  expect((await Promise.all(asked)).every(({ ok }) => ok)).toBe(true);
  expect(most).toBe(32);
});

test('proxies of the environment are not used', async () => {
  const proxy = await serve((_, response) => response.end('by proxy'));
  const server = await serve((_, response) => response.end('direct'));
  const before = { ...process.env };
  Object.assign(process.env, { HTTP_PROXY: proxy.url, http_proxy: proxy.url, NODE_USE_ENV_PROXY: '1' });
  try {
    const answer = await makeReal(server.url)(server.url);
    expect(answer.ok && Buffer.from(answer.value.body).toString()).toBe('direct');
    expect(proxy.contacts()).toBe(0);
  } finally {
    process.env = before;
  }
});

test('the real exchange is the one that is used', () => {
  expect(NETWORK.askOnce).toBe(askOnce);
});

test('an encoding that nobody asked for is left as it is, also one that every object has a property of', async () => {
  for (const encoding of ['constructor', '__proto__', 'toString', 'valueof', 'zstd', 'gzip, gzip', '']) {
    const server = await serve((_, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end('as it is');
    });
    const answer = await makeReal(server.url)(server.url);
    expect(answer.ok ? Buffer.from(answer.value.body).toString() : answer.error, encoding).toBe('as it is');
  }
});

/** A server with a certificate of its own, which is trusted until the test ends. */
async function serveTls(listener: RequestListener, isTrusted: boolean): Promise<string> {
  const pair = makeSelfSigned();
  const server = createTlsServer(pair, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  if (isTrusted) {
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, pair.cert]);
    closers.push(async () => setDefaultCACertificates(before));
  }
  const { port } = server.address() as AddressInfo;
  return `https://127.0.0.1:${port}`;
}

test('a page over https that is longer than its bound is cut, and its certificate is told', async () => {
  const url = await serveTls((_request, response) => response.end('x'.repeat(3 << 20)), true);
  const answer = await makeReal(url)(url, { limits: { bytesMax: 1 << 20, cutsBody: true } });
  expect(answer).toMatchObject({ ok: true, value: { status: 200, isCut: true } });
  expect(answer.ok && answer.value.tls).toEqual({
    protocol: 'TLSv1.3',
    expiresAt: new Date('2049-12-31T23:59:59Z'),
  });
});

test('a certificate that nobody vouches for is a failure of TLS', async () => {
  const url = await serveTls((_request, response) => response.end('x'), false);
  expect(await makeReal(url)(url)).toMatchObject({ ok: false, error: { reason: 'tls' } });
});
