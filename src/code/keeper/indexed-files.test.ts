import { expect, test } from 'vitest';
import { manualClock } from '../../base/clock.ts';
import { describeFiles } from '../index/file-table.ts';
import type { IndexStore } from '../index/store.ts';
import { makeListing } from '../source/listing.ts';
import { FILE_BYTES_MAX } from '../source/searched-text.ts';
import { atOnce } from '../source/steps.ts';
import type { BuildJob } from './build-queue.ts';
import { makeBuildQueue } from './build-queue.ts';
import { emptyColumns, setContent } from './columns.ts';
import { IndexedState } from './indexed-files.ts';
import { makeListingDesk } from './listing-desk.ts';
import type { RootIndex } from './root-index.types.ts';

function columnsOf(paths: readonly string[]) {
  const listing = makeListing();
  for (const path of paths) listing.add({ path: Buffer.from(path), kind: 'file', size: 1, blobId: null });
  return emptyColumns(atOnce(describeFiles(listing.finish().files, FILE_BYTES_MAX)), [], 'below');
}

/** A state of so many files whose root has no store, with which nothing is built, or another one. */
function makeState(files: number, { store = null, builds = makeBuildQueue() }: Partial<RootIndex> = {}): IndexedState {
  let generations = 0;
  const nothing = (): void => undefined;
  const root: RootIndex = {
    ...{ store, folder: '/nowhere', builds, desk: makeListingDesk() },
    ...{ clock: manualClock(new Date(0)), version: 0, hasRoom: () => true },
    ...{ onGrown: nothing, refresh: nothing, noteChange: nothing, onWritten: nothing, onFailure: nothing },
    nextGeneration() {
      generations += 1;
      return String(generations);
    },
  };
  const columns = columnsOf(Array.from({ length: files }, (_, file) => `f${String(file).padStart(6, '0')}.ts`));
  return new IndexedState(root, {
    columns,
    limit: null,
    origin: { kind: 'below', location: '/nowhere', denied: [], objectFormat: 'sha1' },
  });
}

test('a view is the same one as long as nothing changes, also for all who ask while it is made', async () => {
  const state = makeState(50_000);
  const [first, second] = await Promise.all([state.view(), state.view()]);
  expect(second).toBe(first);
  expect(await state.view()).toBe(first);
});

test('what changes at any moment while a view is made is in the next one', async () => {
  for (let turns = 0; turns < 12; turns += 1) {
    const state = makeState(50_000);
    const making = state.view();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    const other = columnsOf(['other.ts']);
    state.replace(other, 'time');
    await making;
    const next = await state.view();
    expect([next.files.count, next.limit]).toEqual([1, 'time']);
  }
});

test('who asks after a change is never given what began before it', async () => {
  for (let turns = 0; turns < 8; turns += 1) {
    const state = makeState(120_000);
    await state.view();
    state.touch();
    const making = state.view();
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    state.replace(columnsOf(['other.ts']), null);
    expect((await state.view()).files.count).toBe(1);
    await making;
  }
});

test('files that were forgotten while those that are not indexed were counted are indexed by a later question', async () => {
  const segments = [{ id: 'one', hasSymbols: true, sourceBytes: Infinity }];
  const store = { segments, markUsed: () => undefined, close: () => undefined } as unknown as IndexStore;
  const jobs: BuildJob[] = [];
  const builds = { ...makeBuildQueue(), add: (job: BuildJob) => jobs.push(job) > 0 };
  const state = makeState(300_000, { store, builds });
  const { columns } = state;
  columns.segments = segments;
  columns.placeSegments.fill(1);
  await state.view();
  state.touch();
  const looking = state.view();
  for (let file = 0; file < 100; file += 1) setContent(columns, file, { blobId: null, size: null, exclusion: null });
  state.touch();
  await looking;
  expect(jobs).toHaveLength(0);
  await state.view();
  expect(jobs).toHaveLength(1);
});
