import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '../support/fleet.ts';
import { type Asked, LIGHT_CALL, type Line, nextAddress, openLine, type Seen } from '../support/line.ts';
import type { Ledger } from './ledger.ts';

const NOTES_EACH = 20;
const NOTE_CALLERS = 3;
const EDGE_CALLERS = 4;
/** After a failure, so that a process that is away is not asked thousands of times. */
const AFTER_FAILURE_MS = 20;
const REFUSED_MAX = 3_000;

/** Ends the load of a round. */
export interface Round {
  readonly number: number;
  isOver: boolean;
}

/** An account of one round whose quota is used up while processes are killed. */
export interface Edge {
  readonly accountId: string;
  readonly key: string;
  admitted: number;
  unanswered: number;
}

/** Calls, notes, keys and revocations through all processes until the round is over; the ledger has what was answered. */
export async function runLoad(fleet: Fleet, ledger: Ledger, edge: Edge, round: Round): Promise<void> {
  await Promise.all([
    ...fleet.members.map((_, at) => changeKeys(fleet, ledger, round, at)),
    ...Array.from({ length: NOTE_CALLERS }, (_, at) => writeNotes(fleet, ledger, round, at)),
    ...Array.from({ length: EDGE_CALLERS }, (_, at) => spendEdge(fleet, edge, round, at)),
  ]);
}

/** Makes keys and revokes every third, over the control socket; only answers that arrived count. */
async function changeKeys(fleet: Fleet, ledger: Ledger, round: Round, at: number): Promise<void> {
  for (let i = 0; !round.isOver; i++) {
    let underRevocation: string | null = null;
    try {
      const operator = fleet.members[at]?.operator;
      if (operator === undefined) throw new Error('a fleet has members');
      const name = `r${round.number}-${at}-${i}`;
      const made = await operator.createKey({ account: ledger.account, name });
      ledger.keys.set(made.prefix, made.key);
      ledger.made += 1;
      if (i % 3 !== 0) continue;
      underRevocation = made.prefix;
      await operator.revokeKey(made.prefix);
      ledger.keys.delete(made.prefix);
      ledger.revoked.set(made.prefix, { key: made.key, atMs: performance.now() });
    } catch {
      // It was killed while it was asked: a revocation under way may have happened or not.
      if (underRevocation !== null) ledger.keys.delete(underRevocation);
      await wait(AFTER_FAILURE_MS);
    }
  }
}

/**
 * Writes each of its notes again and again, since an account holds a bounded number. Only answers that arrived count; a
 * note whose change was cut off may have either text, so that it is not looked for until it is written again.
 */
async function writeNotes(fleet: Fleet, ledger: Ledger, round: Round, caller: number): Promise<void> {
  const ask = makeCaller(fleet, ledger.caller, caller);
  for (let i = 0; !round.isOver; i++) {
    const key = `w${caller}/n${i % NOTES_EACH}`;
    const text = `round ${round.number} ${randomBytes(40).toString('hex').match(/.{8}/g)?.join(' ')}`;
    const isKnown = ledger.everNoted.has(key);
    ledger.everNoted.add(key);
    ledger.notes.delete(key);
    const change = { action: isKnown ? 'update' : 'save', scope: 'account', key, text, type: 'fact' };
    const seen = await ask({ method: 'tools/call', params: { name: 'project_memory', arguments: change } });
    if (seen === null) ledger.unanswered += 1;
    if (seen === null) continue;
    ledger.calls += 1;
    // The first save of it was cut off before it was written.
    if (seen.text.includes('"status":"not_found"')) ledger.everNoted.delete(key);
    if (!seen.text.includes('"status":"ok"')) continue;
    ledger.noted += 1;
    ledger.notes.set(key, text);
  }
  ask.close();
}

async function spendEdge(fleet: Fleet, edge: Edge, round: Round, caller: number): Promise<void> {
  const ask = makeCaller(fleet, edge.key, caller);
  while (!round.isOver) {
    const seen = await ask(LIGHT_CALL);
    if (seen === null) edge.unanswered += 1;
    else if (seen.status === 200) edge.admitted += 1;
    // Spent: what is left is a question now and then.
    else await wait(AFTER_FAILURE_MS);
  }
  ask.close();
}

/** Asks one process after the other; null when the answer was cut off, or said that storage was away. */
export function makeCaller(fleet: Fleet, token: string, first: number) {
  const address = nextAddress();
  let at = first;
  let line: Line | null = null;
  const ask = async (what: Pick<Asked, 'method' | 'params'>): Promise<Seen | null> => {
    for (let tries = 0; ; tries++) {
      line ??= openLine(fleet.urls[at % fleet.urls.length] ?? '');
      const answer = await askOnce(line, { ...what, token, address });
      if (typeof answer === 'object') return answer;
      line.close();
      line = null;
      at += 1;
      await wait(AFTER_FAILURE_MS);
      if (answer === 'cut off') return null;
      if (tries === REFUSED_MAX) throw new Error('no process accepts connections');
    }
  };
  return Object.assign(ask, { close: () => line?.close() });
}

/** `refused`: nobody was there, so that nothing can have been counted. */
async function askOnce(line: Line, asked: Asked): Promise<Seen | 'cut off' | 'refused'> {
  try {
    const seen = await line.send(asked);
    if (seen.status === 200 || seen.status === 429) return seen;
    if (seen.status === 503) return 'cut off';
    throw new Error(`status ${seen.status}: ${seen.text}`);
  } catch (failure) {
    if (!(failure instanceof Error && 'code' in failure)) throw failure;
    return failure.code === 'ECONNREFUSED' ? 'refused' : 'cut off';
  }
}
