import { setTimeout as wait } from 'node:timers/promises';
import type { Fleet } from '../support/fleet.ts';
import { FREE_CALL, LIGHT_CALL, nextAddress, openLine } from '../support/line.ts';
import type { Ledger } from './ledger.ts';
import { type Edge, makeCaller } from './load.ts';

/** Across machines a revocation has this long. Source: docs/contract.md, K4. */
const REVOKED_WITHIN_MS = 1_000;
/** Refusals in a row after which a quota is taken to be spent. */
const REFUSALS_LAST = 12;

/** What was acknowledged and is not there any more; `sample` of each kind is looked for, the newest. */
export async function findLosses(fleet: Fleet, ledger: Ledger, sample: number): Promise<readonly string[]> {
  const losses: string[] = [...(await findWrongStatuses(fleet, ledger))];
  for (const key of last([...ledger.keys.values()], sample)) losses.push(...(await findWrong(fleet, key, 200)));
  for (const { key, atMs } of last([...ledger.revoked.values()], sample)) {
    if (fleet.members.length > 1) await wait(Math.max(0, atMs + REVOKED_WITHIN_MS - performance.now()));
    losses.push(...(await findWrong(fleet, key, 401)));
  }
  return [...losses, ...(await findLostNotes(fleet, ledger, sample))];
}

async function findWrongStatuses(fleet: Fleet, ledger: Ledger): Promise<readonly string[]> {
  const listed = (await fleet.members[0]?.operator.listKeys()) ?? [];
  const statuses = new Map(listed.map(({ prefix, status }) => [prefix, status]));
  const expected = [
    ...[...ledger.keys.keys()].map((prefix) => ({ prefix, status: 'active' })),
    ...[...ledger.revoked.keys()].map((prefix) => ({ prefix, status: 'revoked' })),
  ];
  return expected
    .filter(({ prefix, status }) => statuses.get(prefix) !== status)
    .map(({ prefix, status }) => `key ${prefix} is ${statuses.get(prefix)}, not ${status}`);
}

async function findLostNotes(fleet: Fleet, ledger: Ledger, sample: number): Promise<readonly string[]> {
  const losses: string[] = [];
  const ask = makeCaller(fleet, ledger.caller, 0);
  for (const [key, text] of last([...ledger.notes], sample)) {
    const input = { action: 'get', scope: 'account', key };
    const seen = await ask({ method: 'tools/call', params: { name: 'project_memory', arguments: input } });
    if (seen === null) ledger.unanswered += 1;
    else ledger.calls += 1;
    if (seen?.text.includes(text) !== true) losses.push(`note ${key}: ${seen?.status} ${seen?.text.slice(0, 300)}`);
  }
  ask.close();
  return losses;
}

/** Every process is asked: one that believes an old copy is enough to break the promise. */
async function findWrong(fleet: Fleet, token: string, expected: number): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const url of fleet.urls) {
    const line = openLine(url);
    const { status } = await line.send({ ...FREE_CALL, token, address: nextAddress() });
    line.close();
    if (status !== expected) wrong.push(`a key is answered ${status}, not ${expected}`);
  }
  return wrong;
}

function last<T>(items: readonly T[], count: number): readonly T[] {
  return items.slice(-Math.min(count, items.length) || items.length);
}

/** Uses up what is left of the round's quota, and counts it with the rest. */
export async function spendRest(fleet: Fleet, edge: Edge): Promise<void> {
  const ask = makeCaller(fleet, edge.key, 0);
  for (let refused = 0; refused < REFUSALS_LAST; ) {
    const seen = await ask(LIGHT_CALL);
    if (seen === null) edge.unanswered += 1;
    if (seen?.status === 200) edge.admitted += 1;
    refused = seen?.status === 429 ? refused + 1 : 0;
  }
  ask.close();
}
