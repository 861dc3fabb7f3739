import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The key that signs cursors, derived from the service's secret (RFC 5869), so that cursors outlive a restart. */
export function cursorKey(secret: Uint8Array): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', 'portico cursors 1', 32)));
}
