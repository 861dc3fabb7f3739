import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { makeKeeper } from '../../src/code/keeper/keeper.ts';
import { openKeptSource } from '../../src/code/keeper/kept-source.ts';
import { makeKeptViews } from '../../src/code/keeper/kept-views.ts';
import type { SourceIndex } from '../../src/code/source/source-index.ts';
import type { IndexedSource } from '../../test/support/indexed-source.ts';
import type { Row } from '../table.ts';

/** A first listing of a large tree may take this long. */
const LISTING_MS_MAX = 60_000;
const LOOK_AGAIN_MS = 500;

/**
 * Measures work trees one after the other, each with its whole index, opened as a thread of the engine opens it: the
 * keeper has the index built by a process of its own, and contents are read at a glance.
 */
export async function measureKept(
  repositories: readonly string[],
  measure: (source: IndexedSource, name: string, location: string) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const location of repositories) {
    const folder = mkdtempSync(join(tmpdir(), 'portico-bench-'));
    try {
      const source = await openKept(location, folder);
      rows.push(...(await measure(source, basename(location), location).finally(() => source.close())));
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
  return rows;
}

/** Numbers of the files whose text is searched: what is binary or too large has no place in the index. */
export function textsOf({ index }: IndexedSource): readonly number[] {
  return Array.from({ length: index.files.count }, (_, file) => file).filter((file) => index.place(file) !== null);
}

/** Until all of it is indexed; `folder` is where the index goes. */
async function openKept(location: string, folder: string): Promise<IndexedSource> {
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
    const source = openKeptSource(opened.value, { ...data, index });
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
