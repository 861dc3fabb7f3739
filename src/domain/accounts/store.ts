import type { PlanName } from '../plans/index.ts';
import type { Account } from './account.ts';

/** What the accounts module needs of storage. */
export interface AccountStore {
  /** False when the e-mail address is taken; nothing is written then. */
  insert(account: Account): Promise<boolean>;
  findById(id: string): Promise<Account | null>;
  findByEmail(email: string): Promise<Account | null>;
  /** All accounts, oldest first. */
  list(): Promise<readonly Account[]>;
  /** The changed account; null when there is none of that id. */
  setPlan(id: string, plan: PlanName): Promise<Account | null>;
}
