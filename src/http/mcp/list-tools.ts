import { mayCall, type ToolScope } from '../../domain/keys/index.ts';
import { type ToolDefinition, toolDefinition } from '../../tools/shared/definition.ts';
import type { Tool } from '../../tools/tool.ts';

/** The tools that a scope may see, in the registry's order, which never changes: clients cache prompts made from it. */
export interface ListTools {
  (scope: ToolScope): readonly ToolDefinition[];
  /** The same as the JSON text of the result of `tools/list`. */
  text(scope: ToolScope): string;
}

/** Makes the list and its text once: schemas are the dear part, then writing them as JSON. */
export function makeListTools(tools: readonly Tool[]): ListTools {
  const listed = tools.map((tool) => {
    const definition = toolDefinition(tool);
    return { definition, text: JSON.stringify(definition) };
  });
  const visible = (scope: ToolScope) =>
    scope === 'all' ? listed : listed.filter(({ definition }) => mayCall(scope, definition.name));
  const textOf = (shown: typeof listed): string => `{"tools":[${shown.map(({ text }) => text).join(',')}]}`;
  const whole = textOf(listed);
  return Object.assign((scope: ToolScope) => visible(scope).map(({ definition }) => definition), {
    text: (scope: ToolScope) => (scope === 'all' ? whole : textOf(visible(scope))),
  });
}
