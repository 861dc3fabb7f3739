import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { engineSettings, postgresOfRun } from './engine.ts';

/** All that a service keeps, byte by byte as latin1: the files of its data directory, and its database if that is not one. */
export async function readAtRest(dataDir: string): Promise<readonly string[]> {
  const files = readdirSync(dataDir).map((name) => join(dataDir, name));
  const texts = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, 'latin1'));
  const { PORTICO_DATABASE_URL: url } = await engineSettings(dataDir);
  return url === undefined ? texts : [...texts, ...(await readTables(url))];
}

async function readTables(url: string): Promise<string[]> {
  const postgres = postgresOfRun();
  const tables = (await postgres?.administer("select tablename from pg_tables where schemaname = 'public'", url)) ?? [];
  const texts: string[] = [];
  for (const { tablename } of tables) {
    const rows = (await postgres?.administer(`select * from ${tablename}`, url)) ?? [];
    for (const value of rows.flatMap(Object.values)) {
      texts.push(Buffer.isBuffer(value) ? value.toString('latin1') : Buffer.from(String(value)).toString('latin1'));
    }
  }
  return texts;
}
