import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../src/base/clock.ts';
import { silentLog } from '../src/base/log.ts';
import { checkPackages, type PackageRequest } from '../src/domain/packages/index.ts';
import { makeGuardedFetch, NETWORK } from '../src/outbound/guarded-fetch.ts';
import { makePackageSources, packageSourceUrls } from '../src/outbound/package-data/make-package-sources.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Everything that a check asks, as one server on loopback that the operator's settings name. */
async function openWorld(answer: Answer) {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server listens on an address, so that this is one.
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const urls = packageSourceUrls({ npmRegistry: `${base}/npm`, depsDevUrl: `${base}/deps/`, osvUrl: `${base}/osv` });
  const fetch = makeGuardedFetch(NETWORK, { trustedUrls: Object.values(urls), userAgent: 'portico/test' });
  const sources = makePackageSources({ fetch, clock: systemClock, log: silentLog, urls, archives: '/nowhere' });
  return (request: Partial<PackageRequest> & { name: string }) =>
    checkPackages(
      { clock: systemClock, sources },
      [{ ecosystem: 'npm', requested: null, upgradeFrom: null, usedIn: [], origin: { kind: 'registry' }, ...request }],
      { minSeverity: 'low', signal: AbortSignal.timeout(20_000) },
    );
}

const json = (response: ServerResponse, value: unknown) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
};

const DOCUMENT = {
  name: 'thing',
  'dist-tags': { latest: '1.2.0' },
  time: {
    created: '2020-01-01T00:00:00Z',
    modified: '2026-01-01T00:00:00Z',
    '1.0.0': '2020-01-01T00:00:00Z',
    '1.2.0': '2026-01-01T00:00:00Z',
  },
  versions: {
    '1.0.0': { version: '1.0.0', license: 'MIT', repository: 'acme/thing' },
    '1.2.0': { version: '1.2.0', license: 'MIT', repository: 'acme/thing' },
  },
};
const RECORD = {
  id: 'GHSA-1',
  summary: 'Prototype pollution',
  database_specific: { severity: 'HIGH' },
  affected: [
    {
      package: { ecosystem: 'npm', name: 'thing' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }],
    },
  ],
};

/** A world in which `thing` exists and has one advisory; a path can be answered otherwise. */
function world(changes: Readonly<Record<string, Answer>> = {}): Answer {
  const answers: Readonly<Record<string, Answer>> = {
    '/npm/thing': (_, response) => json(response, DOCUMENT),
    '/osv/v1/vulns/GHSA-1': (_, response) => json(response, RECORD),
    '/osv/v1/querybatch': async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { queries } = JSON.parse(Buffer.concat(chunks).toString());
      json(response, { results: queries.map(() => ({ vulns: [{ id: 'GHSA-1' }] })) });
    },
    ...changes,
  };
  return (request, response) => {
    const answer = answers[request.url ?? ''];
    if (answer !== undefined) return answer(request, response);
    response.statusCode = 404;
    response.end();
  };
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}, body = ''): Answer =>
  (_, response) => {
    response.writeHead(code, headers);
    response.end(body);
  };

// Guards the promise that a check never says `ok` for want of an answer, over a real connection.
describe('packages are checked through the one way out', () => {
  test('a vulnerable version is blocked with the version that is safe', async () => {
    const { reports, sources } = await (await openWorld(world()))({ name: 'thing', requested: '1.0.0' });
    // The batch above lists the advisory on every version, so that only its own ranges tell which are safe.
    expect(reports[0]).toMatchObject({ verdict: 'block', resolved: '1.0.0', safeVersion: '1.2.0', license: 'MIT' });
    expect(sources.map(({ name, status: became }) => `${name} ${became}`)).toEqual(['npm ok', 'osv ok']);
  });

  test('a package that is not there is absent', async () => {
    const { reports } = await (await openWorld(world()))({ name: 'gone' });
    expect(reports[0]).toMatchObject({ verdict: 'absent', exists: false });
  });

  test.each<[string, Answer]>([
    ['crashes', status(500)],
    ['asks to wait long', status(429, { 'retry-after': '600' })],
    ['answers a page', status(200, {}, '<html>please sign in</html>')],
    ['answers half', status(200, { 'content-length': '100' }, '{"name":"thing"')],
    ['answers without an end', (_, response) => void response.write('x'.repeat(30 * 1024 * 1024))],
    ['sends to an inside address', status(302, { location: 'http://169.254.169.254/latest' })],
    ['sends in circles', status(302, { location: '/npm/thing' })],
    ['hangs up', (request) => void request.socket.destroy()],
  ])('a registry that %s leaves a package unknown', async (_, answer) => {
    const check = await openWorld(world({ '/npm/thing': answer, '/deps/v3/systems/npm/packages/thing': answer }));
    const { reports, sources } = await check({ name: 'thing', requested: '1.3.0' });
    expect(reports[0]?.exists).toBeNull();
    expect(reports[0]?.verdict).not.toBe('ok');
    expect(sources.find(({ name }) => name === 'npm')?.status).toBe('unreachable');
  });

  test.each<[string, Answer]>([
    ['crashes', status(500)],
    ['answers a page', status(200, {}, '<html>please sign in</html>')],
    ['answers an empty object', (_, response) => json(response, {})],
    ['answers too few results', (_, response) => json(response, { results: [] })],
    ['hangs up', (request) => void request.socket.destroy()],
  ])('an OSV that %s leaves a package unknown', async (_, answer) => {
    const { reports, sources } = await (await openWorld(world({ '/osv/v1/querybatch': answer })))({ name: 'thing' });
    expect(reports[0]).toMatchObject({ verdict: 'unknown', exists: true, safeVersion: null });
    expect(sources.find(({ name }) => name === 'osv')?.status).toBe('unreachable');
  });

  test('a redirect of the registry within its own place is followed', async () => {
    const moved = {
      '/npm/thing': status(301, { location: '/npm/moved' }),
      '/npm/moved': ((_, response) => json(response, DOCUMENT)) as Answer,
    };
    const { reports } = await (await openWorld(world(moved)))({ name: 'thing', requested: '1.2.0' });
    expect(reports[0]).toMatchObject({ verdict: 'ok', resolved: '1.2.0' });
  });
});

test('without settings npm answers for its registry, and the public services for the rest', () => {
  const urls = packageSourceUrls({ npmRegistry: null, depsDevUrl: null, osvUrl: null });
  expect(urls.npm).toMatch(/^https?:\/\/[^@]+\/$/);
  expect([urls.depsDev, urls.osv]).toEqual(['https://api.deps.dev/', 'https://api.osv.dev/']);
});
