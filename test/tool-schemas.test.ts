import { describe, expect, test } from 'vitest';
import { makeTools, type ToolPorts } from '../src/tools/index.ts';
import { toolDefinition } from '../src/tools/shared/definition.ts';

/** Ports are touched by `run` only: a definition that needed one would fail here. */
const DEFINITIONS = makeTools({} as ToolPorts).map(toolDefinition);

type Schema = Readonly<Record<string, unknown>>;

/** What OpenAI and Anthropic refuse at the top of a tool's schema; some clients drop the tool, some the session. */
const REFUSED_AT_TOP = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', '$ref'];

/** A schema and all schemas of properties and items in it, by their paths. */
function listSchemas(schema: Schema, path: string): readonly (readonly [string, Schema])[] {
  // What a JSON Schema holds under these words are schemas.
  const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>);
  const items = schema.items === undefined ? [] : [[`${path}[]`, schema.items as Schema] as const];
  const inner = [...properties.map(([name, one]) => [`${path}.${name}`, one] as const), ...items];
  return [[path, schema], ...inner.flatMap(([at, one]) => listSchemas(one, at))];
}

// Guards callers: a tool that one client cannot show is a tool that its user does not have.
describe('a tool is shown by every client', () => {
  test.each(DEFINITIONS)('$name has a name that is short enough with a prefix before it', ({ name }) => {
    // The shortest bound is 64 characters, and clients put mcp__portico__ before the name.
    expect(`mcp__portico__${name}`).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  test.each(DEFINITIONS)('$name has a description within the 1,024 characters of OpenAI', ({ description }) => {
    expect(description?.length).toBeLessThanOrEqual(1_024);
  });

  test.each(DEFINITIONS)('$name takes an object without alternatives at its top', ({ inputSchema }) => {
    expect(inputSchema.type).toBe('object');
    expect(Object.keys(inputSchema).filter((key) => REFUSED_AT_TOP.includes(key))).toEqual([]);
  });

  // Codex makes nothing of a property without a type: its model then sees neither form nor description.
  test.each(DEFINITIONS)('$name says of each argument what type it has', ({ name, inputSchema }) => {
    const untyped = listSchemas(inputSchema, name).filter(([, schema]) => schema.type === undefined);
    expect(untyped.map(([path]) => path)).toEqual([]);
  });

  test.each(DEFINITIONS)('$name gives an argument a name that all models take', ({ inputSchema }) => {
    for (const name of Object.keys(inputSchema.properties ?? {})) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });
});
