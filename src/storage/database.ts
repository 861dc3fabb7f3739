import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** A compiled statement of a write. */
export interface Statement {
  readonly query: CompiledQuery;
  /** When given, the batch is undone unless the statement changed (or returned) exactly this many rows. */
  readonly expectRows?: number;
}

/** What each statement of a batch did. */
export interface StatementResult {
  readonly changes: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * An open database, the same for every engine. Stores build statements with `query` and hand them over compiled:
 * nothing holds the writer across an await, so there are no interactive transactions (ADR 0006).
 */
export interface Database {
  /** Builds statements in the engine's dialect; never executes by itself. */
  readonly query: Kysely<Schema>;
  readonly engine: 'sqlite' | 'postgres';
  /** Reads what was committed when it is called. */
  read<Row>(query: Compilable<Row>): Promise<Row[]>;
  /** Executes all statements or none; durable when it resolves. Null when an `expectRows` was not met. */
  write(batch: readonly Statement[]): Promise<readonly StatementResult[] | null>;
  /** Rejects while storage cannot be read, or has failed to write and still cannot. */
  check(): Promise<void>;
  close(): Promise<void>;
}
