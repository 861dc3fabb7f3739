import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** Statements kept prepared on one connection: more than the program has, few enough to bound a mistake. */
const STATEMENTS_MAX = 256;

/** Prepares a statement, or finds it prepared; the one used longest ago gives way. */
export function makeStatementCache(connection: DatabaseSync, max = STATEMENTS_MAX): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const statement = prepared.get(sql) ?? connection.prepare(sql);
    // A Map keeps the order of insertion: taken out and put in again, the entry is the youngest.
    prepared.delete(sql);
    prepared.set(sql, statement);
    if (prepared.size > max) prepared.delete(prepared.keys().next().value ?? sql);
    return statement;
  };
}
