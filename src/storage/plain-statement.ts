import { CompiledQuery, type Expression, sql } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Statement } from './database.ts';
import { checkParameters, type Parameter } from './parameters.ts';

/** A statement as it crosses to whoever executes it: the writer thread, another process, the server. */
export interface PlainStatement {
  readonly sql: string;
  readonly parameters: readonly Parameter[];
  /** Places of parameters that become the instant of the execution. */
  readonly nowAt: readonly number[];
  readonly expectRows: number | null;
}

/** Stands in a statement's parameters for the instant of its execution, which the process that executes it tells. */
const INSTANT = Symbol('the instant of the execution');

/** `Database.now` where the process that executes a statement tells the time: cast, because a bare parameter has no type. */
export const INSTANT_MARKER: Expression<number> = sql<number>`cast(${INSTANT} as bigint)`;

/** A statement as it is executed, here or elsewhere: checked values only. */
export function toPlain({ query, expectRows }: Statement): PlainStatement {
  const nowAt = query.parameters.flatMap((value, index) => (value === INSTANT ? [index] : []));
  const values =
    nowAt.length === 0 ? query.parameters : query.parameters.map((value) => (value === INSTANT ? 0 : value));
  return { sql: query.sql, parameters: checkParameters(values), nowAt, expectRows: expectRows ?? null };
}

/** The statement as it was before it crossed: whoever executes it fills its instant in. */
export function fromPlain({ sql: text, parameters, nowAt, expectRows }: PlainStatement): Statement {
  const values: unknown[] = [...parameters];
  for (const index of nowAt) values[index] = INSTANT;
  const query = CompiledQuery.raw(text, values);
  return expectRows === null ? { query } : { query, expectRows };
}

/** The statement with its instant filled in. */
export function withInstant(statement: PlainStatement, nowMs: number): PlainStatement {
  if (statement.nowAt.length === 0) return statement;
  const parameters = [...statement.parameters];
  for (const index of statement.nowAt) parameters[index] = nowMs;
  return { ...statement, parameters };
}

/** Wall time as it was at the start plus what has passed since: it does not follow a clock that is set. Whole milliseconds. */
export function makeSteadyMs(clock: Clock): () => number {
  const originMs = clock.now().getTime() - clock.monotonicMs();
  return () => Math.floor(originMs + clock.monotonicMs());
}

/** About how many bytes the values of statements take while they wait: what bounds a queue. */
export function bytesOf(statements: readonly PlainStatement[]): number {
  let bytes = 0;
  for (const { parameters } of statements) {
    for (const value of parameters) {
      if (typeof value === 'string') bytes += 2 * value.length;
      else bytes += value instanceof Uint8Array ? value.length : 8;
    }
  }
  return bytes;
}
