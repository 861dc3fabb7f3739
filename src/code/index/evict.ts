import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { limitOf } from '../engine-limits.ts';
import { OWN_STORES } from '../source/own-store.ts';
import { segmentPaths } from './segment.ts';
import { listSegments, removeSegment } from './store.ts';

/** What may not go, and how far it must. */
export interface RoomNeeds {
  /** Names of the folders of roots in use. */
  readonly inUse: ReadonlySet<string>;
  /** Segments of roots in use that were used since then stay. */
  readonly unusedBefore: Date;
  /** For the indexes of all roots together; the operator's bound when not given. */
  readonly bytesMax?: number;
}

/**
 * Deletes what was used the longest ago until the rest fits: first whole roots that are not in use, then segments of
 * the others, such as those of commits that nobody asks about any more. Another process that uses what is deleted goes
 * on with its open files and builds anew later. Answers the bytes that are left.
 */
export function makeRoom(indexDirectory: string, needs: RoomNeeds): number {
  const bytesMax = needs.bytesMax ?? limitOf('indexBytesMax');
  const roots = measureRoots(indexDirectory);
  let left = roots.reduce((sum, { bytes }) => sum + bytes, 0);
  const idle = roots.filter(({ name }) => !needs.inUse.has(name));
  for (const { name, bytes } of byAge(idle)) {
    if (left <= bytesMax) return left;
    rmSync(join(indexDirectory, name), { recursive: true, force: true });
    left -= bytes;
  }
  const segments = roots
    .filter(({ name }) => needs.inUse.has(name))
    .flatMap(({ name }) => measureSegments(join(indexDirectory, name)))
    .filter(({ usedAtMs }) => usedAtMs < needs.unusedBefore.getTime());
  for (const { folder, id, bytes } of byAge(segments)) {
    if (left <= bytesMax) return left;
    removeSegment(folder, id);
    left -= bytes;
  }
  return left;
}

function byAge<One extends { readonly usedAtMs: number }>(all: readonly One[]): readonly One[] {
  return all.toSorted((a, b) => a.usedAtMs - b.usedAtMs);
}

function measureSegments(folder: string) {
  return listSegments(folder).map(([id]) => {
    const paths = segmentPaths(folder, id);
    const text = lstatSync(paths.text, { throwIfNoEntry: false });
    const symbols = lstatSync(paths.symbols, { throwIfNoEntry: false });
    return { folder, id, bytes: (text?.size ?? 0) + (symbols?.size ?? 0), usedAtMs: text?.mtimeMs ?? 0 };
  });
}

/** The index of one root on disk. */
interface RootSize {
  /** Of its folder. */
  readonly name: string;
  readonly bytes: number;
  /** When it was last written or noted as used. */
  readonly usedAtMs: number;
}

/** The indexes of all roots; none when there is no such directory yet. */
export function measureRoots(indexDirectory: string): readonly RootSize[] {
  if (!existsSync(indexDirectory)) return [];
  return readdirSync(indexDirectory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== OWN_STORES)
    .map(({ name }) => measure(indexDirectory, name));
}

function measure(indexDirectory: string, name: string): RootSize {
  const folder = join(indexDirectory, name);
  const sizeOf = (file: string): number => lstatSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  const bytes = readdirSync(folder).reduce((sum, file) => sum + sizeOf(file), 0);
  return { name, bytes, usedAtMs: lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
}
