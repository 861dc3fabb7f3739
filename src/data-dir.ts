import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Secret } from './base/secret.ts';
import { decodeSecret } from './settings.ts';
import { StartError, systemCode } from './start-failures.ts';

/** Paths of everything that the service keeps on disk. */
export interface DataDir {
  /** Real path, which no tool may read. */
  readonly path: string;
  readonly databaseFile: string;
  readonly lockFile: string;
  readonly pidFile: string;
  /** Where the engine keeps compiled modules: they are run, so that nobody else may write there. */
  readonly compileCache: string;
  /** Where the engine keeps its indexes of source code: whoever can read it can read that code. */
  readonly indexDirectory: string;
  /** Made by this opening. */
  readonly isNew: boolean;
}

/**
 * Makes the data directory (0700) if it is not there. A folder that exists is narrowed to its owner. Throws a text for
 * the operator when it cannot be made or written.
 */
export function openDataDir(path: string): DataDir {
  try {
    const isNew = makeFolder(path);
    chmodSync(path, 0o700);
    // A service is often started within the repository that it serves: git need not see its data.
    if (isNew) writeFileSync(join(path, '.gitignore'), '*\n', { mode: 0o600 });
    return { ...pathsIn(realpathSync(path)), isNew };
  } catch (cause) {
    throw new StartError(
      `the data directory ${path} ${dataDirProblem(systemCode(cause))}. Choose another with --data-dir or PORTICO_DATA_DIR.`,
      { cause },
    );
  }
}

/**
 * Makes a folder and what is missing above it; false when it was there. Step by step, because Node's own recursive
 * mkdir never ends where the system refuses new folders with ENOENT, as /proc does.
 */
function makeFolder(path: string): boolean {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return false;
  }
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  mkdirSync(path, { mode: 0o700 });
  return true;
}

function dataDirProblem(code: string | null): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'may not be written by this process';
    case 'ENOTDIR':
      return 'is not a folder';
    case 'ENAMETOOLONG':
      return 'has too long a name';
    case 'ENOSPC':
      return 'does not fit on the disk, which is full';
    default:
      return `cannot be made${code === null ? '' : ` (${code})`}`;
  }
}

function pathsIn(real: string): Omit<DataDir, 'isNew'> {
  return {
    path: real,
    databaseFile: join(real, 'portico.db'),
    lockFile: join(real, 'portico.lock'),
    pidFile: join(real, 'portico.pid'),
    compileCache: join(real, 'compile-cache'),
    indexDirectory: join(real, 'index'),
  };
}

/** The service's secret: as set, or from the data directory, where the first start makes it. At least 32 bytes. */
export function readSecret(dataDir: DataDir, given: Secret | null): Secret {
  if (given !== null) return given;
  const file = join(dataDir.path, 'secret');
  const text = readTextOrNull(file);
  if (text !== null) {
    if (decodeSecret(text.trim()).length < 32)
      throw new Error(`${file} holds less than 32 bytes: restore it or remove it`);
    return new Secret(text.trim());
  }
  const made = randomBytes(32).toString('base64');
  // Flushed: keys are found by this secret, so it must outlive a power cut that they outlive.
  writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return new Secret(made);
}

/** The secret in the data directory; null when none was made yet. */
export function findSecret(dataDir: DataDir): Secret | null {
  const text = readTextOrNull(join(dataDir.path, 'secret'));
  return text === null ? null : new Secret(text.trim());
}

/** Puts a secret into the data directory in place of what is there: all of it or nothing, whatever happens meanwhile. */
export function storeSecret(dataDir: DataDir, secret: Secret): void {
  const file = join(dataDir.path, 'secret');
  const part = `${file}.part`;
  writeFileSync(part, `${secret.reveal()}\n`, { mode: 0o600, flush: true });
  renameSync(part, file);
}

/** Writes the process id for operators' scripts; the lock, not this file, keeps a second service out. */
export function writePid(dataDir: DataDir): void {
  writeFileSync(dataDir.pidFile, `${process.pid}\n`, { mode: 0o600 });
}

/** Removes the process id at a clean stop. */
export function removePid(dataDir: DataDir): void {
  rmSync(dataDir.pidFile, { force: true });
}

/** The process id that was written, for a refusal's text; null when there is none. */
export function readPid(dataDir: DataDir): number | null {
  const pid = Number(readTextOrNull(dataDir.pidFile) ?? Number.NaN);
  return Number.isInteger(pid) ? pid : null;
}

function readTextOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw failure;
  }
}
