import { randomBytes, randomInt } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Bytes drawn at a time: every request has an id, and asking the system for 10 bytes costs as much as for thousands. */
const DRAWN_BYTES = 4_000;

let drawn = randomBytes(0);
let drawnAt = 0;

/** A UUID version 7: unique, and sorting by time of making. No secret: ids are shown. RFC 9562 §5.7. */
export function newId(now: Date): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  const random = drawHex(10);
  const variant = ((Number.parseInt(random.slice(0, 2), 16) & 0x3f) | 0x80).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(2, 5)}-${variant}${random.slice(5, 7)}-${random.slice(7, 19)}`;
}

/** Hex digits of random bytes, each given out once. */
function drawHex(bytes: number): string {
  if (drawnAt + bytes > drawn.length) {
    drawn = randomBytes(DRAWN_BYTES);
    drawnAt = 0;
  }
  drawnAt += bytes;
  return drawn.toString('hex', drawnAt - bytes, drawnAt);
}

/** `length` characters, each drawn uniformly from [0-9A-Za-z]. */
export function randomBase62(length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += BASE62[randomInt(62)];
  return text;
}

/** A non-negative integer below 62^length as exactly `length` base62 characters, most significant first. */
export function encodeBase62(value: number, length: number): string {
  let rest = value;
  let text = '';
  for (let i = 0; i < length; i++) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
