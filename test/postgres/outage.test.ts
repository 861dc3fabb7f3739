import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answered, type Caller, makeCaller, startLoad } from '../support/load.ts';
import { type PostgresCluster, startPostgresCluster } from '../support/postgres-cluster.ts';
import { openWholeService, type WholeService } from '../support/whole-service.ts';

// The whole service on a server of its own, which goes away under load and comes back. docs/guides/scaling.md.

/** The ways in which a database goes away, and how each ends. */
const OUTAGES: readonly [string, (cluster: PostgresCluster) => unknown, (cluster: PostgresCluster) => unknown][] = [
  ['stopped', (cluster) => cluster.stop(), (cluster) => cluster.start()],
  ['frozen', (cluster) => cluster.freeze(), (cluster) => cluster.thaw()],
  ['killed', (cluster) => cluster.kill(), (cluster) => cluster.start()],
];

let cluster: PostgresCluster;
let service: WholeService | null = null;
let caller: Caller;
let url: string;

beforeAll(async () => {
  cluster = await startPostgresCluster({ isDurable: true });
});

afterAll(() => cluster.close());

beforeEach(async () => {
  url = await cluster.createDatabase();
  service = await openWholeService({
    isImpatient: true,
    env: {
      PORTICO_DATABASE_URL: url,
      PORTICO_SECRET: randomBytes(32).toString('base64'),
      PORTICO_TRUSTED_PROXIES: '127.0.0.1',
    },
  });
  caller = makeCaller(service);
});

async function closeService(): Promise<void> {
  await service?.close();
  service = null;
}

afterEach(async () => {
  await closeService();
});

/** Far above what is promised: a test fails on what never comes, not on a clock. */
const SOON = { timeout: 20_000, interval: 20 };

function isUnavailable({ status, headers, json }: Answered): boolean {
  return status === 503 && headers.get('retry-after') === '5' && json?.error?.data?.reason === 'unavailable';
}

/** Units that one outage may cost: a block whose lease, and one whose return, nobody knows the end of. */
const LOST_UNITS_MAX = 2 * 64;

/** Every call that a tool answered took its unit; what was taken beside them is within what an outage may cost. */
async function expectCounted(outages: number): Promise<void> {
  // What the service still holds goes back at its end.
  await closeService();
  const [row] = await cluster.administer("select sum(units) from usage_counter where counter like 'account:%'", url);
  const units = Number(row?.sum);
  expect(units).toBeGreaterThanOrEqual(caller.served());
  expect(units).toBeLessThanOrEqual(caller.served() + outages * LOST_UNITS_MAX);
}

describe.each(OUTAGES)('a database that is %s under load', (_how, take, give) => {
  test('is answered 503, never uncounted, and all is served after its return [L10, L13, S19]', async () => {
    const load = startLoad(caller, { callers: 6 });
    await vi.waitFor(() => expect(load.thoughts().length).toBeGreaterThan(10), SOON);

    await take(cluster);
    await vi.waitFor(() => expect(load.answers().filter(isUnavailable).length).toBeGreaterThan(10), SOON);
    const before = load.answers().length;
    // Storage is still away: whoever asks now is answered without it.
    expect(isUnavailable(await caller.think('while it is away'))).toBe(true);
    await give(cluster);
    await vi.waitFor(async () => expect((await caller.think('after it is back')).status).toBe(200), SOON);
    const answers = await load.stop();

    // Nothing but the two documented answers, whenever it was sent.
    expect(answers.filter((answer) => answer.status !== 200 && !isUnavailable(answer))).toEqual([]);
    expect(answers.length).toBeGreaterThan(before);
    for (const { headers } of answers) expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
    // What was acknowledged is there, and every call was counted.
    expect(await caller.missing(load.thoughts())).toEqual([]);
    await expectCounted(1);
  });

  test('is told by /readyz for as long as it lasts; the other routes answer as ever [L14]', async () => {
    expect((await caller.get('/readyz')).status).toBe(200);
    await take(cluster);
    await vi.waitFor(async () => expect((await caller.get('/readyz')).status).toBe(503), SOON);

    expect(JSON.parse((await caller.get('/readyz')).text)).toMatchObject({
      status: 'unavailable',
      obstacles: [expect.stringMatching(/^storage does not answer/)],
    });
    for (const [path, status] of [
      ['/healthz', 200],
      ['/metrics', 200],
      ['/pricing', 200],
      ['/openapi.json', 200],
      ['/nowhere', 404],
    ] as const) {
      expect([path, (await caller.get(path)).status]).toEqual([path, status]);
    }
    // A caller without a key hears so: nothing has to be looked up for that.
    expect((await caller.post({ token: null })).status).toBe(401);
    await give(cluster);
    await vi.waitFor(async () => expect((await caller.get('/readyz')).status).toBe(200), SOON);
  });
});

const ROUNDS = 4;

test('a database that freezes again and again loses no thought and counts every one [L10, L13]', async () => {
  const load = startLoad(caller, { callers: 6 });
  for (let round = 0; round < ROUNDS; round++) {
    const seen = load.answers().length;
    await vi.waitFor(
      () =>
        expect(
          load
            .answers()
            .slice(seen)
            .filter(({ status }) => status === 200).length,
        ).toBeGreaterThan(5),
      SOON,
    );
    cluster.freeze();
    const frozen = load.answers().length;
    await vi.waitFor(() => expect(load.answers().slice(frozen).some(isUnavailable)).toBe(true), SOON);
    cluster.thaw();
  }
  await vi.waitFor(async () => expect((await caller.think('after the last thaw')).status).toBe(200), SOON);
  const answers = await load.stop();

  expect(answers.filter((answer) => answer.status !== 200 && !isUnavailable(answer))).toEqual([]);
  expect(await caller.missing(load.thoughts())).toEqual([]);
  await expectCounted(ROUNDS);
});
