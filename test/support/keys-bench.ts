import { createSecretKey } from 'node:crypto';
import { type ManualClock, manualClock } from '../../src/base/clock.ts';
import { ALONE } from '../../src/base/peers.ts';
import { type Account, type AccountStore, cacheAccounts } from '../../src/domain/accounts/index.ts';
import {
  authenticateKey,
  cacheKeys,
  deriveLegacyLookupKey,
  type IssuedKey,
  type IssueInput,
  issueKey,
  type KeyStore,
  systemRandomness,
} from '../../src/domain/keys/index.ts';
import { SET_A } from '../../src/domain/plans/index.ts';
import { memoryAccountStore, memoryKeyStore } from './memory-stores.ts';

/** An account on plan pro, which may scope tools. */
export const OWNER: Account = {
  id: 'account-1',
  email: 'owner@localhost',
  plan: 'pro',
  createdAt: new Date('2026-01-01T00:00:00Z'),
};

/** The keys module over stores in memory, wired as the service wires it; `reads` counts look-ups in storage. */
export function keysBench(options: { readonly accounts?: readonly Account[]; readonly isCached?: boolean } = {}) {
  const clock: ManualClock = manualClock(new Date('2026-11-21T10:00:00Z'));
  const stored = memoryKeyStore();
  const counts = { reads: 0 };
  const counting: KeyStore = {
    ...stored,
    findByPrefix(prefix) {
      counts.reads++;
      return stored.findByPrefix(prefix);
    },
    findByLegacyLookup(lookup) {
      counts.reads++;
      return stored.findByLegacyLookup(lookup);
    },
  };
  const keys = options.isCached === false ? counting : cacheKeys(counting, { peers: ALONE });
  const accounts: AccountStore = cacheAccounts(memoryAccountStore(options.accounts ?? [OWNER]), { peers: ALONE });
  const deps = {
    keys,
    accounts,
    clock,
    plans: SET_A,
    random: systemRandomness,
    isToolName: (name: string) => name === 'read_code' || name === 'find_code',
    environment: 'live',
    legacyLookupKey: deriveLegacyLookupKey(createSecretKey(new Uint8Array(32)).export()),
  };
  return {
    ...deps,
    deps,
    counts,
    /** The same storage as another process sees it: no cache of ours knows of its writes. */
    otherProcess: stored,
    /** Issues a key that must not be refused. */
    async issue(input: Partial<IssueInput> = {}): Promise<IssuedKey & { readonly text: string }> {
      const issued = await issueKey(deps, { account: OWNER, name: 'My laptop', ...input });
      if (!issued.ok) throw new Error(issued.error.message);
      return { ...issued.value, text: issued.value.token.reveal() };
    },
    /** `ok`, or why the token was refused. */
    async prove(text: string): Promise<string> {
      const proven = await authenticateKey(deps, text);
      return proven.ok ? 'ok' : proven.error;
    },
  };
}
