import type { Random } from '../support/random.ts';

/** A limit that requests race for, and what has to come of it. */
export interface Scenario {
  readonly name: string;
  /** `free` has the quota, `pro` the cap per minute, `max` no limit but its keys'. */
  readonly plan: 'free' | 'pro' | 'max';
  /** The cap of each key of the account; null for none. Requests take turns among them. */
  readonly caps: readonly (number | null)[];
  /** Requests that have to be admitted: not one more, not one fewer. */
  readonly admitted: number;
  /** All but one of these go to one process first, so that it holds a block when the others begin. */
  readonly isUneven?: true;
}

export const QUOTA = 60;
const MINUTE = 50;

/** The plan table of the races. */
export const RACE_PLANS = {
  free: { requestsPerMonth: QUOTA, requestsPerMinute: null, backends: 3, toolScopes: true },
  pro: { requestsPerMonth: null, requestsPerMinute: MINUTE, backends: 3, toolScopes: true },
  max: { requestsPerMonth: null, requestsPerMinute: null, backends: null, toolScopes: true },
};

const SCENARIOS: readonly Scenario[] = [
  { name: 'quota', plan: 'free', caps: [null], admitted: QUOTA },
  { name: 'minute', plan: 'pro', caps: [null], admitted: MINUTE },
  { name: 'key cap', plan: 'max', caps: [45], admitted: 45 },
  { name: 'quota, two keys', plan: 'free', caps: [null, null], admitted: QUOTA },
  { name: 'quota, one of two keys capped', plan: 'free', caps: [20, null], admitted: QUOTA },
  { name: 'two caps below the quota', plan: 'free', caps: [25, 30], admitted: 55 },
  { name: 'cap at the quota', plan: 'free', caps: [QUOTA], admitted: QUOTA },
  { name: 'quota, uneven', plan: 'free', caps: [null], admitted: QUOTA, isUneven: true },
  { name: 'minute, uneven', plan: 'pro', caps: [null], admitted: MINUTE, isUneven: true },
  { name: 'key cap, uneven', plan: 'max', caps: [45], admitted: 45, isUneven: true },
];

/** The scenario of a trial: all take turns. */
export function scenarioOf(trial: number): Scenario {
  const scenario = SCENARIOS[trial % SCENARIOS.length];
  if (scenario === undefined) throw new Error('there are scenarios');
  return scenario;
}

/** One request of a trial: which key, on which connection. */
export interface Shot {
  readonly key: number;
  readonly line: number;
}

/** The requests of a trial: some one after the other before the edge, then at once all that make up twice the limit. */
export function planShots(
  scenario: Scenario,
  lines: number,
  random: Random,
): { readonly ahead: readonly Shot[]; readonly race: readonly Shot[] } {
  const { admitted, caps, isUneven } = scenario;
  // Enough for every key to be asked beyond its own cap.
  const total = Math.max(2 * admitted, ...caps.map((cap) => (cap ?? 0) * caps.length + 2 * caps.length));
  const before = isUneven ? admitted - 1 : Math.floor(random() * admitted);
  const shots = Array.from({ length: total }, (_, at) => ({
    key: at % caps.length,
    line: isUneven && at < before ? 0 : Math.floor(random() * lines),
  }));
  return { ahead: shots.slice(0, before), race: shots.slice(before) };
}
