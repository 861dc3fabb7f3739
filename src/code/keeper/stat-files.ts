import { pathOf } from '../source/packed-files.ts';
import { showPath } from '../source/path-bytes.ts';
import { tryLstat } from '../source/safe-open.ts';
import { isSecretPath } from '../source/secret-path.ts';
import { type Columns, hasStamp, isFile, isPending } from './columns.ts';
import { forgetContent } from './indexed-files.ts';

/** Files between two turns for other work. */
const TURN_FILES = 1_000;

/**
 * Looks at every file on disk and forgets the content of those that are not as they were when they were read. True
 * when there was any. Names and times alone are looked at: what is read later is read by the guarded reader.
 */
export async function statFiles(location: string, columns: Columns): Promise<boolean> {
  let hasChanged = false;
  for (let file = 0; file < columns.files.count; file++) {
    if (file % TURN_FILES === TURN_FILES - 1) await new Promise((resolve) => setImmediate(resolve));
    if (forgetIfChanged(location, columns, file)) hasChanged = true;
  }
  return hasChanged;
}

/** Looks at one file; true when its content was forgotten. */
export function forgetIfChanged(location: string, columns: Columns, file: number): boolean {
  if (!isFile(columns.files, file)) return false;
  const isAlreadyForgotten = isPending(columns, file) && Number.isNaN(columns.stamps[3 * file] ?? Number.NaN);
  if (isAlreadyForgotten) return false;
  const bytes = pathOf(columns.files, file);
  const path = showPath(bytes);
  // Known by its name alone, so never read.
  if (isSecretPath(path)) return false;
  const stats = tryLstat(Buffer.concat([Buffer.from(`${location}/`), bytes]));
  if (stats?.isFile() && hasStamp(columns, file, stats)) return false;
  forgetContent(columns, file, null);
  return true;
}
