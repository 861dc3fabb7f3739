import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { countWatches } from '../../../test/support/count-watches.ts';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { makeFolder, makeRepository, type TempFolder } from '../../../test/support/repository.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import { openView } from '../index/view.ts';
import { find } from '../operations/find.ts';
import { makeKeeperClient } from './client.ts';
import { isWatchable } from './folder-watch.ts';
import { type Keeper, type KeeperDeps, type KeptSource, makeKeeper } from './keeper.ts';
import { serveKeeper } from './serve.ts';

const WAIT_MS = 60_000;
const keepers: Keeper[] = [];
let indexes: string;
let failures: string[];
let skippedMs: number;
let stoppedAtMs: number | null;

/** The system's, as if so much time had passed, or stopped. */
const clock: Clock = {
  now: () => systemClock.now(),
  monotonicMs: () => (stoppedAtMs ?? systemClock.monotonicMs()) + skippedMs,
};

beforeEach(() => {
  indexes = join(keepFolder(makeFolder()).path, 'index');
  failures = [];
  skippedMs = 0;
  stoppedAtMs = null;
});

afterEach(() => {
  for (const keeper of keepers.splice(0)) keeper.close();
});

function start(bounds: Pick<KeeperDeps, 'statesBytesMax'> = {}): Keeper {
  const onFailure = (what: string): void => void failures.push(what);
  const keeper = makeKeeper({ indexDirectory: indexes, clock, onFailure, ...bounds });
  keepers.push(keeper);
  return keeper;
}

async function open(keeper: Keeper, location: string, waitMs = WAIT_MS): Promise<KeptSource> {
  const opened = await keeper.open({ location, ref: null, denied: [] }, waitMs);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

/** Asks until nothing is left to be indexed. */
async function settled(keeper: Keeper, location: string): Promise<void> {
  const isSo = async () => {
    const { view } = await open(keeper, location);
    const { pending, progress } = openView(view, () => null);
    const isIndexed = view.placeSegments.every((place, file) => place > 0 || view.files.exclusions[file] !== 0);
    return isIndexed && !view.isBuilding && pending.length === progress.texts;
  };
  await vi.waitUntil(isSo, { timeout: WAIT_MS, interval: 30 });
}

const FILES = 3_000;

/** A folder whose listing takes longer than nothing. */
function makeLargeFolder(): TempFolder {
  const names = Array.from({ length: FILES }, (_, file) => [`${file}.ts`, `let v${file}`] as const);
  return keepFolder(makeFolder(Object.fromEntries(names)));
}

describe('memory', () => {
  test('of roots that do not fit together, the one asked for least recently goes, and is there again when asked', async () => {
    const keeper = start({ statesBytesMax: 1 });
    const [one, other] = [keepFolder(makeFolder({ 'a.ts': 'a' })), keepFolder(makeFolder({ 'b.ts': 'b' }))];
    const forgotten: string[] = [];
    keeper.onForgotten((folder) => void forgotten.push(folder));
    const first = await open(keeper, one.path);
    expect(forgotten).toEqual([]);
    const second = await open(keeper, other.path);
    expect(forgotten).toEqual([first.view.folder]);
    const again = await open(keeper, one.path);
    expect(forgotten).toEqual([first.view.folder, second.view.folder]);
    expect(again.view.files.count).toBe(1);
  });

  test('roots that fit are all kept', async () => {
    const keeper = start();
    const made = Array.from({ length: 5 }, (_, at) => keepFolder(makeFolder({ 'a.ts': `a${at}` })));
    const forgotten: string[] = [];
    keeper.onForgotten((folder) => void forgotten.push(folder));
    for (const { path } of [...made, ...made]) await open(keeper, path);
    expect(forgotten).toEqual([]);
  });

  test('the build of a root that was forgotten makes room for the next one', async () => {
    const keeper = start({ statesBytesMax: 1 });
    const large = makeLargeFolder();
    await open(keeper, large.path);
    const other = keepFolder(makeFolder({ 'b.ts': 'b' }));
    await settled(keeper, other.path);
    expect((await open(keeper, other.path)).view.placeSegments).toEqual(Uint32Array.from([1]));
    expect(failures).toEqual([]);
  });

  test('a thread lets go of the views of a root that was forgotten, also when it has nothing to do', async () => {
    const keeper = start({ statesBytesMax: 1 });
    const ports = new MessageChannel();
    serveKeeper(keeper, ports.port1);
    const client = makeKeeperClient(ports.port2);
    const [one, other] = [keepFolder(makeFolder({ 'a.ts': 'a' })), keepFolder(makeFolder({ 'b.ts': 'b' }))];
    const ask = async (location: string) => await client.open({ location, ref: null, denied: [] }, WAIT_MS);
    await ask(one.path);
    client.rest();
    await open(keeper, other.path);
    const before = await ask(one.path);
    expect(before?.ok && before.value.index?.files.count).toBe(1);
    ports.port1.close();
  });
});

describe('a source whose listing takes long', () => {
  test('is answered early, in part, with the files found so far; the whole follows', async () => {
    const keeper = start();
    const large = makeLargeFolder();
    const { view } = await open(keeper, large.path, 0);
    expect(view.limit).toBe('listing');
    expect(view.files.count).toBeLessThanOrEqual(200);
    expect(view.listedSoFar).toBeLessThan(FILES);

    const whole = (await open(keeper, large.path)).view;
    expect([whole.limit, whole.listedSoFar, whole.files.count]).toEqual([null, null, FILES]);
  });

  test('makes find_code answer `partial` and say why', async () => {
    const keeper = start();
    const ports = new MessageChannel();
    serveKeeper(keeper, ports.port1);
    const client = makeKeeperClient(ports.port2);
    const source = { location: makeLargeFolder().path, ref: null, denied: [] };
    const question = { prefix: null, include: [], exclude: [], kind: null, case: 'smart', word: false } as const;
    const paging = { tests: 'include', context: 0, group: 'file', offset: 0, limit: 10 } as const;
    const answer = await find(
      { source, query: 'nowhere', mode: 'text', ...question, ...paging },
      {
        signal: new AbortController().signal,
        deadlineAtMs: performance.now() + WAIT_MS,
        async openSource(selector) {
          const opened = await client.open(selector, 0);
          if (opened === null) throw new Error('the keeper did not answer');
          return opened;
        },
      },
    );
    expect(answer).toMatchObject({ status: 'partial', gaps: [{ reason: 'being_listed', names: [] }] });
    ports.port1.close();
  });
});

describe('a commit whose tree could not be read to its end', () => {
  test('is listed again after a while, and whole when it has been mended', async () => {
    const keeper = start();
    const repo = keepFolder(makeRepository({ 'a.ts': 'a', 'd/b.ts': 'b' }));
    const id = repo.git('rev-parse', 'HEAD:d');
    const object = join(repo.path, '.git/objects', id.slice(0, 2), id.slice(2));
    renameSync(object, `${object}.away`);
    const ask = async () => {
      const opened = await keeper.open({ location: repo.path, ref: 'HEAD', denied: [] }, WAIT_MS);
      return opened.ok ? [opened.value.view.limit, opened.value.view.files.count] : opened.error;
    };
    expect(await ask()).toEqual(['damaged', 1]);
    renameSync(`${object}.away`, object);
    expect(await ask()).toEqual(['damaged', 1]);
    skippedMs += 60_000;
    expect(await ask()).toEqual([null, 2]);
  });
});

test('an index folder that is deleted during its build is built anew at once', async () => {
  // Nothing that is to wait for a time comes to its end.
  stoppedAtMs = systemClock.monotonicMs();
  const keeper = start();
  const root = makeLargeFolder();
  const { folder } = (await open(keeper, root.path)).view;
  const isBuilding = () => existsSync(folder) && readdirSync(folder).some((name) => name.includes('lock'));
  await vi.waitUntil(isBuilding, { timeout: WAIT_MS, interval: 1 });
  // Its builder may write there meanwhile.
  rmSync(folder, { recursive: true, maxRetries: 50, retryDelay: 1 });
  await settled(keeper, root.path);
  expect(existsSync(folder)).toBe(true);
}, 120_000);

test('folders are watched from the second question on, however long after the first one it comes', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': 'a', 'd/b.ts': 'b', 'd/e/c.ts': 'c' }));
  if (!isWatchable(root.path)) return;
  const keeper = start();
  const before = countWatches();
  await open(keeper, root.path);
  expect(countWatches()).toBe(before);
  skippedMs += 60_000;
  await open(keeper, root.path);
  expect(countWatches()).toBe(before + 3);
});
