import type { Project, ProjectStore } from '../../domain/projects/index.ts';
import type { Database } from '../database.ts';
import type { ProjectTable } from '../schema.ts';
import { toInstant, toMs } from './columns.ts';

/** Projects in a database. */
export function makeProjectStore(database: Database): ProjectStore {
  const { query } = database;
  const insertion = (project: Project) => query.insertInto('project').values(toRow(project));

  return {
    async list(accountId) {
      const inOrder = query.selectFrom('project').selectAll().orderBy('name').orderBy('account_id');
      const rows = await database.read(accountId === null ? inOrder : inOrder.where('account_id', '=', accountId));
      return rows.map(toProject);
    },
    async insert(project) {
      // Without a target, because two things may be taken: the name and the location.
      const statement = insertion(project).onConflict((conflict) => conflict.doNothing());
      return (await database.write([{ query: statement.compile(), expectRows: 1 }])) !== null;
    },
    async remove(accountId, name) {
      const statement = query.deleteFrom('project').where('account_id', '=', accountId).where('name', '=', name);
      return (await database.write([{ query: statement.compile(), expectRows: 1 }])) !== null;
    },
    async replaceStartRoots(accountId, projects) {
      const clear = query.deleteFrom('project').where('account_id', '=', accountId).where('origin', '=', 'start');
      const statements = [clear.compile(), ...projects.map((project) => insertion(project).compile())];
      await database.write(statements.map((statement) => ({ query: statement })));
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
