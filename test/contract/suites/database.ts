import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../engines.ts';
import { ACCOUNT, NOW, OTHER_ACCOUNT, race, UNSTORABLE_TEXTS } from '../records.ts';
import { useEngine } from '../use-engine.ts';

/** What every store relies on: a batch is done or not, and what was acknowledged stays. */
export function describeDatabase(engine: Engine): void {
  describe(`a database on ${engine.name}`, () => {
    const { open, reopen } = useEngine(engine);
    const insertion = (id: string) => {
      const row = { id, email: `${id}@example.org`, plan: 'free', created_at: NOW.getTime() };
      return open().database.query.insertInto('account').values(row).compile();
    };
    const ids = async () => {
      const rows = await open().database.read(open().database.query.selectFrom('account').select('id').orderBy('id'));
      return rows.map(({ id }) => id).filter((id) => id !== ACCOUNT.id && id !== OTHER_ACCOUNT.id);
    };

    test('what was acknowledged is read at once, and after a restart', async () => {
      await open().database.write([{ query: insertion('a') }]);
      expect(await ids()).toEqual(['a']);
      await reopen();
      expect(await ids()).toEqual(['a']);
    });

    test('a condition that is not met undoes its batch, and no other that waits with it', async () => {
      const { database } = open();
      const nothing = database.query.deleteFrom('account').where('id', '=', 'nobody').compile();
      const outcomes = await race(30, (i) =>
        database.write([{ query: insertion(`a${i}`) }, { query: nothing, expectRows: i % 3 === 0 ? 1 : 0 }]),
      );
      expect(outcomes.map((outcome) => outcome === null)).toEqual(outcomes.map((_, i) => i % 3 === 0));
      expect(await ids()).toHaveLength(20);
    });

    test('a statement that fails undoes its batch, and no other that waits with it', async () => {
      const { database } = open();
      // Before the others: over several connections none of them need be the first.
      await database.write([{ query: insertion('a') }]);
      const outcomes = await Promise.allSettled([
        database.write([{ query: insertion('c') }]),
        database.write([{ query: insertion('b') }, { query: insertion('a') }]),
        database.write([{ query: insertion('d') }]),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(await ids()).toEqual(['a', 'c', 'd']);
    });

    test('a batch tells what each statement changed and returned', async () => {
      const { database } = open();
      const change = database.query.updateTable('account').set({ plan: 'max' });
      const results = await database.write([
        { query: change.compile() },
        { query: change.where('id', '=', ACCOUNT.id).returning(['id', 'plan']).compile(), expectRows: 1 },
        { query: database.query.selectFrom('account').select('email').where('id', '=', 'nobody').compile() },
      ]);
      expect(results?.map(({ changes }) => changes)).toEqual([2, 1, 0]);
      expect(results?.[1]?.rows).toEqual([{ id: ACCOUNT.id, plan: 'max' }]);
      expect(await database.write([])).toEqual([]);
    });

    test('a value that the engine would bind as something else is refused before it gets there', async () => {
      const { database } = open();
      const values = [NOW, { a: 1 }, true, undefined, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2n ** 60n];
      for (const value of [...values, ...UNSTORABLE_TEXTS]) {
        const statement = sql`update account set plan = ${value}`.compile(database.query);
        await expect(database.write([{ query: statement }]), String(value)).rejects.toThrow('parameter 1');
        const read = sql`select 1 from account where id = ${value}`;
        await expect(database.read({ compile: () => read.compile(database.query) })).rejects.toThrow('parameter 1');
      }
      expect((await open().stores.accounts.findById(ACCOUNT.id))?.plan).toBe('free');
    });

    test('a closed database refuses instead of waiting', async () => {
      const { database } = open();
      const last = database.write([{ query: insertion('last') }]);
      await database.close();
      expect(await last).not.toBeNull();
      await expect(database.write([{ query: insertion('late') }])).rejects.toThrow('closed');
      await expect(database.read(database.query.selectFrom('account').selectAll())).rejects.toThrow('closed');
      await database.close();
      await reopen();
      expect(await ids()).toEqual(['last']);
    });
  });
}
