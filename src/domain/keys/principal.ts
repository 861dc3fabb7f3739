import type { PlanName } from '../plans/index.ts';
import type { ToolScope } from './key.ts';

/** Who is calling, once proven. Everything that limits and tools need to know of the caller; immutable. */
export interface Principal {
  readonly accountId: string;
  readonly plan: PlanName;
  readonly keyPrefix: string;
  readonly toolScope: ToolScope;
  /** Calls a month that this key may make, or null for no cap of its own. */
  readonly keyMonthlyCap: number | null;
  readonly keyExpiresAt: Date | null;
}
