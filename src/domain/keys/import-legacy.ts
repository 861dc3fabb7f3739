import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Secret } from '../../base/secret.ts';
import type { Account } from '../accounts/index.ts';
import { type AttributeRules, checkAttributes } from './attributes.ts';
import type { ApiKey } from './key.ts';
import { type KeyProblem, keyProblem } from './problem.ts';
import type { KeyRandomness } from './randomness.ts';
import { hashSecret } from './secret-hash.ts';
import type { KeyStore } from './store.ts';
import { parseToken } from './token.ts';

/** Hex digits of the look-up in a legacy key's prefix: more are taken only while another key has the same. */
const PREFIX_HEX_LENGTHS = [8, 12, 16, 24, 32, 64] as const;

/** The key under which legacy tokens are looked up, derived from the service's secret (RFC 5869). */
export function deriveLegacyLookupKey(serviceSecret: Uint8Array): KeyObject {
  return createSecretKey(new Uint8Array(hkdfSync('sha256', serviceSecret, '', 'portico legacy key look-up 1', 32)));
}

/** The keyed hash by which the whole token is found: without the service's secret a dump cannot be searched for one. */
export function legacyLookupOf(lookupKey: KeyObject, token: string): Uint8Array {
  return createHmac('sha256', lookupKey).update(token).digest();
}

/** Takes over a key of the old form. The operator's act only; new ones of that form are never made. */
export async function importLegacyKey(
  deps: AttributeRules & {
    readonly keys: KeyStore;
    readonly clock: Clock;
    readonly random: KeyRandomness;
    readonly legacyLookupKey: KeyObject;
  },
  input: { readonly account: Pick<Account, 'id' | 'plan'>; readonly name: string; readonly token: Secret },
): Promise<Result<ApiKey, KeyProblem>> {
  const text = input.token.reveal();
  if (parseToken(text)?.form !== 'legacy') {
    const why = 'A key of the old form is mcp_sk_ and at least 8 letters, digits or . _ ~ + / = - after it.';
    return err(keyProblem('invalid_token', why));
  }
  const now = deps.clock.now();
  const checked = checkAttributes(deps, { name: input.name }, { plan: input.account.plan, scopeNow: 'all', now });
  if (!checked.ok) return checked;
  const lookup = legacyLookupOf(deps.legacyLookupKey, text);
  const hex = Buffer.from(lookup).toString('hex');
  const hashed = hashSecret(deps.random, text);
  // The whole hash as a prefix is taken only by this very token, so that a refusal of all lengths has one cause.
  for (const length of PREFIX_HEX_LENGTHS) {
    const prefix = `mcp_sk_${hex.slice(0, length)}`;
    const key = { ...blankKey(input.account.id, input.name, now), ...hashed, prefix, legacyLookup: lookup };
    if (await deps.keys.insert(key)) return ok(key);
  }
  return err(keyProblem('already_imported', 'This key was imported before. List the keys to see it.'));
}

function blankKey(accountId: string, name: string, createdAt: Date) {
  return {
    accountId,
    name,
    createdAt,
    toolScope: 'all' as const,
    monthlyCap: null,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    overlap: null,
  };
}
