import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The right to build in a root's folder. */
export interface BuildLock {
  /** Frees it; a second call does nothing. */
  release(): void;
}

/** SQLite's result code for a lock that somebody else holds. https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/**
 * Takes the lock of a root's folder without waiting; null when somebody holds it, in this process or another. It is an
 * open transaction on an empty database, as the service's own lock is: the system frees it when its holder dies,
 * however it dies, so that there is nothing to take over and no process id to be mistaken for another's. Nobody may
 * open the file but here: to close a descriptor of it would drop the lock (POSIX advisory locks).
 */
export function takeBuildLock(folder: string): BuildLock | null {
  const file = join(folder, 'build.lock');
  createPrivate(file);
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    connection.exec('begin exclusive');
  } catch (failure) {
    connection.close();
    if (failure instanceof Error && 'errcode' in failure && failure.errcode === SQLITE_BUSY) return null;
    throw failure;
  }
  return {
    release() {
      if (connection.isOpen) connection.close();
    },
  };
}

/** SQLite would make it readable by all; made only when missing, since an open file's lock must not be dropped. */
function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (failure) {
    // `as`: errors of the file system carry a code.
    if ((failure as NodeJS.ErrnoException).code !== 'EEXIST') throw failure;
  }
}
