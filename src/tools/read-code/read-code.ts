import { SECOND_MS } from '../../base/units.ts';
import type { Engine, ReadOutput } from '../../code/index.ts';
import {
  inFormat,
  jsonAnswer,
  moreLine,
  provenance,
  refuseCursor,
  type StatusWord,
  statusAnswer,
} from '../shared/answer.ts';
import { askEngine } from '../shared/ask-engine.ts';
import { ANSWER_CHARACTERS_MAX, estimateTokens } from '../shared/budget.ts';
import { type Cursors, hashArguments } from '../shared/cursor.ts';
import { freshnessFacts } from '../shared/freshness.ts';
import { refuseSource } from '../shared/refuse-source.ts';
import { safeText } from '../shared/safe-text.ts';
import { type SelectDeps, type Selection, selectProject } from '../shared/select-project.ts';
import { defineTool, type Tool, type ToolAnswer, type ToolContext } from '../tool.ts';
import { candidateLine, exampleOf, gapsOf, notShownLine, refusalText, symbolNotFound } from './refusals.ts';
import { checkReadCode, namedFiles, type ReadCodeArguments, readCodeInput } from './schema.ts';
import { type Shown, shareBudget } from './share-budget.ts';

/** What read_code needs. */
export interface ReadCodeDeps extends SelectDeps {
  readonly engine: Pick<Engine, 'call'>;
  readonly cursors: Cursors;
}

/** A symbol without a file may need a scan of all files; a read of named ones needs far less. */
const DEADLINE_MS = 15 * SECOND_MS;

/** Gives files, ranges and symbols as numbered lines. Source: docs/tools.md, "read_code". */
export function makeReadCode(deps: ReadCodeDeps): Tool<typeof readCodeInput> {
  return defineTool({
    name: 'read_code',
    title: 'Read code',
    description:
      'Reads files, line ranges, or the definition of a symbol, at any branch, tag or commit, with 1-based lines. What does not fit the budget comes as an outline with the ranges to ask for, never cut inside a function. Secrets are redacted; links, .git and files that hold credentials are not read.',
    annotations: { readOnlyHint: true, openWorldHint: false },
    isChargeable: true,
    input: readCodeInput,
    aliases: { relative_path: 'file', file_path: 'file', filename: 'file', paths: 'files', name_path: 'symbol' },
    check: checkReadCode,
    run: async (args, context) => await runReadCode(deps, args, context),
  });
}

/** One call: what to read from where, the engine's answer, and how much of it fits. */
async function runReadCode(deps: ReadCodeDeps, args: ReadCodeArguments, context: ToolContext): Promise<ToolAnswer> {
  const selected = await selectProject(deps, { accountId: context.caller.accountId, path: args.path, ref: args.ref });
  if (!selected.ok) return inFormat(args.format, selected.error);
  const output = await askPieces(deps, args, selected.value, context);
  if (output === 'timeout') {
    const text = 'reading took too long and was ended.';
    return inFormat(
      args.format,
      statusAnswer({ status: 'timeout', text, next: 'give file= beside symbol=, or fewer files' }),
    );
  }
  const call: Call = { deps, args, selection: selected.value, project: selected.value.project.name, output };
  return refuseAll(call) ?? showPieces(call);
}

/** The pieces with their whole text and outline; what of them is shown is decided here, by the budget. */
async function askPieces(
  deps: ReadCodeDeps,
  args: ReadCodeArguments,
  { source, prefix }: Selection,
  context: ToolContext,
): Promise<ReadOutput | 'timeout'> {
  const input = {
    source,
    prefix,
    files: namedFiles(args),
    symbol: args.symbol ?? null,
    wantsOutline: args.view !== 'source',
    around: args.around,
    diffFrom: args.diff_from ?? null,
    withTests: args.with_tests,
  };
  return await askEngine(deps.engine, 'read', { input, context, deadlineMs: DEADLINE_MS });
}

/** A call that the engine has answered, with all that showing it needs. */
interface Call {
  readonly deps: ReadCodeDeps;
  readonly args: ReadCodeArguments;
  readonly selection: Selection;
  readonly project: string;
  readonly output: ReadOutput;
}

/**
 * The answer when there is nothing to show at all; null when there is. Forbidden paths and bad ranges are the caller's
 * errors; a folder, a link or a binary file is an answer about what is there.
 */
function refuseAll(call: Call): ToolAnswer | null {
  const { output, args } = call;
  if (output.problem !== 'none') {
    const earlier = args.diff_from === undefined ? null : { argument: 'diff_from', ref: args.diff_from };
    const refs = { refArguments: ['ref', 'diff_from'], earlier };
    return inFormat(args.format, refuseSource(output.problem, call.selection, refs));
  }
  if (output.search !== null && output.pieces.length === 0) return refuseSymbol(call, output.search);
  const [only] = output.pieces;
  if (output.pieces.length !== 1 || only === undefined || only.state === 'text') return null;
  const refusal = refusalText(only);
  if (only.state === 'forbidden' || only.state === 'secret')
    return inFormat(args.format, statusAnswer({ status: 'forbidden', ...refusal }));
  if (only.state === 'bad_range' || only.state === 'no_effect')
    return inFormat(args.format, statusAnswer({ status: 'bad_arguments', ...refusal }));
  const status = only.state === 'not_found' || only.state === 'deleted' ? 'not_found' : 'ok';
  return withProvenance(
    call,
    statusAnswer({ status, ...refusal }),
    args.symbol === undefined ? [] : [`symbol ${args.symbol}`],
  );
}

/** A symbol that was not found, or found too often: then the places, with the call that reads the first of them. */
function refuseSymbol(call: Call, search: NonNullable<ReadOutput['search']>): ToolAnswer {
  const symbol = call.args.symbol ?? '';
  if (search.total === 0)
    return withProvenance(call, statusAnswer({ status: 'not_found', ...symbolNotFound(symbol, search) }), []);
  const lines = search.candidates.map(candidateLine);
  const shown = search.total > lines.length ? ` (shown ${lines.length} of ${search.total})` : '';
  const isInOtherCase = !search.candidates.some(({ name }) => symbol.includes(name));
  const notes = [...(isInOtherCase ? ['in another case'] : []), ...(search.taken === undefined ? [] : [search.taken])];
  const taken = notes.map((note) => `, ${note}`).join('');
  const text = `${symbol} is declared ${search.total} times${shown}${taken}:${gapsOf(search)}\n${lines.join('\n')}`;
  const example = exampleOf(search.candidates);
  const next = `read_code with file and symbol of one of them${example}`;
  const structured =
    call.args.format === 'json'
      ? {
          status: 'ambiguous',
          total: search.total,
          candidates: search.candidates.map(({ file, line, kind, name, path }) => ({ file, line, kind, name, path })),
        }
      : undefined;
  const answer = statusAnswer({ status: 'ambiguous', text, next, ...(structured ? { structured } : {}) });
  return structured ? { ...answer, ...jsonAnswer(structured) } : withProvenance(call, answer, []);
}

/** Also a refusal says which state of the project it speaks of, where there is one. */
function withProvenance(call: Call, answer: ToolAnswer, facts: readonly string[]): ToolAnswer {
  const { identity, freshness } = call.output;
  const above = identity === null ? null : provenance(identity, call.project, [...freshnessFacts(freshness), ...facts]);
  return inFormat(call.args.format, answer, above);
}

/**
 * Shows the pieces within the budget. What a piece costs is estimated before it is written, so the whole is measured at
 * the end and tried again with 30 % less until it fits. The cursor is bound to the blobs as well as to the commit: in a
 * work tree files change under the same commit.
 */
function showPieces(call: Call): ToolAnswer {
  const texts = call.output.pieces.filter((piece) => piece.state === 'text');
  const scope = {
    tool: 'read_code',
    commit: `${call.output.identity?.commit}:${texts.map((piece) => piece.blobId).join()}`,
    argumentsHash: hashArguments(call.args),
  };
  let offset = 0;
  if (call.args.cursor !== undefined) {
    const opened = call.deps.cursors.open(call.args.cursor, scope);
    if (!opened.ok) {
      return inFormat(call.args.format, refuseCursor(opened.error));
    }
    offset = opened.value;
  }
  for (let { budget } = call.args; ; budget = Math.floor(budget * 0.7)) {
    const shown = shareBudget({ pieces: call.output.pieces, args: call.args }, budget, offset);
    const last = shown.findLast(({ rendered }) => rendered !== null)?.rendered ?? null;
    const page = last?.page ?? null;
    const more =
      page === null ? [] : [moreLine(call.deps.cursors.seal({ ...scope, offset: page.shown }), page.shown, page.total)];
    const answer = call.args.format === 'json' ? asJson(call, shown, page && more[0]) : asText(call, shown, more);
    const isWithin = answer.text.length <= ANSWER_CHARACTERS_MAX && estimateTokens(answer.text) <= call.args.budget;
    if (isWithin || budget < 100) return answer;
  }
}

/** What is said of declarations that the named files have beside those that are shown; null when there are none. */
function notShown({ args, output }: Call): string | null {
  if (namedFiles(args).length === 0 || output.search === null) return null;
  const shown = output.pieces.filter((piece) => piece.state === 'text' && piece.symbol !== null).length;
  return notShownLine(output.search, shown, args.budget);
}

/** The text: provenance, then each piece in the order asked for, whatever the order in which the budget was shared. */
function asText(call: Call, shown: readonly Shown[], more: readonly string[]): ToolAnswer {
  const { identity, freshness } = call.output;
  const status = statusOf(call, shown);
  const others = notShown(call);
  const steps = stepsText(shown);
  const head =
    identity === null
      ? call.project
      : provenance(identity, call.project, [
          ...freshnessFacts(freshness),
          ...(status === 'ok' ? [] : [status]),
          ...steps,
        ]);
  const blocks = shown.map(({ piece, rendered }) => {
    if (rendered !== null) return [rendered.header, ...rendered.body, ...rendered.footer].join('\n');
    const { text, next } = refusalText(piece);
    return safeText(`${text}\nnext: ${next}`);
  });
  const rest = others === null ? [] : [others];
  return { text: [head, ...blocks, ...rest, ...more].join('\n') };
}

/** `ok` only for all that was asked for: one refused file, or declaration left out, makes the answer partial. */
function statusOf(call: Call, shown: readonly Shown[]): StatusWord {
  const isWhole = notShown(call) === null && shown.every(({ rendered }) => rendered?.isWhole === true);
  return isWhole ? 'ok' : 'partial';
}

/** Which step the budget led to, when it was not source. */
function stepsText(shown: readonly Shown[]): readonly string[] {
  const steps = new Set(shown.flatMap(({ rendered }) => (rendered === null ? [] : [rendered.step])));
  steps.delete('source');
  steps.delete('diff');
  return steps.size === 0 ? [] : [`shown as ${[...steps].join(', ')}`];
}

/** The same pieces as data: lines as shown, with their numbers if asked for, and the way on as `advice`. */
function asJson(call: Call, shown: readonly Shown[], more: string | null | undefined): ToolAnswer {
  const files = shown.map(({ piece, rendered }) => {
    if (rendered === null) {
      const { text, next } = refusalText(piece);
      return { file: piece.file, state: piece.state, message: safeText(text), next: safeText(next) };
    }
    const { file, from, to, totalLines, language, blobId, symbol, notes, tests } = piece;
    const { step, body, footer } = rendered;
    return {
      file,
      state: 'text',
      shown_as: step,
      from,
      to,
      total_lines: totalLines,
      language,
      blob_id: blobId,
      symbol,
      notes,
      ...(tests === null ? {} : { tests }),
      lines: body,
      advice: footer,
    };
  });
  const { identity } = call.output;
  const others = notShown(call);
  return jsonAnswer({
    status: statusOf(call, shown),
    project: call.project,
    identity,
    files,
    ...(others === null ? {} : { not_shown: others }),
    ...(more ? { more } : {}),
  });
}
