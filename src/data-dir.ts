import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from './base/secret.ts';
import { decodeSecret } from './config.ts';

/** Paths of everything that the service keeps on disk. */
export interface DataDir {
  /** Real path, which no tool may read. */
  readonly path: string;
  readonly databaseFile: string;
  readonly lockFile: string;
  readonly pidFile: string;
}

/** Makes the data directory (0700) if it is not there. A folder that exists is narrowed to its owner. */
export function openDataDir(path: string): DataDir {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  const real = realpathSync(path);
  return {
    path: real,
    databaseFile: join(real, 'portico.db'),
    lockFile: join(real, 'portico.lock'),
    pidFile: join(real, 'portico.pid'),
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
