import { z } from 'zod';
import { assert } from '../../base/assert.ts';
import type { Tool } from '../tool.ts';

/** A JSON Schema as plain data. */
type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as `tools/list` shows it. Source: MCP, "Tool". */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: Tool['annotations'];
}

/** Longest description, in words. Source: docs/tools.md, "All tools". */
const DESCRIPTION_WORDS_MAX = 90;

/**
 * What `tools/list` says of a tool: its schemas in JSON Schema 2020-12, as short as they can be without losing a
 * description, because every client pays for them in every conversation.
 */
export function toolDefinition(tool: Tool): ToolDefinition {
  assert(/^[A-Za-z0-9_.-]{1,128}$/.test(tool.name), `${tool.name} is a tool name`);
  const words = tool.description.trim().split(/\s+/).length;
  assert(words <= DESCRIPTION_WORDS_MAX, `the description of ${tool.name} has at most ${DESCRIPTION_WORDS_MAX} words`);
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: toJsonSchema(tool.input, 'input'),
    ...(tool.output === undefined ? {} : { outputSchema: toJsonSchema(tool.output, 'output') }),
    annotations: tool.annotations,
  };
}

/** Shared parts are written out where they stand, so that no reader has to follow references. */
function toJsonSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const full = compact(z.toJSONSchema(schema, { target: 'draft-2020-12', io, reused: 'inline' }));
  assert(isSchema(full) && full.type === 'object', 'a tool takes and gives an object');
  for (const combination of ['anyOf', 'oneOf', 'allOf']) {
    // Model APIs refuse them at the top; such rules belong into the tool's `check`.
    assert(!(combination in full), `${combination} is not at the top of a tool's schema`);
  }
  return full;
}

/** Leaves out what says nothing, and closes every object that lists its properties. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (!isSchema(value)) return value;
  const kept: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(value)) {
    if (isNoise(name, inner)) continue;
    kept.push([name, name === 'properties' && isSchema(inner) ? mapValues(inner, compact) : compact(inner)]);
  }
  const schema = Object.fromEntries(kept);
  const isOpen = schema.type !== 'object' || schema.properties === undefined || 'additionalProperties' in value;
  return isOpen ? schema : { ...schema, additionalProperties: false };
}

/** Shorter bounds than this are guards that no honest caller meets; the refusal names them. */
const LENGTH_WORTH_SAYING = 5_000;
/** So are small least numbers, and lists of more items than a caller thinks of. */
const ITEMS_WORTH_SAYING = 5;
const LEAST_WORTH_SAYING = 301;

/** The dialect's address, the bounds that zod gives to every whole number, what allows everything, and mere guards. */
function isNoise(name: string, value: unknown): boolean {
  if (name === '$schema') return true;
  if (name === 'additionalProperties' || name === 'items') return isSchema(value) && Object.keys(value).length === 0;
  if (name === 'minLength') return value === 1;
  if (name === 'maxLength') return typeof value === 'number' && value < LENGTH_WORTH_SAYING;
  if (name === 'maximum') return value === Number.MAX_SAFE_INTEGER;
  if (name === 'maxItems') return typeof value === 'number' && value > ITEMS_WORTH_SAYING;
  if (name === 'minimum') return typeof value === 'number' && value < LEAST_WORTH_SAYING;
  // What is off or nothing when it is left out needs no word.
  if (name === 'default') return value === false || value === 0;
  return false;
}

function isSchema(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mapValues(record: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
