import { isAscii } from 'node:buffer';
import { limitOf } from '../engine-limits.ts';
import { decodeUtf16 } from './decode.ts';

/** Larger files are named as a gap: they are data or generated, and would take the time of thousands of others. */
export const FILE_BYTES_MAX = limitOf('fileBytesMax');

/** The same bytes with a buffer's methods; nothing is copied but UTF-16, which is made UTF-8. */
export function asBuffer(bytes: Uint8Array): Buffer {
  const wide = decodeUtf16(bytes);
  if (wide) return Buffer.from(wide.text);
  // A search asks for each file, and another view of the same bytes is a thirtieth of its time.
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Fatal, since the lenient decoder would put the same replacement for every unreadable byte. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a file: UTF-8 without its byte-order mark, or Latin-1 where it is not UTF-8. */
export function decodeText(bytes: Buffer): string {
  // Most code is ASCII, which to copy takes half the time of decoding.
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return utf8.decode(bytes);
  } catch {
    // One character per byte keeps every ASCII word findable.
    return bytes.toString('latin1');
  }
}
