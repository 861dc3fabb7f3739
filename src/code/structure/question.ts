import type { OperationContext } from '../operations/context.ts';
import { find } from '../operations/find.ts';
import type { FindInput, FindRow } from '../operations/find.types.ts';
import { readTextFile } from '../operations/read/piece.ts';
import type { HitRow, QuestionFacts } from '../operations/structure.types.ts';
import { enclosingSymbol } from '../search/symbols-of.ts';
import type { Source, SourceSelector } from '../source/source.ts';
import { shortestPath } from './cycles.ts';
import { edgeRow, firstRows } from './facts.ts';
import type { UnitGraph } from './unit-graph.ts';

/** Files that a question leads to. */
const HITS_MAX = 8;
/** Rows that are looked at to find so many different files. */
const ROWS_MAX = 40;
/** Hits between which ways are looked for. */
const WAYS_BETWEEN = 3;
/** Ranges to read next. */
const READ_MAX = 3;
/** A longer symbol is read around the line alone. */
const RANGE_LINES_MAX = 150;
const AROUND_LINES = 30;

/** What a question is answered from. */
export interface QuestionInput {
  readonly question: string;
  readonly selector: SourceSelector;
  readonly prefix: string | null;
  readonly source: Source;
  readonly graph: UnitGraph;
  readonly context: OperationContext;
}

/** Places that fit the words best, tests left out, the ways between the first of them, and what to read. */
export async function questionFacts(input: QuestionInput): Promise<QuestionFacts | null> {
  const found = await search(input);
  if (found === null) return null;
  const hits: HitRow[] = [];
  const isCode = ({ file }: FindRow): boolean => input.graph.unitOf(file) !== null;
  const files = firstOfEachFile(found.rows);
  // Prose and messages repeat the words of a question; who asks about the structure wants the code.
  const ranked = [...files.filter(isCode), ...files.filter((row) => !isCode(row))];
  for (const row of ranked.slice(0, HITS_MAX)) hits.push(await readHit(input.source, row));
  const ranges = hits.flatMap(({ file, from, to }) => (from === null ? [] : [`${file}:${from}-${to}`]));
  return {
    reading: found.reading,
    hits: { total: found.total, rows: hits },
    ways: waysBetween(
      input.graph,
      hits.slice(0, WAYS_BETWEEN).map(({ file }) => file),
    ),
    read: firstRows([...new Set(ranges)], READ_MAX).rows,
  };
}

/** As `find_code` reads it; words that are no code after all are ranked. Null when the query cannot be used. */
async function search({ question, selector, prefix, context }: QuestionInput) {
  for (const mode of ['auto', 'ranked'] as const) {
    const output = await find(findInput({ question, selector, prefix }, mode), context);
    if (output.outcome !== 'found') continue;
    const { rows, reading, totals } = output;
    if (rows.length > 0 || mode === 'ranked') return { rows, reading, total: totals.files };
  }
  return null;
}

function findInput(
  { question, selector, prefix }: Pick<QuestionInput, 'question' | 'selector' | 'prefix'>,
  mode: FindInput['mode'],
): FindInput {
  return {
    source: selector,
    prefix,
    query: question,
    mode,
    include: [],
    exclude: [],
    kind: null,
    case: 'smart',
    word: false,
    tests: 'exclude',
    context: 0,
    group: 'file',
    offset: 0,
    limit: ROWS_MAX,
  };
}

function firstOfEachFile(rows: readonly FindRow[]): readonly FindRow[] {
  const seen = new Set<string>();
  return rows.filter(({ file }) => {
    const isNew = !seen.has(file);
    seen.add(file);
    return isNew;
  });
}

/** The best line with the symbol around it. */
async function readHit(source: Source, { file, line }: FindRow): Promise<HitRow> {
  const text = line === null ? null : await readTextFile(source, file);
  if (line === null || text === null || 'state' in text) {
    return { file, line, symbol: null, from: null, to: null, known: 'exact' };
  }
  const symbol = enclosingSymbol(text.symbols, line);
  const isShort = symbol !== null && symbol.endLine - symbol.startLine < RANGE_LINES_MAX;
  const from = isShort ? symbol.startLine : Math.max(1, line - AROUND_LINES);
  const to = isShort ? symbol.endLine : Math.min(text.lines.length, line + AROUND_LINES);
  return { file, line, symbol: symbol?.path ?? null, from, to, known: 'exact' };
}

/** Ways along imports, tests left out, whichever direction has one. */
function waysBetween(graph: UnitGraph, files: readonly string[]): QuestionFacts['ways'] {
  const isTest = (unit: number): boolean => graph.units[unit]?.isTest === true;
  const edges = graph.edges.filter(({ from, to }) => !isTest(from) && !isTest(to));
  const ways: QuestionFacts['ways'][number][] = [];
  // Two files of one Go package have one way between them and a third.
  const told = new Set<string>();
  for (const [index, from] of files.entries()) {
    for (const to of files.slice(index + 1)) {
      const [a, b] = [graph.unitOf(from), graph.unitOf(to)];
      if (a === null || b === null || a === b || told.has(`${a} ${b}`)) continue;
      told.add(`${a} ${b}`).add(`${b} ${a}`);
      const there = shortestPath(edges, a, b);
      const back = there === null ? shortestPath(edges, b, a) : null;
      const steps = (there ?? back ?? []).map((edge) => edgeRow(graph, edge));
      ways.push(back === null ? { from, to, steps } : { from: to, to: from, steps });
    }
  }
  return ways;
}
