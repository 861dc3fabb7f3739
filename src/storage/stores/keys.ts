import type { CompiledQuery } from 'kysely';
import { type ApiKey, KEY_RECORD, type KeyChanges, type KeyStore, type ToolScope } from '../../domain/keys/index.ts';
import type { Database } from '../database.ts';
import type { ApiKeyTable } from '../schema.ts';
import { toInstant, toMs, toText } from './columns.ts';

/** API keys in a database. Every change is one statement that also returns the record as it is then. */
export function makeKeyStore(database: Database): KeyStore {
  const { query } = database;
  const keys = query.selectFrom('api_key').selectAll();
  const change = (prefix: string) => updateOf(database, prefix);

  /** Runs one change; null when it met no row, such as an unknown prefix or a condition that does not hold. */
  async function changed(prefix: string, statement: CompiledQuery): Promise<ApiKey | null> {
    const results = await database.write([{ query: statement }], { changed: [KEY_RECORD + prefix] });
    // Every statement given here returns whole rows of this table.
    const row = results?.[0]?.rows[0] as ApiKeyTable | undefined;
    return row === undefined ? null : toKey(row);
  }

  async function findByPrefix(prefix: string): Promise<ApiKey | null> {
    const [row] = await database.read(keys.where('prefix', '=', toText(prefix)));
    return row === undefined ? null : toKey(row);
  }

  return {
    findByPrefix,
    async findByLegacyLookup(lookup) {
      const [row] = await database.read(keys.where('legacy_lookup', '=', lookup));
      return row === undefined ? null : toKey(row);
    },
    async list(accountId) {
      const inOrder = keys.orderBy('created_at').orderBy('prefix');
      const rows = await database.read(accountId === null ? inOrder : inOrder.where('account_id', '=', accountId));
      return rows.map(toKey);
    },
    async hasAny(accountId) {
      const rows = await database.read(
        query.selectFrom('api_key').select('prefix').where('account_id', '=', accountId).limit(1),
      );
      return rows.length > 0;
    },
    async insert(key) {
      const statement = query
        .insertInto('api_key')
        .values(toRow(key))
        // Without a target, because two columns may be taken: the prefix and the legacy look-up.
        .onConflict((conflict) => conflict.doNothing())
        .compile();
      // Told to nobody: no process keeps that a prefix is unknown.
      return (await database.write([{ query: statement, expectRows: 1 }])) !== null;
    },
    async update(prefix, changes) {
      const set = toSet(changes);
      // An UPDATE without a column is no SQL.
      if (Object.keys(set).length === 0) return await findByPrefix(prefix);
      return await changed(prefix, change(prefix).set(set).returningAll().compile());
    },
    rotate: (prefix, next, overlapUntil) => changed(prefix, rotation(change(prefix), next, overlapUntil).compile()),
    async revoke(prefix, now) {
      const statement = change(prefix)
        // A second revocation keeps the instant of the first.
        .set(({ fn, ref, val }) => ({ revoked_at: fn.coalesce(ref('revoked_at'), val(now.getTime())) }))
        .returningAll();
      return await changed(prefix, statement.compile());
    },
    async touch(prefix, usedAt) {
      const usedAtMs = toMs(usedAt);
      const statement = change(prefix)
        .set({ last_used_at: usedAtMs })
        // Writes may arrive out of order: the last use never moves back.
        .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<', usedAtMs)]));
      // Told to nobody: the last use decides nothing.
      await database.write([{ query: statement.compile() }]);
    },
  };
}

function updateOf({ query }: Database, prefix: string) {
  return query.updateTable('api_key').where('prefix', '=', toText(prefix));
}

/** Sets the new secret, and keeps the old one until then; a revoked key stays as it is. */
function rotation(
  key: ReturnType<typeof updateOf>,
  next: Pick<ApiKey, 'salt' | 'secretHash'>,
  overlapUntil: Date | null,
) {
  const isKept = overlapUntil !== null;
  // The right-hand sides read the row as it was before, so that the old secret is kept by the same statement.
  const set = key.where('revoked_at', 'is', null).set(({ ref }) => ({
    overlap_salt: isKept ? ref('salt') : null,
    overlap_hash: isKept ? ref('secret_hash') : null,
    overlap_until: toMs(overlapUntil),
    salt: next.salt,
    secret_hash: next.secretHash,
  }));
  return set.returningAll();
}

/** Only the columns that were named: undefined leaves one as it is, while null is a value (never expires, no cap). */
function toSet(changes: KeyChanges): Partial<ApiKeyTable> {
  const { name, expiresAt, monthlyCap, toolScope } = changes;
  return {
    ...(name === undefined ? {} : { name }),
    ...(expiresAt === undefined ? {} : { expires_at: toMs(expiresAt) }),
    ...(monthlyCap === undefined ? {} : { monthly_cap: monthlyCap }),
    ...(toolScope === undefined ? {} : { tool_scope: scopeText(toolScope) }),
  };
}

function toRow(key: ApiKey): ApiKeyTable {
  return {
    prefix: key.prefix,
    account_id: key.accountId,
    name: key.name,
    salt: key.salt,
    secret_hash: key.secretHash,
    tool_scope: scopeText(key.toolScope),
    monthly_cap: key.monthlyCap,
    expires_at: toMs(key.expiresAt),
    created_at: toMs(key.createdAt),
    last_used_at: toMs(key.lastUsedAt),
    revoked_at: toMs(key.revokedAt),
    overlap_salt: key.overlap?.salt ?? null,
    overlap_hash: key.overlap?.secretHash ?? null,
    overlap_until: toMs(key.overlap?.until ?? null),
    legacy_lookup: key.legacyLookup,
  };
}

function toKey(row: ApiKeyTable): ApiKey {
  return {
    prefix: row.prefix,
    accountId: row.account_id,
    name: row.name,
    salt: row.salt,
    secretHash: row.secret_hash,
    toolScope: row.tool_scope === null ? 'all' : JSON.parse(row.tool_scope),
    monthlyCap: row.monthly_cap,
    expiresAt: toInstant(row.expires_at),
    createdAt: toInstant(row.created_at),
    lastUsedAt: toInstant(row.last_used_at),
    revokedAt: toInstant(row.revoked_at),
    overlap: toOverlap(row),
    legacyLookup: row.legacy_lookup,
  };
}

/** The table's check keeps the three columns together: all or none. */
function toOverlap({ overlap_salt, overlap_hash, overlap_until }: ApiKeyTable): ApiKey['overlap'] {
  if (overlap_salt === null || overlap_hash === null || overlap_until === null) return null;
  return { salt: overlap_salt, secretHash: overlap_hash, until: toInstant(overlap_until) };
}

/** Null stands for all tools, so that an empty list can stand for none. */
function scopeText(scope: ToolScope): string | null {
  return scope === 'all' ? null : JSON.stringify(scope);
}
