import { type Dir, type Dirent, opendirSync } from 'node:fs';
import { isShortage } from './safe-open.ts';

/** Entries that are read from a folder at once. */
const ENTRIES_AHEAD = 512;

/**
 * The entries of a folder, one after the other: it may have a million, and a list of them would not fit a thread's heap.
 * One that is not permitted or gone has none.
 */
export function* eachEntry(path: string): Iterable<Dirent<Buffer>> {
  let folder: Dir | null = null;
  try {
    // `as`: its names are bytes by this encoding, which the types of Node leave out.
    folder = opendirSync(path, { encoding: 'buffer' as BufferEncoding, bufferSize: ENTRIES_AHEAD });
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      yield entry as unknown as Dirent<Buffer>;
    }
  } catch (failure) {
    if (isShortage(failure)) throw failure;
  } finally {
    folder?.closeSync();
  }
}
