export { PLAN_NAMES, type Plan, type PlanCatalogue, type PlanName } from './plan.ts';
