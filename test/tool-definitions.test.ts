import { describe, expect, test } from 'vitest';
import { makeTools, type ToolPorts } from '../src/tools/index.ts';
import { toolDefinition } from '../src/tools/shared/definition.ts';

/** Ports are touched by `run` only: a definition that needed one would fail here. */
const DEFINITIONS = makeTools({} as ToolPorts).map(toolDefinition);

// Guards callers: models choose and call tools by these words, so that none of them changes unseen.
describe('what tools/list says of a tool changes on purpose only', () => {
  test.each(DEFINITIONS)('$name (on purpose: npx vitest run -u test/tool-definitions.test.ts)', async (definition) => {
    const path = `tool-definitions/${definition.name}.snap`;
    await expect(`${JSON.stringify(definition, null, 2)}\n`).toMatchFileSnapshot(path);
  });
});

test('the tools are listed in one order, which clients cache', async () => {
  const names = DEFINITIONS.map(({ name }) => `${name}\n`).join('');
  await expect(names).toMatchFileSnapshot('tool-definitions/order.snap');
});
