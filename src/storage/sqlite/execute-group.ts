import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StatementResult } from '../database.ts';
import type { PlainStatement } from '../plain-statement.ts';
import { messageOf } from './connection.ts';
import type { WriteOutcome, WriteRequest } from './messages.ts';

/**
 * Executes batches in one transaction with one commit. Each batch has a savepoint, so that a condition not met or a
 * failed statement undoes that batch only. Whatever undoes the whole transaction (a full disk, a failed commit) fails
 * all of them: nothing is acknowledged that is not on the disk.
 */
export function executeGroup(
  connection: DatabaseSync,
  prepare: (sql: string) => StatementSync,
  requests: readonly WriteRequest[],
): WriteOutcome[] {
  try {
    connection.exec('begin immediate');
    const outcomes = requests.map((request) => executeBatch(connection, prepare, request));
    connection.exec('commit');
    return outcomes;
  } catch (failure) {
    if (connection.isTransaction) connection.exec('rollback');
    const reason = `the commit failed: ${messageOf(failure)}`;
    return requests.map(({ id }) => ({ id, type: 'failed', reason }));
  }
}

function executeBatch(
  connection: DatabaseSync,
  prepare: (sql: string) => StatementSync,
  request: WriteRequest,
): WriteOutcome {
  connection.exec('savepoint batch');
  let outcome: WriteOutcome;
  try {
    const results = executeStatements(prepare, request.statements);
    outcome = results === null ? { id: request.id, type: 'undone' } : { id: request.id, type: 'done', results };
  } catch (failure) {
    // SQLite ended the transaction by itself, and with it the batches before this one.
    if (!connection.isTransaction) throw failure;
    outcome = { id: request.id, type: 'failed', reason: messageOf(failure) };
  }
  if (outcome.type !== 'done') connection.exec('rollback to batch');
  connection.exec('release batch');
  return outcome;
}

function executeStatements(
  prepare: (sql: string) => StatementSync,
  statements: readonly PlainStatement[],
): StatementResult[] | null {
  const results: StatementResult[] = [];
  for (const { sql, parameters, expectRows } of statements) {
    const result = executeStatement(prepare(sql), parameters);
    if (expectRows !== null && result.changes !== expectRows) return null;
    results.push(result);
  }
  return results;
}

/** A statement that returns rows has changed as many as it returns; the engine's own count would need another query. */
function executeStatement(statement: StatementSync, parameters: PlainStatement['parameters']): StatementResult {
  if (statement.columns().length === 0) {
    return { changes: Number(statement.run(...parameters).changes), rows: [] };
  }
  const rows = statement.all(...parameters);
  return { changes: rows.length, rows };
}
