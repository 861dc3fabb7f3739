import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ownDatabaseForEachTest } from '../../../test/support/postgres-nodes.ts';
import { systemClock } from '../../base/clock.ts';
import { describeFailure, silentLog } from '../../base/log.ts';
import { Secret } from '../../base/secret.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import type { Database } from '../database.ts';
import { openPostgres } from './open.ts';

const own = ownDatabaseForEachTest('migrated');
const { openNode } = own;

function insertion({ query }: Database, id: string) {
  return { query: query.insertInto('account').values({ id, email: id, plan: 'free', created_at: 1 }).compile() };
}

async function idsOf(database: Database): Promise<string[]> {
  const rows = await database.read(database.query.selectFrom('account').select('id').orderBy('id'));
  return rows.map(({ id }) => id);
}

/** Any statement, as stores hand it over. */
function read(database: Database, text: string): Promise<unknown[]> {
  return database.read({ compile: () => sql.raw(text).compile(database.query) });
}

describe('a write', () => {
  test('of two conditional ones that race for a row one wins, whatever the node', async () => {
    const nodes = [await openNode(), await openNode()] as const;
    await nodes[0].write([insertion(nodes[0], 'a')]);
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, i) => {
          const node = nodes[i % 2 === 0 ? 0 : 1];
          const change = node.query
            .updateTable('account')
            .set({ created_at: round + 2 })
            .where('id', '=', 'a')
            .where('created_at', '=', round + 1);
          return node.write([{ query: change.compile(), expectRows: 1 }, insertion(node, `${round}-${i}`)]);
        }),
      );
      expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
      await nodes[0].write([{ query: nodes[0].query.deleteFrom('account').where('id', '!=', 'a').compile() }]);
    }
  });

  test('a condition that is not met wins over a failure behind it, and both undo everything', async () => {
    const database = await openNode();
    await database.write([insertion(database, 'a')]);
    const nothing = { query: database.query.deleteFrom('account').where('id', '=', 'x').compile(), expectRows: 1 };
    expect(await database.write([insertion(database, 'b'), nothing, insertion(database, 'a')])).toBeNull();
    await expect(database.write([insertion(database, 'b'), insertion(database, 'a'), nothing])).rejects.toThrow(
      'refused a statement',
    );
    expect(await idsOf(database)).toEqual(['a']);
  });

  test('a broken rule is told as a failure of the caller, not of the storage', async () => {
    const database = await openNode();
    await database.write([insertion(database, 'a')]);
    for (const batch of [[insertion(database, 'a')], [insertion(database, 'b'), insertion(database, 'a')]]) {
      const failure = await database.write(batch).catch((thrown: unknown) => thrown);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toBeInstanceOf(UnavailableError);
    }
    await database.check();
  });

  test('a loose one is atomic and seen by all', async () => {
    const [database, other] = [await openNode(), await openNode()];
    await database.write([insertion(database, 'a')], { isLoose: true });
    await database.write([insertion(database, 'b'), insertion(database, 'c')], { isLoose: true });
    await expect(
      database.write([insertion(database, 'd'), insertion(database, 'a')], { isLoose: true }),
    ).rejects.toThrow('refused');
    expect(await idsOf(other)).toEqual(['a', 'b', 'c']);
  });

  test('transactions that block each other are not both refused', async () => {
    const [first, second] = [await openNode({ deadlineMs: 10_000 }), await openNode({ deadlineMs: 10_000 })];
    await first.write([insertion(first, 'a'), insertion(first, 'b')]);
    const touch = (database: Database, id: string) => ({
      query: database.query.updateTable('account').set({ plan: 'max' }).where('id', '=', id).compile(),
    });
    const slow = { query: sql`select pg_sleep(0.05)`.compile(first.query) };
    const outcomes = await Promise.all([
      first.write([touch(first, 'a'), slow, touch(first, 'b')]),
      second.write([touch(second, 'b'), slow, touch(second, 'a')]),
    ]);
    expect(outcomes).not.toContain(null);
  });

  test('of a record that nodes keep is told to the other node before it resolves', async () => {
    const [database, other] = [await openNode(), await openNode()];
    const told: unknown[] = [];
    other.peers.onChange((names) => void told.push(names));
    const results = await database.write([insertion(database, 'a')], { changed: ['account:a'] });
    expect(results).toHaveLength(1);
    expect(told).toEqual([['account:a']]);
  });
});

describe('a call', () => {
  test('that waits for a row is refused in time, and takes no other along', async () => {
    const [database, other] = [await openNode(), await openNode({ deadlineMs: 10_000 })];
    await database.write([insertion(database, 'a')]);
    const lock = other.query.updateTable('account').set({ plan: 'max' }).where('id', '=', 'a').compile();
    const held = other.write([{ query: lock }, { query: sql`select pg_sleep(4)`.compile(other.query) }]);
    const beganMs = performance.now();
    const change = database.query.updateTable('account').set({ plan: 'pro' }).where('id', '=', 'a').compile();
    let failure: unknown = null;
    // Until the other one has the row.
    while (failure === null)
      failure = await database.write([{ query: change }]).then(
        () => null,
        (thrown) => thrown,
      );
    expect(failure).toBeInstanceOf(UnavailableError);
    expect(performance.now() - beganMs).toBeLessThan(4_000);
    expect(await idsOf(database)).toEqual(['a']);
    await held;
  });

  test('an integer that a number cannot hold is a failure, never a rounded one', async () => {
    const database = await openNode();
    const [row] = await read(
      database,
      `select 9007199254740991 as top, sum(v) as total, 1.5 as part, '\\x00ff'::bytea as bytes, 1 = 1 as is_so
       from (values (1::bigint), (2)) as t (v)`,
    );
    expect(row).toEqual({ top: 9_007_199_254_740_991, total: 3, part: 1.5, bytes: new Uint8Array([0, 255]), is_so: 1 });
    await expect(read(database, 'select 9007199254740993::bigint as n')).rejects.toThrow('beyond 2^53');
    await expect(read(database, 'select 9007199254740993::numeric as n')).rejects.toThrow('beyond 2^53');
    await database.check();
  });

  test('a table that is changed under a running node does not disturb it', async () => {
    const database = await openNode();
    const all = () => database.read(database.query.selectFrom('account').selectAll());
    // Prepared on every connection.
    for (let i = 0; i < 5; i += 1) await Promise.all(Array.from({ length: 8 }, all));
    await own.databases.administer('alter table account add column later bigint', own.url);
    await Promise.all(Array.from({ length: 16 }, all));
  });
});

describe('only one node at a time', () => {
  test('does what is to be done exclusively', async () => {
    const nodes = await Promise.all([openNode(), openNode(), openNode()]);
    let inside = 0;
    let most = 0;
    await Promise.all(
      nodes.map((node) =>
        node.exclusively(async () => {
          inside += 1;
          most = Math.max(most, inside);
          await read(node, 'select pg_sleep(0.05)');
          inside -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
    await expect(
      nodes[0]?.exclusively(async () => {
        throw new Error('the work failed');
      }),
    ).rejects.toThrow('the work failed');
    expect(await nodes[1]?.exclusively(async () => 'free')).toBe('free');
  });
});

describe('a snapshot', () => {
  test('stays as it was, whatever is written meanwhile', async () => {
    const database = await openNode();
    await database.write([insertion(database, 'a')]);
    const snapshot = await database.snapshot();
    await database.write([insertion(database, 'b')]);
    const accounts = database.query.selectFrom('account').select('id').orderBy('id');
    expect(await snapshot.read(accounts)).toEqual([{ id: 'a' }]);
    expect(await idsOf(database)).toEqual(['a', 'b']);
    await snapshot.close();
  });
});

describe('a start', () => {
  test('that cannot reach or enter the database says where, and never the password', async () => {
    const password = decodeURIComponent(new URL(own.url).password);
    const wrong = own.url.replace(/:[^:@]*@/, ':wrong-pass%2Fword@');
    const nobody = 'postgres://portico:wrong-pass%2Fword@127.0.0.1:1/portico';
    const broken = 'postgres://portico:wrong-pass/word@127.0.0.1:99999999/portico';
    for (const text of [wrong, nobody, broken, `${own.url}_none`]) {
      const failure = await openPostgres({ url: new Secret(text), log: silentLog, clock: systemClock }).catch(
        (thrown: unknown) => thrown,
      );
      expect(failure, text).toBeInstanceOf(Error);
      for (const secret of [password, encodeURIComponent(password), 'wrong-pass'])
        expect(describeFailure(failure)).not.toContain(secret);
    }
    await expect(openPostgres({ url: new Secret(nobody), log: silentLog, clock: systemClock })).rejects.toThrow(
      /cannot use the PostgreSQL database 127\.0\.0\.1:1\/portico: .*ECONNREFUSED/,
    );
  });
});
