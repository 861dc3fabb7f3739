import type { Seen } from '../support/line.ts';
import { QUOTA, type Scenario } from './scenarios.ts';

/** One answer of a trial, with what was asked. */
export interface Outcome extends Seen {
  readonly key: number;
  readonly line: number;
}

/** What a trial showed. */
export interface Verdict {
  readonly admitted: number;
  readonly over: number;
  readonly under: number;
  /** Refusals that had ended when a request began that was admitted: the limit was not spent yet. */
  readonly early: number;
  /** Requests that were answered 503: storage was late, as it is on a machine that has too much to do. Nothing was counted. */
  readonly unavailable: number;
  /** Most units by which a shown `Remaining` was below, and above, all that can have been true while its request ran. */
  readonly shownBelow: number;
  readonly shownAbove: number;
  readonly broken: readonly string[];
}

/** Holds the answers of a trial to the promises. */
export function judge(scenario: Scenario, all: readonly Outcome[]): Verdict {
  const outcomes = all.filter((outcome) => !isUnavailable(outcome));
  const admitted = outcomes.filter(({ status }) => status === 200);
  const perKey = scenario.caps.map((cap, key) => ({ cap, count: admitted.filter((one) => one.key === key).length }));
  const overCaps = perKey.reduce((sum, { cap, count }) => sum + Math.max(0, count - (cap ?? count)), 0);
  const difference = admitted.length - scenario.admitted;
  const history = scenario.plan === 'free' ? judgeHistory(scenario, outcomes) : { below: 0, above: 0, broken: [] };
  const strange = outcomes.filter((outcome) => !isExpected(scenario, outcome));
  return {
    admitted: admitted.length,
    over: Math.max(0, difference) + overCaps,
    under: Math.max(0, -difference),
    early: countEarly(scenario, outcomes),
    unavailable: all.length - outcomes.length,
    shownBelow: history.below,
    shownAbove: history.above,
    broken: [
      ...(difference === 0 ? [] : [`${admitted.length} admitted, not ${scenario.admitted}`]),
      ...(overCaps === 0 ? [] : [`${overCaps} over the caps of keys`]),
      ...strange.map(
        ({ status, limit, remaining, text }) => `${status}, ${remaining} of ${limit}: ${text.slice(0, 200)}`,
      ),
      ...history.broken,
    ],
  };
}

function isUnavailable({ status, retryAfter }: Outcome): boolean {
  return status === 503 && Number(retryAfter) >= 1;
}

/** Admitted; or refused for a limit that the scenario has, with the headers of that limit. */
function isExpected({ plan, caps }: Scenario, { status, limit, remaining, retryAfter, key }: Outcome): boolean {
  if (!(remaining >= 0 && remaining <= limit)) return false;
  if (status === 401) return caps[key] !== null;
  if (status === 429) return plan !== 'max' && remaining === 0 && Number(retryAfter) >= 1;
  return status === 200;
}

/** Only of one key: with two, one's refusal by its cap says nothing of the other. */
function countEarly({ caps }: Scenario, outcomes: readonly Outcome[]): number {
  if (caps.length > 1) return 0;
  const lastBeganMs = Math.max(...outcomes.filter(({ status }) => status === 200).map(({ beganMs }) => beganMs));
  return outcomes.filter(({ status, endedMs }) => status !== 200 && endedMs < lastBeganMs).length;
}

/**
 * The quota as connections were shown it. True is, for a request, any number of units between those of the calls that
 * had been answered before it began and those of the calls that had begun before it ended.
 */
function judgeHistory({ name }: Scenario, outcomes: readonly Outcome[]) {
  const began = sorted(outcomes.filter(({ status }) => status === 200).map(({ beganMs }) => beganMs));
  const ended = sorted(outcomes.filter(({ status }) => status === 200).map(({ endedMs }) => endedMs));
  const shownOn = new Map<number, number>();
  const broken: string[] = [];
  let [below, above] = [0, 0];
  for (const outcome of outcomes.toSorted((a, b) => a.endedMs - b.endedMs)) {
    const { limit, remaining, line } = outcome;
    if (limit !== QUOTA) broken.push(`${name}: the limit is shown as ${limit}`);
    const last = shownOn.get(line) ?? QUOTA;
    if (remaining > last) broken.push(`${name}: a connection was shown ${remaining} after ${last}`);
    shownOn.set(line, remaining);
    const most = QUOTA - countBelow(ended, outcome.beganMs) - (outcome.status === 200 ? 1 : 0);
    const least = QUOTA - countBelow(began, outcome.endedMs);
    above = Math.max(above, remaining - most);
    below = Math.max(below, least - remaining);
  }
  return { below, above, broken };
}

function sorted(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((a, b) => a - b);
}

function countBelow(ascending: readonly number[], limit: number): number {
  const at = ascending.findIndex((one) => one >= limit);
  return at === -1 ? ascending.length : at;
}
