import type { Clock } from '../../base/clock.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Engine, LostFile } from '../../code/index.ts';
import { inFormat, refuseCursor, statusAnswer } from '../shared/answer.ts';
import { type CursorScope, type Cursors, hashArguments } from '../shared/cursor.ts';
import { readOffset, sealOffset, whyNotOffset } from '../shared/page-offset.ts';
import { refuseSource } from '../shared/refuse-source.ts';
import { safeText } from '../shared/safe-text.ts';
import { type SelectDeps, type Selection, selectorOf, selectProject } from '../shared/select-project.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { dataAnswer, textAnswer } from './answers.ts';
import { checkFindCode, type FindCodeArguments, findCodeInput } from './schema.ts';
import { type ProjectFound, searchProjects, stateOf } from './search-projects.ts';

/** What find_code needs. */
export interface FindCodeDeps extends SelectDeps {
  readonly engine: Pick<Engine, 'call'>;
  readonly cursors: Cursors;
  readonly clock: Clock;
}

/** Finds code by text, pattern, name, words or path. Source: docs/tools.md, "find_code". */
export function makeFindCode(deps: FindCodeDeps): Tool<typeof findCodeInput> {
  return defineTool({
    name: 'find_code',
    title: 'Find code',
    description:
      'Finds code: text, regular expression, symbol (also by prefix, camel humps, one typo), references, callers, callees, implementations (each exact, by import or by name only), file path, or files ranked by the words of a question. States how the query was read, gives totals (exact, or said to be at least so many), groups hits by file (declarations, source, tests) with 1-based lines, and names what was not searched.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    isChargeable: true,
    input: findCodeInput,
    aliases: { text: 'query', glob: 'include', max_results: 'limit' },
    check: checkFindCode,
    run: async (args, context) => await runFindCode(deps, args, context),
  });
}

/** Projects that `path: "*"` searches. */
const PROJECTS_MAX = 50;

/**
 * One call. The cursor is opened last though it is needed first: what it is bound to is the state that was searched,
 * known only now. The search before it ran with an offset that nobody has vouched for yet, and is thrown away when it
 * was changed.
 */
async function runFindCode(deps: FindCodeDeps, args: FindCodeArguments, context: ToolContext): Promise<ToolAnswer> {
  const offset = readOffset(args.cursor);
  if (offset === null) return inFormat(args.format, statusAnswer({ status: 'bad_cursor', text: BAD_CURSOR }));
  const selected = await selectProjects(deps, args, context);
  if (!selected.ok) return inFormat(args.format, selected.error);
  const { selections, left } = selected.value;
  const question = { args, page: { offset, limit: args.limit } };
  const search = { engine: deps.engine, monotonicMs: () => deps.clock.monotonicMs() };
  const all = await searchProjects(search, selections, question, context);
  const refusal = refuseQuery(all, selections, args);
  if (refusal !== null) return inFormat(args.format, refusal);
  const scope: CursorScope = { tool: 'find_code', commit: stateOf(all), argumentsHash: hashArguments(args) };
  const whyNot = whyNotOffset(args.cursor, scope, deps.cursors);
  if (whyNot !== null) return inFormat(args.format, refuseCursor(whyNot));
  const seal = (next: number): string => sealOffset(next, scope, deps.cursors);
  const parts = { all, args, offset, left, seal };
  return args.format === 'json' ? dataAnswer(parts) : textAnswer(parts);
}

const BAD_CURSOR = 'this is not a cursor that find_code gave. Re-run without cursor.';

interface Selected {
  readonly selections: readonly Selection[];
  /** Projects beyond the limit. */
  readonly left: number;
}

/** The one project that was meant or, for `*`, the first fifty of the account; the rest is said in the answer. */
async function selectProjects(
  deps: FindCodeDeps,
  args: FindCodeArguments,
  context: ToolContext,
): Promise<Result<Selected, ToolAnswer>> {
  const { accountId } = context.caller;
  if (args.path !== '*') {
    const selection = await selectProject(deps, { accountId, path: args.path, ref: args.ref });
    return selection.ok ? ok({ selections: [selection.value], left: 0 }) : selection;
  }
  const projects = await deps.projects.list(accountId);
  if (projects.length === 0) {
    // The refusal with the way to add one.
    const none = await selectProject(deps, { accountId });
    if (!none.ok) return err(none.error);
  }
  const searched = projects.slice(0, PROJECTS_MAX);
  const selections = searched.map((project) => ({
    project,
    source: selectorOf(project, null, deps.denied),
    prefix: null,
  }));
  return ok({ selections, left: projects.length - searched.length });
}

/**
 * A query that no project could be searched for; null when at least one was searched. A bad query is bad for all
 * projects, so the first that says so speaks for them; a lost source is told only when it was the one that was asked
 * for.
 */
function refuseQuery(
  all: readonly ProjectFound[],
  selections: readonly Selection[],
  args: FindCodeArguments,
): ToolAnswer | null {
  const outcomes = all.map(({ found }) => found);
  if (outcomes.some((found) => typeof found === 'object' && found.outcome === 'found')) return null;
  for (const found of outcomes) {
    if (typeof found === 'object' && found.outcome === 'bad_query') {
      return statusAnswer({ status: 'bad_arguments', text: found.text });
    }
  }
  const lost = outcomes.flatMap((found) => (typeof found === 'object' && found.outcome === 'no_file' ? [found] : []));
  if (lost[0] !== undefined && lost.length === outcomes.length) return refuseFile(lost[0], lost, args);
  const [only] = selections;
  const found = outcomes[0];
  if (only !== undefined && typeof found === 'object' && found.outcome === 'no_source') {
    return refuseSource(found.problem, only, { refArguments: ['ref'] });
  }
  return statusAnswer({
    status: 'timeout',
    text:
      args.mode === 'regex'
        ? 'the search for the regular expression took too long and was ended. Patterns with look-around, back-references or nested repeats can take time without end, others do on a busy machine or in a new project.'
        : 'the search took too long and was ended before it could answer.',
    next:
      args.mode === 'regex'
        ? 'call again in a moment; else with a simpler pattern, mode=text for a literal part of it, or include for fewer files'
        : 'call again in a moment if the project is new here, since its files are listed and indexed meanwhile; else with include for fewer files, or a more particular query',
  });
}

/** A name behind a file that no project has; the paths that may have been meant are of any of them. */
function refuseFile({ file }: LostFile, lost: readonly LostFile[], { query }: FindCodeArguments): ToolAnswer {
  const near = lost.flatMap((one) => one.near).slice(0, NEAR_FILES_MAX);
  const names = near.length === 0 ? '' : ` Near names: ${near.map(safeText).join(', ')}.`;
  const meant =
    near[0] === undefined
      ? 'mode=files for a file name'
      : `query=${JSON.stringify(query.replace(file, () => near[0] ?? ''))}`;
  return statusAnswer({
    status: 'not_found',
    text: `no file ${safeText(file)}, so that nothing was looked for behind it.${names}`,
    next: meant,
  });
}

/** Files that are named in a refusal. */
const NEAR_FILES_MAX = 3;
