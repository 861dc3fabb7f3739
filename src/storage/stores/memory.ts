import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { Note, NoteStore } from '../../domain/memory/index.ts';
import type { Database, Statement } from '../database.ts';
import type { NoteTable, Schema } from '../schema.ts';
import { fromText, toInstant, toMs, toText } from './columns.ts';
import { lockAccount } from './lock-account.ts';

// A key's versions are rows; the one with no `superseded_at` is current. A note is live while its current version is
// neither forgotten nor expired. Versions are numbered on after a forgotten one, so that an old expected version can
// never fit a note that somebody made anew. What changes notes locks the account first, so that each change sees the
// one before it as a whole: a forgetting must not miss a note because a new version of it is being written.

type Conditions = ExpressionBuilder<Schema, 'note'>;

/** Notes in a database. */
export function makeNoteStore(database: Database): NoteStore {
  const { query } = database;
  const notes = query.selectFrom('note').selectAll();

  return {
    async find(accountId, projectId, key, now) {
      const [row] = await database.read(notes.where(hasKey({ accountId, projectId, key })).where(isLive(now)));
      return row === undefined ? null : toNote(row);
    },
    async list(accountId, projectId, now) {
      const live = notes.where(inScope({ accountId, projectId })).where(isLive(now));
      return (await database.read(live.orderBy('updated_at', 'desc').orderBy('key'))).map(toNote);
    },
    async put(note, expectedVersion, notesMax) {
      const statements =
        expectedVersion === 0
          ? [requireRoom(database, note, notesMax), supersedeEnded(database, note), insertNew(database, note)]
          : [supersedeLive(database, note, expectedVersion), insertNext(database, note)];
      const results = await database.write([lockAccount(database, note.accountId), ...statements]);
      // The last statement returns the whole row that it wrote.
      const row = results?.at(-1)?.rows[0] as NoteTable | undefined;
      return row === undefined ? null : toNote(row);
    },
    async forget(accountId, projectId, key, now) {
      const statement = query
        .updateTable('note')
        .set({ forgotten_at: toMs(now) })
        .where(hasKey({ accountId, projectId, key }))
        .where(isLive(now));
      const batch = [lockAccount(database, accountId), { query: statement.compile(), expectRows: 1 }];
      return (await database.write(batch)) !== null;
    },
    async history(accountId, projectId, key) {
      const versions = notes.where(hasKey({ accountId, projectId, key })).orderBy('version', 'desc');
      return (await database.read(versions)).map(toNote);
    },
    async purge(before) {
      const statement = query.deleteFrom('note').where(endedBefore(before));
      return (await database.write([{ query: statement.compile() }]))?.[0]?.changes ?? 0;
    },
  };
}

/** Ends the live version that the writer has seen; undoes the batch when it is not live any more. */
function supersedeLive({ query }: Database, note: Note, expectedVersion: number): Statement {
  const statement = query
    .updateTable('note')
    .set({ superseded_at: toMs(note.updatedAt) })
    .where(hasKey(note))
    .where('version', '=', expectedVersion)
    .where(isLive(note.updatedAt));
  return { query: statement.compile(), expectRows: 1 };
}

function insertNext({ query }: Database, note: Note): Statement {
  return { query: query.insertInto('note').values(toRow(note)).returningAll().compile(), expectRows: 1 };
}

/** Moves a forgotten or expired version out of the way of a new note; there need not be one. */
function supersedeEnded({ query }: Database, note: Note): Statement {
  const nowMs = toMs(note.updatedAt);
  const statement = query
    .updateTable('note')
    .set({ superseded_at: nowMs })
    .where(hasKey(note))
    .where('superseded_at', 'is', null)
    .where(({ eb, or }) => or([eb('forgotten_at', 'is not', null), eb('expires_at', '<=', nowMs)]));
  return { query: statement.compile() };
}

/** Undoes the batch when the scope holds `notesMax` live notes. */
function requireRoom({ query }: Database, note: Note, notesMax: number): Statement {
  const live = query.selectFrom('note').select(({ fn }) => fn.countAll().as('live'));
  const statement = query
    .selectFrom('account')
    .select('id')
    .where('id', '=', note.accountId)
    .where(sql<SqlBool>`(${live.where(inScope(note)).where(isLive(note.updatedAt))}) < ${notesMax}`);
  return { query: statement.compile(), expectRows: 1 };
}

/** A key that has a live note meets the index of current versions: nothing is inserted, and the batch is undone. */
function insertNew({ query }: Database, note: Note): Statement {
  const statement = query
    .insertInto('note')
    .values(toRow(note))
    .onConflict((conflict) => conflict.doNothing())
    .returningAll();
  return { query: statement.compile(), expectRows: 1 };
}

function inScope(scope: { readonly accountId: string; readonly projectId: string | null }) {
  return ({ and, eb }: Conditions): Expression<SqlBool> =>
    and([eb('account_id', '=', scope.accountId), eb('project_id', '=', scope.projectId ?? '')]);
}

function hasKey(address: { readonly accountId: string; readonly projectId: string | null; readonly key: string }) {
  return (builder: Conditions): Expression<SqlBool> =>
    builder.and([inScope(address)(builder), builder('key', '=', toText(address.key))]);
}

function isLive(now: Date) {
  return ({ and, eb, or }: Conditions): Expression<SqlBool> =>
    and([
      eb('superseded_at', 'is', null),
      eb('forgotten_at', 'is', null),
      or([eb('expires_at', 'is', null), eb('expires_at', '>', toMs(now))]),
    ]);
}

/**
 * Versions up to one with which the note ended before the instant: it was forgotten, or it expired and was not replaced
 * while it lived. What was written anew under the same key later stays.
 */
function endedBefore(before: Date): Expression<SqlBool> {
  const beforeMs = toMs(before);
  return sql<SqlBool>`exists (select 1 from note as ending
    where ending.account_id = note.account_id and ending.project_id = note.project_id and ending.key = note.key
      and ending.version >= note.version
      and (ending.forgotten_at < ${beforeMs} or (ending.expires_at < ${beforeMs}
        and (ending.superseded_at is null or ending.superseded_at >= ending.expires_at))))`;
}

type NewNoteRow = Omit<NoteTable, 'version'> & { version: Expression<number> };

/** The row of a new current version, which the statement itself numbers: one more than the highest kept one. */
function toRow(note: Note): NewNoteRow {
  const version = sql<number>`(select coalesce(max(version), 0) + 1 from note where account_id = ${note.accountId}
    and project_id = ${note.projectId ?? ''} and key = ${note.key})`;
  return {
    account_id: note.accountId,
    project_id: note.projectId ?? '',
    key: note.key,
    version,
    id: note.id,
    type: note.type,
    text: toText(note.text),
    tags: JSON.stringify(note.tags),
    refs: JSON.stringify(note.refs),
    links: JSON.stringify(note.links),
    pinned: note.pinned ? 1 : 0,
    created_at: toMs(note.createdAt),
    updated_at: toMs(note.updatedAt),
    by_key: note.byKey,
    at_commit: note.commit,
    expires_at: toMs(note.expiresAt),
    forgotten_at: toMs(note.forgottenAt),
    superseded_at: null,
  };
}

function toNote(row: NoteTable): Note {
  return {
    id: row.id,
    accountId: row.account_id,
    projectId: row.project_id === '' ? null : row.project_id,
    key: row.key,
    // Only these words are ever written; the JSON columns hold what toRow put there.
    type: row.type as Note['type'],
    text: fromText(row.text),
    tags: JSON.parse(row.tags),
    refs: JSON.parse(row.refs),
    links: JSON.parse(row.links),
    pinned: row.pinned === 1,
    version: row.version,
    createdAt: toInstant(row.created_at),
    updatedAt: toInstant(row.updated_at),
    byKey: row.by_key,
    commit: row.at_commit,
    expiresAt: toInstant(row.expires_at),
    forgottenAt: toInstant(row.forgotten_at),
  };
}
