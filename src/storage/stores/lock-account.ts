import type { Database, Statement } from '../database.ts';

/**
 * Begins a batch whose later statements decide by what an account holds: batches of one account wait here for each
 * other, and each statement after this one sees what those before have committed. An UPDATE that changes nothing,
 * because every engine takes a row's lock by it; no other lock may be held before it, or two batches could wait for each
 * other for ever. Undoes the batch when the account is not there.
 */
export function lockAccount({ query }: Database, accountId: string): Statement {
  const statement = query
    .updateTable('account')
    .set(({ ref }) => ({ plan: ref('plan') }))
    .where('id', '=', accountId);
  return { query: statement.compile(), expectRows: 1 };
}
