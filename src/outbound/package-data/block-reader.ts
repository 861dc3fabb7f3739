import { readSync } from 'node:fs';
import { RandomAccessReader } from 'yauzl';
import { MIB } from '../../base/units.ts';

/** What is read at once: an archive is read from its beginning to its end, in hundreds of thousands of small pieces. */
const BLOCK_BYTES = MIB;

/** Gives pieces of an open file. Rejects nothing: beyond the end of the file a piece is shorter than asked. */
export type ReadPiece = (start: number, length: number) => Buffer;

/** Makes a reader that keeps the last block, so that neighbouring pieces cost one read of the file. */
export function makeReadPiece(fd: number): ReadPiece {
  let block = { start: 0, bytes: Buffer.alloc(0) };
  return (start, length) => {
    const isInside = start >= block.start && start + length <= block.start + block.bytes.length;
    if (!isInside) {
      const bytes = Buffer.allocUnsafe(Math.max(length, BLOCK_BYTES));
      block = { start, bytes: bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, start)) };
    }
    return block.bytes.subarray(start - block.start, start - block.start + length);
  };
}

/** The library's own reader asks the system for every piece; it takes another as a subclass only. */
export class BlockReader extends RandomAccessReader {
  readonly #readPiece: ReadPiece;

  constructor(readPiece: ReadPiece) {
    super();
    this.#readPiece = readPiece;
  }

  override _readStreamForRange(): never {
    throw new Error('entries are read by their places, not as streams');
  }

  override read(...[buffer, offset, length, position, callback]: Parameters<RandomAccessReader['read']>): void {
    const piece = this.#readPiece(position, length);
    piece.copy(buffer, offset);
    callback(piece.length === length ? null : new Error('the file ends too early'));
  }
}
