import { createHash } from 'node:crypto';
import type { PlainStatement } from '../plain-statement.ts';

/** PostgreSQL takes payloads of less than 8,000 bytes; names beyond this many become "any record". */
const NAMES_BYTES_MAX = 6_000;

/** What nodes tell each other. `from` is the number of the node that speaks. */
export type Notice =
  | {
      readonly kind: 'change';
      readonly from: number;
      readonly ticket: string;
      readonly epoch: number;
      /** Null: any record may have changed. */
      readonly names: readonly string[] | null;
    }
  | { readonly kind: 'recall'; readonly from: number; readonly ticket: string; readonly counter: string }
  | { readonly kind: 'hello' | 'done'; readonly from: number; readonly ticket: string }
  | { readonly kind: 'bye'; readonly from: number };

/** Where the nodes of one schema of one database meet: others in the same database have places of their own. */
export interface MeetingPlace {
  /** The channel on which all listen. */
  readonly channel: string;
  /** First key of the advisory locks; the second is a node's number. */
  readonly lockClass: number;
}

/** The meeting place of a schema. */
export function meetingPlaceOf(schema: string): MeetingPlace {
  const digest = createHash('sha256').update(schema).digest();
  return {
    channel: `portico_${digest.toString('hex', 0, 6)}`,
    // Keys of two parts are signed integers of 32 bits, and shown unsigned: a positive one is the same in both.
    lockClass: digest.readUInt32BE(6) & 0x7fffffff,
  };
}

/** The channel on which one node alone listens: answers wake nobody else. */
export function channelOf(place: MeetingPlace, node: number): string {
  return `${place.channel}_${node}`;
}

/**
 * Statements that make a session hear everything from their end on and show that its node lives. A shared lock, so that
 * a node which lost its connection can come back before the server has noticed the loss. What a session says here is
 * news, not records: it need not wait for the disk.
 */
export function listenSql(place: MeetingPlace, node: number): string {
  return [
    'set synchronous_commit = off',
    `listen ${place.channel}`,
    `listen ${channelOf(place, node)}`,
    `select pg_advisory_lock_shared(${place.lockClass}, ${node})`,
  ].join('; ');
}

/** Numbers of the nodes that listen. */
const NODES_SQL = `select string_agg(distinct objid::text, ',') from pg_locks
  where locktype = 'advisory' and objsubid = 2 and granted and classid = $1::oid
    and database = (select oid from pg_database where datname = current_database())`;

/** Reads the epoch and who is there; texts, so that no type parser of a driver is relied on. */
export const SIGHT_SQL = `select value::text as epoch, (${NODES_SQL}) as nodes from change_epoch`;

/** Tells many at once: the first parameter holds channels, the second what is said on each. */
export const TELL_SQL =
  'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as said (channel, payload)';

/** What one look at the epoch showed. */
export interface Sight {
  readonly epoch: number;
  readonly nodes: readonly number[];
}

/** Reads the row of `SIGHT_SQL`. Throws when there is none: without the epoch nothing can be believed. */
export function readSight(rows: readonly unknown[]): Sight {
  const [row] = rows;
  const { epoch, nodes } = Object(row);
  if (typeof epoch !== 'string') throw new Error('change_epoch has no row');
  const list = typeof nodes === 'string' && nodes !== '' ? nodes.split(',').map(Number) : [];
  return { epoch: Number(epoch), nodes: list };
}

/**
 * Counts a change and tells it, when the transaction commits. One statement, which belongs at the end of its transaction:
 * its row is the one that all changes wait for each other on, so that notices leave in the order of their epochs.
 */
export function announcement(
  place: MeetingPlace,
  change: { readonly from: number; readonly ticket: string; readonly names: readonly string[] },
): PlainStatement {
  const isShort = Buffer.byteLength(JSON.stringify(change.names)) <= NAMES_BYTES_MAX;
  const told = JSON.stringify({ kind: 'change', ...change, names: isShort ? change.names : null });
  return {
    sql: `with counted as (update change_epoch set value = value + 1 returning value)
      select pg_notify($1, cast($2 as text) || value::text || '}') from counted`,
    parameters: [place.channel, `${told.slice(0, -1)},"epoch":`],
    nowAt: [],
    expectRows: 1,
  };
}

/** What was said; null for anything that this version does not know, such as what a later one says. */
export function parseNotice(payload: string): Notice | null {
  const said = parseObject(payload);
  const { kind, from, ticket, epoch, counter } = said;
  if (typeof from !== 'number') return null;
  if (kind === 'bye') return { kind, from };
  if (typeof ticket !== 'string') return null;
  if (kind === 'hello' || kind === 'done') return { kind, from, ticket };
  if (kind === 'recall' && typeof counter === 'string') return { kind, from, ticket, counter };
  if (kind === 'change' && typeof epoch === 'number') return { kind, from, ticket, epoch, names: namesIn(said.names) };
  return null;
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

function namesIn(value: unknown): readonly string[] | null {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : null;
}
