import type { Seen } from '../support/line.ts';
import type { Pulse } from './pulse.ts';

/** When what happened, in milliseconds of `performance.now()`. */
export interface RoundTimes {
  readonly leftMs: number;
  /** The return began, and the server accepts connections. */
  readonly returningMs: number;
  readonly backMs: number;
  /** Connections that the server greeted from the return on. */
  readonly connects: number;
  readonly processes: number;
}

/** What a round showed. */
export interface RoundVerdict {
  readonly answers: number;
  readonly unavailable: number;
  readonly slowestMs: number;
  readonly servedOnMs: number;
  readonly fullServiceMs: number;
  readonly connects: number;
  readonly broken: readonly string[];
}

/** Source of these: docs/guides/scaling.md, "When the database is away". */
const ANSWERED_WITHIN_MS = 1_000;
const FULL_WITHIN_MS = 5_000;
/** `/readyz` knows of the loss. */
const KNOWN_WITHIN_MS = 1_500;
/** Connections of a process: its pool, its listener, and one more for each of them that failed. */
const CONNECTS_EACH = 9 + 9;
/** A question to a frozen server every so often; it greets them all when it goes on. */
const PROBE_EVERY_MS = 250;

/** Holds the answers of a round to the promises. */
export function judgeRound(pulses: readonly Pulse[], times: RoundTimes): RoundVerdict {
  const { leftMs, returningMs, backMs, connects, processes } = times;
  const all = pulses.flatMap(({ answers }) => answers);
  const calls = pulses.filter(({ name }) => name !== 'readyz').flatMap(({ answers }) => answers);
  const ready = pulses.filter(({ name }) => name === 'readyz').flatMap(({ answers }) => answers);
  const slow = all.filter(({ beganMs, endedMs }) => endedMs - beganMs > ANSWERED_WITHIN_MS);
  const refused = calls.filter(({ status }) => status === 503);
  const fullServiceMs = Math.max(0, ...refused.map(({ endedMs }) => endedMs - backMs));
  const served = calls.filter(({ status, endedMs }) => status === 200 && endedMs < returningMs);
  const connectsMax = processes * (CONNECTS_EACH + Math.ceil((backMs - leftMs) / PROBE_EVERY_MS));
  const untruthful = ready.filter((seen) => !isTruthful(seen, times));
  return {
    answers: all.length,
    unavailable: refused.length,
    slowestMs: Math.max(...all.map(({ beganMs, endedMs }) => endedMs - beganMs)),
    servedOnMs: Math.max(0, ...served.map(({ endedMs }) => endedMs - leftMs)),
    fullServiceMs,
    connects,
    broken: [
      ...pulses.flatMap(({ name, failures }) => failures.map((text) => `${name} was not answered: ${text}`)),
      ...pulses.flatMap(({ name, answers }) => answers.filter((seen) => !isDocumented(name, seen)).map(describe)),
      ...slow.map(({ beganMs, endedMs, status }) => `${status} after ${Math.round(endedMs - beganMs)} ms`),
      ...(fullServiceMs > FULL_WITHIN_MS ? [`full service after ${Math.round(fullServiceMs)} ms`] : []),
      ...(connects > connectsMax ? [`${connects} connections at the return, at most ${connectsMax}`] : []),
      ...untruthful.map(
        ({ status, endedMs }) => `/readyz said ${status} ${Math.round(endedMs - leftMs)} ms after the loss`,
      ),
    ],
  };
}

function isDocumented(name: string, { status, retryAfter }: Seen): boolean {
  if (status === 200) return true;
  if (name === 'readyz') return status === 503;
  if (status === 429) return name === 'limited' && Number(retryAfter) >= 1;
  return status === 503 && Number(retryAfter) >= 1;
}

/** Not ready once the loss can be known, until the return; ready once service is full. */
function isTruthful({ status, beganMs, endedMs }: Seen, { leftMs, returningMs, backMs }: RoundTimes): boolean {
  if (beganMs > leftMs + KNOWN_WITHIN_MS && endedMs < returningMs) return status === 503;
  if (endedMs < leftMs || beganMs > backMs + FULL_WITHIN_MS) return status === 200;
  return true;
}

function describe({ status, retryAfter, text }: Seen): string {
  return `${status}, Retry-After ${retryAfter}: ${text.slice(0, 200)}`;
}
