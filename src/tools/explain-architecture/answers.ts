import { plural } from '../../base/plural.ts';
import type { Structure } from '../../code/index.ts';
import { jsonAnswer, moreLine, provenance } from '../shared/answer.ts';
import { cutWithNote, fitsBudget } from '../shared/budget.ts';
import type { ToolAnswer } from '../tool.ts';
import { makePage, type Page, type Position } from './fit.ts';
import { type Diagram, drawDiagram, EDGES_MAX } from './mermaid.ts';
import { DEPTH_MAX, type ExplainArchitectureArguments } from './schema.ts';
import { mostlyUnread } from './section.ts';
import { listSections } from './sections.ts';

/** What an answer is made of. */
export interface AnswerParts {
  readonly facts: Structure;
  readonly project: string;
  readonly prefix: string | null;
  readonly args: ExplainArchitectureArguments;
  /** Null on the first page. */
  readonly position: Position | null;
  readonly seal: (position: Position) => string;
}

/** How statements are known, once for all of them. */
const LEGEND = 'known: exact = the file or git says it; import = import statements; name = names or paths alone';

/** Stands for a cursor while a page is measured: longer than one, and of as many tokens. */
const CURSOR = 'A9-z'.repeat(12);

/** The answer in the format that was asked for, within the budget. */
export function presentStructure(parts: AnswerParts): ToolAnswer {
  return parts.args.format === 'json' ? presentData(parts) : presentText(parts);
}

function presentText(parts: AnswerParts): ToolAnswer {
  const { facts, args, position } = parts;
  const sections = listSections(facts, args.aspects, false, args.depth);
  const diagram = position === null ? fitDiagram(parts) : [];
  const frame = position === null ? headLines(parts) : headLines(parts).slice(0, 2);
  const write = (page: Page, cursor: string): string =>
    [
      ...frame,
      ...pageLines(page),
      ...diagram,
      ...(position === null ? tailLines(parts) : []),
      ...endLines(page, args, cursor),
    ].join('\n');
  const page = makePage(sections, position, (tried) => fitsBudget(write(tried, CURSOR), args.budget));
  const text = write(page, page.next === null ? '' : parts.seal(page.next));
  return { text: fitsBudget(text, args.budget) ? text : cutWithNote(text, args.budget) };
}

/** Where the answer comes from, how much was read, and how statements are known. */
function headLines({ facts, project, prefix }: AnswerParts): readonly string[] {
  const { units, testUnits, edges, typeEdges, unresolved } = facts.counts;
  const place = prefix === null ? [] : [`below ${prefix}/`];
  const types = typeEdges === 0 ? '' : ` and ${typeEdges} more of types alone`;
  const unread = mostlyUnread(facts.counts);
  const most = unread.length === 0 ? '' : `; of most code imports are not read (${unread.join(', ')})`;
  const imports = `${plural(edges, 'dependency', 'dependencies')} between ${plural(units, 'code unit')}${types}; ${plural(testUnits, 'test unit')} apart`;
  return [
    provenance(facts.identity, project, [...place, plural(facts.files, 'file')]),
    `${facts.status}: ${imports}; ${plural(unresolved, 'import')} not resolved${most}`,
    LEGEND,
  ];
}

function pageLines({ sections }: Page): readonly string[] {
  return sections.flatMap(({ title, total, within, rows, from, isUnread }) => {
    const range =
      from > 0
        ? `${from + 1}-${from + rows.length} of ${total}`
        : rows.length < total
          ? `${rows.length} of ${total}`
          : String(total);
    const count = `${total === 0 ? (isUnread === true ? 'not known' : 'none') : range}${within === undefined ? '' : ` in ${within}`}`;
    return [titleLine(title, count), ...rows.map(({ text }) => text)];
  });
}

/** `## layers: 6 of 12 · users above used`: the number behind the name, and not behind what explains it. */
function titleLine(title: string, count: string): string {
  const at = title.search(/[:(]/);
  const name = at === -1 ? title : title.slice(0, at).trimEnd();
  const rest = at === -1 ? '' : title.slice(at).replace(/^:\s*/, '');
  return `## ${name}: ${count}${rest === '' ? '' : rest.startsWith('(') ? ` ${rest}` : ` · ${rest}`}`;
}

/** What is not known, and what was left out. */
function tailLines({ facts }: AnswerParts): readonly string[] {
  return [
    ...facts.notKnown.map((sentence) => `not known: ${sentence}`),
    ...facts.gaps.slice(0, GAPS_MAX).map((sentence) => `gap: ${sentence}`),
    ...(facts.gaps.length > GAPS_MAX ? [`gap: and ${facts.gaps.length - GAPS_MAX} more`] : []),
  ];
}

/** Gaps that are told; their number is exact. */
const GAPS_MAX = 6;

function endLines(
  { cut, shown, total, next, unreachable }: Page,
  { budget, scope, since, depth }: ExplainArchitectureArguments,
  cursor: string,
): readonly string[] {
  const narrower = scope === undefined ? 'narrow with scope' : 'narrow with a smaller scope';
  // Dependents beyond the depth are counted, and no row of a list.
  const way =
    since !== undefined && depth < DEPTH_MAX ? `${narrower}, or give a larger depth for dependents` : narrower;
  return [
    ...(cut === null ? [] : [`cut to budget ${budget}: ${cut}`]),
    ...(next === null && unreachable > 0 ? [`more: ${unreachable} further rows cannot be paged to; ${way}`] : []),
    ...(next === null ? [] : [moreLine(cursor, shown, total)]),
  ];
}

/** Share of the budget that a picture may take. */
const DIAGRAM_SHARE = 0.6;

/** A picture with as many edges as its share of the budget holds; a line that says so when it holds none. */
function fitDiagram({ facts, args }: AnswerParts): readonly string[] {
  if (args.diagram === 'none') return [];
  for (const edgesMax of [EDGES_MAX, 30, 20, 10]) {
    const diagram = drawDiagram(facts, edgesMax);
    if (diagram === null) return ['diagram: none, there are no modules to draw'];
    const lines = [diagramTitle(diagram), '```mermaid', ...diagram.code.split('\n'), '```'];
    if (fitsBudget(lines.join('\n'), args.budget * DIAGRAM_SHARE)) return lines;
  }
  return [
    `diagram: left out, it does not fit into ${Math.round(args.budget * DIAGRAM_SHARE)} tokens; ask with a larger budget`,
  ];
}

function diagramTitle({ nodes, edges }: Diagram): string {
  return `## diagram: ${nodes.shown} of ${plural(nodes.total, 'node')}, ${edges.shown} of ${plural(edges.total, 'edge')}; numbers are places, dashed: against the layers or types alone`;
}

/** The same facts as data: nodes and edges with their counts. */
function presentData(parts: AnswerParts): ToolAnswer {
  const { facts, project, prefix, args, position } = parts;
  const sections = listSections(facts, args.aspects, true, args.depth);
  const diagram = args.diagram === 'mermaid' && position === null ? drawDiagram(facts, EDGES_MAX) : null;
  const dataOf = (page: Page, cursor: string | null): Readonly<Record<string, unknown>> => ({
    status: facts.status,
    about: { project, prefix, ...facts.identity, files: facts.files },
    counts: facts.counts,
    ...(page.cut === null ? {} : { cut: page.cut }),
    sections: Object.fromEntries(
      page.sections.map(({ name, total, rows, from, about, isUnread }) => [
        name,
        { total, from, ...(isUnread === true ? { known: false } : {}), ...about, rows: rows.map(({ data }) => data) },
      ]),
    ),
    ...(diagram === null ? {} : { diagram }),
    not_known: facts.notKnown,
    gaps: facts.gaps.slice(0, GAPS_MAX),
    shown: page.shown,
    total: page.total,
    cursor,
  });
  const page = makePage(sections, position, (tried) => fitsBudget(JSON.stringify(dataOf(tried, CURSOR)), args.budget));
  const answer = jsonAnswer(dataOf(page, page.next === null ? null : parts.seal(page.next)));
  if (fitsBudget(answer.text, args.budget)) return answer;
  // Half an object is none: so it holds what always fits, and says what to do.
  const advice = 'the lists do not fit, not even their totals: ask for fewer aspects or with a larger budget';
  const { about, counts, total } = dataOf(page, null);
  const least = jsonAnswer({ status: 'partial', about, counts, total, cut: 'no lists', advice });
  return fitsBudget(least.text, args.budget) ? least : jsonAnswer({ status: 'partial', cut: 'no lists', advice });
}
