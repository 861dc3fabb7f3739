import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import type { LimitView } from './limits.ts';
import { ACCOUNTS_MAX, type MinuteCap } from './minute-cap.ts';
import type { BlockRule } from './shared-window-state.ts';
import { makeSharedWindows, type SharedWindowDeps } from './shared-windows.ts';

/** Blocks of a second lose at most a second of a minute; a quarter of what is left is enough for a burst. */
const RULE: BlockRule = {
  policy: 'minute',
  windowMs: MINUTE_MS,
  blockMs: SECOND_MS,
  unitsMin: 1,
  unitsMax: 1_024,
  part: 4,
  isRecalled: true,
  isLoose: false,
};

/** The per-minute cap where several processes serve. */
export interface SharedMinuteCap extends MinuteCap {
  /** Settles what is held unused of `minute:<account id>`, durably; other counters are none of ours. Never rejects. */
  surrender(counter: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Makes the cap as windows that all processes share. A plan without a cap is counted like a very high one, so that a
 * downgrade knows of the requests before it.
 */
export function makeSharedMinuteCap(deps: SharedWindowDeps, accountsMax: number = ACCOUNTS_MAX): SharedMinuteCap {
  const windows = makeSharedWindows(deps, RULE, accountsMax);
  const subjectOf = (accountId: string) => `minute:${accountId}`;
  return {
    async admit(accountId, cap) {
      const state = windows.at(subjectOf(accountId));
      const counted = cap ?? Number.MAX_SAFE_INTEGER;
      const { allowed, view } = windows.tryAdmit(state, counted) ?? (await windows.admit(state, counted));
      return { allowed, view: shown(view, cap) };
    },
    view: (accountId, cap) =>
      shown(windows.view(windows.find(subjectOf(accountId)), cap ?? Number.MAX_SAFE_INTEGER), cap),
    surrender: windows.surrender,
    close: windows.close,
  };
}

/** What has no cap has all of it left, always. */
function shown(view: LimitView, cap: number | null): LimitView {
  return cap === null ? { ...view, remaining: view.limit } : view;
}
