import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manualClock } from '../../base/clock.ts';
import { makeSeats } from './seats.ts';

const NUMBERS = { workers: 6, workersPerCaller: 2, workersOfSlow: 2 };

/** Seats with a clock, and callers that have shown what they are. */
function setUp() {
  const clock = manualClock(new Date(0));
  const seats = makeSeats(clock, NUMBERS);
  let lastId = 0;
  const begin = (caller: string): number => {
    lastId += 1;
    seats.begin(lastId, caller);
    return lastId;
  };
  const answer = (caller: string, workMs: number): void => seats.end(begin(caller), workMs);
  const showQuick = (...callers: readonly string[]): void => {
    for (const caller of callers) answer(caller, 5);
    clock.advance(2_000);
    for (const caller of callers) answer(caller, 5);
  };
  return { clock, seats, begin, answer, showQuick };
}

test('slow callers, however many, leave seats to a quick one', () => {
  const { seats, begin, answer, showQuick } = setUp();
  showQuick('quick');
  for (const caller of ['a', 'b', 'c', 'd']) answer(caller, 3_000);
  expect(['a', 'quick', 'unknown'].map(seats.paceOf)).toEqual(['slow', 'quick', 'unknown']);
  begin('a');
  begin('b');
  expect(seats.mayBegin('c')).toBe(false);
  expect(seats.mayBegin('quick')).toBe(true);
});

test('a question that runs for long makes its caller a slow one, although nothing was known of it', () => {
  const { clock, seats, begin, answer } = setUp();
  answer('d', 3_000);
  for (const caller of ['a', 'b', 'c']) begin(caller);
  expect(seats.mayBegin('d')).toBe(true);
  clock.advance(400);
  expect(seats.mayBegin('d')).toBe(false);
  expect(seats.mayBegin('a')).toBe(false);
  expect(seats.mayBegin('unknown')).toBe(true);
});

test('the last seats are kept for who is known to be quick, and for the first question of each', () => {
  const { seats, begin, showQuick } = setUp();
  showQuick('quick', 'brisk');
  for (const caller of ['a', 'b', 'c', 'd']) begin(caller);
  expect(seats.mayBegin('e')).toBe(false);
  for (const caller of ['quick', 'brisk']) {
    expect(seats.mayBegin(caller)).toBe(true);
    begin(caller);
    expect(seats.mayBegin(caller)).toBe(false);
  }
});

test('who held a seat for long is not known to give it back at once, though he worked little', () => {
  const { clock, seats, begin } = setUp();
  const waiting = begin('waits');
  clock.advance(2_000);
  seats.end(waiting, 5);
  expect(seats.paceOf('waits')).toBe('unknown');
  for (const caller of ['a', 'b', 'c', 'd']) begin(caller);
  expect(seats.mayBegin('waits')).toBe(false);
});

test('while somebody quick is asking, few of whom nothing is known begin at once', () => {
  const { clock, seats, begin, answer, showQuick } = setUp();
  showQuick('quick');
  answer('quick', 5);
  for (const caller of ['a', 'b']) begin(caller);
  expect(seats.mayBegin('c')).toBe(false);
  expect(seats.mayBegin('quick')).toBe(true);
  clock.advance(400);
  // The first two have turned out to be slow.
  expect(seats.mayBegin('c')).toBe(true);
  begin('c');
  begin('d');
  clock.advance(2_000);
  expect(seats.mayBegin('e')).toBe(false);
});

test('small questions without a pause make their caller a slow one, and with pauses do not', () => {
  const { clock, seats, answer } = setUp();
  for (let asked = 0; asked < 250; asked++) {
    for (const caller of ['hasty', 'calm']) answer(caller, caller === 'hasty' || asked % 20 === 0 ? 5 : 0);
    clock.advance(10);
  }
  expect(['hasty', 'calm'].map(seats.paceOf)).toEqual(['slow', 'quick']);
});

test('who has asked for two seconds and taken little is known to be quick; a first answer tells nothing', () => {
  const { clock, seats, answer } = setUp();
  answer('new', 5);
  clock.advance(1_999);
  answer('new', 5);
  expect(seats.paceOf('new')).toBe('unknown');
  clock.advance(1);
  answer('new', 5);
  expect(seats.paceOf('new')).toBe('quick');
});

test('one of whom nothing is known begins with one question where others are, and alone has its seats', () => {
  const { seats, begin } = setUp();
  begin('new');
  expect(seats.mayBegin('new')).toBe(true);
  for (const caller of ['a', 'b', 'c']) begin(caller);
  expect(seats.mayBegin('new')).toBe(false);
});

test('a caller alone has its seats whatever it asks, and a slow one is as good as any after a while', () => {
  const { clock, seats, begin, answer } = setUp();
  answer('a', 3_000);
  begin('a');
  expect(seats.mayBegin('a')).toBe(true);
  begin('a');
  expect(seats.mayBegin('a')).toBe(false);
  for (const caller of ['b', 'c']) answer(caller, 3_000);
  expect(seats.mayBegin('b')).toBe(false);
  clock.advance(31_000);
  expect(seats.paceOf('b')).toBe('unknown');
  expect(seats.mayBegin('b')).toBe(true);
});

test('who is alone gives way to nobody, whatever he asks, until another one asks', () => {
  const { clock, seats, begin, answer } = setUp();
  answer('a', 3_000);
  expect(seats.paceOf('a')).toBe('unknown');
  const other = begin('b');
  expect(seats.paceOf('a')).toBe('slow');
  seats.end(other, 5);
  expect(seats.paceOf('a')).toBe('slow');
  clock.advance(29_000);
  answer('a', 3_000);
  expect(seats.paceOf('a')).toBe('slow');
  clock.advance(29_000);
  answer('a', 3_000);
  clock.advance(3_000);
  expect(seats.paceOf('a')).toBe('unknown');
});

test('a machine that is slow does not make a slow caller: only work and seconds count', () => {
  const { clock, seats, begin, answer } = setUp();
  const id = begin('quick');
  clock.advance(1_500);
  seats.end(id, 20);
  for (const caller of ['a', 'b']) answer(caller, 3_000);
  for (const caller of ['a', 'b']) begin(caller);
  expect(seats.mayBegin('quick')).toBe(true);
});

test('whatever is asked, no bound is passed, and something may begin when nothing runs', () => {
  const caller = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g');
  const step = fc.record({ caller, runMs: fc.nat(5_000), workMs: fc.nat(1_000), isEnd: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const { clock, seats, begin } = setUp();
      const running: (readonly [id: number, caller: string])[] = [];
      for (const { caller: asking, runMs, workMs, isEnd } of steps) {
        clock.advance(runMs);
        for (const [id] of running.splice(0, isEnd ? 1 : 0)) seats.end(id, workMs);
        const may = seats.mayBegin(asking);
        expect(may || running.length > 0).toBe(true);
        if (may) running.push([begin(asking), asking]);
        const own = running.filter(([, other]) => other === asking);
        expect(running.length <= NUMBERS.workers && own.length <= NUMBERS.workersPerCaller).toBe(true);
      }
    }),
  );
});

test('an engine of one seat serves everybody', () => {
  const seats = makeSeats(manualClock(new Date(0)), { workers: 1, workersPerCaller: 1, workersOfSlow: 1 });
  seats.begin(1, 'a');
  seats.end(1, 3_000);
  expect(seats.mayBegin('a')).toBe(true);
  expect(seats.mayBegin('b')).toBe(true);
});
