import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Longest wait for another connection's lock, in milliseconds. Only a checkpoint or an operator's tool holds one. */
const BUSY_TIMEOUT_MS = 5_000;

/** Bytes that the write-ahead log shrinks back to after a burst. */
const WAL_BYTES_KEPT = 64 * 1_024 * 1_024;

/** Opens a connection that may write. `synchronous=FULL`: a commit that returned has reached the disk (ADR 0004). */
export function openForWriting(file: string): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  connection.exec('pragma journal_mode = wal');
  connection.exec('pragma synchronous = full');
  connection.exec(`pragma journal_size_limit = ${WAL_BYTES_KEPT}`);
  return connection;
}

/** Opens a connection that cannot write. It sees what is committed when a statement begins. */
export function openForReading(file: string): DatabaseSync {
  return new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
}

/**
 * Makes an empty file (0600; SQLite gives its side files the same) and its folder (0700) unless they are there. A file
 * that exists is not opened: closing it would drop the locks that this process holds on it (POSIX advisory locks).
 */
export function createPrivateFile(file: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (failure) {
    if (failure instanceof Error && 'code' in failure && failure.code === 'EEXIST') return;
    throw failure;
  }
  // The name must survive a power cut that the first acknowledged write survives.
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** What SQLite says of a failure: for the operator and the log, never for a caller. */
export function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
