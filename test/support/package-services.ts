import { setImmediate } from 'node:timers/promises';
import { type ManualClock, manualClock } from '../../src/base/clock.ts';
import { err, ok } from '../../src/base/result.ts';
import type { GuardedFetch, OutboundReason, OutboundRequest } from '../../src/outbound/outbound.ts';
import { type AskJson, makeAskJson } from '../../src/outbound/package-data/ask-json.ts';

/** What a service answers: JSON with status 200, raw bytes with a status and headers, or no answer at all. */
export type FakeAnswer =
  | { readonly json: unknown }
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  | { readonly failure: OutboundReason };

/** Services that answer by the path of the URL; a list is answered one after the other. */
export interface FakeServices {
  readonly fetch: GuardedFetch;
  readonly ask: AskJson;
  readonly clock: ManualClock;
  /** Every request, in order. */
  readonly requests: readonly OutboundRequest[];
  /** Milliseconds that were waited between two tries. */
  readonly waits: readonly number[];
}

type Answers = Readonly<Record<string, FakeAnswer | FakeAnswer[] | ((body: unknown) => unknown)>>;

/** Makes services behind a fake guarded fetch, which keeps to `bytesMax` as the real one does. Unknown paths are 404. */
export function fakeServices(answers: Answers): FakeServices {
  const clock = manualClock(new Date('2026-03-01T00:00:00Z'));
  const requests: OutboundRequest[] = [];
  const waits: number[] = [];
  const fetch: GuardedFetch = async (request) => {
    requests.push(request);
    await setImmediate();
    return respond(request, choose(answers, request));
  };
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  return { fetch, ask: makeAskJson({ fetch, clock, wait }), clock, requests, waits };
}

function choose(answers: Answers, { url, body }: OutboundRequest): FakeAnswer {
  const found = answers[new URL(url).pathname] ?? { status: 404 };
  if (typeof found === 'function') return { json: found(JSON.parse(body ?? 'null')) };
  return Array.isArray(found) ? (found.shift() ?? { status: 500 }) : found;
}

function respond({ url, limits }: OutboundRequest, answer: FakeAnswer): Awaited<ReturnType<GuardedFetch>> {
  if ('failure' in answer) return err({ reason: answer.failure, text: `fake ${answer.failure}`, url });
  const raw = 'json' in answer ? JSON.stringify(answer.json) : (answer.body ?? '');
  const body = typeof raw === 'string' ? new TextEncoder().encode(raw) : raw;
  if (body.length > (limits?.bytesMax ?? 0)) return err({ reason: 'too_large', text: 'the answer is too large', url });
  const facts = { url, body, isCut: false, address: '192.0.2.1', tls: null, hops: [] };
  if ('json' in answer) return ok({ ...facts, status: 200, headers: [] });
  return ok({ ...facts, status: answer.status, headers: Object.entries(answer.headers ?? {}) });
}
