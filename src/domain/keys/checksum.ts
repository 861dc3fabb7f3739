import { encodeBase62 } from '../../base/ids.ts';

/** Characters of a checksum: 62^6 is above 2^32. */
export const CHECKSUM_LENGTH = 6;

/** CRC-32 of every 4-bit value (IEEE 802.3, reflected): a table of 16 needs no work at import. */
const NIBBLES = [
  0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c, 0xedb88320,
  0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
] as const;

/** CRC-32 of ASCII text, 0..2^32-1; the same value as zlib's. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i);
    crc = (crc >>> 4) ^ (NIBBLES[crc & 15] ?? 0);
    crc = (crc >>> 4) ^ (NIBBLES[crc & 15] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** The checksum that ends a token: a scanner or a typo is known by it without asking the database. */
export function checksumOf(text: string): string {
  return encodeBase62(crc32(text), CHECKSUM_LENGTH);
}
