import { closeSync, fstatSync, openSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { MIB } from '../../base/units.ts';
import { BlockReader, makeReadPiece, type ReadPiece } from './block-reader.ts';

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
 * has to fit in memory. Null when it is no zip or beyond the bounds. What an entry claims is bounded, one by one and
 * together, and no more than it claims is ever unpacked, so a zip bomb ends here.
 */
export async function openArchive(
  path: string,
  keysOf: (record: unknown) => readonly string[],
): Promise<ArchiveIndex | null> {
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch {
    // It was taken away, or is not ours to read.
    return null;
  }
  try {
    const reader = new BlockReader(makeReadPiece(fd));
    const zip = await fromRandomAccessReaderPromise(reader, fstatSync(fd).size, { autoClose: false });
    const { places, records, skipped } = await readPlaces(zip, makeReadPiece(fd), keysOf);
    const readPiece = makeReadPiece(fd);
    const find = async (key: string) => readFound(readPiece, places.get(key) ?? []);
    return { records, skipped, find, close: () => closeSync(fd) };
  } catch {
    // Cut short, damaged or a bomb: an archive that is not whole must not pass for one that lists nothing.
    closeSync(fd);
    return null;
  }
}

/** Entries after which others get their turn: some 10 ms of work. */
const TURN_ENTRIES = 100;

async function readPlaces(zip: ZipFile, readPiece: ReadPiece, keysOf: (record: unknown) => readonly string[]) {
  const places = new Map<string, Place[]>();
  let [records, skipped, totalBytes] = [0, 0, 0];
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('.json')) continue;
    records += 1;
    totalBytes += entry.uncompressedSize;
    if (records > BOUNDS.records || totalBytes > BOUNDS.totalBytes) throw new Error('the archive is too large');
    const place = placeOf(readPiece, entry);
    const record = place === null ? null : readPlace(readPiece, place);
    const isKept = place !== null && record !== null && keysOf(record).every((key) => keep(places, key, place));
    if (!isKept) skipped += 1;
    if (records % TURN_ENTRIES === 0) await new Promise((resolve) => setImmediate(resolve));
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

const LOCAL_HEADER_BYTES = 30;

/** Null for an entry that is too large or packed in a way that is not read. Source: APPNOTE.TXT, section 4.3.7. */
function placeOf(readPiece: ReadPiece, entry: Entry): Place | null {
  if (entry.uncompressedSize > BOUNDS.recordBytes || entry.compressedSize > BOUNDS.recordBytes) return null;
  if (entry.isEncrypted() || !entry.canDecodeFileData()) return null;
  const header = readPiece(entry.relativeOffsetOfLocalHeader, LOCAL_HEADER_BYTES);
  if (header.length < LOCAL_HEADER_BYTES) return null;
  const namesBytes = header.readUInt16LE(26) + header.readUInt16LE(28);
  return {
    start: entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + namesBytes,
    compressedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    isDeflated: entry.compressionMethod === 8,
  };
}

/** Null when the bytes are not what the entry claims, or no JSON: one damaged record is not the end of the others. */
function readPlace(readPiece: ReadPiece, { start, compressedBytes, bytes, isDeflated }: Place): unknown {
  try {
    const packed = readPiece(start, compressedBytes);
    const data = isDeflated ? inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) }) : packed;
    return data.length === bytes ? JSON.parse(data.toString('utf8')) : null;
  } catch {
    return null;
  }
}

function readFound(readPiece: ReadPiece, places: readonly Place[]): readonly unknown[] | null {
  const records = places.map((place) => readPlace(readPiece, place));
  // What was read once and no longer is: the file was changed under us, and the next look finds its new state.
  return records.includes(null) ? null : records;
}
