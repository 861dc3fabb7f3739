import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Thought, ThoughtStore, Thread } from '../../domain/thinking/index.ts';
import type { Database } from '../database.ts';
import type { ThoughtTable, ThreadTable } from '../schema.ts';
import { fromText, toInstant, toMs, toText } from './columns.ts';
import { lockAccount } from './lock-account.ts';

/** Chains of thoughts in a database. */
export function makeThoughtStore(database: Database): ThoughtStore {
  const { query } = database;
  const threads = query.selectFrom('thread').selectAll();

  return {
    start: (thread, first, threadsMax) => start(database, { thread, first, threadsMax }),
    async find(accountId, threadId) {
      const [row] = await database.read(threads.where('account_id', '=', accountId).where('id', '=', toText(threadId)));
      return row === undefined ? null : toThread(row);
    },
    append: (accountId, thought, thoughtsMax) => append(database, { accountId, thought, thoughtsMax }),
    async thoughts(accountId, threadId) {
      const chain = query.selectFrom('thought').selectAll().where('account_id', '=', accountId);
      const rows = await database.read(chain.where('thread_id', '=', toText(threadId)).orderBy('number'));
      return rows.map(toThought);
    },
    async list(accountId, limit, offset) {
      const own = threads.where('account_id', '=', accountId);
      const count = query.selectFrom('thread').select(({ fn }) => fn.countAll<number>().as('total'));
      const [rows, totals] = await Promise.all([
        database.read(own.orderBy('updated_at', 'desc').orderBy('id').limit(limit).offset(offset)),
        database.read(count.where('account_id', '=', accountId)),
      ]);
      return { threads: rows.map(toThread), total: Number(totals[0]?.total ?? 0) };
    },
    async close(accountId, threadId, now) {
      const statement = query
        .updateTable('thread')
        .set({ closed_at: toMs(now), updated_at: notBefore(toMs(now)) })
        .where('account_id', '=', accountId)
        .where('id', '=', toText(threadId))
        .where('closed_at', 'is', null);
      return (await database.write([{ query: statement.compile(), expectRows: 1 }])) !== null;
    },
    async purge(before) {
      // The thoughts go with their thread, by the foreign key.
      const statement = query.deleteFrom('thread').where('updated_at', '<', toMs(before));
      return (await database.write([{ query: statement.compile() }]))?.[0]?.changes ?? 0;
    },
  };
}

/** Begins a thread with its first step, unless the account is gone or holds as many as it may: one batch, or nothing. */
async function start(
  database: Database,
  beginning: { readonly thread: Thread; readonly first: Thought; readonly threadsMax: number },
): Promise<boolean> {
  const { query } = database;
  const { thread, first, threadsMax } = beginning;
  const held = query.selectFrom('thread').select(({ fn }) => fn.countAll().as('held'));
  const hasRoom = query
    .selectFrom('account')
    .select('id')
    .where('id', '=', thread.accountId)
    .where(sql<SqlBool>`(${held.where('account_id', '=', thread.accountId)}) < ${threadsMax}`);
  const begin = query.insertInto('thread').values({ ...toThreadRow(thread), length: 1 });
  const add = query.insertInto('thought').values(toThoughtRow(thread.accountId, { ...first, number: 1 }));
  const batch = [
    lockAccount(database, thread.accountId),
    { query: hasRoom.compile(), expectRows: 1 },
    { query: begin.compile() },
    { query: add.compile() },
  ];
  return (await database.write(batch)) !== null;
}

/** Adds a step; null when the thread is closed, full or not the account's. */
async function append(
  database: Database,
  adding: { readonly accountId: string; readonly thought: Omit<Thought, 'number'>; readonly thoughtsMax: number },
): Promise<Thought | null> {
  const { query } = database;
  const { accountId, thought, thoughtsMax } = adding;
  const nowMs = toMs(thought.createdAt);
  // This statement gives the number away: whoever comes at the same time counts on from here.
  const count = query
    .updateTable('thread')
    .set({
      length: sql<number>`length + 1`,
      updated_at: notBefore(nowMs),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', toText(thought.threadId))
    .where('closed_at', 'is', null)
    .where('length', '<', thoughtsMax)
    .returning('length');
  const number = sql<number>`(select length from thread
    where account_id = ${accountId} and id = ${toText(thought.threadId)})`;
  const row = { ...toThoughtRow(accountId, { ...thought, number: 0 }), number };
  const add = query.insertInto('thought').values(row);
  const results = await database.write([{ query: count.compile(), expectRows: 1 }, { query: add.compile() }]);
  const length = results?.[0]?.rows[0]?.length;
  return length === undefined ? null : { ...thought, number: Number(length) };
}

/** The last change as it is, unless this one is later: a clock set back must not make a thread older than it was. */
function notBefore(ms: number): RawBuilder<number> {
  return sql<number>`case when updated_at < ${ms} then ${ms} else updated_at end`;
}

function toThreadRow(thread: Thread): ThreadTable {
  return {
    account_id: thread.accountId,
    id: toText(thread.id),
    project_id: thread.projectId,
    created_at: toMs(thread.createdAt),
    updated_at: toMs(thread.updatedAt),
    closed_at: toMs(thread.closedAt),
    length: thread.length,
  };
}

function toThread(row: ThreadTable): Thread {
  return {
    id: fromText(row.id),
    accountId: row.account_id,
    projectId: row.project_id,
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
    closedAt: toInstant(row.closed_at),
    length: row.length,
  };
}

function toThoughtRow(accountId: string, thought: Thought): ThoughtTable {
  return {
    account_id: accountId,
    thread_id: toText(thought.threadId),
    number: thought.number,
    kind: thought.kind,
    text: toText(thought.text),
    revises: thought.revises,
    branch_from: thought.branchFrom,
    branch: thought.branch === null ? null : toText(thought.branch),
    refs: JSON.stringify(thought.refs),
    confidence: thought.confidence,
    total: thought.total,
    more: thought.more === null ? null : Number(thought.more),
    created_at: toMs(thought.createdAt),
    by_key: thought.byKey,
    at_commit: thought.commit,
  };
}

function toThought(row: ThoughtTable): Thought {
  return {
    threadId: fromText(row.thread_id),
    number: row.number,
    // Only these words are ever written; the JSON column holds what toThoughtRow put there.
    kind: row.kind as Thought['kind'],
    text: fromText(row.text),
    revises: row.revises,
    branchFrom: row.branch_from,
    branch: row.branch === null ? null : fromText(row.branch),
    refs: JSON.parse(row.refs),
    confidence: row.confidence,
    total: row.total,
    more: row.more === null ? null : row.more === 1,
    createdAt: toInstant(row.created_at),
    byKey: row.by_key,
    commit: row.at_commit,
  };
}
