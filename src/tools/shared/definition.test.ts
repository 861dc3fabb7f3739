import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeToolRegistry } from '../registry.ts';
import { defineTool, type Tool } from '../tool.ts';
import { toolDefinition } from './definition.ts';

function sample(name: string, changes: Partial<Tool> = {}): Tool {
  return defineTool({
    name,
    title: 'Sample',
    description: 'A tool for these tests.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    isChargeable: true,
    input: z.object({
      query: z.string().min(1).max(8_000).describe('What to find'),
      limit: z.int().min(1).default(30),
      any: z.int().optional(),
      cursor: z.string().max(100).optional(),
      links: z.array(z.object({ to: z.string() })).optional(),
    }),
    run: async () => ({ text: '' }),
    ...changes,
  });
}

describe('definition', () => {
  test('schemas are plain 2020-12, closed, with descriptions and without noise', () => {
    expect(toolDefinition(sample('a'))).toEqual({
      name: 'a',
      title: 'Sample',
      description: 'A tool for these tests.',
      annotations: { readOnlyHint: true, openWorldHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', maxLength: 8_000, description: 'What to find' },
          limit: { type: 'integer', default: 30 },
          any: { type: 'integer' },
          cursor: { type: 'string' },
          links: {
            type: 'array',
            items: {
              type: 'object',
              properties: { to: { type: 'string' } },
              required: ['to'],
              additionalProperties: false,
            },
          },
        },
        required: ['query'],
        additionalProperties: false,
      },
    });
  });

  test('an argument may be called like a word of the schema language', () => {
    const tool = sample('a', { input: z.object({ properties: z.string(), maxLength: z.int().optional() }) });
    expect(toolDefinition(tool).inputSchema.properties).toEqual({
      properties: { type: 'string' },
      maxLength: { type: 'integer' },
    });
  });

  test('a bound that an honest caller may meet is said', () => {
    const tool = sample('a', { input: z.object({ pair: z.string().min(2), text: z.string().max(5_000) }) });
    expect(toolDefinition(tool).inputSchema.properties).toEqual({
      pair: { type: 'string', minLength: 2 },
      text: { type: 'string', maxLength: 5_000 },
    });
  });

  test('an open output stays open', () => {
    const tool = sample('a', { output: z.looseObject({ status: z.string() }) });
    expect(toolDefinition(tool).outputSchema).toEqual({
      type: 'object',
      properties: { status: { type: 'string' } },
      required: ['status'],
    });
  });

  test('a description of more than 90 words or a bad name stops the start', () => {
    expect(() => toolDefinition(sample('a', { description: 'word '.repeat(91) }))).toThrow('90 words');
    expect(() => toolDefinition(sample('a b'))).toThrow('tool name');
  });
});

describe('registry', () => {
  const registry = makeToolRegistry([sample('c'), sample('a'), sample('b')]);
  const names = (scope: 'all' | readonly string[]) => registry.list(scope).map(({ tool }) => tool.name);

  test('the order is the one given, whatever the scope', () => {
    expect(names('all')).toEqual(['c', 'a', 'b']);
    expect(names(['b', 'c', 'unknown'])).toEqual(['c', 'b']);
    expect(names([])).toEqual([]);
  });

  test('a tool is found by its exact name, with its definition ready', () => {
    expect(JSON.parse(registry.find('a')?.definitionJson ?? '')).toEqual(registry.find('a')?.definition);
    expect(registry.find('A')).toBeNull();
    expect(registry.find('__proto__')).toBeNull();
  });

  test('two tools of one name stop the start', () => {
    expect(() => makeToolRegistry([sample('a'), sample('a')])).toThrow('same name');
  });
});
