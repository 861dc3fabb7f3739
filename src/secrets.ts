import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The key that signs cursors, derived from the service's secret (RFC 5869), so that cursors outlive a restart. */
export function cursorKey(secret: Uint8Array): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'portico cursors 1', 32)));
}

/** What is wrong when a storage was first used with another secret, and what to do. */
export const OTHER_SECRET =
  'not the one that this storage was first used with: older keys and cursors do not work; set PORTICO_SECRET to that one, the same on every node';

/** Tells one secret of the service from another and is of no other use: one-way, 128 bits in hex (RFC 5869). */
export function secretFingerprint(secret: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'portico secret fingerprint 1', 16)).toString('hex');
}
