/** The plans that exist. Source: specification, "Plan limits". */
export const PLAN_NAMES = ['free', 'pro', 'max'] as const;

/** One of the plans. */
export type PlanName = (typeof PLAN_NAMES)[number];

/** A set of limits and entitlements; `null` means unlimited. */
export interface Plan {
  readonly name: PlanName;
  readonly requestsPerMonth: number | null;
  readonly requestsPerMinute: number | null;
  /** Backends that an account of the plan may connect. */
  readonly backends: number | null;
  /** Whether the plan's keys may be narrowed to some tools. */
  readonly toolScopes: boolean;
  /** Added to the message of a spent quota. */
  readonly exceededHint?: string;
}

/** Every plan by its name. */
export type PlanCatalogue = Readonly<Record<PlanName, Plan>>;
