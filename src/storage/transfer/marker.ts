import type { Clock } from '../../base/clock.ts';
import type { Database, Snapshot, Statement } from '../database.ts';
import { TransferRefusal } from './refusal.ts';

/** What is being written into a storage and is not all there yet. */
export interface Transfer {
  readonly kind: 'restore' | 'copy';
  /** What it is written from. */
  readonly source: string;
}

/** Whose data a storage holds. */
export interface Installation {
  readonly databaseId: string;
  readonly secretFingerprint: string;
}

/** The unfinished restore or copy into a storage; null when it is whole. */
export async function findTransfer(database: Database): Promise<Transfer | null> {
  const [row] = await database.read(database.query.selectFrom('transfer').select(['kind', 'source']));
  if (row === undefined) return null;
  return { kind: row.kind === 'copy' ? 'copy' : 'restore', source: row.source };
}

/** Throws a `TransferRefusal` while a restore or copy into this storage is unfinished: nothing may be served from half of it. */
export async function refuseUnfinished(database: Database): Promise<void> {
  const transfer = await findTransfer(database);
  if (transfer === null) return;
  const again = transfer.kind === 'copy' ? 'portico copy' : 'portico restore';
  throw new TransferRefusal(
    `this storage holds an unfinished ${transfer.kind}: it is not all there. Run the same npx ${again} again; or give Portico another, empty storage.`,
  );
}

/** Notes that a transfer into this storage has begun: from now on no service starts on it. */
export async function beginTransfer(database: Database, transfer: Transfer, clock: Clock): Promise<void> {
  const values = { id: 1, ...transfer, begun_at: clock.now().getTime() };
  const { kind, source, begun_at } = values;
  const insert = database.query
    .insertInto('transfer')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ kind, source, begun_at }));
  await database.write([{ query: insert.compile() }]);
}

/** Takes back that a transfer has begun, when nothing was written. */
export async function abandonTransfer(database: Database): Promise<void> {
  await database.write([{ query: database.query.deleteFrom('transfer').compile() }]);
}

/** The last act of a transfer: whose data it is now, and that it is all there. */
export async function finishTransfer(database: Database, installation: Installation): Promise<void> {
  const forget = database.query.deleteFrom('installation').compile();
  await database.write([
    { query: forget },
    insertInstallation(database, installation),
    { query: database.query.deleteFrom('transfer').compile(), expectRows: 1 },
  ]);
}

/** Whose data a storage holds; null before it was first opened. */
export async function findInstallation(
  database: Pick<Database, 'query'>,
  from: Pick<Snapshot, 'read'>,
): Promise<Installation | null> {
  const columns = ['database_id', 'secret_fingerprint'] as const;
  const [row] = await from.read(database.query.selectFrom('installation').select(columns));
  return row === undefined ? null : { databaseId: row.database_id, secretFingerprint: row.secret_fingerprint };
}

/** Whose data it is, as the first opening noted it; `first` is what this one notes when it is the first. */
export async function ensureInstallation(database: Database, first: Installation): Promise<Installation> {
  const found = await findInstallation(database, database);
  if (found !== null) return found;
  await database.write([insertInstallation(database, first)]);
  // Of two nodes that start at once one has noted its own.
  return (await findInstallation(database, database)) ?? first;
}

function insertInstallation(database: Database, { databaseId, secretFingerprint }: Installation): Statement {
  const values = { id: 1, database_id: databaseId, secret_fingerprint: secretFingerprint };
  const insert = database.query.insertInto('installation').values(values);
  return { query: insert.onConflict((conflict) => conflict.column('id').doNothing()).compile() };
}
