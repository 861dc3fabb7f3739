import type { Readable } from 'node:stream';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { MIB } from '../../base/units.ts';

/** What is read of an archive. A record over its bound is skipped and counted; an archive over its own is refused. */
const BOUNDS = { records: 2_000_000, recordBytes: 8 * MIB, totalBytes: 16 * 1_024 * MIB, perKey: 2_000 } as const;

/** Where the records of an archive are, by what they are about. */
export interface ArchiveIndex {
  readonly records: number;
  /** Records that are too large or could not be read. */
  readonly skipped: number;
  /** The records about something, parsed; null when the file can no longer be read. */
  find(key: string): Promise<readonly unknown[] | null>;
  close(): void;
}

/** The place of one record in the file. */
interface Place {
  readonly start: number;
  readonly compressedBytes: number;
  readonly bytes: number;
  readonly isDeflated: boolean;
}

/**
 * Reads a zip of JSON records once and remembers where they are, not what they say: an archive of hundreds of thousands
 * has to fit in memory. Null when it is no zip or beyond the bounds. The library refuses entries that turn out larger
 * than they claim, and claims are bounded one by one and together, so a zip bomb ends here.
 */
export async function openArchive(
  path: string,
  keysOf: (record: unknown) => readonly string[],
): Promise<ArchiveIndex | null> {
  const zip = await openPromise(path, { autoClose: false }).catch(() => null);
  if (zip === null) return null;
  try {
    const { places, records, skipped } = await readPlaces(zip, keysOf);
    return { records, skipped, find: (key) => readFound(zip, places.get(key) ?? []), close: () => zip.close() };
  } catch {
    // Cut short, damaged or a bomb: an archive that is not whole must not pass for one that lists nothing.
    zip.close();
    return null;
  }
}

async function readPlaces(zip: ZipFile, keysOf: (record: unknown) => readonly string[]) {
  const places = new Map<string, Place[]>();
  let [records, skipped, totalBytes] = [0, 0, 0];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('.json')) continue;
    records += 1;
    totalBytes += entry.uncompressedSize;
    if (records > BOUNDS.records || totalBytes > BOUNDS.totalBytes) throw new Error('the archive is too large');
    const found = await readEntry(zip, entry);
    const isKept = found !== null && keysOf(found.record).every((key) => keep(places, key, found.place));
    if (!isKept) skipped += 1;
  }
  return { places, records, skipped };
}

/** False when there are too many records about one thing to keep another. */
function keep(places: Map<string, Place[]>, key: string, place: Place): boolean {
  const known = places.get(key);
  if (known === undefined) places.set(key, [place]);
  else if (known.length < BOUNDS.perKey) known.push(place);
  else return false;
  return true;
}

async function readEntry(zip: ZipFile, entry: Entry): Promise<{ record: unknown; place: Place } | null> {
  if (entry.uncompressedSize > BOUNDS.recordBytes || entry.isEncrypted() || !entry.canDecodeFileData()) return null;
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const place: Place = {
    start: fileDataStart,
    compressedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    isDeflated: entry.compressionMethod === 8,
  };
  const record = await readPlace(zip, place);
  return record === null ? null : { record, place };
}

/** Null when the bytes are not what the entry claims, or no JSON. */
async function readPlace(zip: ZipFile, place: Place): Promise<unknown> {
  try {
    return JSON.parse(await readText(await openPlace(zip, place), place.bytes));
  } catch {
    // One damaged record is counted, not the end of the others.
    return null;
  }
}

/** By the callback: the library's own promise calls another function (yauzl 3.4.0). */
function openPlace(zip: ZipFile, { start, compressedBytes, bytes, isDeflated }: Place): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStreamLowLevel(start, compressedBytes, 0, compressedBytes, isDeflated, bytes, (failure, stream) => {
      if (failure === null) resolve(stream);
      else reject(failure);
    });
  });
}

async function readText(stream: Readable, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of a zip entry gives bytes');
    length += chunk.length;
    if (length > bytesMax) throw new RangeError('the record is larger than it claims');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function readFound(zip: ZipFile, places: readonly Place[]): Promise<readonly unknown[] | null> {
  try {
    const records: unknown[] = [];
    for (const place of places) {
      const record = await readPlace(zip, place);
      if (record === null) return null;
      records.push(record);
    }
    return records;
  } catch {
    // The file was taken away or changed under us; the next look finds its new state.
    return null;
  }
}
