import type { FindRow, FoundOutput } from '../../code/index.ts';
import { jsonAnswer } from '../shared/answer.ts';
import { ANSWER_CHARACTERS_MAX, countFittingLines, estimateTokens, makeTokenRoom } from '../shared/budget.ts';
import { freshnessFacts } from '../shared/freshness.ts';
import { safeText } from '../shared/safe-text.ts';
import type { ToolAnswer } from '../tool.ts';
import { declaredData, emptyLine, gapText, headLines, tailLines } from './present.ts';
import { type Detail, rowData, rowLines } from './present-rows.ts';
import type { FindCodeArguments } from './schema.ts';
import { foundOutputs, type ProjectFound } from './search-projects.ts';

/** What an answer is made of. */
export interface AnswerParts {
  readonly all: readonly ProjectFound[];
  readonly args: FindCodeArguments;
  readonly offset: number;
  /** Projects beyond the limit of a search over all. */
  readonly left: number;
  /** The cursor for the rows from there on. */
  readonly seal: (offset: number) => string;
}

/** The answer as text: as much as the budget holds, then where to go on. */
export function textAnswer(parts: AnswerParts): ToolAnswer {
  const whole = layOut(parts, parts.args.context > 0 ? 'context' : 'lines');
  // Context is the first thing to go: a hit that is not shown costs another call.
  const laidOut = whole.shown < whole.rows && parts.args.context > 0 ? shorter(whole, layOut(parts, 'lines')) : whole;
  return { text: laidOut.lines.join('\n') };
}

interface LaidOut {
  readonly lines: readonly string[];
  /** Rows shown, and rows that the page has. */
  readonly shown: number;
  readonly rows: number;
}

/** The answer without context where that shows more rows, with a line that says so; the one with context otherwise. */
function shorter(whole: LaidOut, lines: LaidOut): LaidOut {
  if (lines.shown <= whole.shown) return whole;
  const [head = '', ...rest] = lines.lines;
  return { ...lines, lines: [head, 'context lines left out to fit the budget', ...rest] };
}

/**
 * Lines up to the budget. Heads, tails and the line with the cursor are counted before any row, because an answer whose
 * end was cut away would not tell that it was cut. Tokens of single rows add up to no less than those of the whole, so
 * the sum is safe.
 */
function layOut(parts: AnswerParts, detail: Detail): LaidOut {
  const found = foundOutputs(parts.all);
  const frames = found.map((one) => ({ ...one, ...frameOf(one, parts) }));
  const closing = closingLines(parts);
  const fixed = [...frames.flatMap(({ head, tail }) => [...head, ...tail, '']), ...closing, MORE_ROOM].join('\n');
  const room = makeTokenRoom(parts.args.budget - estimateTokens(fixed));
  let characters = ANSWER_CHARACTERS_MAX - fixed.length;
  let shown = 0;
  let isFull = false;
  const lines: string[] = [];
  for (const { found: one, head, tail } of frames) {
    const isOneLine = head.length === 1;
    lines.push(...(lines.length > 0 && !isOneLine ? [''] : []), ...head);
    let before: FindRow | null = null;
    for (const [at, row] of one.rows.entries()) {
      const own = rowLines(row, { before, next: one.rows[at + 1] ?? null }, detail);
      const text = `${own.join('\n')}\n`;
      characters -= text.length;
      const fits = room.take(text) && characters >= 0;
      // One row is always shown: an answer that never goes on is of no use.
      isFull ||= shown > 0 && !fits;
      if (isFull) break;
      lines.push(...own);
      shown += 1;
      before = row;
    }
    lines.push(...tail);
  }
  lines.push(...closing);
  const total = totalRows(parts);
  const next = parts.offset + shown;
  const least = isPartial(parts) ? 'at least ' : '';
  if (next < reachable(found, total)) lines.push(pageLine(parts.seal(next), next, `${least}${total}`));
  else if (next < total)
    lines.push(`more: ${least}${total - next} further rows cannot be paged to; narrow the query or include`);
  return { lines, shown, rows: found.reduce((sum, one) => sum + one.found.rows.length, 0) };
}

/** The line that leads on; what was not searched to the end has more rows than were counted. */
function pageLine(cursor: string, shown: number, total: string): string {
  return `more: cursor=${cursor} (shown ${shown} of ${total})`;
}

/** The lines around the rows of a project. Of many projects most have nothing, which takes one line each. */
function frameOf(
  { project, found }: { readonly project: ProjectFound['project']; readonly found: FoundOutput },
  { all, args }: AnswerParts,
): { readonly head: readonly string[]; readonly tail: readonly string[] } {
  if (all.length > 1 && found.totals.rows === 0) return { head: [emptyLine(project.name, found)], tail: [] };
  return { head: headLines(project.name, found), tail: tailLines(found, args.query) };
}

/** Room kept for the line with the cursor. */
const MORE_ROOM = 'more: cursor=................................................... (shown 10000 of at least 100000)';

/** Rows that each project keeps for paging are fewer than it may count. */
function reachable(found: readonly { readonly found: FoundOutput }[], total: number): number {
  return Math.min(
    total,
    found.reduce((sum, one) => sum + one.found.pageable, 0),
  );
}

/** Exact for what was searched, whatever is shown or can be paged to. */
function totalRows({ all }: AnswerParts): number {
  return foundOutputs(all).reduce((sum, { found }) => sum + found.totals.rows, 0);
}

/** Projects that gave nothing, with the reason. */
function closingLines({ all, left }: AnswerParts): readonly string[] {
  const lines: string[] = [];
  for (const { name, why } of silentProjects(all)) lines.push(`${name}: ${why}`);
  if (left > 0) lines.push(`${left} further projects were not searched: name them in path`);
  return lines;
}

/** Projects without an answer of their own: nobody should take them for searched and empty. */
function silentProjects(all: readonly ProjectFound[]): readonly { readonly name: string; readonly why: string }[] {
  return all.flatMap(({ project: { name }, found }) => {
    if (found === 'timeout') return [{ name, why: 'timeout, not searched to the end' }];
    if (found === 'not_reached') return [{ name, why: 'not searched, the time was over' }];
    if (found.outcome === 'no_file') return [{ name, why: `not searched, no file ${safeText(found.file)}` }];
    return found.outcome === 'no_source' ? [{ name, why: `not searched, ${found.problem.replaceAll('_', ' ')}` }] : [];
  });
}

/** The answer as data: as many rows as the budget holds. */
export function dataAnswer(parts: AnswerParts): ToolAnswer {
  const found = foundOutputs(parts.all);
  const rows = found.flatMap((one) => one.found.rows.map((row) => ({ project: one.project.name, row })));
  const total = totalRows(parts);
  const fixed = dataOf(parts, [], { cursor: MORE_ROOM, total });
  const texts = rows.map(({ project, row }) => JSON.stringify({ project, ...rowData(row) }));
  const room = parts.args.budget - estimateTokens(JSON.stringify(fixed));
  const characters = ANSWER_CHARACTERS_MAX - JSON.stringify(fixed).length;
  const fitting = Math.min(countFittingLines(texts, room), countWithin(texts, characters));
  // Signs between rows cost too, so what fits row by row may be some rows too many.
  for (let shown = Math.min(rows.length, Math.max(fitting, 1)); ; shown -= Math.ceil(shown / 50)) {
    const next = parts.offset + shown;
    const cursor = next < reachable(found, total) ? parts.seal(next) : null;
    const answer = jsonAnswer(dataOf(parts, rows.slice(0, shown), { cursor, total }));
    if (estimateTokens(answer.text) <= parts.args.budget) return answer;
    if (shown <= 1) return withoutContext(parts, answer);
  }
}

/** An answer of one row that is over the budget: its context goes, and the answer says so. */
function withoutContext({ args }: AnswerParts, answer: ToolAnswer): ToolAnswer {
  const { rows, ...rest } = answer.structured ?? {};
  if (args.context === 0 || !Array.isArray(rows)) return answer;
  const bare = rows.map(({ before: _before, after: _after, ...row }) => row);
  return jsonAnswer({ ...rest, rows: bare, left_out: 'context lines, to fit the budget' });
}

/** How many texts, each with a sign after it, stay within the characters. */
function countWithin(texts: readonly string[], characters: number): number {
  let used = 0;
  const over = texts.findIndex((text) => {
    used += text.length + 1;
    return used > characters;
  });
  return over === -1 ? texts.length : over;
}

/** The whole as plain data. Its frame alone, without rows, is what the room for rows is counted from. */
function dataOf(
  parts: AnswerParts,
  rows: readonly { readonly project: string; readonly row: FindRow }[],
  { cursor, total }: { readonly cursor: string | null; readonly total: number },
): Readonly<Record<string, unknown>> {
  const found = foundOutputs(parts.all);
  return {
    status: statusOf(parts, total),
    projects: found.map(({ project, found: one }) => ({
      project: project.name,
      status: one.status,
      branch: one.identity.branch,
      commit: one.identity.commit,
      source: one.identity.kind,
      index: freshnessFacts(one.freshness),
      read_as: one.reading,
      totals: one.totals,
      scope: one.scope,
      declared: one.declared === undefined ? null : declaredData(one.declared),
      not_searched: one.gaps.map(gapText),
      near: one.near,
      insensitive_hits: one.insensitiveHits,
      ignored: one.ignored === null ? null : { ...one.ignored, names: one.ignored.names.map(safeText) },
    })),
    unsearched: silentProjects(parts.all),
    rows: rows.map(({ project, row }) => ({ project, ...rowData(row) })),
    shown: rows.length,
    total,
    cursor,
  };
}

/** `partial` goes before `not_found`: nothing found in a part is no proof that there is nothing. */
function statusOf(parts: AnswerParts, total: number): 'ok' | 'partial' | 'not_found' {
  if (isPartial(parts)) return 'partial';
  return total === 0 ? 'not_found' : 'ok';
}

/** Whether there is something that was not searched to the end: totals are then the least that there is. */
function isPartial({ all, left }: AnswerParts): boolean {
  return (
    left > 0 || silentProjects(all).length > 0 || foundOutputs(all).some(({ found }) => found.status === 'partial')
  );
}
