import type { Compilable, CompiledQuery, Expression, Kysely } from 'kysely';
import type { Peers } from '../base/peers.ts';
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

/** What a write means for other processes, and for a power cut. */
export interface WriteOptions {
  /**
   * Records that other processes may keep at hand: `key:<prefix>`, `account:<id>`, `projects:<account id>`. Once the write resolves no process
   * believes an older copy: each has dropped it, has lost the right to believe it, or is gone.
   */
  readonly changed?: readonly string[];
  /** Atomic and seen by all, but a crash of the machine within the next second may take it back. */
  readonly isLoose?: boolean;
}

/** Storage as it was at one instant, however long it is read and whatever is written meanwhile. */
export interface Snapshot {
  read<Row>(query: Compilable<Row>): Promise<Row[]>;
  close(): Promise<void>;
}

/**
 * An open database, the same for every engine. Stores build statements with `query` and hand them over compiled:
 * nothing holds the writer across an await, so there are no interactive transactions (ADR 0006).
 */
export interface Database {
  /** Builds statements in the engine's dialect; never executes by itself. */
  readonly query: Kysely<Schema>;
  readonly engine: 'sqlite' | 'postgres';
  /** The other processes at this storage. */
  readonly peers: Peers;
  /**
   * The instant at which a statement is executed, in milliseconds, by the one clock that all processes at this storage
   * share; it does not follow a wall clock that is set while the storage is open.
   */
  readonly now: Expression<number>;
  /** Reads what was committed when it is called. */
  read<Row>(query: Compilable<Row>): Promise<Row[]>;
  /** Executes all statements or none; durable when it resolves. Null when an `expectRows` was not met. */
  write(batch: readonly Statement[], options?: WriteOptions): Promise<readonly StatementResult[] | null>;
  /** Runs work of which only one process at this storage may be at a time, such as a first start; others wait. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  snapshot(): Promise<Snapshot>;
  /** Rejects while storage cannot be read, or has failed to write and still cannot. */
  check(): Promise<void>;
  close(): Promise<void>;
}
