import { expect, test } from 'vitest';
import { manualClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import { BELIEF_MS, makeBelief } from './peers-belief.ts';

/** A belief that has begun at epoch 5, and what it did since. */
async function begun() {
  const clock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const acts: (readonly string[] | null)[] = [];
  const acknowledged: string[] = [];
  const gate = { act: async () => {} };
  const belief = makeBelief({
    clock,
    log: silentLog,
    async act(names) {
      acts.push(names);
      await gate.act();
    },
    acted: (tickets) => acknowledged.push(...tickets),
  });
  belief.begin(5, clock.monotonicMs());
  await settled();
  return { clock, acts, acknowledged, gate, belief };
}

/** Lets everything run that waits for nothing outside. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('nothing is believed before everything kept was dropped', async () => {
  const { belief, acts } = await begun();
  expect([belief.currentForMs(), acts]).toEqual([BELIEF_MS, [null]]);
});

test('belief ends a fixed time after the beginning of the last look that showed nothing new', async () => {
  const { belief, clock } = await begun();
  const beganMs = clock.monotonicMs();
  clock.advance(300);
  belief.saw(5, beganMs + 250);
  expect(belief.currentForMs()).toBe(BELIEF_MS - 50);
  clock.advance(BELIEF_MS - 50);
  expect(belief.currentForMs()).toBe(0);
});

test('a look that shows a change whose notice has not come renews nothing until it comes', async () => {
  const { belief, clock, acts, acknowledged } = await begun();
  clock.advance(500);
  belief.saw(6, clock.monotonicMs());
  expect(belief.currentForMs()).toBe(BELIEF_MS - 500);
  belief.heard({ names: ['key:a'], epoch: 6, ticket: 't' });
  await settled();
  expect([belief.currentForMs(), acts.at(-1), acknowledged]).toEqual([BELIEF_MS, ['key:a'], ['t']]);
});

test('a change is acknowledged and believed only when it has acted; what comes meanwhile is acted on together', async () => {
  const { belief, clock, acts, acknowledged, gate } = await begun();
  const slow = Promise.withResolvers<void>();
  gate.act = () => slow.promise;
  belief.heard({ names: ['key:a'], epoch: 6, ticket: 'a' });
  await settled();
  belief.heard({ names: ['key:b'], epoch: 7, ticket: 'b' });
  belief.heard({ names: ['key:c'], epoch: 8, ticket: 'c' });
  clock.advance(500);
  belief.saw(8, clock.monotonicMs());
  await settled();
  expect([belief.currentForMs(), acknowledged]).toEqual([BELIEF_MS - 500, []]);
  slow.resolve();
  await settled();
  expect(acts).toEqual([null, ['key:a'], ['key:b', 'key:c']]);
  expect([belief.currentForMs(), acknowledged]).toEqual([BELIEF_MS, ['a', 'b', 'c']]);
});

test('a notice that leaves others out drops everything', async () => {
  const { belief, acts, acknowledged } = await begun();
  belief.heard({ names: ['key:a'], epoch: 8, ticket: 'a' });
  await settled();
  expect([acts, acknowledged]).toEqual([[null, null], ['a']]);
});

test('a notice of the past, such as one that came while the connection was made, acts and takes nothing away', async () => {
  const { belief, acts } = await begun();
  belief.heard({ names: ['key:a'], epoch: 4, ticket: 'a' });
  await settled();
  expect([belief.currentForMs(), acts.at(-1)]).toEqual([BELIEF_MS, ['key:a']]);
});

test('a change that could not be acted on is acted on as any change with the next look, and not believed before', async () => {
  const { belief, clock, acts, acknowledged, gate } = await begun();
  gate.act = () => Promise.reject(new Error('a worker does not answer'));
  belief.heard({ names: ['key:a'], epoch: 6, ticket: 'a' });
  await settled();
  gate.act = async () => {};
  clock.advance(500);
  expect([belief.currentForMs(), acknowledged]).toEqual([BELIEF_MS - 500, []]);
  belief.saw(6, clock.monotonicMs());
  expect(belief.currentForMs()).toBe(BELIEF_MS - 500);
  await settled();
  expect([belief.currentForMs(), acts.at(-1), acknowledged]).toEqual([BELIEF_MS, null, ['a']]);
});

test('while notices may be missed nothing is believed, whatever is seen or acted on', async () => {
  const { belief, clock, acts } = await begun();
  belief.lose();
  expect(belief.currentForMs()).toBe(0);
  belief.saw(5, clock.monotonicMs());
  belief.heard({ names: ['key:a'], epoch: 6, ticket: 'a' });
  await settled();
  expect([belief.currentForMs(), acts.at(-1)]).toEqual([0, ['key:a']]);
  belief.begin(9, clock.monotonicMs());
  expect(belief.currentForMs()).toBe(0);
  await settled();
  expect([belief.currentForMs(), acts.at(-1)]).toEqual([BELIEF_MS, null]);
});

test('a notice that comes before the first look of a new connection stands for nothing that was missed before it', async () => {
  const { belief, clock, acts, gate } = await begun();
  belief.lose();
  const [first, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gate.act = () => first.promise;
  // The change of epoch 6 was missed, that of 7 is heard, and the look that follows shows 7.
  belief.heard({ names: ['key:a'], epoch: 7, ticket: 'a' });
  await settled();
  belief.begin(7, clock.monotonicMs());
  gate.act = () => all.promise;
  first.resolve();
  await settled();
  expect([belief.currentForMs(), acts.at(-1)]).toEqual([0, null]);
  belief.saw(7, clock.monotonicMs());
  expect(belief.currentForMs()).toBe(0);
  all.resolve();
  await settled();
  expect(belief.currentForMs()).toBe(BELIEF_MS);
});
