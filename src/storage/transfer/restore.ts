import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../database.ts';
import type { Migration } from '../migrations/migration.ts';
import { type BackupFile, openBackupFile } from './backup-file.ts';
import { type Footer, type Header, readFooter, readHeader, readSections } from './backup-format.ts';
import { abandonTransfer, beginTransfer, findTransfer, finishTransfer } from './marker.ts';
import { TransferRefusal } from './refusal.ts';
import { encodeRow } from './row-text.ts';
import { clearTables, countRows, insertion, readPages } from './rows.ts';
import { TABLES, TABLES_TO_DROP, type TableShape } from './tables.ts';

/** What a restore tells. */
export interface RestoreReport {
  readonly file: string;
  /** The instant that the storage is at again, ISO 8601. */
  readonly takenAt: string;
  readonly engine: Database['engine'];
  readonly rows: number;
  readonly tables: Readonly<Record<string, number>>;
}

/** What a backup is restored into. */
export interface RestoreDeps {
  readonly clock: Clock;
  /** Every step that this program knows. */
  readonly migrations: readonly Migration[];
  /** Opens the storage, brought up to these steps. */
  readonly open: (migrations: readonly Migration[]) => Promise<Database>;
  /** Throws a `TransferRefusal` when the storage is in use by another process. */
  readonly refuseInUse: (database: Database) => Promise<void>;
  /** Throws a `TransferRefusal` when keys and cursors of the backup could not work here for want of their secret. */
  readonly checkSecret: (header: Header) => void;
  /** Puts the backup's secret where the service looks for it; nothing to do when it was given. */
  readonly storeSecret: (header: Header) => void;
}

/**
 * Writes a backup into an empty storage of either engine. A storage in which a restore was begun and not finished counts
 * as empty, and no service starts on it. Throws `TransferRefusal` before anything is written when the file is not whole
 * or not one of ours, or when the storage holds something.
 */
export async function restore(deps: RestoreDeps, file: string): Promise<RestoreReport> {
  const backup = await openBackupFile(file);
  try {
    const header = await readHeader(backup);
    const steps = stepsOf(header, deps.migrations);
    deps.checkSecret(header);
    // All of it is read before the first row is written: what cannot be restored must not be begun.
    for await (const { shape } of readSections(backup)) checkShape(shape, header, deps.migrations);
    const footer = await readFooter(backup);
    await write(deps, { backup, header, footer, steps });
    return await finish(deps, { file, header, footer });
  } finally {
    await backup.close();
  }
}

/** The steps that made the backup's schema: the first ones that this program knows, or all. */
function stepsOf(header: Header, migrations: readonly Migration[]): readonly Migration[] {
  const unknown = header.schema.find((name, at) => migrations[at]?.name !== name);
  if (unknown !== undefined || header.schema.length === 0) {
    throw new TransferRefusal(
      `the backup is newer than this program (it knows the step ${unknown}): restore it with the program that made it`,
    );
  }
  return migrations.slice(0, header.schema.length);
}

/** The tables of the newest schema are known; those of an older one the database itself will accept or refuse. */
function checkShape(shape: TableShape, header: Header, migrations: readonly Migration[]): void {
  if (header.schema.length < migrations.length) return;
  const known = TABLES.find(({ table }) => table === shape.table);
  if (JSON.stringify(known) === JSON.stringify(shape)) return;
  throw new TransferRefusal(`the backup holds another form of the table ${shape.table} than this program knows`);
}

interface Content {
  readonly backup: BackupFile;
  readonly header: Header;
  readonly footer: Footer;
  readonly steps: readonly Migration[];
}

async function write(deps: RestoreDeps, content: Content): Promise<void> {
  await claim(deps, content);
  const database = await deps.open(content.steps);
  try {
    // Again: an older schema was made anew in between.
    await beginTransfer(database, { kind: 'restore', source: content.backup.id }, deps.clock);
    for await (const { shape, rows } of readSections(content.backup)) {
      const done = await database.write([insertion(database.query, shape, rows)]);
      if (done === null)
        throw new Error(`rows of ${shape.table} were there already: somebody else writes into this storage`);
    }
    await checkWritten(database, content);
  } finally {
    await database.close();
  }
}

/** Marks the storage as unfinished and makes it empty; refuses when it is not free to be written into. */
async function claim(deps: RestoreDeps, { backup, steps }: Content): Promise<void> {
  const database = await deps.open(deps.migrations);
  try {
    const begun = await findTransfer(database);
    if (begun === null) await refuseFull(database);
    if (begun?.kind === 'copy') {
      throw new TransferRefusal('this storage holds an unfinished copy: finish that, or name another, empty storage');
    }
    await beginTransfer(database, { kind: 'restore', source: backup.id }, deps.clock);
    try {
      // After the mark: a service that starts now sees it, and one that started before is seen.
      await deps.refuseInUse(database);
      if (begun === null) await refuseFull(database);
    } catch (failure) {
      if (begun === null) await abandonTransfer(database);
      throw failure;
    }
    await clearTables(database);
    if (steps.length < deps.migrations.length) await dropTables(database);
  } finally {
    await database.close();
  }
}

async function refuseFull(database: Database): Promise<void> {
  const counts = await countRows({ query: database.query, from: database });
  const full = Object.entries(counts).find(([, rows]) => rows > 0);
  if (full === undefined) return;
  const [table, rows] = full;
  throw new TransferRefusal(
    `this storage is not empty (${table}: ${rows}), and a restore overwrites nothing. Name a new data directory (--data-dir) or an empty database (PORTICO_DATABASE_URL).`,
  );
}

/** An older schema cannot be had by going back: the empty tables are made anew. */
async function dropTables(database: Database): Promise<void> {
  await database.write(
    TABLES_TO_DROP.map((table) => ({ query: sql`drop table ${sql.table(table)}`.compile(database.query) })),
  );
}

/** Reads all rows back, and compares what each table comes to with what the backup says. */
async function checkWritten(database: Database, { footer, backup }: Content): Promise<void> {
  const shapes = new Map<string, TableShape>();
  for await (const { shape } of readSections(backup)) shapes.set(shape.table, shape);
  for (const [table, told] of Object.entries(footer.tables)) {
    const shape = shapes.get(table);
    if (shape === undefined) continue;
    const hash = createHash('sha256');
    for await (const page of readPages({ query: database.query, from: database }, shape)) {
      hash.update(page.map(encodeRow).join(''));
    }
    if (hash.digest('hex') !== told.sha256) throw new Error(`the table ${table} does not read back as it was written`);
  }
}

/** Brings an older schema up to date, puts the secret in place, and only then calls the storage whole. */
async function finish(
  deps: RestoreDeps,
  { file, header, footer }: { readonly file: string; readonly header: Header; readonly footer: Footer },
): Promise<RestoreReport> {
  const database = await deps.open(deps.migrations);
  try {
    deps.storeSecret(header);
    await finishTransfer(database, header);
    const tables = Object.fromEntries(Object.entries(footer.tables).map(([table, { rows }]) => [table, rows]));
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    return { file, takenAt: header.takenAt, engine: database.engine, rows, tables };
  } finally {
    await database.close();
  }
}
