import { z } from 'zod';
import { BUDGET_MAX, BUDGET_MIN } from '../shared/budget.ts';

const globs = z.array(z.string().min(1).max(200)).max(20).optional();

/** Arguments of find_code. Source: docs/tools.md, "find_code". */
export const findCodeInput = z.object({
  path: z.string().min(1).max(1_000).optional().describe('Project, project@ref, or * for all projects'),
  query: z.string().min(1).max(1_000),
  mode: z
    .enum(['auto', 'text', 'regex', 'symbol', 'ranked', 'references', 'callers', 'callees', 'implementations', 'files'])
    .default('auto')
    .describe('auto: word -> symbol, text; quoted, code -> text; words -> ranked'),
  include: globs.describe('Globs, folders'),
  exclude: globs,
  kind: z.enum(['function', 'method', 'class', 'interface', 'type', 'variable', 'route', 'test']).optional(),
  case: z.enum(['smart', 'sensitive', 'insensitive']).default('smart'),
  word: z.boolean().default(false),
  tests: z.enum(['include', 'exclude', 'only']).default('include'),
  context: z.int().min(0).max(10).default(0),
  group: z.enum(['file', 'symbol', 'count']).default('file').describe('symbol: by the function around'),
  depth: z.int().min(1).max(5).default(1).describe('Hops of callers, callees, implementations'),
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
  if (args.path === '*' && args.ref !== undefined) return 'ref names a state of one project: leave it out with path=*';
  return refuseKind(args) ?? refuseGroup(args) ?? refuseLines(args) ?? refuseUses(args);
}

/** Modes that ask who uses what. */
const USES: ReadonlySet<FindCodeArguments['mode']> = new Set(['references', 'callers', 'callees', 'implementations']);

function refuseKind({ kind, mode }: FindCodeArguments): string | null {
  if (kind === undefined || mode === 'auto' || mode === 'symbol') return null;
  if (!USES.has(mode)) return `kind narrows declarations: use it with mode=symbol, not mode=${mode}`;
  // Of a question about uses it says which declaration of the name is meant.
  if (kind === 'route') return `kind=route lists routes: use it with mode=symbol, then ask for ${mode} of the handler`;
  return kind === 'test' ? `kind=test names no declaration that is used: use tests=only with mode=${mode}` : null;
}

function refuseGroup({ group, mode, word }: FindCodeArguments): string | null {
  if (word && (mode === 'files' || mode === 'ranked')) return `word has no meaning with mode=${mode}: leave it out`;
  // What a query means that names no mode, only the engine knows.
  if (group === 'file' || mode === 'auto' || mode === 'text' || mode === 'regex' || mode === 'references') return null;
  if (USES.has(mode)) {
    return group === 'symbol'
      ? null
      : `mode=${mode} gives one row for each symbol: use group=count with mode=references`;
  }
  return `group=${group} counts lines that match: use it with mode=text or mode=regex`;
}

/** What only matters where lines are compared or shown. */
function refuseLines({ mode, query, context, ...args }: FindCodeArguments): string | null {
  if (mode === 'ranked' && args.case === 'sensitive')
    return 'mode=ranked finds words in any case: leave out case, or use mode=text';
  if (mode !== 'files') return null;
  if (args.case === 'sensitive' && !/[*?{]/.test(query))
    return 'mode=files finds parts of paths in any case: leave out case, or give a glob, in which it counts';
  return context === 0 ? null : 'context shows lines around a hit, and mode=files gives paths: leave it out';
}

function refuseUses(args: FindCodeArguments): string | null {
  const { mode, depth } = args;
  if (depth > 1 && (!USES.has(mode) || mode === 'references') && mode !== 'auto') {
    return `depth counts hops: use it with mode=callers, callees or implementations, not mode=${mode}`;
  }
  if (USES.has(mode) && args.case === 'insensitive')
    return `names are compared in their case: leave out case with mode=${mode}`;
  return null;
}
