import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Secret } from '../../base/secret.ts';
import type { Account } from '../accounts/index.ts';
import { type AttributeRules, checkAttributes } from './attributes.ts';
import type { ApiKey, ToolScope } from './key.ts';
import { type KeyProblem, keyProblem } from './problem.ts';
import type { KeyRandomness } from './randomness.ts';
import { hashSecret } from './secret-hash.ts';
import type { KeyStore } from './store.ts';
import { isKeyEnvironment, makeToken } from './token.ts';

/** What issuing needs. */
export interface IssueDeps extends AttributeRules {
  readonly keys: Pick<KeyStore, 'insert'>;
  readonly clock: Clock;
  readonly random: KeyRandomness;
  /** Environment of keys that ask for none (`PORTICO_KEY_ENVIRONMENT`). */
  readonly environment: string;
}

/** What the owner asks for. Absent: the default environment, all tools, no expiry, no cap. */
export interface IssueInput {
  readonly account: Pick<Account, 'id' | 'plan'>;
  readonly name: string;
  readonly environment?: string | undefined;
  readonly toolScope?: ToolScope | undefined;
  readonly expiresAt?: Date | null | undefined;
  readonly monthlyCap?: number | null | undefined;
}

/** A record and the one showing of its plaintext. */
export interface IssuedKey {
  readonly key: ApiKey;
  readonly token: Secret;
}

/** Random characters that end an id, and the longest slug before them: together at most 40 characters. */
const ID_RANDOM_LENGTH = 6;
const SLUG_LENGTH_MAX = 33;

/** Tries before a taken prefix is called a failure: 36^6 ids a name make even a second one improbable. */
const ATTEMPTS_MAX = 8;

/** Issues a key; durable when it resolves. The token is in no other place than this answer. */
export async function issueKey(deps: IssueDeps, input: IssueInput): Promise<Result<IssuedKey, KeyProblem>> {
  const environment = input.environment ?? deps.environment;
  if (!isKeyEnvironment(environment))
    return err(keyProblem('invalid_environment', 'An environment is 1 to 16 of a-z and 0-9, and not "sk".'));
  const now = deps.clock.now();
  const wish = {
    name: input.name,
    expiresAt: input.expiresAt ?? null,
    monthlyCap: input.monthlyCap ?? null,
    toolScope: input.toolScope ?? 'all',
  };
  const checked = checkAttributes(deps, wish, { plan: input.account.plan, scopeNow: 'all', now });
  if (!checked.ok) return checked;
  const attributes = { ...wish, ...checked.value, accountId: input.account.id, createdAt: now };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const prefix = `mcp_${environment}_${idFor(deps.random, input.name)}`;
    const { secret, token } = makeToken(deps.random, prefix);
    const key: ApiKey = {
      ...attributes,
      ...hashSecret(deps.random, secret),
      prefix,
      lastUsedAt: null,
      revokedAt: null,
      overlap: null,
      legacyLookup: null,
    };
    if (await deps.keys.insert(key)) return ok({ key, token });
  }
  throw new Error(`no free prefix in ${ATTEMPTS_MAX} attempts: is the randomness broken?`);
}

/** A readable id that cannot be guessed from the name: its slug and 6 random characters. */
function idFor(random: KeyRandomness, name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH_MAX)
    .replace(/^-|-$/g, '');
  return `${slug === '' ? 'key' : slug}-${random.base36(ID_RANDOM_LENGTH)}`;
}
