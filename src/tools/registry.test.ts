import { expect, test } from 'vitest';
import { makeTools, TOOL_NAMES, type ToolPorts } from './index.ts';
import { makeToolRegistry } from './registry.ts';
import { estimateTokens } from './shared/budget.ts';

// Definitions need no ports: nothing is called here.
const registry = makeToolRegistry(makeTools({} as ToolPorts));

// Guards every client's context: the list is paid for in each conversation. The estimate is about a tenth over the
// real count, which was 3,118 when this was written.
test('the whole list of the ten tools fits 3,500 tokens', () => {
  const tokens = registry.list('all').map(({ definitionJson }) => estimateTokens(definitionJson));
  expect(tokens.length).toBe(10);
  expect(tokens.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3_500);
});

test('no description has rules about how often to call', () => {
  for (const { tool } of registry.list('all')) expect(tool.description).not.toMatch(/\b(?:always|never|must) call\b/i);
});

test('only what changes nothing is called read-only, and only the service information is free', () => {
  const writers = registry.list('all').filter(({ tool }) => !tool.annotations.readOnlyHint);
  expect(writers.map(({ tool }) => tool.name)).toEqual(['keep_thinking', 'project_memory']);
  const free = registry.list('all').filter(({ tool }) => !tool.isChargeable);
  expect(free.map(({ tool }) => tool.name)).toEqual(['service_dev_info']);
});

test('the tools are listed in the order of the specification', () => {
  expect(registry.list('all').map(({ tool }) => tool.name)).toEqual([...TOOL_NAMES]);
});
