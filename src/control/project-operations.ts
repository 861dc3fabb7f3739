import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { newId } from '../base/ids.ts';
import { ensureOwnerAccount } from '../domain/accounts/index.ts';
import { makeProjectName, type Project } from '../domain/projects/index.ts';
import { type Operation, type OperationDeps, operation } from './operation.ts';
import { RefusedError } from './protocol.ts';

const path = z.string().min(1).max(4_096, 'has more than 4,096 characters').refine(isAbsolute, 'must be absolute');
const name = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'must be 1 to 64 of a-z, 0-9, dot, dash and underscore');

/** `portico project …`: the operator's local roots, which belong to the owner account. */
export function projectOperations(deps: OperationDeps): Record<string, Operation> {
  return {
    'project.list': operation(z.strictObject({}), async () => {
      const [projects, accounts] = [await deps.projects.list(null), await deps.accounts.list()];
      const emails = new Map(accounts.map((account) => [account.id, account.email]));
      return Promise.all(projects.map((project) => presentProject(deps, project, emails.get(project.accountId) ?? '')));
    }),
    'project.add': operation(z.strictObject({ location: path, name: name.optional() }), async (input) => {
      const location = deps.realFolder(input.location);
      if (location === null) throw new RefusedError(`${input.location} is not a folder that can be read`);
      if (deps.isPrivate(location))
        throw new RefusedError(`${location} is the service's own data, which no tool reads`);
      const owner = await ensureOwnerAccount(deps);
      const now = deps.clock.now();
      const others = await deps.projects.list(owner.id);
      const same = others.find((other) => other.location === location);
      if (same !== undefined) throw new RefusedError(`${location} is the project ${same.name} already`);
      const taken = others.map((other) => other.name);
      const project: Project = {
        id: newId(now),
        accountId: owner.id,
        name: input.name ?? makeProjectName(location, taken),
        kind: 'local',
        location,
        origin: 'added',
        createdAt: now,
      };
      const isNew = await deps.projects.insert(project);
      if (!isNew) throw new RefusedError(`there is a project ${project.name} already: give another with --name`);
      return presentProject(deps, project, owner.email);
    }),
    'project.remove': operation(z.strictObject({ name }), async (input) => {
      const owner = await ensureOwnerAccount(deps);
      const isRemoved = await deps.projects.remove(owner.id, input.name);
      if (!isRemoved) throw new RefusedError(`there is no project ${input.name}: see portico project list`);
      return { name: input.name, removed: true };
    }),
  };
}

async function presentProject(deps: OperationDeps, project: Project, account: string) {
  return {
    name: project.name,
    account,
    kind: project.kind,
    location: project.location,
    head: await deps.headOf(project),
  };
}
