import { randomBytes, randomInt } from 'node:crypto';
import { randomBase62 } from '../../base/ids.ts';

const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Where keys take their randomness from: an argument, so that a test can force a collision. */
export interface KeyRandomness {
  bytes(length: number): Uint8Array;
  /** Characters drawn uniformly from [0-9A-Za-z]. */
  base62(length: number): string;
  /** Characters drawn uniformly from [0-9a-z]. */
  base36(length: number): string;
}

/** The system's cryptographic randomness. */
export const systemRandomness: KeyRandomness = {
  bytes: (length) => randomBytes(length),
  base62: randomBase62,
  base36: (length) => Array.from({ length }, () => BASE36[randomInt(36)]).join(''),
};
