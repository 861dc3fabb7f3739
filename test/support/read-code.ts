import { createSecretKey } from 'node:crypto';
import { afterEach } from 'vitest';
import { read } from '../../src/code/operations/read.ts';
import type { OperationContext } from '../../src/code/questions/context.ts';
import type { ReadInput, ReadOutput } from '../../src/code/questions/read.types.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import type { Source } from '../../src/code/source/source.ts';
import type { Project } from '../../src/domain/projects/index.ts';
import { makeReadCode, type ReadCodeDeps } from '../../src/tools/read-code/read-code.ts';
import { readCodeInput } from '../../src/tools/read-code/schema.ts';
import { makeCursors } from '../../src/tools/shared/cursor.ts';
import type { ToolAnswer, ToolContext } from '../../src/tools/tool.ts';
import { type FileSpecs, makeRepository, type TestRepository } from './repository.ts';

const repositories: TestRepository[] = [];
const signal = new AbortController().signal;

afterEach(() => {
  for (const made of repositories.splice(0)) made.remove();
});

/** A repository that is gone after the test that made it. */
export function repository(...commits: readonly FileSpecs[]): TestRepository {
  const made = makeRepository(...commits);
  repositories.push(made);
  return made;
}

/** The operation itself, without a process around it. */
async function callRead(input: ReadInput): Promise<ReadOutput> {
  const sources: Source[] = [];
  const context: OperationContext = {
    signal,
    deadlineAtMs: performance.now() + 30_000,
    async openSource(selector) {
      const opened = await openSource(selector);
      if (opened.ok) sources.push(opened.value);
      return opened;
    },
  };
  try {
    return structuredClone(await read(input, context));
  } finally {
    for (const source of sources) await source.close();
  }
}

/** read_code over one project called `acme`, with its arguments as they come from outside. */
export function toolFor(location: string): (args: Record<string, unknown>) => Promise<ToolAnswer> {
  const project: Project = {
    id: 'p',
    accountId: 'a',
    name: 'acme',
    kind: 'local',
    location,
    origin: 'start',
    createdAt: new Date(0),
  };
  // Only what selecting a project by name, by a folder, or the only one, asks for.
  const deps = {
    projects: { list: async () => [project] },
    lookUpPlace: async (path: string) => path,
    directory: location,
    denied: [],
    engine: { call: (_name: string, input: ReadInput) => callRead(input) },
    cursors: makeCursors(createSecretKey(Buffer.alloc(32, 7))),
  } as unknown as ReadCodeDeps;
  const tool = makeReadCode(deps);
  const context = { caller: { accountId: 'a' }, signal } as unknown as ToolContext;
  return async (raw) => {
    const args = readCodeInput.parse(raw);
    const problem = tool.check?.(args) ?? null;
    if (problem !== null) throw new Error(problem);
    return tool.run(args, context);
  };
}

/** A file with a documented class, two methods of it and a function. */
export const ROUTER = `import { x } from './x';

/** Finds handlers. */
export class Router {
  add(path: string): void {
    this.routes.set(path, 1);
  }

  find(path: string) {
    return this.routes.get(path);
  }
}

export function makeRouter(): Router {
  return new Router();
}
`;
