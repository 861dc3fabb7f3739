import { assert } from '../base/assert.ts';
import { type ToolDefinition, toolDefinition } from './shared/definition.ts';
import type { Tool, ToolCaller } from './tool.ts';

/** A tool with its definition, made and serialised once, because `tools/list` is asked by every client at every start. */
interface RegisteredTool {
  readonly tool: Tool;
  readonly definition: ToolDefinition;
  readonly definitionJson: string;
}

/** The tools of the service. */
export interface ToolRegistry {
  /** By exact name; null when there is none. */
  find(name: string): RegisteredTool | null;
  /** Those that the scope lets a caller use, always in the same order; `all` for every tool, an empty list for none. */
  list(scope: ToolCaller['toolScope']): readonly RegisteredTool[];
}

/** Keeps the tools in the order given. */
export function makeToolRegistry(tools: readonly Tool[]): ToolRegistry {
  const registered = tools.map((tool) => {
    const definition = toolDefinition(tool);
    return { tool, definition, definitionJson: JSON.stringify(definition) };
  });
  const byName = new Map(registered.map((entry) => [entry.tool.name, entry]));
  assert(byName.size === tools.length, 'no two tools have the same name');
  return {
    find: (name) => byName.get(name) ?? null,
    list: (scope) => (scope === 'all' ? registered : registered.filter(({ tool }) => scope.includes(tool.name))),
  };
}
