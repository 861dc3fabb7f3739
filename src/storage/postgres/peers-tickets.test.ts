import { expect, test } from 'vitest';
import { manualClock } from '../../base/clock.ts';
import { makeTickets } from './peers-tickets.ts';

const SELF = 1;

function bench() {
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  return { clock, tickets: makeTickets({ clock, node: SELF, withinMs: 500 }) };
}

/** Whether a promise has settled, once everything ran that waits for nothing outside. */
async function hasSettled(promise: Promise<void>): Promise<boolean> {
  return await Promise.race([
    promise.then(() => true),
    new Promise<boolean>((resolve) => setImmediate(resolve, false)),
  ]);
}

test('waits for each of the other nodes, and never for itself', async () => {
  const { tickets } = bench();
  const ticket = tickets.issue();
  const waiting = tickets.wait(ticket, [SELF, 2, 3]);
  tickets.answered(ticket, 2);
  expect(await hasSettled(waiting)).toBe(false);
  tickets.answered(ticket, 3);
  expect(await hasSettled(waiting)).toBe(true);
  expect(await hasSettled(tickets.wait(tickets.issue(), [SELF]))).toBe(true);
});

test('an answer that is quicker than the commit counts', async () => {
  const { tickets } = bench();
  const ticket = tickets.issue();
  tickets.answered(ticket, 2);
  expect(await hasSettled(tickets.wait(ticket, [2]))).toBe(true);
});

test('answers to another ticket do not count', async () => {
  const { tickets } = bench();
  const [a, b] = [tickets.issue(), tickets.issue()];
  const waiting = tickets.wait(a, [2]);
  tickets.answered(b, 2);
  tickets.answered('1-unknown', 2);
  expect(await hasSettled(waiting)).toBe(false);
  tickets.present(new Set());
  await waiting;
});

test('a node that is gone is not waited for any more', async () => {
  const { tickets } = bench();
  const waiting = tickets.wait(tickets.issue(), [2, 3]);
  tickets.present(new Set([3]));
  expect(await hasSettled(waiting)).toBe(false);
  tickets.present(new Set());
  expect(await hasSettled(waiting)).toBe(true);
});

test('a silent node ends the waiting at its bound, and is hardly waited for once it can believe nothing', async () => {
  const { tickets, clock } = bench();
  await tickets.wait(tickets.issue(), [2]);
  clock.advance(1_000);
  const order: string[] = [];
  const wait = (name: string, node: number) => tickets.wait(tickets.issue(), [node]).then(() => order.push(name));
  await Promise.all([wait('a node that speaks', 3), wait('the silent node', 2)]);
  expect(order).toEqual(['the silent node', 'a node that speaks']);
  tickets.answered('late', 2);
  clock.advance(1_000);
  await Promise.all([wait('the other, silent now', 3), wait('the one that spoke again', 2)]);
  expect(order.slice(2)).toEqual(['the other, silent now', 'the one that spoke again']);
});
