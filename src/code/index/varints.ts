/*
 * Whole numbers in as few bytes as they need: seven bits a byte, the lowest first, the top bit set on all but the last.
 * Numbers are below 2^31, so that all of it is done in 32 bits.
 */

/** Bytes that grow while they are written. */
export interface ByteWriter {
  /** Bytes written so far. */
  readonly length: number;
  byte(value: number): void;
  /** A number from 0 to 2^31 - 1. */
  varint(value: number): void;
  bytes(value: Uint8Array): void;
  /** The length of a text in UTF-8, then its bytes. */
  text(value: string): void;
  /** What was written, without a copy; the writer is of no use afterwards. */
  finish(): Buffer;
  /** Forgets what was written and keeps the room: what `finish` gave is written over from now on. */
  clear(): void;
}

/** Their bytes are fewer than 128, at most three to a character. */
const SHORT_CHARACTERS_MAX = 42;

/** Makes an empty writer; `room` is what it starts with, in bytes. */
export function makeByteWriter(room = 1_024): ByteWriter {
  let buffer = Buffer.allocUnsafe(room);
  let length = 0;
  function reserve(more: number): void {
    if (length + more <= buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(length + more, buffer.length * 2));
    buffer.copy(grown, 0, 0, length);
    buffer = grown;
  }
  function writeVarint(value: number): void {
    reserve(5);
    let rest = value;
    while (rest > 0x7f) {
      buffer[length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    buffer[length++] = rest;
  }
  return {
    get length() {
      return length;
    },
    byte(value) {
      reserve(1);
      buffer[length++] = value;
    },
    varint: writeVarint,
    bytes(value) {
      reserve(value.length);
      buffer.set(value, length);
      length += value.length;
    },
    text(value) {
      if (value.length > SHORT_CHARACTERS_MAX) {
        const bytes = Buffer.from(value);
        writeVarint(bytes.length);
        this.bytes(bytes);
        return;
      }
      // Nearly all: written in place, behind the one byte that its length takes.
      reserve(1 + 3 * value.length);
      const from = length + 1;
      let written = 0;
      for (let code = 0; written < value.length; written++) {
        code = value.charCodeAt(written);
        if (code >= 0x80) break;
        buffer[from + written] = code;
      }
      if (written < value.length) written = buffer.write(value, from);
      buffer[length] = written;
      length += 1 + written;
    },
    finish: () => buffer.subarray(0, length),
    clear() {
      length = 0;
    },
  };
}

/** Reads numbers and bytes one after the other. Beyond the end everything is 0 or empty: the caller knows the length. */
export interface ByteReader {
  /** Where the next reading begins; may be set. */
  at: number;
  varint(): number;
  byte(): number;
  /** A view, not a copy. */
  bytes(length: number): Buffer;
}

/** Reads from the beginning of some bytes. */
export function makeByteReader(buffer: Buffer): ByteReader {
  return {
    at: 0,
    varint() {
      let byte = buffer[this.at++] ?? 0;
      if (byte < 0x80) return byte;
      let value = byte & 0x7f;
      for (let shift = 7; shift < 35; shift += 7) {
        byte = buffer[this.at++] ?? 0;
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) break;
      }
      return value;
    },
    byte() {
      return buffer[this.at++] ?? 0;
    },
    bytes(length) {
      const start = this.at;
      this.at += length;
      return buffer.subarray(start, start + length);
    },
  };
}
