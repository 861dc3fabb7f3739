import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { KIB } from '../../base/units.ts';
import type { Section } from '../source/source-index.ts';

/*
 * A segment file is a head, named sections and, for each block of a section, a checksum. It is written once and never
 * changed; what is read of it is checked block by block at each reading, so that a byte that flipped at any time is
 * noticed before it can become an answer.
 *
 *   head       'PORTSEG1', format (u32), length of the table (u32), its checksum (u32)
 *   table      JSON: {name: {at, length, sums}}; `sums` is where the checksums of its blocks lie, u32 each
 *   sections   each followed by its checksums
 */

const MAGIC = 'PORTSEG1';
const HEAD_BYTES = 20;
/** Bytes under one checksum: a small reading costs no more than this, and the checksums 0.1 % of the file. */
const BLOCK_BYTES = 4 * KIB;
/** The table of sections has a few dozen entries at the most. */
const TABLE_BYTES_MAX = 4 * KIB;

/** The file is not what was written: it is to be built anew, and nothing of it may be believed. */
export class DamagedSegmentError extends Error {
  readonly path: string;

  constructor(path: string, what: string) {
    super(`the index file ${path} is damaged: ${what}`);
    this.name = 'DamagedSegmentError';
    this.path = path;
  }
}

interface Place {
  readonly at: number;
  readonly length: number;
  readonly sums: number;
}

/** A segment file, open for reading by position: nothing of it stays in memory but its table. */
export interface SegmentFile {
  readonly path: string;
  readonly bytes: number;
  /** Wall time at which it was made; the time of its last change is that of its last use. */
  readonly writtenAtMs: number;
  /** Null when the file has no such section. */
  section(name: string): Section | null;
  close(): void;
}

/**
 * How surely a file is on disk when it has been written. A file that is not `durable` can be lost or spoilt by a power
 * cut, which its checksums show; no death of a process harms it.
 */
export type Durability = 'durable' | 'quick';

/**
 * Writes a whole segment file under its final name, by a file beside it that is renamed when it is whole: a kill
 * at any moment leaves a whole file or none. Returns its bytes. Throws as the file system does, ENOSPC among others,
 * and leaves nothing behind.
 */
export function writeSegmentFile(
  path: string,
  format: number,
  sections: SectionPieces,
  durability: Durability = 'durable',
): number {
  // By chance as well: a number of a process comes again, and what a dead one left must not be in the way for good.
  const unfinished = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.unfinished`;
  const fd = openSync(unfinished, 'wx', 0o600);
  try {
    const bytes = writeAndClose(fd, () => {
      const written = writeSections(fd, format, sections);
      if (durability === 'durable') fsyncSync(fd);
      return written;
    });
    renameSync(unfinished, path);
    if (durability === 'durable') syncFolder(dirname(path));
    return bytes;
  } catch (failure) {
    rmSync(unfinished, { force: true });
    throw failure;
  }
}

/** The pieces of each section, by its name. */
type SectionPieces = Readonly<Record<string, readonly Uint8Array[]>>;

function writeAndClose(fd: number, write: () => number): number {
  try {
    return write();
  } finally {
    closeSync(fd);
  }
}

/** Writes all sections and then the head that leads to them; the length of the file. */
function writeSections(fd: number, format: number, sections: SectionPieces): number {
  const table: Record<string, Place> = {};
  // The table has a fixed room, so that sections can be written as they come.
  let at = HEAD_BYTES + TABLE_BYTES_MAX;
  for (const [name, pieces] of Object.entries(sections)) {
    const { length, sums } = writePieces(fd, pieces, at);
    const sumsAt = at + length;
    const sumBytes = Buffer.from(Uint32Array.from(sums).buffer);
    writeAll(fd, sumBytes, sumsAt);
    table[name] = { at, length, sums: sumsAt };
    at = sumsAt + sumBytes.length;
  }
  writeHead(fd, format, table);
  return at;
}

/** Writes the pieces of a section in large writes; how long it is, and the checksums of its blocks. */
function writePieces(fd: number, pieces: readonly Uint8Array[], start: number): { length: number; sums: number[] } {
  const sums: number[] = [];
  let length = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const flush = (): void => {
    const block = waiting.length === 1 && waiting[0] !== undefined ? waiting[0] : Buffer.concat(waiting);
    for (let from = 0; from < block.length; from += BLOCK_BYTES)
      sums.push(crc32(block.subarray(from, from + BLOCK_BYTES)));
    writeAll(fd, block, start + length);
    length += block.length;
    waiting = [];
    waitingBytes = 0;
  };
  for (const piece of pieces) {
    let rest = piece;
    while (rest.length > 0) {
      const part = rest.subarray(0, WRITE_BYTES - waitingBytes);
      waiting.push(part);
      waitingBytes += part.length;
      rest = rest.subarray(part.length);
      if (waitingBytes === WRITE_BYTES) flush();
    }
  }
  flush();
  return { length, sums };
}

function writeHead(fd: number, format: number, table: Readonly<Record<string, Place>>): void {
  const tableBytes = Buffer.from(JSON.stringify(table));
  if (tableBytes.length > TABLE_BYTES_MAX) throw new Error('too many sections');
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(MAGIC, 'latin1');
  head.writeUInt32LE(format, 8);
  head.writeUInt32LE(tableBytes.length, 12);
  head.writeUInt32LE(crc32(tableBytes), 16);
  writeAll(fd, tableBytes, HEAD_BYTES);
  writeAll(fd, head, 0);
}

/** Written at once; a multiple of the block. */
const WRITE_BYTES = 256 * BLOCK_BYTES;

function writeAll(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(fd, bytes, done, bytes.length - done, position + done);
}

/** A rename is on disk when its folder is. */
function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Opens a segment file. Throws `DamagedSegmentError` when head or table are not as written, or when the format is
 * another one, which is as good as damage: both are mended by building anew.
 */
export function openSegmentFile(path: string, format: number): SegmentFile {
  const fd = openSync(path, 'r');
  try {
    const { size, birthtimeMs: writtenAtMs } = fstatSync(fd);
    const table = readTable(fd, { path, format, size });
    const sections = new Map(Object.entries(table).map(([name, place]) => [name, openSection(fd, path, place)]));
    let isOpen = true;
    return {
      path,
      bytes: size,
      writtenAtMs,
      section: (name) => sections.get(name) ?? null,
      close() {
        // The system gives the number of a closed file to the next one that is opened: never close it twice.
        if (isOpen) closeSync(fd);
        isOpen = false;
      },
    };
  } catch (failure) {
    closeSync(fd);
    throw failure;
  }
}

function readTable(
  fd: number,
  { path, format, size }: { readonly path: string; readonly format: number; readonly size: number },
): Readonly<Record<string, Place>> {
  const head = Buffer.alloc(HEAD_BYTES);
  if (readSync(fd, head, 0, HEAD_BYTES, 0) !== HEAD_BYTES || head.toString('latin1', 0, 8) !== MAGIC)
    throw new DamagedSegmentError(path, 'no head');
  if (head.readUInt32LE(8) !== format) throw new DamagedSegmentError(path, 'another format');
  const length = head.readUInt32LE(12);
  if (length > TABLE_BYTES_MAX) throw new DamagedSegmentError(path, 'no table');
  const bytes = Buffer.alloc(length);
  if (readSync(fd, bytes, 0, length, HEAD_BYTES) !== length || crc32(bytes) !== head.readUInt32LE(16))
    throw new DamagedSegmentError(path, 'its table');
  // The checksum has shown that this is what `writeSections` wrote.
  const table = JSON.parse(bytes.toString()) as Record<string, Place>;
  // An empty section lies nowhere: a file that has none but such ends with its table.
  const isShort = Object.values(table).some(
    ({ length: bytesOf, sums }) => bytesOf > 0 && sums + 4 * blocksIn(bytesOf) > size,
  );
  if (isShort) throw new DamagedSegmentError(path, 'it was cut short');
  return table;
}

function blocksIn(length: number): number {
  return Math.ceil(length / BLOCK_BYTES);
}

function openSection(fd: number, path: string, { at, length, sums }: Place): Section {
  let known: Buffer | null = null;
  function readChecked(from: number, wanted: number, makeRoom: (bytes: number) => Buffer): Buffer {
    if (from < 0 || wanted < 0 || from + wanted > length)
      throw new DamagedSegmentError(path, 'it points beyond a section');
    if (wanted === 0) return Buffer.alloc(0);
    // Kept from the first reading on: a thousandth of the section, for half of the calls.
    known ??= readWhole(fd, path, sums, Buffer.allocUnsafeSlow(4 * blocksIn(length)));
    const first = Math.floor(from / BLOCK_BYTES);
    const last = Math.ceil((from + wanted) / BLOCK_BYTES);
    const start = first * BLOCK_BYTES;
    const bytes = readWhole(fd, path, at + start, makeRoom(Math.min(last * BLOCK_BYTES, length) - start));
    for (let block = 0; block < last - first; block++) {
      const sum = crc32(bytes.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES));
      if (sum !== known.readUInt32LE((first + block) * 4)) throw new DamagedSegmentError(path, 'a checksum differs');
    }
    return bytes.subarray(from - start, from - start + wanted);
  }
  return {
    length,
    read: (from, wanted) => readChecked(from, wanted, Buffer.allocUnsafeSlow),
    glance: (from, wanted) => readChecked(from, wanted, glanceRoom),
  };
}

let room = Buffer.alloc(0);

/** Room for one glance; a long one gets its own, which is not kept. */
function glanceRoom(bytes: number): Buffer {
  if (bytes > GLANCE_BYTES) return Buffer.allocUnsafeSlow(bytes);
  if (room.length === 0) room = Buffer.allocUnsafeSlow(GLANCE_BYTES);
  return room.subarray(0, bytes);
}

/** Longer than nearly all lists of a segment. */
const GLANCE_BYTES = 16 * BLOCK_BYTES;

/** Fills a buffer with bytes of the file; a disk that fails to give them has lost them. */
function readWhole(fd: number, path: string, at: number, bytes: Buffer): Buffer {
  try {
    if (readSync(fd, bytes, 0, bytes.length, at) === bytes.length) return bytes;
  } catch (cause) {
    // `as`: errors of the file system carry a code.
    if ((cause as NodeJS.ErrnoException).code !== 'EIO') throw cause;
  }
  throw new DamagedSegmentError(path, 'it cannot be read to its end');
}
