import { z } from 'zod';
import { THOUGHT_KINDS } from '../../domain/thinking/index.ts';

/** Arguments of keep_thinking. Source: docs/tools.md, "keep_thinking". */
export const thinkingInput = z.object({
  thought: z.string().max(8_000).optional(),
  thread: z.string().max(64).optional().describe('Handle from the first answer; omit to start'),
  kind: z.enum(THOUGHT_KINDS).optional(),
  revises: z.int().min(1).optional().describe('Step that this one replaces or answers'),
  branch_from: z.int().min(1).optional(),
  branch: z.string().max(40).optional(),
  refs: z.array(z.string().max(300)).max(10).optional().describe('file:line or file#symbol that support it; checked'),
  path: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
  more: z.boolean().optional(),
  number: z.int().min(1).optional(),
  total: z.int().min(1).optional(),
  action: z.enum(['add', 'recall', 'list', 'close']).default('add'),
  limit: z.int().min(1).max(50).optional(),
  cursor: z.string().max(100).optional(),
});

/** The arguments as read. */
export type ThinkingArguments = z.output<typeof thinkingInput>;

/**
 * The structured answer of keep_thinking: what a program may rely on. Beside these `open_questions`, `unsupported`,
 * `refs`, `branches` and `threads` are given where they apply. Source: docs/tools.md, "keep_thinking".
 */
export const thinkingOutput = z.looseObject({
  status: z.string(),
  thread: z.string().optional(),
  number: z.int().optional(),
});

/**
 * Reads prompts written for the reference server of sequential thinking: its names, and its flag for a revision in
 * place of a kind. Names of ours win where both are given.
 */
export function adaptOldNames(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { isRevision, needsMoreThoughts, ...rest } = given;
  const adapted = new Map<string, unknown>();
  for (const [name, value] of Object.entries(rest)) {
    const ours = OLD_NAMES.get(name);
    if (ours === undefined) adapted.set(name, value);
    else if (!Object.hasOwn(rest, ours)) adapted.set(ours, value);
  }
  if (isTrue(isRevision) && !adapted.has('kind')) adapted.set('kind', 'revision');
  if (isTrue(needsMoreThoughts)) adapted.set('more', true);
  return Object.fromEntries(adapted);
}

const OLD_NAMES: ReadonlyMap<string, string> = new Map([
  ['nextThoughtNeeded', 'more'],
  ['thoughtNumber', 'number'],
  ['totalThoughts', 'total'],
  ['revisesThought', 'revises'],
  ['branchFromThought', 'branch_from'],
  ['branchId', 'branch'],
]);

function isTrue(value: unknown): boolean {
  return value === true || value === 'true';
}
