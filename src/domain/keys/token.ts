import { Secret } from '../../base/secret.ts';
import { CHECKSUM_LENGTH, checksumOf } from './checksum.ts';
import type { KeyRandomness } from './randomness.ts';

/** What a bearer token claims to be; nothing of it is proven yet. */
export type ParsedToken =
  | { readonly form: 'current'; readonly prefix: string; readonly secret: string }
  | { readonly form: 'legacy'; readonly token: string };

/** Base62 characters of randomness in a secret: 256 bits. */
const RANDOM_LENGTH = 43;

/** Longest token that is looked at: `mcp_` 16 `_` 40 `.` 49 is 111; the rest is room for legacy ones. */
const TOKEN_LENGTH_MAX = 256;

/** `mcp_<environment>_<id>.<secret>`, where the environment is not `sk`. Source: specification, "API key". */
const CURRENT = /^(mcp_(?!sk_)[a-z0-9]{1,16}_[a-z0-9-]{3,40})\.([0-9A-Za-z]{49})$/;

/** `mcp_sk_<token>`: what older services issued, in the characters of a bearer token (RFC 6750 §2.1). */
const LEGACY = /^mcp_sk_[A-Za-z0-9._~+/=-]{8,}$/;

const ENVIRONMENT = /^[a-z0-9]{1,16}$/;

/** Reads a token by its form alone. Null when it cannot be a key: wrong form, or the checksum is wrong (a typo). */
export function parseToken(text: string): ParsedToken | null {
  if (text.length > TOKEN_LENGTH_MAX) return null;
  const match = CURRENT.exec(text);
  if (match === null) return LEGACY.test(text) ? { form: 'legacy', token: text } : null;
  const [, prefix = '', secret = ''] = match;
  const checked = text.length - CHECKSUM_LENGTH;
  if (checksumOf(text.slice(0, checked)) !== text.slice(checked)) return null;
  return { form: 'current', prefix, secret };
}

/** Makes a token for a prefix: 43 random characters and the checksum of all before it. */
export function makeToken(random: KeyRandomness, prefix: string): { readonly secret: string; readonly token: Secret } {
  const body = random.base62(RANDOM_LENGTH);
  const secret = body + checksumOf(`${prefix}.${body}`);
  return { secret, token: new Secret(`${prefix}.${secret}`) };
}

/** Whether a text may tag new keys (`PORTICO_KEY_ENVIRONMENT`). `sk` marks the legacy form and is never issued. */
export function isKeyEnvironment(text: string): boolean {
  return ENVIRONMENT.test(text) && text !== 'sk';
}
