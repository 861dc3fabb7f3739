import { type RawBuilder, sql } from 'kysely';
import { assert } from '../../base/assert.ts';
import type { LimitStore } from '../../domain/limits/index.ts';
import type { Database } from '../database.ts';
import type { UsageCounterTable } from '../schema.ts';
import { toInstant, toMs } from './columns.ts';
import { askWindow, purgeWindows } from './limit-windows.ts';

/** Begins the subject of an account's minute. */
const MINUTE_SUBJECT = 'minute:';

/** What was used of the limits, in a database. */
export function makeLimitStore(database: Database): LimitStore {
  const { query } = database;

  return {
    leaseUnits: (lease) => leaseUnits(database, lease),
    async returnUnits(counter, period, units) {
      assert(isCount(units), 'a whole number of units is returned');
      const statement = query
        .updateTable('usage_counter')
        .set({ units: sql<number>`case when units > ${whole(units)} then units - ${whole(units)} else 0 end` })
        .where('counter', '=', counter)
        .where('period', '=', period);
      await database.write([{ query: statement.compile() }]);
    },
    async readUnits(counter, period) {
      const counters = query.selectFrom('usage_counter').select('units');
      const [row] = await database.read(counters.where('counter', '=', counter).where('period', '=', period));
      return row?.units ?? 0;
    },
    async recordThreshold(accountId, period, percent, at) {
      const statement = query
        .insertInto('usage_threshold')
        .values({ account_id: accountId, period, percent, recorded_at: toMs(at) })
        .onConflict((conflict) => conflict.columns(['account_id', 'period', 'percent']).doNothing());
      return (await database.write([{ query: statement.compile(), expectRows: 1 }])) !== null;
    },
    async listThresholds(accountId, period) {
      const thresholds = query.selectFrom('usage_threshold').select('percent').orderBy('percent');
      const rows = await database.read(thresholds.where('account_id', '=', accountId).where('period', '=', period));
      return rows.map(({ percent }) => percent);
    },
    recordMinuteBlock: (block) => recordMinuteBlock(database, block),
    async listMinuteBlocks(since) {
      const blocks = query.selectFrom('window_block').selectAll().where('ends_at', '>', toMs(since));
      const minutes = blocks.where('subject', 'like', `${MINUTE_SUBJECT}%`);
      const rows = await database.read(minutes.orderBy('ends_at').orderBy('subject'));
      return rows.map((row) => ({
        accountId: row.subject.slice(MINUTE_SUBJECT.length),
        units: row.units,
        expiresAt: toInstant(row.ends_at),
      }));
    },
    askWindow: (ask) => askWindow(database, ask),
    purgeWindows: (most) => purgeWindows(database, most),
  };
}

/** No process takes more than this part of what remains beside the requests that wait. Source: ADR 0026. */
const SURPLUS_PART = 32;

/** Makes the counter or adds to it, in one statement, so that no two leases grant the same unit. */
async function leaseUnits(
  database: Database,
  { counter, period, units, surplus = 0, limit }: Parameters<LimitStore['leaseUnits']>[0],
): ReturnType<LimitStore['leaseUnits']> {
  const { query } = database;
  assert(isCount(units) && isCount(surplus), 'a lease is for a whole number of units');
  const share = limit === null ? surplus : Math.min(surplus, Math.floor(limit / SURPLUS_PART));
  const first = limit === null ? units + share : Math.max(0, Math.min(units + share, limit));
  const grant = grantOf(units, surplus, limit);
  const statement = query
    .insertInto('usage_counter')
    .values({ counter, period, units: first, last_grant: first })
    .onConflict((conflict) =>
      conflict.columns(['counter', 'period']).doUpdateSet({
        // Both right-hand sides read the counter as it was before, so that they speak of the same grant.
        units: sql`usage_counter.units + ${grant}`,
        last_grant: grant,
      }),
    )
    .returning(['units', 'last_grant'])
    .compile();
  const results = await database.write([{ query: statement, expectRows: 1 }]);
  // The statement returns these two columns of the one row that it wrote.
  const row = results?.[0]?.rows[0] as Pick<UsageCounterTable, 'units' | 'last_grant'> | undefined;
  assert(row !== undefined, 'an upsert returns its row');
  return { granted: row.last_grant, total: row.units };
}

/**
 * What a counter that is there can still grant: all of `units`, the rest up to the limit, or nothing when the limit went
 * below the counter (a downgrade).
 */
function grantOf(units: number, surplus: number, limit: number | null): RawBuilder<number> {
  if (limit === null) return whole(units + surplus);
  const rest = sql`${whole(limit)} - usage_counter.units`;
  const share = sql`(${rest}) / ${sql.lit(SURPLUS_PART)}`;
  const wanted =
    surplus === 0
      ? whole(units)
      : sql`${whole(units)} + case when ${share} < ${whole(surplus)} then ${share} else ${whole(surplus)} end`;
  return sql<number>`(case when ${rest} <= 0 then 0 when ${rest} < ${wanted} then ${rest} else ${wanted} end)`;
}

function isCount(units: number): boolean {
  return Number.isSafeInteger(units) && units >= 0;
}

/** A parameter with its type, which PostgreSQL cannot tell where only parameters meet. */
function whole(units: number): RawBuilder<number> {
  return sql<number>`cast(${units} as bigint)`;
}

/** Forgets blocks that no minute needs any more with every block that is recorded: no job has to clean up. */
async function recordMinuteBlock(
  database: Database,
  { accountId, units, expiresAt, forgetBefore }: Parameters<LimitStore['recordMinuteBlock']>[0],
): Promise<void> {
  const { query } = database;
  const subject = `${MINUTE_SUBJECT}${accountId}`;
  const endsMs = toMs(expiresAt);
  const forget = query
    .deleteFrom('window_block')
    .where('subject', '=', subject)
    .where('ends_at', '<=', toMs(forgetBefore));
  // Two blocks that end at the same instant are one: only their sum is asked for.
  const record = query
    .insertInto('window_block')
    .values({ subject, id: String(endsMs), ends_at: endsMs, units })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'id']).doUpdateSet({ units: sql<number>`window_block.units + excluded.units` }),
    );
  await database.write([{ query: forget.compile() }, { query: record.compile() }]);
}
