import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.ts';
import type { Secret } from '../../base/secret.ts';
import { makeTurns } from '../../base/turns.ts';
import type { Database, Snapshot } from '../database.ts';
import { type WrittenFile, writeBackupFile } from './backup-file.ts';
import { BACKUP_FORMAT, BACKUP_VERSION, type Footer, type Header } from './backup-format.ts';
import { findInstallation } from './marker.ts';
import { encodeRow } from './row-text.ts';
import { readPages } from './rows.ts';
import { TABLES } from './tables.ts';

/** What a backup tells. */
export interface BackupReport extends WrittenFile {
  readonly file: string;
  /** The instant that it shows, ISO 8601. */
  readonly takenAt: string;
  readonly engine: Database['engine'];
  readonly rows: number;
  readonly tables: Readonly<Record<string, number>>;
  /** Whether the service's secret is in it, or only what tells another one from it. */
  readonly secret: 'included' | 'fingerprint';
}

/** What a backup is taken of. */
export interface BackupDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretFingerprint: string;
  /** The secret when it lives in the data directory, which a backup stands in for; null when it was given. */
  readonly secret: Secret | null;
}

/**
 * Writes everything that the storage holds at one instant into a file. Whatever is written meanwhile is not in it and
 * does not wait: between any two pages the process sees to everything else.
 */
export async function backUp(
  deps: BackupDeps,
  target: { readonly file: string; readonly isForced: boolean },
): Promise<BackupReport> {
  const { database } = deps;
  const snapshot = await database.snapshot();
  try {
    const takenAt = deps.clock.now().toISOString();
    const footer: Footer = { end: true, tables: {} };
    const header = await makeHeader(deps, snapshot, takenAt);
    const written = await writeBackupFile(linesOf({ database, snapshot, header, footer }), target);
    const tables = Object.fromEntries(Object.entries(footer.tables).map(([table, { rows }]) => [table, rows]));
    return {
      file: target.file,
      takenAt,
      engine: database.engine,
      rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0),
      ...written,
      tables,
      secret: deps.secret === null ? 'fingerprint' : 'included',
    };
  } finally {
    await snapshot.close();
  }
}

async function makeHeader(deps: BackupDeps, snapshot: Snapshot, takenAt: string): Promise<Header> {
  const { database, secret, secretFingerprint } = deps;
  const steps = await snapshot.read(database.query.selectFrom('migration').select('name').orderBy('name'));
  const installation = await findInstallation(database, snapshot);
  if (installation === null) throw new Error('the storage was never opened by a service or a command');
  return {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    schema: steps.map(({ name }) => name),
    engine: database.engine,
    takenAt,
    databaseId: installation.databaseId,
    secretFingerprint,
    secret: secret?.reveal() ?? null,
  };
}

async function* linesOf(parts: {
  readonly database: Database;
  readonly snapshot: Snapshot;
  readonly header: Header;
  readonly footer: Footer;
}): AsyncGenerator<string> {
  const source = { query: parts.database.query, from: parts.snapshot };
  const nextTurn = makeTurns();
  yield `${JSON.stringify(parts.header)}\n`;
  for (const shape of TABLES) {
    const hash = createHash('sha256');
    let rows = 0;
    yield `${JSON.stringify(shape)}\n`;
    for await (const page of readPages(source, shape)) {
      const text = page.map(encodeRow).join('');
      hash.update(text);
      rows += page.length;
      yield text;
      await nextTurn();
    }
    parts.footer.tables[shape.table] = { rows, sha256: hash.digest('hex') };
  }
  yield `${JSON.stringify(parts.footer)}\n`;
}
