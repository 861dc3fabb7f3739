import { createHash } from 'node:crypto';
import { SECOND_MS } from '../../base/units.ts';
import type { Engine, Structure, StructureAspect, StructureOutput } from '../../code/index.ts';
import { inFormat, refuseCursor } from '../shared/answer.ts';
import { askEngine } from '../shared/ask-engine.ts';
import { cleanValue } from '../shared/clean-value.ts';
import { type CursorScope, type Cursors, hashArguments } from '../shared/cursor.ts';
import { maskKeys } from '../shared/safe-text.ts';
import { type SelectDeps, type Selection, selectProject } from '../shared/select-project.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { presentStructure } from './answers.ts';
import type { Position } from './fit.ts';
import { refuseStructure } from './refusals.ts';
import {
  checkExplainArchitecture,
  type ExplainArchitectureArguments,
  explainArchitectureInput,
  withDefaults,
} from './schema.ts';

/** How long one analysis may take. Goal: 1.5 s for 1,300 files with their history. */
const DEADLINE_MS = 30 * SECOND_MS;

/** What explain_architecture needs. */
export interface ExplainArchitectureDeps extends SelectDeps {
  readonly engine: Pick<Engine, 'call'>;
  readonly cursors: Cursors;
}

/** Explains how a project is put together. Source: docs/tools.md, "explain_architecture". */
export function makeExplainArchitecture(deps: ExplainArchitectureDeps): Tool<typeof explainArchitectureInput> {
  return defineTool({
    name: 'explain_architecture',
    title: 'Explain architecture',
    description:
      'How a project is built up, from imports, manifests and git: layers, cycles, hot spots, externals, impact since a ref. Every claim has file:line and how it is known.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    isChargeable: true,
    input: explainArchitectureInput,
    aliases: { query: 'question', aspect: 'aspects', file: 'scope', symbol: 'scope', diff_from: 'since' },
    check: checkExplainArchitecture,
    run: async (args, context) => await runExplain(deps, withDefaults(args), context),
  });
}

async function runExplain(
  deps: ExplainArchitectureDeps,
  args: ExplainArchitectureArguments,
  context: ToolContext,
): Promise<ToolAnswer> {
  const selected = await selectProject(deps, { accountId: context.caller.accountId, path: args.path, ref: args.ref });
  if (!selected.ok) return inFormat(args.format, selected.error);
  const selection = selected.value;
  const output = await askStructure(deps, { selection, args, context });
  if (output === 'timeout' || !('counts' in output)) {
    const refused = output === 'timeout' ? { status: output } : cleanValue(output);
    return inFormat(args.format, refuseStructure(refused, { selection, args }));
  }
  const scope: CursorScope = {
    tool: 'explain_architecture',
    commit: stateOf(output),
    argumentsHash: hashArguments(args),
  };
  const opened = args.cursor === undefined ? null : deps.cursors.open(args.cursor, scope);
  if (opened !== null && !opened.ok) {
    return inFormat(args.format, refuseCursor(opened.error));
  }
  return presentStructure({
    // All texts are made safe before anything counts what they cost: an escaped text is longer than it was.
    facts: cleanValue(output),
    project: selection.project.name,
    prefix: selection.prefix,
    args,
    position: opened === null ? null : readPosition(opened.value),
    seal: (position) => deps.cursors.seal({ ...scope, offset: writePosition(position) }),
  });
}

/** A call once its project is known. */
interface Question {
  readonly selection: Selection;
  readonly args: ExplainArchitectureArguments;
  readonly context: ToolContext;
}

async function askStructure(
  deps: ExplainArchitectureDeps,
  { selection, args, context }: Question,
): Promise<StructureOutput | 'timeout'> {
  // A picture needs the modules, whatever else was asked for.
  const drawn: readonly StructureAspect[] = args.diagram === 'mermaid' ? ['layers'] : [];
  const input = {
    source: selection.source,
    prefix: selection.prefix,
    aspects: [...new Set([...args.aspects, ...drawn])],
    scope: args.scope ?? null,
    since: args.since ?? null,
    // Words come back in lower case, in which a key would no longer be known for one.
    question: args.question === undefined ? null : maskKeys(args.question),
    depth: args.depth,
  };
  return await askEngine(deps.engine, 'structure', { input, context, deadlineMs: DEADLINE_MS });
}

/**
 * Everything that is told is the state: a commit tells neither what was edited nor how much of it was read in time, nor
 * where a ref leads by now that it is compared with.
 */
function stateOf(facts: Structure): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40);
}

/** Rows of one answer stay far below a million. */
const STEP_UNIT = 1_000_000;

function writePosition({ step, after }: Position): number {
  return step * STEP_UNIT + (after ?? 0);
}

function readPosition(offset: number): Position {
  return { step: Math.floor(offset / STEP_UNIT), after: offset % STEP_UNIT };
}
