import { createSecretKey } from 'node:crypto';
import type { Engine } from '../../src/code/engine.ts';
import { EngineError } from '../../src/code/engine.ts';
import type { CheckedRef } from '../../src/code/questions/refs.types.ts';
import type { Project } from '../../src/domain/projects/index.ts';
import { makeCursors } from '../../src/tools/shared/cursor.ts';
import type { SelectDeps } from '../../src/tools/shared/select-project.ts';
import type { ToolCaller, ToolContext } from '../../src/tools/tool.ts';

/** A call of an account's key at a fixed time. */
export function toolContext(
  accountId: string,
  changes: Partial<ToolCaller> & { readonly now?: Date } = {},
): ToolContext {
  const { now, ...caller } = changes;
  return {
    caller: {
      accountId,
      plan: 'pro',
      keyPrefix: `mcp_live_${accountId}-a1b2c3`,
      keyExpiresAt: null,
      keyMonthlyCap: null,
      toolScope: 'all',
      ...caller,
    },
    requestId: 'request-1',
    signal: new AbortController().signal,
    now: now ?? new Date('2026-03-01T12:00:00Z'),
    progress: () => {},
  };
}

/** A project that an account has, at a made-up place. */
export function sampleProject(accountId: string, name: string): Project {
  return {
    id: `${accountId}-${name}`,
    accountId,
    name,
    kind: 'local',
    location: `/srv/${accountId}/${name}`,
    origin: 'added',
    createdAt: new Date('2026-01-01T00:00:00Z'),
  };
}

/** Selection among the given projects, by name only. */
export function selectDeps(projects: readonly Project[]): SelectDeps {
  return {
    projects: { list: async (accountId) => projects.filter((project) => project.accountId === accountId) },
    lookUpPlace: async () => null,
    directory: '/srv',
    denied: [],
  };
}

/** An engine that knows the given references (blob id and symbol hash by reference) and can be switched off. */
export function refsEngine(
  known: Map<string, Partial<CheckedRef>>,
  state: { isDown: boolean } = { isDown: false },
): Engine {
  const check = (ref: string): CheckedRef => {
    const found = known.get(ref);
    const base = { ref, file: ref.split(/[:#]/)[0] ?? ref, line: null, blobId: null, symbolHash: null };
    if (found === undefined) return { ...base, state: 'no_file', reason: 'no such file' };
    return { ...base, state: 'ok', reason: '', ...found };
  };
  return {
    async call(operation, input) {
      if (state.isDown || operation !== 'refs') throw new EngineError('busy');
      const refs = 'refs' in input ? input.refs : [];
      const identity = { kind: 'worktree', branch: 'main', commit: 'c'.repeat(40) } as const;
      // The one operation that this engine has; the type of the answer follows the operation's name.
      return { identity, refs: refs.map(check) } as never;
    },
    prepare: () => undefined,
    status: () => ({ running: true, restarts: 0, queued: 0, active: 0 }),
    close: async () => {},
  };
}

/** Cursors under a fixed key. */
export const testCursors = makeCursors(createSecretKey(Buffer.alloc(32, 1)));
