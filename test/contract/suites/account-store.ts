import { describe, expect, test } from 'vitest';
import type { Engine } from '../engines.ts';
import { ACCOUNT, later, OTHER_ACCOUNT, race } from '../records.ts';
import { useEngine } from '../use-engine.ts';

/** What the accounts module relies on. */
export function describeAccountStore(engine: Engine): void {
  describe(`accounts on ${engine.name}`, () => {
    const { stores, reopen } = useEngine(engine);

    test('an account is found by id and by e-mail, also after a restart', async () => {
      await reopen();
      expect(await stores().accounts.findById(ACCOUNT.id)).toEqual(ACCOUNT);
      expect(await stores().accounts.findByEmail(OTHER_ACCOUNT.email)).toEqual(OTHER_ACCOUNT);
    });

    test('an account that is not there is null', async () => {
      expect(await stores().accounts.findById('nobody')).toBeNull();
      expect(await stores().accounts.findByEmail('nobody@example.org')).toBeNull();
      expect(await stores().accounts.findByEmail('a\0@example.org')).toBeNull();
      expect(await stores().accounts.setPlan('nobody', 'max')).toBeNull();
    });

    test('of many who take one e-mail address at once, one gets it', async () => {
      const wins = await race(100, (i) =>
        stores().accounts.insert({ ...ACCOUNT, id: `new-${i}`, email: 'new@example.org' }),
      );
      expect(wins.filter(Boolean)).toHaveLength(1);
      expect(await stores().accounts.list()).toHaveLength(3);
    });

    test('accounts are listed oldest first', async () => {
      await stores().accounts.insert({ ...ACCOUNT, id: 'a-first', email: 'old@example.org', createdAt: later(-5) });
      expect((await stores().accounts.list()).map(({ id }) => id)).toEqual(['a-first', ACCOUNT.id, OTHER_ACCOUNT.id]);
    });

    test('a plan change gives the changed account and touches nobody else', async () => {
      expect(await stores().accounts.setPlan(ACCOUNT.id, 'max')).toEqual({ ...ACCOUNT, plan: 'max' });
      expect(await stores().accounts.findById(ACCOUNT.id)).toEqual({ ...ACCOUNT, plan: 'max' });
      expect(await stores().accounts.findById(OTHER_ACCOUNT.id)).toEqual(OTHER_ACCOUNT);
    });
  });
}
