import type { Clock } from '../../base/clock.ts';
import type { Database } from '../database.ts';
import {
  abandonTransfer,
  beginTransfer,
  findInstallation,
  findTransfer,
  finishTransfer,
  type Installation,
} from './marker.ts';
import { TransferRefusal } from './refusal.ts';
import { encodeRow } from './row-text.ts';
import { clearTables, countRows, insertion, lastRow, type Row, readPages, type Source } from './rows.ts';
import { TABLES, type TableShape } from './tables.ts';

/** What a copy tells. */
export interface CopyReport {
  readonly from: Database['engine'];
  readonly to: Database['engine'];
  readonly rows: number;
  /** Rows of each table that were compared, value by value. */
  readonly tables: Readonly<Record<string, number>>;
  /** An earlier copy that was not finished was gone on with. */
  readonly isResumed: boolean;
}

/** What a copy is made of. Nobody else may write into either. */
export interface CopyDeps {
  readonly source: Database;
  readonly target: Database;
  readonly clock: Clock;
  /** Throws a `TransferRefusal` when the target is in use by another process. */
  readonly refuseInUse: (target: Database) => Promise<void>;
}

/**
 * Copies everything into an empty storage of either engine, then reads all of it again and compares it with the source.
 * Killed at any point and called again it goes on; called again when it is done it compares once more. Throws
 * `TransferRefusal` when the target holds anything else.
 */
export async function copyAll(deps: CopyDeps): Promise<CopyReport> {
  const { source, target } = deps;
  const installation = await findInstallation(source, source);
  if (installation === null) throw new Error('the source was never opened by a service or a command');
  const state = await stateOf(target, installation);
  if (state === 'done')
    return await report(deps, await compareAll(deps, 'the target has changed since it was copied'), false);
  await begin(deps, installation, state);
  const counts = await fill(deps, state);
  await finishTransfer(target, installation);
  return await report(deps, counts, state === 'begun');
}

type State = 'empty' | 'begun' | 'done';

async function stateOf(target: Database, { databaseId }: Installation): Promise<State> {
  const begun = await findTransfer(target);
  if (begun !== null) {
    if (begun.kind === 'copy' && begun.source === databaseId) return 'begun';
    throw new TransferRefusal(`the target holds an unfinished ${begun.kind} of something else: name an empty database`);
  }
  const counts = await countRows({ query: target.query, from: target });
  const full = Object.entries(counts).find(([, rows]) => rows > 0);
  if (full === undefined) return 'empty';
  if ((await findInstallation(target, target))?.databaseId === databaseId) return 'done';
  throw new TransferRefusal(`the target is not empty (${full[0]}: ${full[1]}): name an empty database`);
}

async function begin(
  { target, clock, refuseInUse }: CopyDeps,
  installation: Installation,
  state: State,
): Promise<void> {
  await beginTransfer(target, { kind: 'copy', source: installation.databaseId }, clock);
  try {
    // After the mark: a service that starts now sees it, and one that started before is seen.
    await refuseInUse(target);
  } catch (failure) {
    if (state === 'empty') await abandonTransfer(target);
    throw failure;
  }
}

/** An earlier copy may be of a source that has changed since: then it does not compare, and is made anew. */
async function fill(deps: CopyDeps, state: State): Promise<Record<string, number>> {
  if (state === 'begun') {
    try {
      await writeRest(deps);
      return await compareAll(deps, 'the source has changed');
    } catch (failure) {
      if (!(failure instanceof TransferRefusal)) throw failure;
      await clearTables(deps.target);
    }
  }
  await writeRest(deps);
  return await compareAll(deps, 'the target does not read back as it was written, or somebody else writes');
}

/** Writes what comes after the last row of each table: rows are written in the order of their keys. */
async function writeRest({ source, target }: CopyDeps): Promise<void> {
  for (const shape of TABLES) {
    const last = await lastRow(sourceOf(target), shape);
    for await (const rows of readPages(sourceOf(source), shape, last)) {
      const done = await target.write([insertion(target.query, shape, rows)]);
      if (done === null) throw new TransferRefusal(`rows of ${shape.table} are in the target already`);
    }
  }
}

/** Reads both sides page by page and compares every value. Throws a `TransferRefusal` at the first difference. */
async function compareAll({ source, target }: CopyDeps, why: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const shape of TABLES) {
    const copied = rowsOf(sourceOf(target), shape);
    let rows = 0;
    for await (const row of rowsOf(sourceOf(source), shape)) {
      const { value } = await copied.next();
      if (value === undefined || encodeRow(value) !== encodeRow(row)) throw differs(shape, rows, why);
      rows++;
    }
    if ((await copied.next()).done !== true) throw differs(shape, rows, why);
    counts[shape.table] = rows;
  }
  return counts;
}

function differs({ table }: TableShape, at: number, why: string): TransferRefusal {
  return new TransferRefusal(`row ${at + 1} of ${table} is not the same on both sides: ${why}`);
}

async function* rowsOf(source: Source, shape: TableShape): AsyncGenerator<Row, undefined> {
  for await (const page of readPages(source, shape)) yield* page;
}

function sourceOf(database: Database): Source {
  return { query: database.query, from: database };
}

async function report(deps: CopyDeps, tables: Record<string, number>, isResumed: boolean): Promise<CopyReport> {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return { from: deps.source.engine, to: deps.target.engine, rows, tables, isResumed };
}
