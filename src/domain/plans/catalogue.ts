import { err, ok, type Result } from '../../base/result.ts';
import { PLAN_NAMES, type Plan, type PlanCatalogue } from './plan.ts';

/** The first of the two sets of values that are given for one table. Source: specification, "Plan limits", set A. */
export const SET_A: PlanCatalogue = {
  free: {
    name: 'free',
    requestsPerMonth: 555,
    requestsPerMinute: 55,
    backends: 3,
    toolScopes: false,
    exceededHint: 'share Portico to earn bonus requests',
  },
  pro: { name: 'pro', requestsPerMonth: 3_500, requestsPerMinute: 300, backends: 10, toolScopes: true },
  max: { name: 'max', requestsPerMonth: 10_000, requestsPerMinute: 1_000, backends: 20, toolScopes: true },
};

/** The second set; its Free message has no hint. Source: specification, "Plan limits", set B. */
export const SET_B: PlanCatalogue = {
  free: { name: 'free', requestsPerMonth: 300, requestsPerMinute: 10, backends: 3, toolScopes: false },
  pro: { name: 'pro', requestsPerMonth: 3_500, requestsPerMinute: 60, backends: 10, toolScopes: true },
  max: { name: 'max', requestsPerMonth: 10_000, requestsPerMinute: 200, backends: 20, toolScopes: true },
};

const LIMIT_KEYS = ['requestsPerMonth', 'requestsPerMinute', 'backends'] as const;
const PLAN_KEYS: readonly string[] = [...LIMIT_KEYS, 'toolScopes', 'exceededHint'];

/** Longest hint: it is one clause of a message. */
const HINT_LENGTH_MAX = 200;

/** Reads a plans file (docs/guides/plans.md), already parsed as JSON. The error names the place and what belongs there. */
export function readPlansFile(json: unknown): Result<PlanCatalogue, string> {
  if (!isObject(json)) return err('a plans file is a JSON object with the plans free, pro and max');
  const unknown = Object.keys(json).find((key) => !PLAN_NAMES.some((name) => name === key));
  if (unknown !== undefined) return err(`${quote(unknown)} is no plan: the plans are exactly free, pro and max`);
  const plans: Partial<Record<(typeof PLAN_NAMES)[number], Plan>> = {};
  for (const name of PLAN_NAMES) {
    const plan = readPlan(name, json[name]);
    if (!plan.ok) return plan;
    plans[name] = plan.value;
  }
  const { free, pro, max } = plans;
  if (free === undefined || pro === undefined || max === undefined) return err('the plans are free, pro and max');
  return ok({ free, pro, max });
}

function readPlan(name: Plan['name'], json: unknown): Result<Plan, string> {
  if (!isObject(json)) return err(`the plan ${name} is missing or not an object`);
  const unknown = Object.keys(json).find((key) => !PLAN_KEYS.includes(key));
  if (unknown !== undefined) return err(`${name}.${quote(unknown)} is not known: a plan has ${PLAN_KEYS.join(', ')}`);
  const { requestsPerMonth, requestsPerMinute, backends, toolScopes, exceededHint } = json;
  if (!isLimit(requestsPerMonth)) return err(badLimit(name, 'requestsPerMonth'));
  if (!isLimit(requestsPerMinute)) return err(badLimit(name, 'requestsPerMinute'));
  if (!isLimit(backends)) return err(badLimit(name, 'backends'));
  if (typeof toolScopes !== 'boolean') return err(`${name}.toolScopes must be true or false`);
  const plan = { name, requestsPerMonth, requestsPerMinute, backends, toolScopes };
  if (exceededHint === undefined) return ok(plan);
  if (typeof exceededHint !== 'string' || !isHint(exceededHint))
    return err(`${name}.exceededHint must be 1 to ${HINT_LENGTH_MAX} printable characters`);
  return ok({ ...plan, exceededHint });
}

function badLimit(name: string, key: (typeof LIMIT_KEYS)[number]): string {
  return `${name}.${key} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, or null for unlimited`;
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function isLimit(value: unknown): value is number | null {
  return value === null || (Number.isSafeInteger(value) && Number(value) >= 0);
}

function isHint(text: string): boolean {
  return text.trim() !== '' && text.length <= HINT_LENGTH_MAX && !/\p{C}/u.test(text);
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 64));
}
