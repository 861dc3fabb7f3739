import { z } from 'zod';
import { BUDGET_MAX, BUDGET_MIN } from '../shared/budget.ts';

/** Room for a path of 4,096 characters and a range behind it. */
const file = z.string().min(1).max(4_200);

/** Arguments of read_code. Source: docs/tools.md, "read_code". */
export const readCodeInput = z.object({
  path: z.string().min(1).max(1_000).optional().describe('Project, or project@ref'),
  file: file.optional().describe('Relative path; append :120-180 or :120+40 for a range'),
  files: z.array(file).min(1).max(12).optional(),
  symbol: z.string().min(1).max(400).optional().describe('Name or name path, e.g. Router/add or Router/add[1]'),
  view: z.enum(['source', 'outline', 'signatures']).default('source'),
  around: z.int().min(0).max(50).default(0).describe('Lines before and after'),
  numbers: z.boolean().default(true),
  with_tests: z.boolean().default(false),
  ref: z.string().min(1).max(255).optional(),
  diff_from: z.string().min(1).max(255).optional().describe('Show only hunks changed since this ref'),
  budget: z.int().min(BUDGET_MIN).max(BUDGET_MAX).default(4_000),
  cursor: z.string().max(200).optional(),
  format: z.enum(['text', 'json']).default('text'),
});

/** Arguments as the tool gets them. */
export type ReadCodeArguments = z.output<typeof readCodeInput>;

/** Rules over several arguments; null when they fit. */
export function checkReadCode(args: ReadCodeArguments): string | null {
  if (args.file === undefined && args.files === undefined && args.symbol === undefined) {
    return 'give file (such as "src/router.ts" or "src/router.ts:120-180"), files, or symbol (such as "Router/add")';
  }
  if (args.file !== undefined && args.files !== undefined) return 'give file or files, not both';
  if (args.diff_from !== undefined && args.view !== 'source') return 'diff_from shows source: leave view out';
  return null;
}

/** The files that the arguments name. */
export function namedFiles(args: ReadCodeArguments): readonly string[] {
  return args.files ?? (args.file === undefined ? [] : [args.file]);
}
