import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MIB } from '../../base/units.ts';

/** Bytes of the indexes of all roots together: two of the largest roots that are served, at a quarter of their source. */
const INDEX_BYTES_MAX = 10 * 1_024 * MIB;

/**
 * Deletes the indexes of the roots that were used the longest ago, until the rest fits. Roots in use stay, by the names
 * of their folders; another process that uses a deleted one goes on with its open files and builds anew later. Answers
 * the bytes that are left.
 */
export function makeRoom(
  indexDirectory: string,
  inUse: ReadonlySet<string>,
  bytesMax: number = INDEX_BYTES_MAX,
): number {
  const roots = measureRoots(indexDirectory).toSorted((a, b) => a.usedAtMs - b.usedAtMs);
  let left = roots.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, bytes } of roots) {
    if (left <= bytesMax) break;
    if (inUse.has(name)) continue;
    rmSync(join(indexDirectory, name), { recursive: true, force: true });
    left -= bytes;
  }
  return left;
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
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => measure(indexDirectory, name));
}

function measure(indexDirectory: string, name: string): RootSize {
  const folder = join(indexDirectory, name);
  const sizeOf = (file: string): number => lstatSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0;
  const bytes = readdirSync(folder).reduce((sum, file) => sum + sizeOf(file), 0);
  return { name, bytes, usedAtMs: lstatSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 };
}
