import type { PlanCatalogue, PlanName } from './plan.ts';

/** Whether keys of the plan may be narrowed to some tools. Source: specification, "Other rules". */
export function mayScopeTools(plans: PlanCatalogue, plan: PlanName): boolean {
  return plans[plan].toolScopes;
}

/** The plan's name as people read it. */
export function planTitle(plan: PlanName): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}
