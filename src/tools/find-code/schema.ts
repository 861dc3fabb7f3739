import { z } from 'zod';
import { BUDGET_MAX, BUDGET_MIN } from '../shared/budget.ts';

const globs = z.array(z.string().min(1).max(200)).max(20).optional();

/** Arguments of find_code. Source: docs/tools.md, "find_code"; references, callers, callees and implementations come with the index. */
export const findCodeInput = z.object({
  path: z.string().min(1).max(1_000).optional().describe('Project, project@ref, or * for all projects'),
  query: z.string().min(1).max(1_000),
  mode: z
    .enum(['auto', 'text', 'regex', 'symbol', 'ranked', 'files'])
    .default('auto')
    .describe('auto: a word -> symbol, then text; quoted or code -> text; several words -> ranked'),
  include: globs.describe('Globs or folders'),
  exclude: globs,
  kind: z.enum(['function', 'method', 'class', 'interface', 'type', 'variable', 'test']).optional(),
  case: z.enum(['smart', 'sensitive', 'insensitive']).default('smart'),
  word: z.boolean().default(false),
  tests: z.enum(['include', 'exclude', 'only']).default('include'),
  context: z.int().min(0).max(10).default(0),
  group: z.enum(['file', 'symbol', 'count']).default('file').describe('symbol: hits by function around them'),
  limit: z.int().min(1).max(200).default(30),
  cursor: z.string().max(200).optional(),
  ref: z.string().min(1).max(255).optional(),
  budget: z.int().min(BUDGET_MIN).max(BUDGET_MAX).default(2_500),
  format: z.enum(['text', 'json']).default('text'),
});

/** Arguments as the tool gets them. */
export type FindCodeArguments = z.output<typeof findCodeInput>;

/**
 * Rules over several arguments; null when they fit. What would have no effect is refused, since a caller who gave it
 * counts on it.
 */
export function checkFindCode(args: FindCodeArguments): string | null {
  if (args.query.trim() === '') return 'query is blank: give a word, a piece of code or a few words';
  if (args.kind !== undefined && args.mode !== 'auto' && args.mode !== 'symbol') {
    return `kind narrows declarations: use it with mode=symbol, not mode=${args.mode}`;
  }
  if (args.group !== 'file' && args.mode !== 'text' && args.mode !== 'regex') {
    return `group=${args.group} counts lines that match: use it with mode=text or mode=regex`;
  }
  if (args.word && (args.mode === 'files' || args.mode === 'ranked')) {
    return `word has no meaning with mode=${args.mode}: leave it out`;
  }
  if (args.path === '*' && args.ref !== undefined) return 'ref names a state of one project: leave it out with path=*';
  return null;
}
