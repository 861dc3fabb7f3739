import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import type { Random } from '../support/random.ts';

/** Flips a bit of a file, cuts or removes it; null when it is not there any more. */
export function harmFile(path: string, random: Random): 'flipped' | 'cut' | 'removed' | null {
  const bytes = readOrNull(path);
  if (bytes === null || bytes.length === 0) return null;
  const at = Math.floor(random() * bytes.length);
  const kind = random();
  if (kind < 0.5) {
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
    writeFileSync(path, bytes);
    return 'flipped';
  }
  if (kind < 0.8) {
    truncateSync(path, at);
    return 'cut';
  }
  rmSync(path);
  return 'removed';
}

function readOrNull(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
