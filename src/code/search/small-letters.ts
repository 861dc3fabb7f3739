import { MIB } from '../../base/units.ts';

/** Room that is kept for the next content; a larger content has its own. */
const ROOM_BYTES = MIB;

let room: Room | null = null;

interface Room {
  readonly bytes: Buffer;
  /** The same memory, four bytes at once. */
  readonly words: Int32Array;
  /** What was asked for last, whose small letters it holds. */
  of: Uint8Array | null;
}

/**
 * The bytes with small letters in the place of the capitals of ASCII; what it gives holds until the next call. A text of
 * ASCII stands in a content in any case exactly where its small letters stand here, in whatever encoding the content is
 * that keeps ASCII. To make a string of small letters takes as long for ASCII, and thirty times as long for all else.
 */
export function smallLetters(bytes: Uint8Array): Buffer {
  const own = roomFor(bytes.length);
  const { bytes: small, words } = own;
  if (own.of === bytes) return small.subarray(0, bytes.length);
  own.of = bytes;
  small.set(bytes);
  const count = Math.ceil(bytes.length / 4);
  for (let at = 0; at < count; at++) {
    // Inside of the words by the loop: `as` spares a check for each of them.
    const word = words[at] as number;
    const low = word & 0x7f7f7f7f;
    // The highest bit of each byte says: A or more, more than Z, and beyond ASCII; of a capital it becomes what tells a from A.
    const capitals = (low + 0x3f3f3f3f) & ~(low + 0x25252525) & ~word & 0x80808080;
    words[at] = word | (capitals >>> 2);
  }
  return small.subarray(0, bytes.length);
}

function roomFor(length: number): Room {
  if (length > ROOM_BYTES) return makeRoom(length);
  room ??= makeRoom(ROOM_BYTES);
  return room;
}

function makeRoom(length: number): Room {
  const words = new Int32Array(Math.ceil(length / 4));
  return { bytes: Buffer.from(words.buffer), words, of: null };
}
