import { mayCall, type ToolScope } from '../../domain/keys/index.ts';
import { type ToolDefinition, toolDefinition } from '../../tools/shared/definition.ts';
import type { Tool } from '../../tools/tool.ts';

/** The tools that a scope may see, in the registry's order, which never changes: clients cache prompts made from it. */
export type ListTools = (scope: ToolScope) => readonly ToolDefinition[];

/** Makes the list once: schemas are the dear part. */
export function makeListTools(tools: readonly Tool[]): ListTools {
  const definitions = tools.map(toolDefinition);
  return (scope) => (scope === 'all' ? definitions : definitions.filter(({ name }) => mayCall(scope, name)));
}
