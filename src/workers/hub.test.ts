import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { joinTestWorker, makeTestHub } from '../../test/support/channel-pair.ts';
import { makeTestStorage, type TestStorage } from '../../test/support/engine.ts';
import { ALONE, type Peers } from '../base/peers.ts';
import { UnavailableError } from '../base/unavailable.ts';
import type { Database } from '../storage/database.ts';
import type { Hub } from './hub.ts';

/** Bounds the wait for something that takes milliseconds. */
const SOON = { timeout: 10_000, interval: 5 };

let storage: TestStorage;
let base: Database;
let hub: Hub;

beforeEach(async () => {
  storage = await makeTestStorage();
  base = await storage.open();
  hub = makeTestHub(base);
});
afterEach(async () => {
  hub.close();
  await base.close();
  await storage.remove();
});

const insertion = (database: Database, id: string) => ({
  query: database.query
    .insertInto('account')
    .values({ id, email: `${id}@example.org`, plan: 'free', created_at: 1 })
    .compile(),
});
const ids = async (database: Database) =>
  (await database.read(database.query.selectFrom('account').select('id').orderBy('id'))).map(({ id }) => id);

describe('a change that one worker makes', () => {
  test('is acknowledged when every other worker and the owner have acted on it, and not before', async () => {
    const [writer, other] = [await joinTestWorker(hub), await joinTestWorker(hub)];
    const seen: string[] = [];
    const mayAct = Promise.withResolvers<void>();
    other.database.peers.onChange(async (names) => {
      await mayAct.promise;
      seen.push(`other ${names}`);
    });
    writer.database.peers.onChange((names) => void seen.push(`writer ${names}`));
    hub.database.peers.onChange((names) => void seen.push(`owner ${names}`));
    const written = writer.database.write([insertion(writer.database, 'a')], { changed: ['account:a'] });
    let isWritten = false;
    void written.then(() => {
      isWritten = true;
    });
    await vi.waitFor(async () => expect([await ids(base), seen]).toEqual([['a'], ['owner account:a']]), SOON);
    expect(isWritten).toBe(false);
    mayAct.resolve();
    await written;
    expect(seen).toEqual(['owner account:a', 'other account:a']);
  });

  test('is acknowledged without a worker that does not act on it, which is killed', async () => {
    const [writer, frozen] = [await joinTestWorker(hub), await joinTestWorker(hub)];
    frozen.freeze();
    await writer.database.write([insertion(writer.database, 'a')], { changed: ['account:a'] });
    expect(frozen.killedBecause).toEqual(['did not act on a change']);
    expect(writer.killedBecause).toEqual([]);
  });

  test('is told after a write whose outcome is not known, and not after one that was undone', async () => {
    const [writer, other] = [await joinTestWorker(hub), await joinTestWorker(hub)];
    const seen: (readonly string[] | null)[] = [];
    other.database.peers.onChange((names) => void seen.push(names));
    const { database } = writer;
    const nobody = database.query.deleteFrom('account').where('id', '=', 'nobody').compile();
    expect(await database.write([{ query: nobody, expectRows: 1 }], { changed: ['undone'] })).toBeNull();
    const twice = [insertion(database, 'a'), insertion(database, 'a')];
    await expect(database.write(twice, { changed: ['unknown'] })).rejects.toThrow();
    expect(seen).toEqual([['unknown']]);
  });

  test('made by the owner reaches all workers', async () => {
    const workers = [await joinTestWorker(hub), await joinTestWorker(hub)];
    const seen: string[] = [];
    for (const [at, { database }] of workers.entries())
      database.peers.onChange((names) => void seen.push(`${at} ${names}`));
    await hub.database.write([insertion(hub.database, 'a')], { changed: ['account:a'] });
    expect(seen.sort()).toEqual(['0 account:a', '1 account:a']);
  });

  test('of a worker that is gone waits for nobody', async () => {
    const [writer, gone] = [await joinTestWorker(hub), await joinTestWorker(hub)];
    gone.end();
    await writer.database.write([insertion(writer.database, 'a')], { changed: ['account:a'] });
    expect(gone.killedBecause).toEqual([]);
  });
});

describe('a recall', () => {
  test('is over when every other worker has returned what it holds', async () => {
    const workers = [await joinTestWorker(hub), await joinTestWorker(hub), await joinTestWorker(hub)];
    const returned: string[] = [];
    for (const [at, { database }] of workers.entries()) {
      database.peers.onRecall(async (counter) => {
        await database.write([insertion(database, `${counter}${at}`)]);
        returned.push(`${counter}${at}`);
      });
    }
    await workers[0]?.database.peers.recall('c');
    expect(returned.sort()).toEqual(['c1', 'c2']);
    expect(await ids(base)).toEqual(['c1', 'c2']);
  });

  test('ends although a worker does not answer, which is left alive', async () => {
    const [asking, frozen] = [await joinTestWorker(hub), await joinTestWorker(hub)];
    frozen.freeze();
    await asking.database.peers.recall('c');
    expect(frozen.killedBecause).toEqual([]);
  });
});

describe('with other nodes at the storage', () => {
  /** Peers of a base whose nodes the test plays. */
  const playNodes = () => {
    const node = {
      forMs: 800,
      told: [] as Parameters<Parameters<Peers['onChange']>[0]>[0][],
      recalled: [] as string[],
    };
    let onChange: Parameters<Peers['onChange']>[0] = () => {};
    let onRecall: Parameters<Peers['onRecall']>[0] = async () => {};
    const peers: Peers = {
      isAlone: false,
      currentForMs: () => node.forMs,
      onChange(act) {
        onChange = act;
      },
      recall: async (counter) => void node.recalled.push(counter),
      onRecall(act) {
        onRecall = act;
      },
    };
    return {
      node,
      peers,
      change: (names: readonly string[] | null) => onChange(names),
      recall: (c: string) => onRecall(c),
    };
  };

  test('what they change and recall reaches the workers before they go on, and the other way round', async () => {
    const { node, peers, change, recall } = playNodes();
    const shared = makeTestHub({ ...base, peers });
    const worker = await joinTestWorker(shared);
    const seen: unknown[] = [];
    worker.database.peers.onChange((names) => void seen.push(names));
    worker.database.peers.onRecall(async (counter) => void seen.push(counter));
    await change(null);
    await recall('theirs');
    await worker.database.peers.recall('ours');
    expect(seen).toEqual([null, 'theirs']);
    expect(node.recalled).toEqual(['ours']);
    shared.close();
  });

  test('a worker believes what it keeps as long as its node may, and no longer', async () => {
    const { node, peers } = playNodes();
    const shared = makeTestHub({ ...base, peers });
    const worker = await joinTestWorker(shared);
    const believes = () => worker.database.peers.currentForMs();
    expect(believes()).toBeGreaterThan(0);
    expect(believes()).toBeLessThanOrEqual(800);
    node.forMs = 0;
    await vi.waitFor(() => expect(believes()).toBe(0), SOON);
    node.forMs = 800;
    await vi.waitFor(() => expect(believes()).toBeGreaterThan(0), SOON);
    worker.freeze();
    await vi.waitFor(() => expect(believes()).toBe(0), SOON);
    shared.close();
  });
});

describe('a worker', () => {
  test('of an owner that has storage to itself believes what it keeps until the owner is gone', async () => {
    const alone = makeTestHub({ ...base, peers: ALONE });
    const worker = await joinTestWorker(alone);
    expect(worker.database.peers.currentForMs()).toBe(Number.POSITIVE_INFINITY);
    worker.end();
    await vi.waitFor(() => expect(worker.database.peers.currentForMs()).toBe(0), SOON);
    await expect(worker.database.check()).rejects.toThrow(UnavailableError);
  });

  test('fails at once what is more than may wait, and serves again afterwards', async () => {
    const { database } = await joinTestWorker(hub, { callsMax: 2 });
    const outcomes = await Promise.allSettled([database.check(), database.check(), database.check()]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await database.check();
    const narrow = await joinTestWorker(hub, { bytesMax: 50 });
    await expect(narrow.database.write([insertion(narrow.database, 'x'.repeat(40))])).rejects.toThrow('try again');
  });

  test('fails what the owner does not answer in time', async () => {
    const { database, freeze } = await joinTestWorker(hub, { answerWithinMs: 20 });
    freeze();
    await expect(database.check()).rejects.toThrow(UnavailableError);
  });

  test('hears what is wrong with a statement, and whether storage is there', async () => {
    const { database } = await joinTestWorker(hub);
    const failure = await database.write([insertion(database, 'a'), insertion(database, 'a')]).catch((error) => error);
    expect(failure).toBeInstanceOf(Error);
    await base.close();
    await expect(ids(database)).rejects.toThrow(UnavailableError);
  });

  test('does nothing that one process may do at a time', async () => {
    const { database } = await joinTestWorker(hub);
    await expect(database.exclusively(async () => {})).rejects.toThrow('only the owner');
    await expect(database.snapshot()).rejects.toThrow('only the owner');
  });
});
