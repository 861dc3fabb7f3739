import { z } from 'zod';

const PARTS = ['tests', 'gaps', 'quality', 'coverage', 'command'] as const;

/** Arguments of check_test. Source: docs/tools.md, "check_test". */
export const checkTestInput = z.object({
  path: z.string().min(1).max(450).optional(),
  target: z.string().min(1).max(450).optional().describe('File, file#symbol, symbol, folder'),
  since: z.string().min(1).max(250).optional().describe('Ref: the diff is the target'),
  want: z.array(z.enum(PARTS)).default(['tests', 'gaps', 'command']),
  test_output: z.string().max(200_000).optional(),
  coverage: z.string().optional().describe('Report: path or text'),
  limit: z.int().min(1).max(200).default(30),
  cursor: z.string().max(200).optional(),
  ref: z.string().min(1).max(250).optional(),
});

/** Arguments as the tool gets them. */
export type CheckTestArguments = z.output<typeof checkTestInput>;

/**
 * The structured answer: what a program may rely on. Beside it `framework`, `command`, `target`, `counts`, `tests`, `gaps`, `quality`,
 * `coverage`, `commands`, `failures`, `totals`, `notes` and `cursor` are given where they apply.
 */
export const checkTestOutput = z.looseObject({ status: z.string() });

/** Rules over several arguments; null when they fit. */
export function checkCheckTest(args: CheckTestArguments): string | null {
  if (args.target !== undefined && args.since !== undefined) {
    return 'target and since both say what is meant: give one of them';
  }
  if (args.want.includes('coverage') && args.coverage === undefined) {
    return 'want=coverage needs coverage: the path of a report in the project, or the report itself';
  }
  return null;
}
