import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import type { SourceIndex } from '../../src/code/index/source-index.ts';
import { makeKeeper } from '../../src/code/keeper/keeper.ts';
import { makeKeptViews } from '../../src/code/keeper/kept-views.ts';
import { openKeptSource } from '../../src/code/source/kept-source.ts';
import type { IndexedSource } from '../../test/support/indexed-source.ts';

/** A first listing of a large tree may take this long. */
const LISTING_MS_MAX = 60_000;
const LOOK_AGAIN_MS = 500;

/**
 * A work tree with its whole index, opened as a thread of the engine opens it: the keeper has the index built by a process
 * of its own, and contents are read at a glance. Close it; `folder` is where the index goes, and the caller's to remove.
 */
export async function openKept(location: string, folder: string): Promise<IndexedSource> {
  const onFailure = (what: string, detail: string): void => console.error(`${what}: ${detail}`);
  const keeper = makeKeeper({ indexDirectory: folder, clock: systemClock, onFailure });
  const views = makeKeptViews((_, id) => onFailure('damaged', id));
  for (;;) {
    const opened = await keeper.open({ location, ref: null, denied: [] }, LISTING_MS_MAX);
    if (!opened.ok) throw new Error(`${location}: ${opened.error}`);
    const { view } = opened.value;
    const kept = views.keep({ ...opened.value, view, generation: view.generation });
    if (kept === null) throw new Error(`${location}: its view was not given`);
    const { index, data } = kept;
    const source = openKeptSource(opened.value, { index, files: data.files, stamps: data.stamps });
    if (isWhole(index)) return { ...source, index, close: () => source.close().finally(() => keeper.close()) };
    await source.close();
    await wait(LOOK_AGAIN_MS);
  }
}

/** Whether all of it is indexed, with its symbols. */
function isWhole(index: SourceIndex): boolean {
  const isSymbolic = index.segments.every(({ segment }) => segment.section('symbols.names') !== null);
  return index.listedSoFar === null && index.pending.length === 0 && isSymbolic;
}
