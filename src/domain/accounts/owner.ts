import type { Clock } from '../../base/clock.ts';
import { newId } from '../../base/ids.ts';
import { type Account, OWNER_EMAIL } from './account.ts';
import type { AccountStore } from './store.ts';

/** The owner account, on plan max; made when it is not there, by the first start or by a command before it. */
export async function ensureOwnerAccount(deps: {
  readonly accounts: AccountStore;
  readonly clock: Clock;
}): Promise<Account> {
  const now = deps.clock.now();
  await deps.accounts.insert({ id: newId(now), email: OWNER_EMAIL, plan: 'max', createdAt: now });
  const account = await deps.accounts.findByEmail(OWNER_EMAIL);
  if (account === null) throw new Error('the owner account was not made');
  return account;
}
