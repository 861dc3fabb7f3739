import { afterEach, beforeEach } from 'vitest';
import type { Stores } from '../../src/storage/stores.ts';
import type { Engine, OpenEngine } from './engines.ts';
import { ACCOUNT, OTHER_ACCOUNT } from './records.ts';

/** Gives each test of a suite a fresh database that holds two accounts; `stores()` and `open()` are those of the test. */
export function useEngine(engine: Engine): { stores(): Stores; open(): OpenEngine; reopen(): Promise<void> } {
  let current: OpenEngine | null = null;
  const open = (): OpenEngine => {
    if (current === null) throw new Error('the database is open only within a test');
    return current;
  };
  beforeEach(async () => {
    current = await engine.open();
    await current.stores.accounts.insert(ACCOUNT);
    await current.stores.accounts.insert(OTHER_ACCOUNT);
  });
  afterEach(async () => {
    await current?.dispose();
    current = null;
  });
  return {
    open,
    stores: () => open().stores,
    async reopen() {
      current = await open().reopen();
    },
  };
}
