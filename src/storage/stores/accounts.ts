import { ACCOUNT_RECORD, type Account, type AccountStore } from '../../domain/accounts/index.ts';
import type { PlanName } from '../../domain/plans/index.ts';
import type { Database } from '../database.ts';
import type { AccountTable } from '../schema.ts';
import { toInstant, toMs, toText } from './columns.ts';

/** Accounts in a database. */
export function makeAccountStore(database: Database): AccountStore {
  const { query } = database;
  const accounts = query.selectFrom('account').selectAll();

  return {
    // Told to nobody: no process keeps that an account is unknown.
    async insert({ id, email, plan, createdAt }) {
      const statement = query
        .insertInto('account')
        .values({ id, email, plan, created_at: toMs(createdAt) })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .compile();
      return (await database.write([{ query: statement, expectRows: 1 }])) !== null;
    },
    async findById(id) {
      const [row] = await database.read(accounts.where('id', '=', id));
      return row === undefined ? null : toAccount(row);
    },
    async findByEmail(email) {
      const [row] = await database.read(accounts.where('email', '=', toText(email)));
      return row === undefined ? null : toAccount(row);
    },
    async list() {
      return (await database.read(accounts.orderBy('created_at').orderBy('id'))).map(toAccount);
    },
    async setPlan(id, plan) {
      const statement = query.updateTable('account').set({ plan }).where('id', '=', id).returningAll().compile();
      const results = await database.write([{ query: statement }], { changed: [ACCOUNT_RECORD + id] });
      // The statement returns whole rows of this table.
      const row = results?.[0]?.rows[0] as AccountTable | undefined;
      return row === undefined ? null : toAccount(row);
    },
  };
}

function toAccount(row: AccountTable): Account {
  // Only names of plans are ever written.
  return { id: row.id, email: row.email, plan: row.plan as PlanName, createdAt: toInstant(row.created_at) };
}
