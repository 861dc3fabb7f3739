import type { PlanName } from '../plans/index.ts';

/** The owner of keys, plan and usage. */
export interface Account {
  readonly id: string;
  /** Lower-case; unique. */
  readonly email: string;
  readonly plan: PlanName;
  readonly createdAt: Date;
}

/** The account that the first start makes, and to which the operator's local roots belong. */
export const OWNER_EMAIL = 'owner@localhost';
