import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { TransferRefusal } from './refusal.ts';

/** The file's end: the SHA-256 of all bytes before it, in hex, and a line feed. */
const TRAILER_BYTES = 65;

/** Bytes of the file that are read at once. */
const PIECE_BYTES = 256 * 1_024;

/** Longest line that is read: far above the largest row. */
const LINE_CHARACTERS_MAX = 16 * 1_024 * 1_024;

/** What was written. */
export interface WrittenFile {
  readonly bytes: number;
  /** Of the whole file, as `sha256sum` tells it. */
  readonly sha256: string;
}

/**
 * Writes lines, compressed (gzip), into a file that only its owner may read. It has its name only when it is whole and
 * on the disk; a file that has the name already is left alone unless `isForced`.
 */
export async function writeBackupFile(
  lines: AsyncIterable<string>,
  { file, isForced }: { readonly file: string; readonly isForced: boolean },
): Promise<WrittenFile> {
  if (!isForced && (await exists(file))) throw isThere(file);
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  const handle = await openPart(part);
  try {
    const written = await fill(handle, lines);
    await handle.sync();
    await handle.close();
    await giveName(part, file, isForced);
    return written;
  } catch (failure) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    // A full disk is the operator's to clear.
    if (codeOf(failure) === 'ENOSPC') throw new TransferRefusal(`${file} does not fit on its disk`, { cause: failure });
    throw failure;
  }
}

async function fill(handle: FileHandle, lines: AsyncIterable<string>): Promise<WrittenFile> {
  const hash = createHash('sha256');
  const packed = createGzip();
  // A failure of what is written destroys what it is packed by, and so reaches the loop.
  pipeline(Readable.from(lines), packed).catch(() => {});
  for await (const chunk of packed) {
    hash.update(chunk);
    await handle.writeFile(chunk);
  }
  const trailer = `${hash.copy().digest('hex')}\n`;
  await handle.writeFile(trailer);
  return { bytes: (await handle.stat()).size, sha256: hash.update(trailer).digest('hex') };
}

async function openPart(part: string): Promise<FileHandle> {
  try {
    return await open(part, 'wx', 0o600);
  } catch (cause) {
    throw new TransferRefusal(`cannot write beside ${part}: ${codeOf(cause)}`, { cause });
  }
}

/** A hard link fails when the name is taken, which a look before could miss. */
async function giveName(part: string, file: string, isForced: boolean): Promise<void> {
  if (isForced) await rename(part, file);
  else {
    try {
      await link(part, file);
    } catch (failure) {
      if (codeOf(failure) === 'EEXIST' || (await exists(file))) throw isThere(file);
      // A file system without hard links.
      await rename(part, file);
    }
    await rm(part, { force: true });
  }
  const folder = await open(dirname(file), 'r');
  await folder.sync();
  await folder.close();
}

function isThere(file: string): TransferRefusal {
  return new TransferRefusal(`${file} is there already: name another file, or overwrite it with --force`);
}

/** A backup that is whole: every byte is the one that was written. */
export interface BackupFile {
  /** SHA-256 of its content: what it is known by. */
  readonly id: string;
  /** Its lines, from the first; may be asked for again. */
  lines(): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** Opens a backup. Throws `TransferRefusal` when it is none, was cut or changed. */
export async function openBackupFile(file: string): Promise<BackupFile> {
  const handle = await openToRead(file);
  try {
    const { size } = await handle.stat();
    const bodyBytes = size - TRAILER_BYTES;
    const id = bodyBytes > 0 ? await trailerOf(handle, bodyBytes) : null;
    if (id === null || id !== (await digestOf(handle, bodyBytes))) {
      throw new TransferRefusal(
        `${file} is no backup of Portico, or not a whole one: it was cut or changed. Nothing was written.`,
      );
    }
    return { id, lines: () => readLines(handle, bodyBytes), close: () => handle.close() };
  } catch (failure) {
    await handle.close();
    throw failure;
  }
}

async function openToRead(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (cause) {
    throw new TransferRefusal(`${file} cannot be read (${codeOf(cause)})`, { cause });
  }
}

async function trailerOf(handle: FileHandle, at: number): Promise<string | null> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(TRAILER_BYTES), 0, TRAILER_BYTES, at);
  return /^([0-9a-f]{64})\n$/.exec(buffer.toString('latin1', 0, bytesRead))?.[1] ?? null;
}

async function digestOf(handle: FileHandle, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytesOf(handle, bytes)) hash.update(chunk);
  return hash.digest('hex');
}

/** The file's first bytes, piece by piece. */
async function* bytesOf(handle: FileHandle, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; ) {
    const length = Math.min(PIECE_BYTES, bytes - at);
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/** Split by hand: Node's readline ends lines at U+2028 too, which a note may hold. */
async function* readLines(handle: FileHandle, bytes: number): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const unpacked = createGunzip();
  // A failure of the file destroys what it is unpacked by, and so reaches the loop.
  pipeline(Readable.from(bytesOf(handle, bytes)), unpacked).catch(() => {});
  for await (const chunk of unpacked) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_CHARACTERS_MAX) throw new TransferRefusal('the backup has a line that is too long');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return false;
    throw new TransferRefusal(`${file} cannot be looked at (${codeOf(failure)})`, { cause: failure });
  }
}

/** The system's code of a failure. */
function codeOf(failure: unknown): string {
  const { code } = Object(failure);
  return typeof code === 'string' ? code : 'unknown';
}
