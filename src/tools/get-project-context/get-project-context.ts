import { z } from 'zod';
import { plural } from '../../base/plural.ts';
import { SECOND_MS } from '../../base/units.ts';
import type { Engine, Overview, OverviewOutput, OverviewPart, ProjectProblem } from '../../code/index.ts';
import type { NoteStore } from '../../domain/memory/index.ts';
import { inFormat, jsonAnswer, provenance, statusAnswer } from '../shared/answer.ts';
import { askEngine } from '../shared/ask-engine.ts';
import { BUDGET_MAX, BUDGET_MIN, cutWithNote, estimateTokens, fitsBudget } from '../shared/budget.ts';
import { cleanValue } from '../shared/clean-value.ts';
import { refuseSource } from '../shared/refuse-source.ts';
import { redactSecrets, safeText } from '../shared/safe-text.ts';
import { type SelectDeps, type Selection, selectProject } from '../shared/select-project.ts';
import { defineTool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { nextCalls } from './next-calls.ts';
import { listPinned } from './pinned.ts';
import { viewLines } from './text.ts';
import { type Findings, makeView, SECTIONS, type Section, STEPS, type Step } from './view.ts';

/** How long one overview may take. Goal: 5 s for a cold tree of 5,000 files. */
const DEADLINE_MS = 30 * SECOND_MS;

/**
 * What a first call wants to know. Tree, dependencies and activity are left to those who ask, since they fill a budget.
 */
const BY_DEFAULT: readonly Section[] = ['summary', 'commands', 'entry_points', 'guides', 'map', 'memory'];

const input = z.object({
  path: z.string().min(1).max(4_096).describe('Project name, name@ref, or a path in a served repository'),
  task: z.string().max(500).optional().describe('What you are about to do; ranks files for it'),
  include: z
    .array(z.enum([...SECTIONS, 'all']))
    .max(20)
    .default([...BY_DEFAULT])
    .describe('Sections to give'),
  depth: z.number().int().min(1).max(6).default(2).describe('Levels of the tree'),
  ref: z.string().min(1).max(250).optional().describe('Branch, tag or commit; default: the work tree'),
  budget: z.number().int().min(BUDGET_MIN).max(BUDGET_MAX).default(1_500).describe('Tokens'),
  format: z.enum(['text', 'json']).default('text'),
});
type Arguments = z.output<typeof input>;

/** What the tool needs: the projects, the engine, and the notes that callers pinned. */
export interface GetProjectContextDeps extends SelectDeps {
  readonly engine: Engine;
  readonly notes: Pick<NoteStore, 'list'>;
}

/** The first call on a project: what it is made of, how it is built and tested, and where to look. */
export function makeGetProjectContext(deps: GetProjectContextDeps) {
  return defineTool({
    name: 'get_project_context',
    title: 'Get project context',
    description:
      'Call this first on a repository. Gives stack, build, test and run commands, entry points, guides with their headings, the most used declarations, pinned notes and gaps; with include also tree, deps and activity; with task also the files that fit it. Facts name the file, and mostly the line, that proves them. Nothing is executed.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    isChargeable: true,
    input,
    async run(args, context) {
      const selected = await selectProject(deps, {
        accountId: context.caller.accountId,
        path: args.path,
        ref: args.ref,
      });
      if (!selected.ok) return inFormat(args.format, selected.error);
      return describeProject(deps, { selection: selected.value, args, context });
    },
  });
}

/** A call once its project is known. */
interface Question {
  readonly selection: Selection;
  readonly args: Arguments;
  readonly context: ToolContext;
}

/**
 * Facts first, notes only for a source that could be opened. All texts are made safe once, here, before any step counts
 * what they cost: an escaped text is longer than it was.
 */
async function describeProject(deps: GetProjectContextDeps, question: Question): Promise<ToolAnswer> {
  const { selection, args, context } = question;
  const sections = new Set<Section>(args.include.flatMap((name) => (name === 'all' ? SECTIONS : [name])));
  const output = await askOverview(deps, question, sections);
  if (output === 'timeout') return inFormat(args.format, refuse(output, selection));
  if (output.status !== 'ok') return inFormat(args.format, refuse(output.status, selection));
  const { source, project } = selection;
  const place = { accountId: context.caller.accountId, projectId: project.id, source };
  const notes = sections.has('memory')
    ? await listPinned(deps, { ...place, signal: context.signal, now: context.now })
    : [];
  const findings = clean({ overview: output, sections, notes });
  return args.format === 'json' ? fitJson(findings, question) : fitText(findings, question);
}

async function askOverview(
  deps: GetProjectContextDeps,
  { selection, args, context }: Question,
  sections: ReadonlySet<Section>,
): Promise<OverviewOutput | 'timeout'> {
  const parts = [...sections].filter((section): section is OverviewPart => section !== 'memory');
  const { source, prefix } = selection;
  const task = args.task?.trim() || null;
  const input = { source, prefix, parts, depth: args.depth, task };
  return await askEngine(deps.engine, 'overview', { input, context, deadlineMs: DEADLINE_MS });
}

/** The refusal of an overview that is not to be had. */
function refuse(status: 'timeout' | ProjectProblem, selection: Selection): ToolAnswer {
  if (status !== 'timeout') return refuseSource(status, selection, { refArguments: ['ref'] });
  return statusAnswer({
    status,
    text: `${selection.project.name}: the overview took too long and was ended.`,
    next: 'ask for less with include, or for a sub-folder by its path',
  });
}

/** The first step whose text fits; counts alone fit any budget but for hostile names, and then lines are cut and said. */
function fitText(findings: Findings, question: Question): ToolAnswer {
  const { budget } = question.args;
  const head = headLine(findings.overview, question.selection);
  const next = nextCalls(findings.overview, question.selection, {
    task: question.args.task ?? null,
    sections: findings.sections,
  });
  const render = (step: Step, mapSymbols: number): string => {
    const note =
      step === STEPS[0] ? [] : [`cut to budget ${budget}: ${step.name}; a larger budget or fewer sections give more`];
    return [
      head,
      ...viewLines(makeView(findings, step, mapSymbols)),
      ...note,
      '## next',
      ...next.map(({ tool, arguments: given }) => `${tool} ${JSON.stringify(given)}`),
    ].join('\n');
  };
  const isFitting: Fitting = (one, count, max) => fitsBudget(render(one, count), max);
  const step = chooseStep(findings, budget, isFitting);
  const mapSymbols = mostSymbols(findings, (count) => isFitting(step, count, budget));
  const text = render(step, mapSymbols);
  return { text: fitsBudget(text, budget) ? text : cutWithNote(text, budget) };
}

const LAST_STEP = STEPS[STEPS.length - 1] as Step;

/** Share of the budget that is kept for the map of symbols, and the budget below which it is kept a few rows: commands go first. */
const MAP_SHARE = 0.35;
const MAP_BUDGET_MIN = 1_200;
const MAP_ROWS_MIN = 3;
/** Rows of each list that are not given up for those of the map. */
const LIST_ROWS_MIN = 2;

/** Whether an answer of a step with so many symbols of the map is within so many tokens. */
type Fitting = (step: Step, symbols: number, tokens: number) => boolean;

/** The first step whose lists leave room for the map: a few rows of each section are worth more than more of the others. */
function chooseStep({ overview }: Findings, budget: number, isFitting: Fitting): Step {
  const all = overview.map?.symbols.length ?? 0;
  if (all > 0 && budget >= MAP_BUDGET_MIN) {
    return STEPS.find((step) => isFitting(step, 0, Math.floor(budget * (1 - MAP_SHARE)))) ?? LAST_STEP;
  }
  const least = Math.min(all, MAP_ROWS_MIN);
  const withMap = STEPS.find((step) => step.rows >= LIST_ROWS_MIN && isFitting(step, least, budget));
  return withMap ?? STEPS.find((step) => isFitting(step, 0, budget)) ?? LAST_STEP;
}

/** The most symbols with which the answer fits, found by halving. */
function mostSymbols({ overview }: Findings, isFitting: (count: number) => boolean): number {
  let low = 0;
  let high = overview.map?.symbols.length ?? 0;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isFitting(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first step whose JSON fits. JSON cannot be cut at a line as a text can. */
function fitJson(findings: Findings, question: Question): ToolAnswer {
  const { budget, task } = question.args;
  const { overview } = findings;
  const { project, source, prefix } = question.selection;
  const about = { project: project.name, ref: source.ref, prefix, ...overview.identity, files: overview.files };
  const next = nextCalls(overview, question.selection, { task: task ?? null, sections: findings.sections });
  const render = (step: Step, mapSymbols: number): ToolAnswer => {
    const status = step === STEPS[0] ? 'ok' : 'partial';
    return jsonAnswer({ status, about, step: step.name, ...makeView(findings, step, mapSymbols), next });
  };
  const isFitting: Fitting = (one, count, max) => fitsBudget(render(one, count).text, max);
  const step = chooseStep(findings, budget, isFitting);
  const answer = render(
    step,
    mostSymbols(findings, (count) => isFitting(step, count, budget)),
  );
  if (fitsBudget(answer.text, budget)) return answer;
  const needed = estimateTokens(answer.text);
  // Half an object is none: so it says what would fit.
  const advice = `budget ${budget} holds not even the counts: ask for fewer sections, or with a budget of ${needed}`;
  return jsonAnswer({ status: 'partial', about, step: 'none', advice });
}

/** Where the answer comes from, how many files it speaks of, and whether something was left out. */
function headLine(overview: Overview, { project, prefix }: Selection): string {
  const gaps = overview.gaps.length === 0 ? '' : ` (${plural(overview.gaps.length, 'gap')})`;
  const facts = [...(prefix === null ? [] : [`below ${prefix}/`]), `${plural(overview.files, 'file')}${gaps}`];
  return provenance(overview.identity, project.name, facts);
}

/** Every text of the repository, made safe and on one line; what comes fenced keeps its own line ends. */
function clean(findings: Findings): Findings {
  const overview = cleanValue(findings.overview);
  const conventions = overview.conventions.map((row, at) => ({
    ...row,
    text: safeText(redactSecrets(findings.overview.conventions[at]?.text ?? '').text),
  }));
  const notes = findings.notes.map((note) => ({ ...note, text: redactSecrets(note.text).text }));
  return { ...findings, overview: { ...overview, conventions }, notes };
}
