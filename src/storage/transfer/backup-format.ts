import { createHash, type Hash } from 'node:crypto';
import type { BackupFile } from './backup-file.ts';
import { TransferRefusal } from './refusal.ts';
import { decodeRow } from './row-text.ts';
import type { Row } from './rows.ts';
import { type ColumnKind, TABLES, type TableShape } from './tables.ts';

/** Says what a file is, in its first line. */
export const BACKUP_FORMAT = 'portico-backup';

/** Form of the file; the form of the rows follows from the header's schema steps. */
export const BACKUP_VERSION = 1;

/** The first line. */
export interface Header {
  readonly format: typeof BACKUP_FORMAT;
  readonly version: typeof BACKUP_VERSION;
  /** Names of the steps that made the schema, oldest first. */
  readonly schema: readonly string[];
  readonly engine: string;
  readonly takenAt: string;
  readonly databaseId: string;
  readonly secretFingerprint: string;
  /** Null when the secret does not live in the data directory. */
  readonly secret: string | null;
}

/** The last line: what each table must come to. */
export interface Footer {
  readonly end: true;
  readonly tables: Record<string, { readonly rows: number; readonly sha256: string }>;
}

/** Rows of a backup that belong to one table and follow each other. */
export interface Section {
  readonly shape: TableShape;
  readonly rows: readonly Row[];
}

/** Rows that are handed over at once: so many, or the first ones that pass so many characters. */
const SECTION_ROWS = 250;
const SECTION_CHARACTERS = 4 * 1_024 * 1_024;

/** The header of a backup. Throws `TransferRefusal` when this program cannot read the file. */
export async function readHeader(backup: BackupFile): Promise<Header> {
  for await (const line of backup.lines()) return parseHeader(line);
  throw foreign();
}

function parseHeader(line: string): Header {
  const header = parse(line);
  if (header.format !== BACKUP_FORMAT) throw foreign();
  if (header.version !== BACKUP_VERSION) {
    throw new TransferRefusal('the backup was written by a newer program: restore it with that one');
  }
  const texts = [header.engine, header.takenAt, header.databaseId, header.secretFingerprint];
  const isHeader = isTexts(texts) && isTexts(header.schema) && (header.secret === null || isTexts([header.secret]));
  if (!isHeader) throw foreign();
  // Every field was looked at above.
  return header as unknown as Header;
}

/**
 * The rows of a backup in the order in which they may be inserted. Throws `TransferRefusal` at whatever does not fit: a
 * caller that has come to the end has read all that was written.
 */
export async function* readSections(backup: BackupFile): AsyncGenerator<Section> {
  const found: Record<string, Digest> = {};
  let now: { readonly shape: TableShape; readonly digest: Digest } | null = null;
  let rows: Row[] = [];
  let characters = 0;
  let footer: Footer | null = null;
  for await (const line of linesAfterHeader(backup)) {
    if (footer !== null) throw foreign();
    const isRow = line.startsWith('[');
    const isFull = rows.length === SECTION_ROWS || characters > SECTION_CHARACTERS;
    if (now !== null && rows.length > 0 && (!isRow || isFull)) {
      yield { shape: now.shape, rows };
      rows = [];
      characters = 0;
    }
    if (isRow) {
      if (now === null) throw foreign();
      rows.push(readRow(now.shape, line));
      characters += line.length;
      count(now.digest, line);
      continue;
    }
    footer = parseFooter(line);
    if (footer === null) now = beginTable(line, found);
  }
  checkFooter(footer, found);
}

async function* linesAfterHeader(backup: BackupFile): AsyncGenerator<string> {
  let isFirst = true;
  for await (const line of backup.lines()) {
    if (!isFirst) yield line;
    isFirst = false;
  }
}

function beginTable(line: string, found: Record<string, Digest>) {
  const shape = readShape(parse(line));
  const digest = { hash: createHash('sha256'), rows: 0 };
  if (Object.hasOwn(found, shape.table)) throw foreign();
  found[shape.table] = digest;
  return { shape, digest };
}

interface Digest {
  readonly hash: Hash;
  rows: number;
}

function count(digest: Digest, line: string): void {
  digest.hash.update(`${line}\n`);
  digest.rows++;
}

function readRow(shape: TableShape, line: string): Row {
  const row = decodeRow(shape, parseJson(line));
  if (row === null) throw new TransferRefusal(`the backup holds a row that does not fit the table ${shape.table}`);
  return row;
}

function readShape(told: Readonly<Record<string, unknown>>): TableShape {
  const { table, key } = told;
  const columns = Object(told.columns) as Readonly<Record<string, unknown>>;
  const isShape = typeof table === 'string' && isTexts(key) && Object.values(columns).every(isKind);
  if (!isShape || !key.every((column) => Object.hasOwn(columns, column))) throw foreign();
  // Whatever steps made it: a step that renames or drops a table has to leave its old name known here.
  if (!TABLES.some((known) => known.table === table)) {
    throw new TransferRefusal('the backup holds a table that this program does not know');
  }
  return { table, key, columns: columns as Readonly<Record<string, ColumnKind>> };
}

function isKind(value: unknown): value is ColumnKind {
  return typeof value === 'string' && /^(?:text|integer|real|bytes)\??$/.test(value);
}

function checkFooter(footer: Footer | null, found: Readonly<Record<string, Digest>>): void {
  if (footer === null) throw new TransferRefusal('the backup ends too early');
  const told = Object.fromEntries(
    Object.entries(found).map(([table, { rows, hash }]) => [table, { rows, sha256: hash.digest('hex') }]),
  );
  if (JSON.stringify(told) !== JSON.stringify(footer.tables)) {
    throw new TransferRefusal('the backup holds other rows than its end says');
  }
}

/** What each table of a backup comes to; the file must have been read to its end before. */
export async function readFooter(backup: BackupFile): Promise<Footer> {
  let last = '';
  for await (const line of backup.lines()) last = line;
  const footer = parseFooter(last);
  if (footer === null) throw new TransferRefusal('the backup ends too early');
  return footer;
}

/** Null when the line is not the last one of a backup. What it says is compared with what was read. */
function parseFooter(line: string): Footer | null {
  const told = parse(line);
  return told.end === true ? (told as unknown as Footer) : null;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function parse(line: string): Readonly<Record<string, unknown>> {
  return Object(parseJson(line)) as Readonly<Record<string, unknown>>;
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw foreign();
  }
}

function foreign(): TransferRefusal {
  return new TransferRefusal('the file is no backup of Portico, or of a version that this program does not know');
}
