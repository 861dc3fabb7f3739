import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../base/log.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { makePool, type Pool } from './pool.ts';
import type { Session } from './session.ts';

const SESSIONS_MAX = 8;
const CONNECTING_MAX = 2;

let pool: Pool;
let pending: { resolve(session: Session): void; reject(failure: Error): void }[];
let most: number;
let unreachable: unknown[];
let deadline: Deadline;

beforeEach(() => {
  pending = [];
  most = 0;
  unreachable = [];
  deadline = startDeadline(60_000);
  pool = makePool({
    connect: () =>
      new Promise((resolve, reject) => {
        pending.push({ resolve, reject });
        most = Math.max(most, pending.length);
      }),
    onUnreachable: (failure) => void unreachable.push(failure),
    log: silentLog,
  });
});

afterEach(() => deadline.stop());

/** A connection that only knows whether it was ended. */
function session(): Session {
  let isUsable = true;
  return {
    get isUsable() {
      return isUsable;
    },
    run: async () => ({ changes: 0, rows: [] }),
    control: async () => '',
    destroy() {
      isUsable = false;
    },
    async end() {
      isUsable = false;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Lets every connection that is being made succeed, and those that follow. */
async function connectAll(): Promise<number> {
  let made = 0;
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    next.resolve(session());
    made += 1;
    await settled();
  }
  return made;
}

function tooMany(): Error {
  return Object.assign(new Error('sorry, too many clients already'), { code: '53300', severity: 'FATAL' });
}

test('many callers at once make two connections at a time, and no more than there may be', async () => {
  const takes = Array.from({ length: 100 }, () => pool.take(deadline));
  expect(await connectAll()).toBe(SESSIONS_MAX);
  expect(most).toBe(CONNECTING_MAX);
  const served = await Promise.all(takes.slice(0, SESSIONS_MAX));
  expect(new Set(served).size).toBe(SESSIONS_MAX);
  for (const take of takes.slice(SESSIONS_MAX)) {
    const [first] = served;
    if (first !== undefined) pool.give(first);
    expect(await take).toBe(first);
  }
});

test('a server that goes away fails who waits, and nothing of before is used again', async () => {
  const first = pool.take(deadline);
  await connectAll();
  const used = await first;
  const waiting = pool.take(deadline);
  pool.drop(new UnavailableError('away'));
  await expect(waiting).rejects.toThrow('away');
  // It was under way when the server went away.
  const late = session();
  pending.shift()?.resolve(late);
  pool.give(used);
  await settled();
  expect([used.isUsable, late.isUsable]).toEqual([false, false]);
  const next = pool.take(deadline);
  await connectAll();
  expect(await next).not.toBe(used);
});

test.each([
  ['has no more connections', tooMany],
  ['is too busy to make one in time', () => new Error('timeout expired')],
])('of a server that %s those that are there go on', async (_, failure) => {
  const first = pool.take(deadline);
  await connectAll();
  const second = pool.take(deadline);
  pending.shift()?.reject(failure());
  await settled();
  expect(unreachable).toEqual([]);
  pool.give(await first);
  expect(await second).toBe(await first);
});

test.each([
  ['lets nobody in', tooMany],
  ['answers nobody', () => new Error('timeout expired')],
])('a server that %s is away', async (_, failure) => {
  const first = pool.take(deadline);
  first.catch(() => {});
  pending.shift()?.reject(failure());
  await settled();
  expect(unreachable).toHaveLength(1);
  pool.drop(new UnavailableError('away'));
  await expect(first).rejects.toThrow('away');
});

test('who waits too long, or comes when too many wait, is refused', async () => {
  const short = startDeadline(1);
  await expect(pool.take(short)).rejects.toThrow('became free in time');
  short.stop();
  const takes = Array.from({ length: 4_000 }, () => pool.take(deadline));
  await expect(pool.take(deadline)).rejects.toThrow('try again');
  pool.drop(new UnavailableError('away'));
  expect((await Promise.allSettled(takes)).every(({ status }) => status === 'rejected')).toBe(true);
});
