import { assert } from '../../base/assert.ts';
import type { StatementResult } from '../database.ts';
import type { PlainStatement } from '../plain-statement.ts';
import type { Session } from './session.ts';

const BEGIN = 'begin';

/** Commits without waiting for the disk: a crash of the server within the next second may take it back. */
const BEGIN_LOOSE = 'begin; set local synchronous_commit to off';

/**
 * Executes all statements or none; null when an `expectRows` was not met. Rejects with the driver's failure; then
 * nothing was committed, unless the connection was lost. A batch whose outcome needs no look goes to the server and back
 * once, and so does a statement alone.
 */
export async function executeBatch(
  session: Session,
  statements: readonly PlainStatement[],
  isLoose: boolean,
): Promise<readonly StatementResult[] | null> {
  const [only] = statements;
  if (only !== undefined && statements.length === 1 && !isLoose && mayStandAlone(only)) {
    const result = await session.run(only);
    return only.expectRows === null || result.changes === only.expectRows ? [result] : null;
  }
  const isConditional = statements.some(({ expectRows }) => expectRows !== null);
  const begun = session.control(isLoose ? BEGIN_LOOSE : BEGIN);
  const ran = statements.map((statement) => session.run(statement));
  // Sent behind the statements: after one that failed, the server answers a commit by undoing everything.
  const ended = isConditional ? null : session.control('commit');
  // Looked at below; a connection that is lost meanwhile rejects it before that.
  ended?.catch(() => {});
  const [start, ...settled] = await Promise.allSettled([begun, ...ran]);
  if (start?.status === 'rejected') {
    await settle(ended);
    throw start.reason;
  }
  // The type of a list that begins with another element is lost on the way: the rest are the statements' results.
  const judged = judge(settled as readonly PromiseSettledResult<StatementResult>[], statements);
  if (judged.type === 'failed') {
    await settle(ended ?? session.control('rollback'));
    throw judged.failure;
  }
  if (judged.type === 'undone') {
    await session.control('rollback');
    return null;
  }
  const word = await (ended ?? session.control('commit'));
  assert(word === 'COMMIT', 'a transaction without a failure is committed');
  return judged.results;
}

/** An insertion of the one row that stands in its text: it has changed that row or nothing at all. */
const ONE_ROW = /^insert into "\w+" \([^()]*\) values \([^()]*\)(?: on conflict | returning |$)/;

/** Whether there is nothing to undo when the condition of a statement is not met, so that it needs no transaction. */
function mayStandAlone({ sql, expectRows }: PlainStatement): boolean {
  return expectRows === null || (expectRows === 1 && ONE_ROW.test(sql));
}

type Judged =
  | { readonly type: 'done'; readonly results: readonly StatementResult[] }
  | { readonly type: 'undone' }
  | { readonly type: 'failed'; readonly failure: unknown };

/** The first statement that failed or missed its condition decides: those behind it were sent without knowing. */
function judge(
  settled: readonly PromiseSettledResult<StatementResult>[],
  statements: readonly PlainStatement[],
): Judged {
  const results: StatementResult[] = [];
  for (const [index, outcome] of settled.entries()) {
    if (outcome.status === 'rejected') return { type: 'failed', failure: outcome.reason };
    const expected = statements[index]?.expectRows ?? null;
    if (expected !== null && outcome.value.changes !== expected) return { type: 'undone' };
    results.push(outcome.value);
  }
  return { type: 'done', results };
}

/** Waits for the end of a transaction that has failed already: how that ended adds nothing. */
async function settle(ended: Promise<unknown> | null): Promise<void> {
  await Promise.allSettled([ended]);
}
