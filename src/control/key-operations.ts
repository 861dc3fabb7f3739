import { z } from 'zod';
import type { Result } from '../base/result.ts';
import { Secret } from '../base/secret.ts';
import {
  type ApiKey,
  importLegacyKey,
  issueKey,
  type KeyProblem,
  parseDurationMs,
  parseExpiry,
  revokeKey,
  rotateKey,
  statusAt,
  updateKey,
} from '../domain/keys/index.ts';
import { getAccount } from './account-operations.ts';
import { type Operation, type OperationDeps, operation } from './operation.ts';
import { RefusedError, UsageError } from './protocol.ts';

const text = z.string().max(1_000, 'has more than 1,000 characters');
const prefix = z.string().min(1).max(100, 'is no prefix: see portico key list');
const cap = z.string().regex(/^\d{1,15}$/, 'must be a whole number of calls');

/** `portico key …`. */
export function keyOperations(deps: OperationDeps): Record<string, Operation> {
  return { ...issuingOperations(deps), ...changingOperations(deps) };
}

function issuingOperations(deps: OperationDeps): Record<string, Operation> {
  const create = z.strictObject({
    account: text,
    name: text,
    environment: text.optional(),
    expires: text.optional(),
    monthlyCap: cap.optional(),
    tools: text.optional(),
  });
  return {
    'key.create': operation(create, async (input) => {
      const issued = allow(
        await issueKey(deps, {
          account: await getAccount(deps, input.account),
          name: input.name,
          environment: input.environment,
          expiresAt: readExpiry(deps, input.expires),
          monthlyCap: input.monthlyCap === undefined ? null : Number(input.monthlyCap),
          toolScope: readTools(input.tools),
        }),
      );
      const { key, token } = issued;
      return {
        prefix: key.prefix,
        key: token.reveal(),
        name: key.name,
        expiresAt: presentDate(key.expiresAt),
        monthlyCap: key.monthlyCap,
        tools: key.toolScope,
      };
    }),
    'key.rotate': operation(z.strictObject({ prefix, overlap: text.optional() }), async (input) => {
      const overlapMs = input.overlap === undefined ? 0 : parseDurationMs(input.overlap);
      if (overlapMs === null) throw new UsageError(`overlap: "${input.overlap}" is not a time such as 30m, 24h or 7d`);
      const { key, token } = allow(await rotateKey(deps, { prefix: input.prefix, accountId: null, overlapMs }));
      return { prefix: key.prefix, key: token.reveal(), overlapUntil: presentDate(key.overlap?.until ?? null) };
    }),
    'key.import': operation(z.strictObject({ account: text, name: text, token: text }), async (input) => {
      const account = await getAccount(deps, input.account);
      const key = allow(await importLegacyKey(deps, { account, name: input.name, token: new Secret(input.token) }));
      return { prefix: key.prefix };
    }),
  };
}

function changingOperations(deps: OperationDeps): Record<string, Operation> {
  const update = z.strictObject({
    prefix,
    name: text.optional(),
    expires: text.optional(),
    monthlyCap: z.union([cap, z.literal('none')], 'must be a whole number of calls, or none').optional(),
    tools: text.optional(),
  });
  return {
    'key.update': operation(update, async (input) => {
      // Only what was named is handed on: for an option left out, the readers below would give `never` and `all`.
      const changes = {
        ...(input.name === undefined ? {} : { name: input.name }),
        ...(input.expires === undefined ? {} : { expiresAt: readExpiry(deps, input.expires) }),
        ...(input.monthlyCap === undefined
          ? {}
          : { monthlyCap: input.monthlyCap === 'none' ? null : Number(input.monthlyCap) }),
        ...(input.tools === undefined ? {} : { toolScope: readTools(input.tools) }),
      };
      if (Object.keys(changes).length === 0) throw new UsageError('key update: name something to change');
      const key = allow(await updateKey(deps, { prefix: input.prefix, accountId: null, changes }));
      return presentKeyWithOwner(deps, key);
    }),
    'key.revoke': operation(z.strictObject({ prefix }), async (input) => {
      const key = allow(await revokeKey(deps, { prefix: input.prefix, accountId: null }));
      return { prefix: key.prefix, revokedAt: presentDate(key.revokedAt) };
    }),
    'key.list': operation(z.strictObject({ account: text.optional() }), async (input) => {
      const owner = input.account === undefined ? null : await getAccount(deps, input.account);
      const accounts = await deps.accounts.list();
      const emails = new Map(accounts.map((account) => [account.id, account.email]));
      const keys = await deps.keys.list(owner?.id ?? null);
      return keys.map((key) => presentKey(deps, key, emails.get(key.accountId) ?? ''));
    }),
  };
}

async function presentKeyWithOwner(deps: OperationDeps, key: ApiKey) {
  const account = await deps.accounts.findById(key.accountId);
  return presentKey(deps, key, account?.email ?? '');
}

/** A key as it may be shown: its facts and its status, nothing of its secret. */
function presentKey(deps: OperationDeps, key: ApiKey, account: string) {
  return {
    prefix: key.prefix,
    account,
    name: key.name,
    tools: key.toolScope,
    monthlyCap: key.monthlyCap,
    createdAt: presentDate(key.createdAt),
    lastUsedAt: presentDate(key.lastUsedAt),
    expiresAt: presentDate(key.expiresAt),
    revokedAt: presentDate(key.revokedAt),
    status: statusAt(key, deps.clock.now()),
  };
}

/** The value, or the domain's refusal as the command's. */
function allow<T>(result: Result<T, KeyProblem>): T {
  if (result.ok) return result.value;
  throw new RefusedError(result.error.message);
}

/** Null is a key that never expires, which is also what saying nothing at creation means. */
function readExpiry(deps: OperationDeps, given: string | undefined): Date | null {
  if (given === undefined || given === 'never') return null;
  const at = parseExpiry(given, deps.clock.now());
  if (at === null)
    throw new UsageError(`expires: "${given}" is neither a time such as 30d nor a date such as 2027-01-31`);
  return at;
}

/** An empty text is an empty list, which allows no tool; only `all` or saying nothing allows every tool. */
function readTools(given: string | undefined): 'all' | readonly string[] {
  if (given === undefined || given === 'all') return 'all';
  return given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function presentDate(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
