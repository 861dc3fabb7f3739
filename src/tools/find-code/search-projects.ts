import { hash } from 'node:crypto';
import type { Engine, FindInput, FindOutput, FoundOutput } from '../../code/index.ts';
import type { Project } from '../../domain/projects/index.ts';
import { askEngine } from '../shared/ask-engine.ts';
import type { Selection } from '../shared/select-project.ts';
import type { ToolContext } from '../tool.ts';
import type { FindCodeArguments } from './schema.ts';

/** Time for one project, and for all projects of a call together. */
const PROJECT_MS = 10_000;
/** Regular expressions can only be ended by force: a hostile one holds a thread for no longer than this. */
const REGEX_MS = 4_000;
const CALL_MS = 20_000;

/** What one project gave, or why it gave nothing. */
export interface ProjectFound {
  readonly project: Project;
  readonly found: FindOutput | 'timeout' | 'not_reached';
}

/** Rows wanted over all projects together. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** What the search needs: the engine, and a clock for the time of the whole call. */
export interface SearchDeps {
  readonly engine: Pick<Engine, 'call'>;
  readonly monotonicMs: () => number;
}

/**
 * Searches the projects one after the other, so that one call never takes more than one thread. Rows are counted
 * through all of them; a project whose rows are not on the page is searched for its totals alone.
 */
export async function searchProjects(
  deps: SearchDeps,
  selections: readonly Selection[],
  question: { readonly args: FindCodeArguments; readonly page: Page },
  context: ToolContext,
): Promise<readonly ProjectFound[]> {
  const endsAtMs = deps.monotonicMs() + CALL_MS;
  const ownMs = question.args.mode === 'regex' ? REGEX_MS : PROJECT_MS;
  const all: ProjectFound[] = [];
  let { offset, limit } = question.page;
  for (const [at, selection] of selections.entries()) {
    const { project } = selection;
    const deadlineMs = Math.min(ownMs, endsAtMs - deps.monotonicMs());
    if (deadlineMs <= 0) {
      all.push({ project, found: 'not_reached' });
      continue;
    }
    const input = findInput(selection, question.args, { offset, limit });
    const found = await ask(deps.engine, { input, context, deadlineMs });
    all.push({ project, found });
    context.progress(at + 1, selections.length, `searched ${project.name}`);
    if (found === 'timeout' || found.outcome !== 'found') continue;
    limit -= found.rows.length;
    // Of more rows than can be paged through the rest is told, and never on a page.
    offset = Math.max(0, offset - found.pageable);
  }
  return all;
}

/** One project's answer. */
async function ask(
  engine: Pick<Engine, 'call'>,
  question: { readonly input: FindInput; readonly context: ToolContext; readonly deadlineMs: number },
): Promise<FindOutput | 'timeout'> {
  const found = await askEngine(engine, 'find', question);
  return found === 'timeout' ? found : withTestsNote(found, question.input.tests);
}

/** What `tests` goes by, which leaves what stands beside the code that it tests, as Rust's does, where it is. */
const TESTS_NOTES: Readonly<Record<FindInput['tests'], string>> = {
  include: '',
  exclude: '; tests=exclude goes by paths: tests inside of source files are not left out',
  only: '; tests=only goes by paths: tests inside of source files are not searched',
};

function withTestsNote(found: FindOutput, tests: FindInput['tests']): FindOutput {
  // Of paths alone nothing lies inside.
  if (found.outcome !== 'found' || found.mode === 'files') return found;
  return { ...found, reading: found.reading + TESTS_NOTES[tests] };
}

/**
 * The tool's arguments as the engine takes them: what was not given is null or an empty list, never left out.
 */
function findInput(selection: Selection, args: FindCodeArguments, page: Page): FindInput {
  return {
    source: selection.source,
    prefix: selection.prefix,
    query: args.query,
    mode: args.mode,
    include: args.include ?? [],
    exclude: args.exclude ?? [],
    kind: args.kind ?? null,
    case: args.case,
    word: args.word,
    tests: args.tests,
    context: args.context,
    group: args.group,
    depth: args.depth,
    ...page,
  };
}

/** One name for the states of all that was searched; it changes when rows may have moved. */
export function stateOf(all: readonly ProjectFound[]): string {
  const states = all.map(({ project, found }) => {
    if (found === 'timeout' || found === 'not_reached') return `${project.id} ${found}`;
    return `${project.id} ${found.outcome === 'found' ? found.state : found.outcome}`;
  });
  return hash('sha256', states.join('\n'), 'hex');
}

/** Those that could be searched. */
export function foundOutputs(all: readonly ProjectFound[]): readonly { project: Project; found: FoundOutput }[] {
  return all.flatMap(({ project, found }) =>
    typeof found === 'object' && found.outcome === 'found' ? [{ project, found }] : [],
  );
}
