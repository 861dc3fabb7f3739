import { type FindCodeDeps, makeFindCode } from './find-code/find-code.ts';
import type { ThinkingDeps } from './keep-thinking/deps.ts';
import { makeKeepThinking } from './keep-thinking/keep-thinking.ts';
import type { Tool } from './tool.ts';

/** Everything that the tools stand on. */
export type ToolPorts = FindCodeDeps & ThinkingDeps;

/** The tools in the order in which they are listed. Source: specification, "What the service does". */
const MAKERS: Readonly<Record<string, (ports: ToolPorts) => Tool>> = {
  find_code: makeFindCode,
  keep_thinking: makeKeepThinking,
};

/** Names of the tools, in the same order. */
export const TOOL_NAMES: readonly string[] = Object.keys(MAKERS);

/** Makes every tool of the service. */
export function makeTools(ports: ToolPorts): readonly Tool[] {
  return Object.values(MAKERS).map((make) => make(ports));
}
