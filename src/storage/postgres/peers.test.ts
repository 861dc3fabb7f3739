import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ownDatabaseForEachTest } from '../../../test/support/postgres-nodes.ts';
import { systemClock } from '../../base/clock.ts';
import { type Log, silentLog } from '../../base/log.ts';
import { cacheKeys } from '../../domain/keys/index.ts';
import type { Database } from '../database.ts';
import { makeStores } from '../stores.ts';

const own = ownDatabaseForEachTest('migrated');

/** Waits long for other nodes: that this machine is busy is no failure of theirs. */
function openNode(log: Log = silentLog, othersWithinMs = 10_000): Promise<Database> {
  return own.openNode({ log, deadlineMs: 10_000, othersWithinMs });
}

/** What a node is told, in its order. */
function listen({ peers }: Database): (readonly string[] | null)[] {
  const told: (readonly string[] | null)[] = [];
  peers.onChange((names) => void told.push(names));
  return told;
}

/** A write that changes nothing but says that it does. */
function change({ query, write }: Database, names: readonly string[]) {
  const nothing = query.updateTable('account').set({ plan: 'free' }).where('id', '=', 'nobody').compile();
  return write([{ query: nothing }], { changed: names });
}

/** Resolves when the condition holds; rejects after ten seconds. */
async function until(isSo: () => boolean): Promise<void> {
  const untilMs = systemClock.monotonicMs() + 10_000;
  while (!isSo()) {
    if (systemClock.monotonicMs() > untilMs) throw new Error(`did not come to be: ${isSo}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Cuts the listening connections of the nodes that were opened first, oldest first. */
const cutListeners = (nodes = 10) =>
  own.databases.administer(
    `select pg_terminate_backend(pid) from (
      select pid from pg_locks join pg_stat_activity using (pid)
      where datname = current_database() and locktype = 'advisory' and objsubid = 2
      order by backend_start limit ${nodes}) as listener`,
    own.url,
  );

describe('a change', () => {
  test('has acted on every other node when its write resolves, and on this one soon [K8]', async () => {
    const nodes = [await openNode(), await openNode(), await openNode()] as const;
    const told = nodes.map(listen);
    let acts = 0;
    nodes[2].peers.onChange(async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      acts++;
    });
    await change(nodes[0], ['key:a', 'account:b']);
    expect([told[1], told[2], acts]).toEqual([[['key:a', 'account:b']], [['key:a', 'account:b']], 1]);
    await until(() => told[0]?.length === 1);
  });

  test('a revoked key is at hand nowhere when its revocation resolves, however often [K8]', async () => {
    const nodes = [await openNode(), await openNode()] as const;
    const stores = nodes.map((node) => ({ node, keys: cacheKeys(makeStores(node).keys, node) }));
    const [a, b] = stores;
    if (a === undefined || b === undefined) throw new Error('two nodes');
    const account = { id: 'a', email: 'a@example.org', plan: 'free', createdAt: new Date(0) } as const;
    await makeStores(nodes[0]).accounts.insert(account);
    for (let round = 0; round < 50; round++) {
      const prefix = `p${round}`;
      await a.keys.insert({ ...blankKey, prefix, accountId: 'a' });
      await b.keys.findByPrefix(prefix);
      await until(() => b.keys.peekPrefix(prefix) !== null);
      // A look-up that is under way while the key is revoked may not leave the old record behind either.
      const underWay = b.keys.findByPrefix(prefix);
      await a.keys.revoke(prefix, new Date(1));
      expect(b.keys.peekPrefix(prefix)?.revokedAt ?? 'not at hand').toBe('not at hand');
      await underWay;
      expect(b.keys.peekPrefix(prefix)?.revokedAt ?? new Date(1)).toEqual(new Date(1));
    }
  });

  test('more names than a notice can carry mean any record', async () => {
    const [a, b] = [await openNode(), await openNode()];
    const told = listen(b);
    await change(a, ['key:\0"\ud800', `key:${'x'.repeat(10)}`]);
    await change(
      a,
      Array.from({ length: 1_000 }, (_, i) => `key:${i}`),
    );
    expect(told).toEqual([['key:\0"\ud800', `key:${'x'.repeat(10)}`], null]);
  });

  test('a change that is undone is told to nobody', async () => {
    const [a, b] = [await openNode(), await openNode()];
    const told = listen(b);
    const nothing = a.query.deleteFrom('account').where('id', '=', 'nobody').compile();
    expect(await a.write([{ query: nothing, expectRows: 1 }], { changed: ['key:undone'] })).toBeNull();
    await change(a, ['key:done']);
    expect(told).toEqual([['key:done']]);
  });

  test('many at once on many nodes are each told to each other, and all go on believing', async () => {
    const nodes = [await openNode(), await openNode(), await openNode()];
    const told = nodes.map(listen);
    const changes = Array.from({ length: 150 }, (_, i) => [nodes[i % 3], `key:${i}`] as const);
    await Promise.all(changes.map(([node, name]) => (node === undefined ? null : change(node, [name]))));
    for (const [index, list] of told.entries()) {
      const others = changes.filter(([node]) => node !== nodes[index]).map(([, name]) => name);
      expect(list.flat()).toEqual(expect.arrayContaining(others));
    }
    await until(() => nodes.every(({ peers }) => peers.currentForMs() > 0));
  });
});

describe('a node', () => {
  test('believes nothing from the instant at which its connection is cut until it has dropped everything', async () => {
    const events: string[] = [];
    const node = await openNode({ event: (name) => events.push(name) });
    const told = listen(node);
    expect(node.peers.currentForMs()).toBeGreaterThan(0);
    await cutListeners();
    await until(() => events.includes('peers.lost'));
    let isBelievedUndropped = false;
    await until(() => {
      const believes = node.peers.currentForMs() > 0;
      isBelievedUndropped ||= believes && told.length === 0;
      return believes;
    });
    expect([isBelievedUndropped, told, events]).toEqual([false, [null], ['peers.lost', 'peers.back']]);
  });

  test('hears of changes again once it is back, and others need not wait for what it was', async () => {
    const [a, b] = [await openNode(), await openNode()];
    const told = listen(b);
    await cutListeners();
    await until(() => told.length > 0 && b.peers.currentForMs() > 0 && a.peers.currentForMs() > 0);
    await change(a, ['key:after']);
    expect(told.at(-1)).toEqual(['key:after']);
  });

  test('notices a change whose notice never came before it stops believing [K8]', async () => {
    const node = await openNode();
    const told = listen(node);
    for (let round = 1; round <= 3; round++) {
      await node.write([{ query: sql`update change_epoch set value = value + 1`.compile(node.query) }]);
      const changedAtMs = systemClock.monotonicMs();
      let isBelievedTooLong = false;
      await until(() => {
        const believes = node.peers.currentForMs() > 0;
        isBelievedTooLong ||= believes && told.length < round && systemClock.monotonicMs() - changedAtMs > 800;
        return told.length === round && believes;
      });
      expect([isBelievedTooLong, told.at(-1)]).toEqual([false, null]);
    }
  });

  test('that is stopped does not hold a change for ever, and wakes up believing nothing that it kept [K8]', async () => {
    const node = await openNode(silentLog, 500);
    const other = fork('test/support/peer-node.ts', [own.url], { stdio: 'inherit' });
    try {
      await once(other, 'message');
      other.kill('SIGSTOP');
      const stoppedAtMs = systemClock.monotonicMs();
      await change(node, ['key:a']);
      await node.peers.recall('counter');
      await until(() => systemClock.monotonicMs() - stoppedAtMs > 1_000);
      const woken = once(other, 'message');
      other.kill('SIGCONT');
      const [{ believes, isDropped }] = await woken;
      expect(believes && !isDropped).toBe(false);
    } finally {
      other.kill('SIGKILL');
    }
  });
});

describe('a recall', () => {
  test('resolves when every other node has returned what it holds, and asks none of its own', async () => {
    const nodes = [await openNode(), await openNode(), await openNode()] as const;
    const returned: string[] = [];
    for (const [index, { peers }] of nodes.entries()) {
      peers.onRecall(async (counter) => {
        await new Promise((resolve) => setTimeout(resolve, 10 * index));
        returned.push(`${index} ${counter}`);
      });
    }
    await nodes[0].peers.recall('account:a');
    expect(returned).toEqual(['1 account:a', '2 account:a']);
    await Promise.all(nodes.map(({ peers }, index) => peers.recall(`c${index}`)));
    expect(returned.slice(2).sort()).toEqual(['0 c1', '0 c2', '1 c0', '1 c2', '2 c0', '2 c1']);
  });

  test('is over at once where nobody else is, and when the others have left', async () => {
    const [a, b] = [await openNode(), await openNode()];
    let asked = 0;
    b.peers.onRecall(async () => void asked++);
    await a.peers.recall('one');
    await b.close();
    const beganMs = systemClock.monotonicMs();
    for (let i = 0; i < 100; i++) await a.peers.recall('two');
    // Not one of them waited for its bound.
    expect([asked, systemClock.monotonicMs() - beganMs < 100 * 500]).toEqual([1, true]);
  });

  test('is answered also by a node that fails to return, so that nobody waits for it', async () => {
    const [a, b] = [await openNode(), await openNode()];
    b.peers.onRecall(() => Promise.reject(new Error('no storage')));
    await a.peers.recall('counter');
    expect(a.peers.currentForMs()).toBeGreaterThan(0);
  });

  test('waits for a connection that is just being made anew', async () => {
    const recalled: Promise<void>[] = [];
    const a: Database = await openNode({
      event: (name) => name === 'peers.lost' && recalled.push(a.peers.recall('counter')),
    });
    const b = await openNode();
    let asked = 0;
    b.peers.onRecall(async () => void asked++);
    await cutListeners(1);
    await until(() => recalled.length > 0);
    await Promise.all(recalled);
    expect(asked).toBe(1);
  });
});

const blankKey = {
  name: 'a key',
  salt: Buffer.alloc(16),
  secretHash: Buffer.alloc(32),
  toolScope: 'all',
  monthlyCap: null,
  expiresAt: null,
  createdAt: new Date(0),
  lastUsedAt: null,
  revokedAt: null,
  overlap: null,
  legacyLookup: null,
} as const;
