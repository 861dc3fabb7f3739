import type { Clock } from '../../base/clock.ts';
import { makeLru } from '../../base/lru.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/units.ts';
import type { Audit } from './audit.ts';

/** An audit that can be compared with for a while. */
export interface KeptAudit {
  readonly id: string;
  readonly audit: Audit;
  readonly atMs: number;
}

/** Audits in memory, for all accounts together; the ones unused for longest leave first. */
const AUDITS_MAX = 400;
/** How long an audit can be compared with. */
const KEPT_MS = HOUR_MS;
/** How long the same question is answered from memory: no host is asked more often for one account. */
const COOLDOWN_MS = MINUTE_MS;
/** Different questions to one host and minute. */
const ASKS_PER_HOST_MAX = 6;

/** Audits of the last hour, by account; another account's are unknown ones. */
export interface KeptAudits {
  find(accountId: string, id: string): KeptAudit | null;
  /** The answer to the same question of less than a minute ago. */
  findRecent(accountId: string, question: string): KeptAudit | null;
  keep(accountId: string, question: string | null, kept: Omit<KeptAudit, 'atMs'>): void;
  /** Takes a turn for a host: 0, or how many milliseconds to wait. */
  takeTurn(accountId: string, host: string): number;
}

/** Makes an empty memory. */
export function makeKeptAudits(clock: Clock): KeptAudits {
  const byId = makeLru<string, KeptAudit>(AUDITS_MAX);
  const byQuestion = makeLru<string, KeptAudit>(AUDITS_MAX);
  const turns = makeLru<string, readonly number[]>(AUDITS_MAX);
  const fresh = (kept: KeptAudit | undefined, spanMs: number): KeptAudit | null =>
    kept !== undefined && clock.monotonicMs() - kept.atMs < spanMs ? kept : null;
  return {
    find: (accountId, id) => fresh(byId.get(`${accountId}\0${id}`), KEPT_MS),
    findRecent: (accountId, question) => fresh(byQuestion.get(`${accountId}\0${question}`), COOLDOWN_MS),
    keep(accountId, question, { id, audit }) {
      const kept = { id, audit, atMs: clock.monotonicMs() };
      byId.set(`${accountId}\0${id}`, kept);
      if (question !== null) byQuestion.set(`${accountId}\0${question}`, kept);
    },
    takeTurn(accountId, host) {
      const nowMs = clock.monotonicMs();
      const key = `${accountId}\0${host}`;
      const recent = (turns.get(key) ?? []).filter((atMs) => nowMs - atMs < COOLDOWN_MS);
      const [first] = recent;
      if (recent.length >= ASKS_PER_HOST_MAX && first !== undefined) return COOLDOWN_MS - (nowMs - first);
      turns.set(key, [...recent, nowMs]);
      return 0;
    },
  };
}
