import { expect, test } from 'vitest';
import { makeMemoryWatch } from './memory-watch.ts';

/** A watch over a cap of 1,000 bytes; `done` is what it has done since it was last asked. */
function makeWatch({ isBusy = true, hungry = 10 } = {}) {
  let acts: string[] = [];
  let left = hungry;
  let isEnding = false;
  const holders = {
    isBusy: () => isBusy,
    isEnding: () => isEnding,
    endIdle: () => void acts.push('idle'),
    rest: () => void acts.push('rest'),
    endHungriest() {
      if (left === 0) return 'none' as const;
      left -= 1;
      acts.push('hungriest');
      return 'ended' as const;
    },
  };
  const { look } = makeMemoryWatch(1_000, holders, () => acts.push('exit'));
  const done = (bytes: number, ending = false): readonly string[] => {
    isEnding = ending;
    look(bytes);
    const now = acts;
    acts = [];
    return now;
  };
  return done;
}

test('memory that is short ends threads without work first, then one question, and the process only over the cap', () => {
  const done = makeWatch();
  expect(done(700)).toEqual(['rest']);
  expect(done(850)).toEqual(['idle']);
  expect(done(950)).toEqual(['idle', 'hungriest']);
  expect(done(1_050)).toEqual(['idle']);
  expect(done(1_050)).toEqual(['idle', 'exit']);
});

test('memory that jumps over the cap costs the question that took it, not everybody', () => {
  const done = makeWatch();
  expect(done(5_000)).toEqual(['idle', 'hungriest']);
  expect(done(600)).toEqual(['rest']);
  expect(done(5_000)).toEqual(['idle', 'hungriest']);
});

test('a question that ends slowly is waited for over the cap, and not counted against what it gives back', () => {
  const done = makeWatch();
  expect(done(5_000)).toEqual(['idle', 'hungriest']);
  for (let look = 0; look < 10; look += 1) expect(done(5_000, true)).toEqual(['idle']);
  expect(done(5_000)).toEqual(['idle']);
  expect(done(600)).toEqual(['rest']);
});

test('a question that does not end takes the process with it, which is over its cap', () => {
  const done = makeWatch();
  expect(done(5_000)).toEqual(['idle', 'hungriest']);
  for (let look = 0; look < 11; look += 1) expect(done(5_000, true)).toEqual(['idle']);
  expect(done(5_000, true)).toEqual(['idle', 'exit']);
});

test('memory gets time to come back before another question is ended', () => {
  const done = makeWatch();
  expect(done(990)).toContain('hungriest');
  for (let look = 0; look < 5; look += 1) expect(done(950)).toEqual(['idle']);
  expect(done(950)).toContain('hungriest');
});

test('where an ended question gave nothing back no other one ends, until memory is over the cap', () => {
  const done = makeWatch();
  expect(done(950)).toContain('hungriest');
  for (let look = 0; look < 100; look += 1) expect(done(950)).toEqual(['idle']);
  expect(done(1_050)).toEqual(['idle', 'hungriest']);
});

test('an end of long ago does not make the process end for another question', () => {
  const done = makeWatch();
  expect(done(950)).toContain('hungriest');
  for (let look = 0; look < 100; look += 1) expect(done(850)).toEqual(['idle']);
  expect(done(1_050)).toEqual(['idle', 'hungriest']);
});

test('without a question nothing but idle threads is ended, whatever is held', () => {
  const done = makeWatch({ isBusy: false });
  for (let look = 0; look < 3; look += 1) expect(done(5_000)).toEqual(['idle']);
});

test('the process ends where no question is left to be ended', () => {
  const done = makeWatch({ hungry: 0 });
  expect(done(950)).toEqual(['idle']);
  expect(done(1_050)).toEqual(['idle', 'exit']);
});
