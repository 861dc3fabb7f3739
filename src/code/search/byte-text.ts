import { isAscii, isUtf8 } from 'node:buffer';
import type { BrokenText } from '../text/lines.ts';

const LINE_FEED = 10;

/** A text that lies in bytes, of which only what is asked for is decoded; positions are those of bytes. */
export interface ByteText extends BrokenText {
  /** Characters from one position to another. */
  width(from: number, to: number): number;
}

const UTF8_MARK = Buffer.from('\uFEFF');
const MARK_BEGIN = UTF8_MARK[0];

/** As `decodeText` reads it; only a text's beginning has a byte order mark. How the bytes beyond ASCII are meant is found out where some are asked for, which few texts have. */
export function makeByteText(bytes: Buffer, isBeginning = true): ByteText {
  let encoding: 'utf8' | 'latin1' | null = null;
  const encodingOf = (from: number, to: number): 'utf8' | 'latin1' => {
    if (isAsciiPart(bytes, from, to)) return 'latin1';
    encoding ??= isUtf8(bytes) ? 'utf8' : 'latin1';
    return encoding;
  };
  const isMarked =
    isBeginning &&
    bytes[0] === MARK_BEGIN &&
    bytes.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) &&
    encodingOf(0, 1) === 'utf8';
  const start = isMarked ? UTF8_MARK.length : 0;
  const slice = (from: number, to: number): string => bytes.toString(encodingOf(from, to), from, to);
  return {
    start,
    length: bytes.length,
    width: (from, to) => (encodingOf(from, to) === 'latin1' ? to - from : slice(from, to).length),
    nextBreak: (from) => bytes.indexOf(LINE_FEED, from),
    afterBreaks(from, breaks) {
      let left = breaks;
      let at = from;
      // By hand, since it is a line or two: to ask for each line break takes three times as long.
      for (; left > 0 && at < bytes.length; at++) if (bytes[at] === LINE_FEED) left -= 1;
      return left === 0 ? at : -1;
    },
    lineStart: (position) => (position <= start ? start : Math.max(start, breakBefore(bytes, position) + 1)),
    slice,
  };
}

/** Parts up to this long are looked through by hand: a call outside takes as long. */
const SHORT_BYTES = 128;

/** The line break at or behind a position; -1 where there is none. */
export function lineEnd(bytes: Buffer, from: number): number {
  const soon = Math.min(bytes.length, from + SHORT_BYTES);
  for (let at = from; at < soon; at++) if (bytes[at] === LINE_FEED) return at;
  return bytes.indexOf(LINE_FEED, soon);
}

/** The last line break before a position; -1 where there is none. */
function breakBefore(bytes: Buffer, position: number): number {
  const soon = Math.max(0, position - SHORT_BYTES);
  for (let at = position - 1; at >= soon; at--) if (bytes[at] === LINE_FEED) return at;
  return soon === 0 ? -1 : bytes.lastIndexOf(LINE_FEED, soon - 1);
}

function isAsciiPart(bytes: Buffer, from: number, to: number): boolean {
  if (to - from > SHORT_BYTES) return isAscii(bytes.subarray(from, to));
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) > 127) return false;
  return true;
}
