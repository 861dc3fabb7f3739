import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '../support/fleet.ts';
import { LIGHT_CALL, nextAddress, openLine, type Seen } from '../support/line.ts';

/** Answers of one kind of caller, in the order in which they came. */
export interface Pulse {
  readonly name: string;
  readonly answers: Seen[];
  /** What was no answer at all. */
  readonly failures: string[];
}

/** Callers that ask on while storage comes and goes. */
export interface Callers {
  readonly pulses: readonly Pulse[];
  /** Note key to its acknowledged text. */
  readonly notes: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/** Keys of the callers. */
export interface Tokens {
  /** Of an account without a limit. */
  readonly free: string;
  /** Of an account whose quota ends. */
  readonly limited: string;
}

/** Between two requests of a caller: together some hundred requests a second. */
const PAUSE_MS = 20;
const NOTES = 20;

/** Starts calls, calls of a limited account, notes and questions for `/readyz`, each to every process. */
export function startCallers(fleet: Fleet, tokens: Tokens): Callers {
  const state = { isOver: false };
  const notes = new Map<string, string>();
  const running: Promise<void>[] = [];
  const start = (name: string, ask: (url: string, at: number) => () => Promise<Seen>): Pulse => {
    const pulse: Pulse = { name, answers: [], failures: [] };
    for (const [at, url] of fleet.urls.entries()) running.push(beat(pulse, state, ask(url, at)));
    return pulse;
  };
  const pulses = [
    start('call', (url) => callWith(url, tokens.free)),
    start('call of another', (url) => callWith(url, tokens.free)),
    start('limited', (url) => callWith(url, tokens.limited)),
    start('note', (url, at) => noteWith(url, { token: tokens.free, name: `w${at}`, notes })),
    start('readyz', (url) => () => askReady(url)),
  ];
  return {
    pulses,
    notes,
    async stop() {
      state.isOver = true;
      await Promise.all(running);
    },
  };
}

async function beat(pulse: Pulse, state: { readonly isOver: boolean }, ask: () => Promise<Seen>): Promise<void> {
  while (!state.isOver) {
    try {
      pulse.answers.push(await ask());
    } catch (failure) {
      pulse.failures.push(String(failure));
    }
    await wait(PAUSE_MS);
  }
}

function callWith(url: string, token: string): () => Promise<Seen> {
  const line = openLine(url);
  return () => line.send({ ...LIGHT_CALL, token, address: nextAddress() });
}

/** Each note again and again; one whose change was not acknowledged may have either text, so that it is not looked for. */
function noteWith(
  url: string,
  { token, name, notes }: { readonly token: string; readonly name: string; readonly notes: Map<string, string> },
): () => Promise<Seen> {
  const line = openLine(url);
  const known = new Set<string>();
  let at = 0;
  return async () => {
    at += 1;
    const key = `${name}/n${at % NOTES}`;
    const text = `text ${randomBytes(24).toString('hex')}`;
    const input = { action: known.has(key) ? 'update' : 'save', scope: 'account', key, text, type: 'fact' };
    known.add(key);
    notes.delete(key);
    const params = { name: 'project_memory', arguments: input };
    const seen = await line.send({ method: 'tools/call', params, token, address: nextAddress() });
    if (seen.text.includes('"status":"not_found"')) known.delete(key);
    if (seen.text.includes('"status":"ok"')) notes.set(key, text);
    return seen;
  };
}

async function askReady(url: string): Promise<Seen> {
  const beganMs = performance.now();
  const response = await fetch(`${url}/readyz`, { headers: { 'x-forwarded-for': nextAddress() } });
  const text = await response.text();
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, limit: 0, remaining: 0, retryAfter, text, beganMs, endedMs: performance.now() };
}
