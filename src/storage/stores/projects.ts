import { PROJECTS_RECORD, type Project, type ProjectStore } from '../../domain/projects/index.ts';
import type { Database, Statement } from '../database.ts';
import type { ProjectTable } from '../schema.ts';
import { toInstant, toMs } from './columns.ts';
import { lockAccount } from './lock-account.ts';

/** Projects in a database. */
export function makeProjectStore(database: Database): ProjectStore {
  const { query } = database;

  /** Undoes its batch when the name or the location is taken: without a target, because either may be. */
  const addition = (project: Project): Statement => {
    const statement = query.insertInto('project').values(toRow(project));
    return { query: statement.onConflict((conflict) => conflict.doNothing()).compile(), expectRows: 1 };
  };

  const options = (accountId: string) => ({ changed: [PROJECTS_RECORD + accountId] });

  return {
    async list(accountId) {
      const inOrder = query.selectFrom('project').selectAll().orderBy('name').orderBy('account_id');
      const rows = await database.read(accountId === null ? inOrder : inOrder.where('account_id', '=', accountId));
      return rows.map(toProject);
    },
    async insert(project) {
      const batch = [lockAccount(database, project.accountId), addition(project)];
      return (await database.write(batch, options(project.accountId))) !== null;
    },
    async remove(accountId, name) {
      const statement = query.deleteFrom('project').where('account_id', '=', accountId).where('name', '=', name);
      return (await database.write([{ query: statement.compile(), expectRows: 1 }], options(accountId))) !== null;
    },
    async replaceStartRoots(accountId, projects) {
      const clear = query.deleteFrom('project').where('account_id', '=', accountId).where('origin', '=', 'start');
      // Cleared only once no other batch can add to what is cleared.
      const batch = [lockAccount(database, accountId), { query: clear.compile() }, ...projects.map(addition)];
      return (await database.write(batch, options(accountId))) !== null;
    },
  };
}

function toRow(project: Project): ProjectTable {
  return {
    id: project.id,
    account_id: project.accountId,
    name: project.name,
    kind: project.kind,
    location: project.location,
    origin: project.origin,
    created_at: toMs(project.createdAt),
  };
}

function toProject(row: ProjectTable): Project {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    // Only these words are ever written.
    kind: row.kind as Project['kind'],
    location: row.location,
    origin: row.origin as Project['origin'],
    createdAt: toInstant(row.created_at),
  };
}
