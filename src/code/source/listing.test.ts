import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SOURCE_LIMITS } from './limits.ts';
import { type ListingSoFar, limitText, makeListing } from './listing.ts';
import { type PackedFiles, pathOf } from './packed-files.ts';
import { atOnce, inTurns, type Steps } from './steps.ts';

const file = { kind: 'file', size: null, blobId: null } as const;

function pathsOf(files: PackedFiles): readonly string[] {
  return Array.from({ length: files.count }, (_, at) => pathOf(files, at).toString());
}

test('a listing is sorted by the bytes of its paths and has each once, in whatever order they were added', () => {
  const names = fc.array(fc.stringMatching(/^[a-z][a-z/]{0,4}[a-z\u00e9]$/), {
    minLength: 0,
    maxLength: 3_000,
    size: 'max',
  });
  fc.assert(
    fc.property(names, (added) => {
      const paths = added.filter((name) => !name.includes('//'));
      const listing = makeListing();
      for (const path of paths) listing.add({ path: Buffer.from(path), ...file });
      const expected = [...new Set(paths)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      expect(pathsOf(listing.finish().files)).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

test('what is taken back is not listed', () => {
  const listing = makeListing();
  for (const path of ['a', 'b']) listing.add({ path: Buffer.from(path), ...file });
  listing.takeBack(Buffer.from('a'));
  listing.takeBack(Buffer.from('b'));
  listing.add({ path: Buffer.from('c'), ...file });
  expect(pathsOf(listing.finish().files)).toEqual(['a', 'c']);
});

test('paths that are too long together end the listing, and the limit is named', () => {
  const listing = makeListing();
  const name = 'x'.repeat(SOURCE_LIMITS.pathBytesMax - 10);
  let added = 0;
  while (listing.add({ path: Buffer.from(`${added}`.padStart(8, '0') + name), ...file }) === 'more') added += 1;
  const { files, limit } = listing.finish();
  expect([limit, files.count]).toEqual(['bytes', added]);
  expect(files.paths.length).toBeLessThanOrEqual(SOURCE_LIMITS.pathsBytesMax);
});

test('who watches a listing is told how far it is, can have the first files of it, and can end it', () => {
  const told: ListingSoFar[] = [];
  const listing = makeListing({
    watch: {
      onProgress(soFar) {
        told.push(soFar);
        return told.length < 2 ? 'more' : 'stop';
      },
    },
  });
  let added = 0;
  do added += 1;
  while (listing.add({ path: Buffer.from(`f${9_999 - added}`), ...file }) === 'more');
  expect(told.map(({ files }) => files)).toEqual([added / 2, added]);
  expect(pathsOf(told[1]?.first(3) ?? listing.finish().files)).toEqual(['f9996', 'f9997', 'f9998']);
});

test('long work lets other work go on after each of its turns', async () => {
  let others = 0;
  let isDone = false;
  const count = (): void => {
    others += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  function* spin(): Steps<string> {
    for (let turn = 0; turn < 20; turn++) {
      const untilMs = performance.now() + 4;
      while (performance.now() < untilMs);
      yield;
    }
    return 'done';
  }
  expect(await inTurns(spin())).toBe('done');
  isDone = true;
  expect(others).toBeGreaterThanOrEqual(19);
  expect(atOnce(spin())).toBe('done');
});

test('several works of a thread share its turns: others wait for one of them, however many there are', async () => {
  let seen = new Set<number>();
  let most = 0;
  let isDone = false;
  const look = (): void => {
    most = Math.max(most, seen.size);
    seen = new Set();
    if (!isDone) setImmediate(look);
  };
  function* spin(work: number): Steps<undefined> {
    for (let step = 0; step < 6; step++) {
      const untilMs = performance.now() + 1;
      while (performance.now() < untilMs);
      yield;
      // What comes after a pause: the first steps of all begin at once.
      if (step > 0) seen.add(work);
    }
  }
  setImmediate(look);
  await Promise.all([1, 2, 3, 4].map((work) => inTurns(spin(work))));
  isDone = true;
  expect(most).toBe(1);
});

test('work in turns ends when nobody wants it any more', async () => {
  const stop = new AbortController();
  function* forever(): Steps<never> {
    for (;;) yield;
  }
  const work = inTurns(forever(), stop.signal);
  setImmediate(() => stop.abort(new Error('not wanted')));
  await expect(work).rejects.toThrow('not wanted');
});

test('a listing without a closed folder that also ran out of time says the latter, and so is made again', () => {
  const limitOf = (...cuts: readonly ('closed' | 'time' | 'depth')[]) => {
    const listing = makeListing();
    for (const limit of cuts) listing.cut(limit);
    return listing.finish().limit;
  };
  expect([limitOf('closed'), limitOf('closed', 'time', 'closed'), limitOf('depth', 'closed')]).toEqual([
    'closed',
    'time',
    'depth',
  ]);
});

test('a listing that is still being made is not called cut', () => {
  expect(limitText('listing')).toBe(
    'the files are still being listed, only the first are known (ask again in some seconds)',
  );
  expect(limitText('entries')).toBe('the list of files was cut at the bound of entries');
  expect(limitText('damaged')).toMatch(/^git could not list all files, since .* damaged/);
});
