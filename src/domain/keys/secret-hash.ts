import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { HashedSecret } from './key.ts';
import type { KeyRandomness } from './randomness.ts';

/** Bytes of a salt. */
export const SALT_BYTES = 16;

/**
 * The salts of cached records as key objects: on Node 24 an HMAC with a Buffer key takes ten times as long. Weak, so
 * that an entry lives exactly as long as its record and the key cache's bound is the bound of this too.
 */
const saltKeys = new WeakMap<Uint8Array, KeyObject>();

/** HMAC-SHA-256(salt, secret). Source: specification, "API key validation". */
export function digestSecret(salt: Uint8Array, secret: string): Uint8Array {
  let key = saltKeys.get(salt);
  if (key === undefined) {
    key = createSecretKey(salt);
    saltKeys.set(salt, key);
  }
  return createHmac('sha256', key).update(secret).digest();
}

/** A new secret as it is stored, under a fresh salt. */
export function hashSecret(random: KeyRandomness, secret: string): HashedSecret {
  const salt = random.bytes(SALT_BYTES);
  return { salt, secretHash: digestSecret(salt, secret) };
}

/** Compares without telling by time where they differ. A stored hash of another length never matches. */
export function digestsEqual(digest: Uint8Array, stored: Uint8Array): boolean {
  return stored.length === digest.length && timingSafeEqual(digest, stored);
}
