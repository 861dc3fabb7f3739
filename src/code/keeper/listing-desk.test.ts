import { expect, test } from 'vitest';
import { type ListingSoFar, makeListing } from '../source/listing.ts';
import { type ListingReport, makeListingDesk } from './listing-desk.ts';

const LARGE: ListingSoFar = { files: 60_000, bytes: 10, first: () => makeListing().finish().files };
const SMALL: ListingSoFar = { ...LARGE, files: 2_048 };

function report(signal = new AbortController().signal): ListingReport {
  return { soFar: null, signal, onGrown: () => undefined };
}

/** Work whose listing tells `soFar` and whose taking waits until it is let go on. */
function makeWork(name: string, soFar: ListingSoFar, happened: string[]) {
  const going = Promise.withResolvers<void>();
  return {
    goOn: going.resolve,
    work: {
      list: async (watch: { onProgress(soFar: ListingSoFar): 'more' | 'stop' }) => {
        happened.push(`${name} ${watch.onProgress(soFar)}`);
        return name;
      },
      take: async (listed: string) => {
        await going.promise;
        happened.push(`${listed} taken`);
        return listed;
      },
    },
  };
}

test('of two large listings the second is made anew when the first has been taken', async () => {
  const desk = makeListingDesk();
  const happened: string[] = [];
  const [one, other] = [makeWork('one', LARGE, happened), makeWork('other', LARGE, happened)];
  const first = desk.run(one.work, report());
  const second = desk.run(other.work, report());
  other.goOn();
  await new Promise((resolve) => setImmediate(resolve));
  expect(happened).toEqual(['one more', 'other stop']);
  one.goOn();
  expect(await Promise.all([first, second])).toEqual(['one', 'other']);
  expect(happened.slice(2)).toEqual(['one taken', 'other more', 'other taken']);
});

test('small listings wait for nobody', async () => {
  const desk = makeListingDesk();
  const happened: string[] = [];
  const large = makeWork('large', LARGE, happened);
  const first = desk.run(large.work, report());
  const small = makeWork('small', SMALL, happened);
  small.goOn();
  expect(await desk.run(small.work, report())).toBe('small');
  large.goOn();
  await first;
});

test('a large listing that fails, or is not wanted any more when its turn comes, leaves its place to the next', async () => {
  const desk = makeListingDesk();
  const happened: string[] = [];
  const stop = new AbortController();
  const failing = { ...makeWork('failing', LARGE, happened).work, take: () => Promise.reject(new Error('no room')) };
  const [left, last] = [makeWork('left', LARGE, happened), makeWork('last', LARGE, happened)];
  last.goOn();
  const runs = [desk.run(failing, report()), desk.run(left.work, report(stop.signal)), desk.run(last.work, report())];
  stop.abort(new Error('forgotten'));
  const ends = await Promise.allSettled(runs);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});
