import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile, messageOf } from './connection.ts';

/** SQLite's result code for a lock that somebody else holds. https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

/** The connections that hold locks: one that nobody refers to any more is closed with the garbage, and its lock freed. */
const HOLDING = new Set<DatabaseSync>();

/** A lock that is held. */
export interface ExclusiveLock {
  /** Frees it; a second call does nothing. */
  release(): void;
}

/**
 * Takes the lock that a file stands for, without waiting; null when somebody holds it, in this process or another. An
 * open transaction on a small database holds it until it is released, also when its holder forgets it, and the system
 * frees it when the process dies, however it dies.
 * The file's content must be read by nobody: to close a descriptor of it would drop the lock (POSIX advisory locks).
 */
export function takeExclusiveLock(file: string): ExclusiveLock | null {
  createPrivateFile(file);
  const connection = new DatabaseSync(file, { timeout: 0 });
  try {
    connection.exec('begin exclusive');
  } catch (failure) {
    connection.close();
    if (isBusy(failure)) return null;
    throw new Error(`cannot lock ${file}: ${messageOf(failure)}`, { cause: failure });
  }
  HOLDING.add(connection);
  return {
    release() {
      if (HOLDING.delete(connection)) connection.close();
    },
  };
}

function isBusy(failure: unknown): boolean {
  return failure instanceof Error && 'errcode' in failure && failure.errcode === SQLITE_BUSY;
}
