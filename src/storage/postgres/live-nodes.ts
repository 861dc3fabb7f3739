import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { meetingPlaceOf } from './peers-wire.ts';

/** How many nodes are at a database of PostgreSQL now, this process among them: each holds a lock while it lives. */
export async function countLiveNodes(database: Database): Promise<number> {
  const { query } = database;
  const schemas = sql<{ schema: string }>`select current_schema()::text as schema`;
  const [row] = await database.read({ compile: () => schemas.compile(query) });
  const { lockClass } = meetingPlaceOf(row?.schema ?? '');
  const nodes = sql<{ nodes: number }>`select count(distinct objid) as nodes from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted and classid = ${sql.lit(lockClass)}::oid
      and database = (select oid from pg_database where datname = current_database())`;
  const [counted] = await database.read({ compile: () => nodes.compile(query) });
  return Number(counted?.nodes ?? 0);
}
