export { readPlansFile, SET_A, SET_B } from './catalogue.ts';
export { mayScopeTools, planTitle } from './entitlements.ts';
export { PLAN_NAMES, type Plan, type PlanCatalogue, type PlanName } from './plan.ts';
