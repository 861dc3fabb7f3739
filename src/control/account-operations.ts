import { z } from 'zod';
import { newId } from '../base/ids.ts';
import type { Account } from '../domain/accounts/index.ts';
import { monthAt } from '../domain/limits/index.ts';
import { PLAN_NAMES } from '../domain/plans/index.ts';
import { type Operation, type OperationDeps, operation } from './operation.ts';
import { RefusedError } from './protocol.ts';

/** An address that mail can reach, and that cannot break a header: one @, no spaces or control characters. */
const email = z
  .string()
  .max(254, 'has more than 254 characters')
  .toLowerCase()
  .regex(/^[^\s@<>"(),;:\\[\]]{1,64}@[a-z0-9.-]{1,189}$/, 'must be an e-mail address');
const plan = z.enum(PLAN_NAMES, `must be one of ${PLAN_NAMES.join(', ')}`);

/** `portico account …`. */
export function accountOperations(deps: OperationDeps): Record<string, Operation> {
  return {
    'account.create': operation(z.strictObject({ email, plan: plan.default('free') }), async (input) => {
      const now = deps.clock.now();
      const account: Account = { id: newId(now), email: input.email, plan: input.plan, createdAt: now };
      const isNew = await deps.accounts.insert(account);
      if (!isNew) throw new RefusedError(`there is an account ${input.email} already`);
      return { id: account.id, email: account.email, plan: account.plan };
    }),
    'account.list': operation(z.strictObject({}), async () => {
      const accounts = await deps.accounts.list();
      return Promise.all(accounts.map((account) => presentAccount(deps, account)));
    }),
    'account.show': operation(z.strictObject({ email }), async (input) => {
      return presentAccount(deps, await getAccount(deps, input.email));
    }),
    'account.set-plan': operation(z.strictObject({ email, plan }), async (input) => {
      const { id } = await getAccount(deps, input.email);
      const account = await deps.accounts.setPlan(id, input.plan);
      if (account === null) throw new RefusedError(`there is no account ${input.email}`);
      return presentAccount(deps, account);
    }),
  };
}

/** The account of an e-mail address, or a refusal that names it. */
export async function getAccount(deps: OperationDeps, address: string): Promise<Account> {
  const account = await deps.accounts.findByEmail(address.toLowerCase());
  if (account === null) throw new RefusedError(`there is no account ${address}: see portico account list`);
  return account;
}

async function presentAccount(deps: OperationDeps, account: Account) {
  return {
    id: account.id,
    email: account.email,
    plan: account.plan,
    createdAt: account.createdAt.toISOString(),
    lockedUntil: null,
    usage: {
      used: await deps.usedUnits(account.id),
      limit: deps.plans[account.plan].requestsPerMonth,
      resetAt: monthAt(deps.clock.now()).resetAt.toISOString(),
    },
  };
}
