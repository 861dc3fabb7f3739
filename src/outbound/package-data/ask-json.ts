import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { MINUTE_MS, SECOND_MS } from '../../base/units.ts';
import { makeGate } from '../gate.ts';
import type { GuardedFetch, OutboundResponse } from '../outbound.ts';

/** One question to a source over HTTP. */
export interface JsonQuestion {
  readonly url: string;
  /** Sent as JSON by POST; without one the question is a GET. */
  readonly body?: unknown;
  readonly accept?: string;
  readonly bytesMax: number;
}

/** Why there is no answer; `text` is for the caller. */
export interface AskFailure {
  readonly kind: 'absent' | 'too_large' | 'refused' | 'failed';
  readonly text: string;
}

/** The parsed body and when it came. */
export interface JsonAnswer {
  readonly value: unknown;
  readonly asOf: Date;
}

/** Asks one source; never throws. */
export type AskJson = (question: JsonQuestion) => Promise<Result<JsonAnswer, AskFailure>>;

/** What a source may take for one answer, redirects included. */
const ANSWER_MS = 8 * SECOND_MS;
const CONCURRENT_MAX = 8;
const REDIRECTS_MAX = 3;
/** A wait that a source asks for is kept to when it is short; a longer one is told instead. */
const WAIT_MAX_MS = 2 * SECOND_MS;
/** After so many failures in a row a source is left alone for a moment, and told as unreachable without waiting. */
const CIRCUIT = { failuresMax: 5, restMs: MINUTE_MS / 2 } as const;

/** What asking needs; `wait` is a part so that tests need not wait. */
export interface AskJsonDeps {
  readonly fetch: GuardedFetch;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<void>;
}

/**
 * Makes the way to one source: bounded in size, time and number at once, with one second try after a short wait that the
 * source itself asked for, and left alone while it keeps failing. A question outlives the caller who asked it first,
 * because others may be waiting for the same answer.
 */
export function makeAskJson(deps: AskJsonDeps): AskJson {
  const gate = makeGate(CONCURRENT_MAX);
  const circuit: Circuit = { failures: 0, restUntilMs: 0, text: '' };
  return async (question) => {
    const signal = AbortSignal.timeout(2 * (ANSWER_MS + WAIT_MAX_MS));
    try {
      return await gate(signal, async () => {
        // Looked at when its turn comes: those before it in the queue may have failed meanwhile.
        if (deps.clock.monotonicMs() < circuit.restUntilMs) {
          return err({ kind: 'failed', text: `${circuit.text}; not asked again for a moment` });
        }
        const answer = await askTwice(deps, question, signal);
        note(circuit, answer, deps.clock);
        return answer;
      });
    } catch {
      // The gate gives up when the time is over while a question still waits for its turn.
      return err({ kind: 'failed', text: 'too many questions were waiting' });
    }
  };
}

interface Circuit {
  failures: number;
  restUntilMs: number;
  text: string;
}

function note(circuit: Circuit, answer: Result<JsonAnswer, AskFailure>, clock: Clock): void {
  // An absence, a large document and a refused question are answers of a source that is well: otherwise one account's
  // odd names would keep it from all others.
  if (answer.ok || answer.error.kind !== 'failed') {
    circuit.failures = 0;
    return;
  }
  circuit.failures += 1;
  circuit.text = answer.error.text;
  if (circuit.failures < CIRCUIT.failuresMax) return;
  // Half open afterwards: the next failure rests again at once.
  circuit.failures = CIRCUIT.failuresMax - 1;
  circuit.restUntilMs = clock.monotonicMs() + CIRCUIT.restMs;
}

async function askTwice(
  deps: AskJsonDeps,
  question: JsonQuestion,
  signal: AbortSignal,
): Promise<Result<JsonAnswer, AskFailure>> {
  const first = await askOnce(deps, question, signal);
  if (first.kind === 'done') return first.answer;
  if (first.waitMs > WAIT_MAX_MS) return err({ kind: 'failed', text: first.text });
  await deps.wait(first.waitMs);
  const second = await askOnce(deps, question, signal);
  return second.kind === 'done' ? second.answer : err({ kind: 'failed', text: second.text });
}

type Once =
  | { readonly kind: 'done'; readonly answer: Result<JsonAnswer, AskFailure> }
  | { readonly kind: 'later'; readonly waitMs: number; readonly text: string };

async function askOnce({ fetch, clock }: AskJsonDeps, question: JsonQuestion, signal: AbortSignal): Promise<Once> {
  const { url, body, accept = 'application/json', bytesMax } = question;
  const limits = { bytesMax, cutsBody: false, timeMs: ANSWER_MS, redirectsMax: REDIRECTS_MAX };
  const sent =
    body === undefined
      ? { headers: { accept } }
      : {
          method: 'POST' as const,
          headers: { accept, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const fetched = await fetch({ url, signal, limits, ...sent });
  if (!fetched.ok) {
    const kind = fetched.error.reason === 'too_large' ? 'too_large' : 'failed';
    return { kind: 'done', answer: err({ kind, text: fetched.error.text }) };
  }
  const response = fetched.value;
  const waitMs = waitOf(response, clock.now());
  if ((response.status === 429 || response.status === 503) && waitMs !== null) {
    const seconds = Math.ceil(waitMs / SECOND_MS);
    return { kind: 'later', waitMs, text: `it answered ${response.status} and asks to wait ${seconds} s` };
  }
  return { kind: 'done', answer: readAnswer(response, clock.now()) };
}

/** Milliseconds of `Retry-After`, in seconds or as a date; null without one. Source: RFC 9110, section 10.2.3. */
function waitOf({ headers }: OutboundResponse, now: Date): number | null {
  const text = headers.find(([name]) => name === 'retry-after')?.[1].trim() ?? null;
  if (text === null) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** What is about the question alone, not about who asks or how often. Source: RFC 9110, section 15.5. */
const REFUSALS: ReadonlySet<number> = new Set([400, 405, 406, 409, 411, 413, 414, 415, 422, 431, 451]);

function readAnswer({ status, body }: OutboundResponse, asOf: Date): Result<JsonAnswer, AskFailure> {
  if (status === 404 || status === 410) return err({ kind: 'absent', text: 'it has no such thing' });
  if (status !== 200) return err({ kind: REFUSALS.has(status) ? 'refused' : 'failed', text: `it answered ${status}` });
  try {
    return ok({ value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)), asOf });
  } catch {
    // Bytes that are no UTF-8 and text that is no JSON alike: nothing can be taken from it.
    return err({ kind: 'failed', text: 'its answer could not be read' });
  }
}
