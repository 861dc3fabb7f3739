import { err, ok, type Result } from '../../base/result.ts';
import { mayScopeTools, type PlanCatalogue, type PlanName } from '../plans/index.ts';
import type { ToolScope } from './key.ts';
import { type KeyProblem, keyProblem } from './problem.ts';
import type { KeyChanges } from './store.ts';
import { readToolScope } from './tool-scope.ts';

/** Longest name of a key, in characters. */
const KEY_NAME_LENGTH_MAX = 100;

/** What checking an owner's wishes needs to know. */
export interface AttributeRules {
  readonly plans: PlanCatalogue;
  /** Whether the service has a tool of that name. */
  readonly isToolName: (name: string) => boolean;
}

/** The rule for attributes, the same for a new key and a changed one: absent ones are not looked at. */
export function checkAttributes(
  rules: AttributeRules,
  wish: KeyChanges,
  holder: { readonly plan: PlanName; readonly scopeNow: ToolScope; readonly now: Date },
): Result<KeyChanges, KeyProblem> {
  const problem = nameProblem(wish.name) ?? expiryProblem(wish.expiresAt, holder.now) ?? capProblem(wish.monthlyCap);
  if (problem !== null) return err(problem);
  if (wish.toolScope === undefined) return ok(wish);
  const scope = readToolScope(wish.toolScope, rules.isToolName);
  if (!scope.ok) return scope;
  // Also back to `all`: after a downgrade a scoped key stays as narrow as it was (docs/contract.md, L8).
  if (!mayScopeTools(rules.plans, holder.plan) && !sameScope(scope.value, holder.scopeNow)) {
    const text = `The plan ${holder.plan} has no per-key tool scopes. Upgrade to a plan that has them, or use a key for all tools.`;
    return err(keyProblem('plan_lacks_tool_scopes', text));
  }
  return ok({ ...wish, toolScope: scope.value });
}

function nameProblem(name: string | undefined): KeyProblem | null {
  if (name === undefined) return null;
  const length = [...name].length;
  // \p{C}: controls, format characters (bidi, zero-width) and lone surrogates, which would disguise a name in a list.
  if (length >= 1 && length <= KEY_NAME_LENGTH_MAX && !/\p{C}/u.test(name) && name.trim() !== '') return null;
  const text = `A key's name has 1 to ${KEY_NAME_LENGTH_MAX} characters, none of them a control character.`;
  return keyProblem('invalid_name', text);
}

function expiryProblem(expiresAt: Date | null | undefined, now: Date): KeyProblem | null {
  if (expiresAt === undefined || expiresAt === null) return null;
  // Written so that an invalid Date is refused too.
  if (expiresAt.getTime() > now.getTime()) return null;
  return keyProblem(
    'invalid_expiry',
    'The expiry must be in the future: give an ISO 8601 instant or a span such as 30d.',
  );
}

function capProblem(cap: number | null | undefined): KeyProblem | null {
  if (cap === undefined || cap === null) return null;
  if (Number.isSafeInteger(cap) && cap >= 0) return null;
  return keyProblem('invalid_monthly_cap', `The monthly cap is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`);
}

function sameScope(a: ToolScope, b: ToolScope): boolean {
  if (a === 'all' || b === 'all') return a === b;
  return a.length === b.length && a.every((entry) => b.includes(entry));
}
