import { createHash } from 'node:crypto';
import { SECOND_MS } from '../../base/units.ts';
import type { Engine, TestsFound, TestsInput, TestsOutput } from '../../code/index.ts';
import { refuseCursor, statusAnswer } from '../shared/answer.ts';
import { askEngine } from '../shared/ask-engine.ts';
import { cleanValue } from '../shared/clean-value.ts';
import { type CursorScope, type Cursors, hashArguments } from '../shared/cursor.ts';
import { readOffset, sealOffset, whyNotOffset } from '../shared/page-offset.ts';
import { type SelectDeps, type Selection, selectProject } from '../shared/select-project.ts';
import { withStatus } from '../shared/structured.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { presentPage } from './page.ts';
import { refuseTarget } from './refusals.ts';
import { type CheckTestArguments, checkCheckTest, checkTestInput, checkTestOutput } from './schema.ts';

/** What check_test needs. */
export interface CheckTestDeps extends SelectDeps {
  readonly engine: Pick<Engine, 'call'>;
  readonly cursors: Cursors;
}

/** How long one question may take; the engine answers somewhat before with what is known. */
const DEADLINE_MS = 30 * SECOND_MS;

/** Tests of code by evidence, without running any. Source: docs/tools.md, "check_test". */
export function makeCheckTest(deps: CheckTestDeps): Tool<typeof checkTestInput> {
  return defineTool({
    name: 'check_test',
    title: 'Check tests',
    description:
      'Tests of a file, symbol or diff with evidence per link, code that no test names, smells, coverage reports, pasted failures mapped to code, the command for the right tests. Executes nothing.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    isChargeable: true,
    input: checkTestInput,
    output: checkTestOutput,
    aliases: { file: 'target', symbol: 'target', base: 'since', output: 'test_output', include: 'want' },
    check: checkCheckTest,
    run: async (args, context) => await runCheckTest(deps, args, context),
  });
}

async function runCheckTest(deps: CheckTestDeps, args: CheckTestArguments, context: ToolContext): Promise<ToolAnswer> {
  const offset = readOffset(args.cursor);
  if (offset === null) return withStatus(statusAnswer({ status: 'bad_cursor', text: BAD_CURSOR }));
  const { accountId } = context.caller;
  const selected = await selectProject(deps, { accountId, path: args.path, ref: args.ref });
  if (!selected.ok) return withStatus(selected.error);
  const output = await ask(deps, { selection: selected.value, args, context });
  if (output === 'timeout') {
    return withStatus(
      statusAnswer({
        status: 'timeout',
        text: 'reading the project took too long and was ended.',
        next: 'name a folder of it in path',
      }),
    );
  }
  if (output.outcome !== 'found') return withStatus(refuseTarget(output, selected.value, args));
  const found = cleanValue(output);
  const scope: CursorScope = { tool: 'check_test', commit: stateOf(output), argumentsHash: hashArguments(args) };
  const whyNot = whyNotOffset(args.cursor, scope, deps.cursors);
  if (whyNot !== null) return withStatus(refuseCursor(whyNot));
  const seal = (next: number): string => sealOffset(next, scope, deps.cursors);
  return presentPage({ found, project: selected.value.project.name, args, offset, seal });
}

const BAD_CURSOR = 'this is not a cursor that check_test gave. Re-run without cursor.';

interface Question {
  readonly selection: Selection;
  readonly args: CheckTestArguments;
  readonly context: ToolContext;
}

async function ask(
  { engine }: CheckTestDeps,
  { selection, args, context }: Question,
): Promise<TestsOutput | 'timeout'> {
  const input: TestsInput = {
    source: selection.source,
    prefix: selection.prefix,
    target: args.target ?? null,
    since: args.since ?? null,
    parts: args.want,
    testOutput: args.test_output ?? null,
    coverage: args.coverage ?? null,
  };
  return await askEngine(engine, 'tests', { input, context, deadlineMs: DEADLINE_MS });
}

/** Changes when rows may have moved: what is on disk is told by what was found in it. */
function stateOf({ identity, tests, gaps, quality, counts, output, coverage }: TestsFound): string {
  const facts = JSON.stringify([identity.commit, tests, gaps, quality, counts, output, coverage]);
  return createHash('sha256').update(facts).digest('hex');
}
