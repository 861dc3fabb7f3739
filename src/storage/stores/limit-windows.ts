import { type RawBuilder, sql } from 'kysely';
import { assert } from '../../base/assert.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/units.ts';
import type { LimitStore } from '../../domain/limits/index.ts';
import type { Database, Statement } from '../database.ts';

type Ask = Parameters<LimitStore['askWindow']>[0];
type Answer = Awaited<ReturnType<LimitStore['askWindow']>>;

/**
 * Blocks that ended within this part of a window's length are kept as one, as old as its youngest could be: an account
 * has at most so many rows besides the blocks that are being served. A cap that is no higher needs no grains: it has no
 * more blocks than units, and each counts from its own instant.
 */
const GRAINS = 240;

/** No block is served for longer. One that ends later was leased before the storage's clock was set back. */
const BLOCK_MS_MAX = MINUTE_MS;

/** No window is longer, and no idle one is kept for longer. */
const WINDOW_MS_MAX = HOUR_MS;

/** A parameter with its type, which PostgreSQL cannot always tell from where it stands. */
function whole(value: number): RawBuilder<number> {
  assert(Number.isSafeInteger(value) && value >= 0, 'windows count in whole numbers');
  return sql<number>`cast(${value} as bigint)`;
}

/**
 * One batch, and within it the order matters. The row of the window comes first: racing asks wait for each other on it,
 * and what the one before them committed is seen by every statement that follows (READ COMMITTED). Its `leased_at` is the
 * one instant of the whole batch, by the clock that all processes share, in whole milliseconds: blocks end one later, so
 * that no request is ever counted as earlier than it was.
 */
export async function askWindow(database: Database, ask: Ask): Promise<Answer> {
  const { query } = database;
  for (const count of [ask.units, ask.surplus])
    assert(Number.isSafeInteger(count) && count >= 0, 'a lease is for a whole number of units');
  const isLease = ask.units + ask.surplus > 0;
  const batch: Statement[] = [
    { query: lockWindow(database, ask).compile(query) },
    ...ask.ended.filter(({ units }) => units > 0).map((block) => ({ query: settle(ask, block).compile(query) })),
    { query: forget(ask).compile(query) },
    ...(isLease ? [{ query: grant(ask).compile(query) }] : []),
    { query: look(ask).compile(query) },
  ];
  const results = await database.write(batch, { isLoose: ask.isLoose });
  // The last two statements return these columns, of one row at most.
  const granted = isLease ? (results?.at(-2)?.rows[0] as { units: number } | undefined) : undefined;
  const seen = results?.at(-1)?.rows[0] as WindowRow | undefined;
  assert(seen !== undefined, 'an aggregate has a row');
  if (seen.latest_in_ms !== null && seen.latest_in_ms > BLOCK_MS_MAX) await bringBack(database, ask);
  return {
    granted: granted?.units ?? 0,
    used: seen.used,
    oldestLeavesMs: seen.oldest_leaves_ms,
    roomInMs: seen.used < ask.cap ? null : seen.room_in_ms,
  };
}

interface WindowRow {
  readonly used: number;
  readonly oldest_leaves_ms: number | null;
  readonly room_in_ms: number | null;
  readonly latest_in_ms: number | null;
}

function lockWindow({ now }: Database, { subject }: Ask): RawBuilder<unknown> {
  return sql`insert into limit_window (subject, leased_at) values (${subject}, ${now})
    on conflict (subject) do update set leased_at = ${now}`;
}

/** Copies what was served of a block to the grain in which it ended; the block itself is forgotten with the next statement. */
function settle(ask: Ask, block: Ask['ended'][number]): RawBuilder<unknown> {
  const grain = whole(ask.cap <= GRAINS ? 1 : Math.ceil(ask.windowMs / GRAINS));
  const ago = whole(Math.max(0, Math.floor(block.agoMs)));
  return sql`insert into window_block (subject, id, ends_at, units)
    select subject, cast(ends_at as text), ends_at, ${whole(block.units)} from (
      select w.subject, ((w.leased_at + 1 - ${ago} + ${grain} - 1) / ${grain}) * ${grain} as ends_at
      from limit_window as w join window_block as b on b.subject = w.subject
      where w.subject = ${ask.subject} and b.id = ${block.blockId}
    ) as served where ends_at >= 0
    on conflict (subject, id) do update set units = window_block.units + excluded.units`;
}

function forget({ subject, windowMs, ended }: Ask): RawBuilder<unknown> {
  const served = ended.map(({ blockId }) => sql`${blockId}`);
  const orServed = served.length === 0 ? sql`` : sql` or id in (${sql.join(served)})`;
  return sql`delete from window_block where subject = ${subject} and (
    ends_at <= (select leased_at from limit_window where subject = ${subject}) - ${whole(windowMs)}${orServed})`;
}

/** What is left of the cap, or what is asked for. All blocks that are still there are in the window. */
function grant({ subject, cap, blockId, blockMs, units, surplus, part }: Ask): RawBuilder<unknown> {
  const share = sql`room / ${whole(part)}`;
  const wanted = sql`${whole(units)} + case when ${whole(surplus)} < ${share} then ${whole(surplus)} else ${share} end`;
  return sql`insert into window_block (subject, id, ends_at, units)
    select subject, id, ends_at, units from (
      select subject, cast(${blockId} as text) as id, leased_at + 1 + ${whole(blockMs)} as ends_at,
        case when room <= 0 then 0 when room < ${wanted} then room else ${wanted} end as units
      from (
        select w.subject, w.leased_at, ${whole(cap)} - coalesce(
          (select cast(sum(b.units) as bigint) from window_block as b where b.subject = w.subject), 0) as room
        from limit_window as w where w.subject = ${subject}
      ) as left_over
    ) as block where units > 0
    returning units`;
}

/** `upto`: units that have left the window when this block leaves it. */
function look({ subject, cap, windowMs }: Ask): RawBuilder<WindowRow> {
  const window = whole(windowMs);
  return sql<WindowRow>`select coalesce(max(used), 0) as used,
      min(ends_in_ms) + ${window} as oldest_leaves_ms,
      min(case when used - upto < ${whole(cap)} then ends_in_ms end) + ${window} as room_in_ms,
      max(ends_in_ms) as latest_in_ms
    from (
      select b.ends_at - w.leased_at as ends_in_ms,
        cast(sum(b.units) over () as bigint) as used,
        cast(sum(b.units) over (order by b.ends_at, b.id rows unbounded preceding) as bigint) as upto
      from window_block as b join limit_window as w on w.subject = b.subject
      where b.subject = ${subject}
    ) as blocks`;
}

/** After the storage's clock was set back, blocks from before would count for as long as it was set back. */
async function bringBack(database: Database, { subject, blockMs }: Ask): Promise<void> {
  const leasedAt = sql`(select leased_at from limit_window where subject = ${subject})`;
  const statement = sql`update window_block set ends_at = ${leasedAt} + ${whole(blockMs)}
    where subject = ${subject} and ends_at > ${leasedAt} + ${whole(BLOCK_MS_MAX)}`;
  await database.write([{ query: statement.compile(database.query) }], { isLoose: true });
}

/**
 * Asks wait for the row of their window: one that is being used is changed by them, and then no longer old enough. Every
 * statement looks at the age anew.
 */
export async function purgeWindows(database: Database, most: number): Promise<number> {
  const { query, now } = database;
  const old = sql`${now} - ${whole(WINDOW_MS_MAX + BLOCK_MS_MAX)}`;
  const windows = sql`delete from limit_window where leased_at < ${old} and subject in (
    select subject from limit_window where leased_at < ${old} limit ${whole(most)})`;
  const blocks = sql`delete from window_block where ends_at < ${old} and (subject, id) in (
    select subject, id from window_block where ends_at < ${old} limit ${whole(most)})`;
  const results = await database.write(
    [windows, blocks].map((statement) => ({ query: statement.compile(query) })),
    { isLoose: true },
  );
  return (results ?? []).reduce((sum, { changes }) => sum + changes, 0);
}
