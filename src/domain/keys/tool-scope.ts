import { err, ok, type Result } from '../../base/result.ts';
import type { ToolScope } from './key.ts';
import { type KeyProblem, keyProblem, safeExcerpt } from './problem.ts';

/** Most entries of one key's tool scope. */
const SCOPE_ENTRIES_MAX = 100;

/** All tools of one backend. A backend's name has no `__`, so the first one ends it. */
const BACKEND_ENTRY = /^[a-z0-9](?:[a-z0-9-]|_(?!_)){0,39}__\*$/;

/** Whether a key of this scope may call (and see) the tool: by its own name, or as one of a backend's tools. */
export function mayCall(scope: ToolScope, toolName: string): boolean {
  if (scope === 'all' || scope.includes(toolName)) return true;
  const border = toolName.indexOf('__');
  // `<backend>__` alone is no tool, and the wildcard itself is no name.
  if (border <= 0 || border + 2 >= toolName.length) return false;
  return scope.includes(`${toolName.slice(0, border)}__*`);
}

/** Checks a scope that an owner asks for: own tools that exist, or `<backend>__*`; each once, in the order given. */
export function readToolScope(scope: ToolScope, isToolName: (name: string) => boolean): Result<ToolScope, KeyProblem> {
  if (scope === 'all') return ok('all');
  if (scope.length > SCOPE_ENTRIES_MAX)
    return err(keyProblem('invalid_tools', `A tool scope has at most ${SCOPE_ENTRIES_MAX} entries.`));
  const wrong = scope.find((entry) => !BACKEND_ENTRY.test(entry) && (entry.endsWith('*') || !isToolName(entry)));
  if (wrong !== undefined) {
    const next = 'Name tools as tools/list shows them, or all tools of a backend as <backend>__*.';
    return err(keyProblem('invalid_tools', `There is no tool ${safeExcerpt(wrong)}. ${next}`));
  }
  return ok([...new Set(scope)]);
}
