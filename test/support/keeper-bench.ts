import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { systemClock } from '../../src/base/clock.ts';
import { type KeeperClient, makeKeeperClient } from '../../src/code/keeper/client.ts';
import { type Keeper, type KeeperDeps, makeKeeper } from '../../src/code/keeper/keeper.ts';
import { serveKeeper } from '../../src/code/keeper/serve.ts';
import type { Source } from '../../src/code/source/source.ts';
import { keepFolder } from './kept-folder.ts';
import { makeFolder } from './repository.ts';

/** Longer than any listing of a test takes. */
const WAIT_MS = 60_000;
/** Whoever waits for something asks as often as this. */
const interval = 30;

/** What belongs to the keeper of the running test. */
let keeper: Keeper;
let client: KeeperClient;
let ports: MessageChannel;

/** What a test may turn or look at; each begins with it anew. */
export const bench = {
  /** Where the indexes are. */
  indexDirectory: '',
  /** What the keeper failed at: none, at the end of a test. */
  failures: [] as string[],
  /** How far the keeper's clock is ahead of the machine's. */
  aheadMs: 0,
  /** The same of the wall clock, by which files are dated. */
  wallAheadMs: 0,
  /** How far that clock goes whenever somebody looks at it. */
  stepMs: 0,
};

// Importing this is enough: each test has a keeper that is there when it begins and gone when it ends.
beforeEach(() => {
  Object.assign(bench, { failures: [], aheadMs: 0, wallAheadMs: 0, stepMs: 0 });
  bench.indexDirectory = join(keepFolder(makeFolder()).path, 'index');
  startKeeper();
});
afterEach(() => {
  stopKeeper();
  expect(bench.failures).toEqual([]);
});

/** Starts a keeper on the indexes that the one before has left. */
export function startKeeper(limits: Pick<KeeperDeps, 'indexBytesMax' | 'freeBytes'> = {}): void {
  keeper = makeKeeper({
    indexDirectory: bench.indexDirectory,
    clock: {
      now: () => new Date(systemClock.now().getTime() + bench.wallAheadMs),
      monotonicMs() {
        bench.aheadMs += bench.stepMs;
        return systemClock.monotonicMs() + bench.aheadMs;
      },
    },
    ...limits,
    onFailure: (what, detail) => bench.failures.push(`${what}: ${detail}`),
  });
  connect();
}

/** Ends the keeper and whoever asks it. */
export function stopKeeper(): void {
  ports.port1.close();
  keeper.close();
}

/** Goes on with the same keeper as a thread that has only begun, and knows nothing of what was asked before. */
export function reconnect(): void {
  ports.port1.close();
  connect();
}

function connect(): void {
  ports = new MessageChannel();
  serveKeeper(keeper, ports.port1);
  client = makeKeeperClient(ports.port2);
}

/** Asks for a source, which may be refused. */
export function ask(location: string, ref: string | null = null, denied: readonly string[] = []) {
  return client.open({ location, ref, denied }, WAIT_MS);
}

/** The same without waiting for the keeper's word; null where that cannot be. */
export function openAhead(location: string, ref: string | null = null, denied: readonly string[] = []) {
  return client.openAhead({ location, ref, denied }, WAIT_MS);
}

/** A source that is there. */
export async function open(...asked: Parameters<typeof ask>): Promise<Source> {
  const opened = await ask(...asked);
  if (opened === null) throw new Error('the keeper did not answer');
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

/** Paths of a source, each with what its index knows: `=` indexed, `?` to be read, else why not. */
export async function state(location: string, ref: string | null = null): Promise<string[]> {
  const { index } = await open(location, ref);
  if (index === null) throw new Error('there is no index');
  const pending = new Set(index.pending);
  return Array.from({ length: index.files.count }, (_, file) => {
    const mark = index.files.exclusion(file) ?? (pending.has(file) ? '?' : index.place(file) === null ? '!' : '=');
    return `${mark} ${index.files.path(file)}`;
  });
}

/** Asks until the rows, without what is known of them, are these: on a busy machine a new listing may wait a moment. */
export async function soon(location: string, isAsWanted: (paths: readonly string[]) => boolean): Promise<void> {
  const isSo = async () => isAsWanted((await state(location)).map((row) => row.replace(/^\S+ /, '')));
  await vi.waitUntil(isSo, { timeout: WAIT_MS, interval });
}

/** Asks until all is indexed and followed. */
export async function settled(location: string, ref: string | null = null): Promise<string[]> {
  const isSo = async () => {
    const { index } = await open(location, ref);
    const isDone = index !== null && index.pending.length === 0 && !index.progress.isBuilding;
    return isDone && index.progress.withSymbols === index.progress.texts;
  };
  await vi.waitUntil(isSo, { timeout: WAIT_MS, interval });
  return await state(location, ref);
}

/** Settled, and old enough to be trusted by its times, as most of a tree is. */
export async function followed(location: string): Promise<void> {
  const old = new Date('2024-01-01');
  for (const name of readdirSync(location)) if (name.endsWith('.ts')) utimesSync(join(location, name), old, old);
  await settled(location);
  // The second question has the folders watched; the next one waits for it.
  await state(location);
  await state(location);
}
