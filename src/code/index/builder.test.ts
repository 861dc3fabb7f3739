import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { makeFolder, makeRepository, type TempFolder } from '../../../test/support/repository.ts';
import { isAlive, sendSignal } from '../../../test/support/signal.ts';
import type { BuildEvent } from './build-index.ts';
import { takeBuildLock } from './build-lock.ts';
import { makeBuilders } from './builder.ts';
import type { BuildOrder } from './builder-messages.ts';
import type { BuildFile } from './content-reader.ts';
import { openStore } from './store.ts';

const folders: TempFolder[] = [];
let builders = makeBuilders();

afterEach(() => {
  builders.close();
  builders = makeBuilders();
  for (const folder of folders.splice(0)) folder.remove();
});

function kept<Folder extends TempFolder>(folder: Folder): Folder {
  folders.push(folder);
  return folder;
}

/** Runs a builder over files in two batches. */
function run(order: Pick<BuildOrder, 'folder' | 'origin'> & Partial<BuildOrder>, files: readonly BuildFile[]) {
  const batches = [files.slice(0, 1), files.slice(1), []].filter((batch, at) => at === 2 || batch.length > 0);
  const events: BuildEvent[] = [];
  const builder = builders.start(
    { isWhole: true, replace: [], ...order },
    { nextFiles: () => batches.shift() ?? [], onEvent: (event) => void events.push(event) },
  );
  return { builder, events };
}

const files = ['a.ts', 'b.ts'].map((path) => ({ path, blobId: null }));

/** Texts with symbols that a folder's segments hold. */
function finished(folder: string): number {
  const store = openStore(folder);
  const count = store.segments.reduce((sum, one) => sum + (one.hasSymbols ? one.documents : 0), 0);
  store.close();
  return count;
}

test('a process indexes a folder and tells what it found of each file, and when', async () => {
  const root = kept(makeFolder({ 'a.ts': 'let a', 'b.ts': 'let b' }));
  const folder = kept(makeFolder()).path;
  const origin = { kind: 'below', location: root.path, denied: [], objectFormat: 'sha1' } as const;
  const { builder, events } = run({ folder, origin }, files);
  expect(await builder.ended).toEqual({ end: 'done', detail: '' });
  expect(events.map(({ type }) => type)).toEqual(['files', 'files', 'segment', 'symbols']);
  expect(events[1]).toMatchObject({ from: 1, outcomes: [{ size: 5, exclusion: null }] });
  expect(finished(folder)).toBe(2);
});

test('the contents of a commit are read by their ids', async () => {
  const root = kept(makeRepository({ 'a.ts': 'let a', 'b.ts': 'let b' }));
  const folder = kept(makeFolder()).path;
  const origin = { kind: 'objects', gitDirectory: `${root.path}/.git` } as const;
  const ids = files.map(({ path }) => ({ path, blobId: root.git('rev-parse', `HEAD:${path}`) }));
  const { builder } = run({ folder, origin }, [...ids, { path: 'c.ts', blobId: 'f'.repeat(40) }]);
  expect((await builder.ended).end).toBe('done');
  expect(finished(folder)).toBe(2);
});

test('only one builds in a folder at a time, and who is killed frees it', async () => {
  const root = kept(makeFolder({ 'a.ts': 'let a', 'b.ts': 'let b' }));
  const folder = kept(makeFolder()).path;
  const origin = { kind: 'below', location: root.path, denied: [], objectFormat: 'sha1' } as const;
  const lock = takeBuildLock(folder);
  expect(takeBuildLock(folder)).toBeNull();
  expect((await run({ folder, origin }, files).builder.ended).end).toBe('busy');
  lock?.release();
  const first = run({ folder, origin }, files).builder;
  first.stop();
  expect((await first.ended).end).toBe('stopped');
  expect((await run({ folder, origin }, files).builder.ended).end).toBe('done');
  expect(finished(folder)).toBe(2);
});

test('orders that follow each other are carried out by one process, until it is killed', async () => {
  const root = kept(makeFolder({ 'a.ts': 'let a', 'b.ts': 'let b' }));
  const origin = { kind: 'below', location: root.path, denied: [], objectFormat: 'sha1' } as const;
  const processes: (number | null)[] = [];
  for (const ends of ['done', 'done', 'stopped', 'done', 'done']) {
    const folder = kept(makeFolder()).path;
    const { builder } = run({ folder, origin }, files);
    processes.push(builder.processId);
    if (ends === 'stopped') builder.stop();
    expect((await builder.ended).end).toBe(ends);
    expect(finished(folder)).toBe(ends === 'done' ? 2 : 0);
  }
  const [one, , , other] = processes;
  expect(processes).toEqual([one, one, one, other, other]);
  expect(other).not.toBe(one);
});

test.each([true, false])(
  'a process that died while it waited (noticed: %s) costs the next order another start',
  async (isNoticed) => {
    const root = kept(makeFolder({ 'a.ts': 'let a', 'b.ts': 'let b' }));
    const origin = { kind: 'below', location: root.path, denied: [], objectFormat: 'sha1' } as const;
    const first = run({ folder: kept(makeFolder()).path, origin }, files).builder;
    await first.ended;
    sendSignal(first.processId, 'SIGKILL');
    if (isNoticed) await vi.waitUntil(() => !isAlive(Number(first.processId)));
    const { builder } = run({ folder: kept(makeFolder()).path, origin }, files);
    expect((await builder.ended).end).toBe('done');
  },
);

test('nothing of an order that is over is held by the process that waits', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const root = kept(makeFolder({ 'a.ts': 'let a' }));
  const folder = kept(makeFolder()).path;
  const origin = { kind: 'below', location: root.path, denied: [], objectFormat: 'sha1' } as const;
  const order = { isWhole: true, replace: [], folder, origin };
  const carryOut = async (): Promise<WeakRef<object>> => {
    const batches = [files.slice(0, 1)];
    const talk = { nextFiles: () => batches.shift() ?? [], onEvent: () => undefined };
    await builders.start(order, talk).ended;
    return new WeakRef(talk);
  };
  const talk = await carryOut();
  await vi.waitUntil(() => {
    collect();
    return talk.deref() === undefined;
  });
});

test('a process that waits ends when its builders are closed', async () => {
  const root = kept(makeFolder({ 'a.ts': 'let a' }));
  const origin = { kind: 'below', location: root.path, denied: [], objectFormat: 'sha1' } as const;
  const { builder } = run({ folder: kept(makeFolder()).path, origin }, files.slice(0, 1));
  await builder.ended;
  expect(isAlive(Number(builder.processId))).toBe(true);
  builders.close();
  await vi.waitUntil(() => !isAlive(Number(builder.processId)));
});

test('a builder that cannot write says so', async () => {
  const root = kept(makeFolder({ 'a.ts': 'let a' }));
  const origin = { kind: 'below', location: root.path, denied: [], objectFormat: 'sha1' } as const;
  // Nobody, not even the administrator, makes a folder here.
  const { end } = await run({ folder: '/proc/no-such-folder', origin }, files.slice(0, 1)).builder.ended;
  expect(['disk_full', 'failed']).toContain(end);
});
