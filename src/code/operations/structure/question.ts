import { plural } from '../../../base/plural.ts';
import { withoutInlineTests } from '../../lex/inline-tests.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import type { OperationContext } from '../../questions/context.ts';
import type { FindInput, FindOutput, FindRow } from '../../questions/find.types.ts';
import type { HitRow, QuestionFacts } from '../../questions/structure.types.ts';
import { enclosingSymbol } from '../../search/symbols-of.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Source, SourceListing, SourceSelector } from '../../source/source.ts';
import { firstRows } from '../../structure/facts.ts';
import type { UnitGraph } from '../../structure/unit-graph.ts';
import { waysBetween } from '../../structure/ways.ts';
import { asBase } from '../../text/paths.ts';
import { find } from '../find.ts';
import { readTextFile, type TextFile } from '../read/piece.ts';
import { declaredNames } from './declared-names.ts';
import { namedFiles } from './named-files.ts';
import { withUses } from './way-uses.ts';

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
  readonly listing: SourceListing;
  readonly graph: UnitGraph;
  readonly context: OperationContext;
  /** Told when the time was over before all was found: another time there may be more. */
  readonly onTimeOver: () => void;
}

/** Places that fit the words best, tests left out, the ways between the first of them, and what to read. */
export async function questionFacts(input: QuestionInput): Promise<QuestionFacts> {
  const found = await search(input);
  if (found === null) return { reading: NOT_READ, hits: { total: 0, rows: [] }, ways: [], read: [] };
  const hits: HitRow[] = [];
  const isCode = ({ file }: Place): boolean => input.graph.unitOf(file) !== null;
  const isRanked = found.mode === 'ranked';
  const findSymbols = (query: string) => find(findInput({ ...input, question: query }, 'symbol'), input.context);
  const named = isRanked ? await declaredNames(input.question, findSymbols) : [];
  const paths = isRanked ? namedFiles(input.question, filesOf(input)) : [];
  const asked = paths.map((file): Place => ({ file, line: null }));
  const files = firstOfEachFile([...asked, ...named.flatMap(({ rows }) => rows), ...found.rows]);
  // Prose and messages repeat the words of a question; who asks about the structure wants the code.
  const rank = (row: Place): number => (!isCode(row) ? 2 : roleOfPath(row.file) === 'aside' ? 1 : 0);
  const ranked = files.toSorted((a, b) => rank(a) - rank(b));
  for (const row of ranked.slice(0, HITS_MAX)) hits.push(await readHit(input.source, row));
  // Who names two files asks about these.
  const among = paths.length === 2 ? 2 : WAYS_BETWEEN;
  const full = hits.toSorted((a, b) => Number(isBare(a)) - Number(isBare(b)));
  const ranges = full.flatMap(({ file, from, to }) => (from === null ? [] : [`${file}:${from}-${to}`]));
  return {
    reading: [
      withoutModes(found.reading),
      ...paths.map((path) => `the file ${path}`),
      ...named.map(({ path }) => `${path} where it is declared`),
      ...found.partly,
    ].join('; '),
    // What is named may have none of the words that files were ranked by.
    hits: { total: Math.max(found.total, hits.length), rows: hits },
    ways: await withUses(
      input,
      waysBetween(
        input.graph,
        hits.slice(0, among).map(({ file }) => file),
      ),
    ),
    read: firstRows([...new Set(ranges)], READ_MAX).rows,
  };
}

/** Where something is that a question may be about. */
type Place = Pick<FindRow, 'file' | 'line' | 'edge'>;

function filesOf({ listing, prefix }: QuestionInput): readonly string[] {
  const base = asBase(prefix);
  return listing.entries.flatMap(({ kind, path }) => (kind === 'file' && path.startsWith(base) ? [path] : []));
}

/** Of a question of small words alone, or in no form that can be searched for. */
const NOT_READ = 'no word in it can be looked for';

/** One line that only names something, as `pub mod resolver;`: there is nothing to read in it. */
function isBare({ from, to }: HitRow): boolean {
  return from === null || from === to;
}

/** Other modes are of no use to who asks about the structure. */
function withoutModes(reading: string): string {
  return reading
    .split('; ')
    .filter((part) => !part.includes(' -> mode='))
    .join('; ');
}

/** The symbol that a comment stands above. */
function describedSymbol({ lines, symbols }: TextFile, line: number): FileSymbol | null {
  const next = symbols.find(({ startLine }) => startLine > line);
  const between = next === undefined ? [] : lines.slice(line - 1, next.startLine - 1);
  const isDescribed =
    between.length > 0 && between.length <= COMMENT_LINES_MAX && between.every((row) => COMMENT.test(row));
  return isDescribed ? (next ?? null) : null;
}

/** A comment may be longer than what is shown around a line. */
const COMMENT_LINES_MAX = 80;
/** A line of nothing but a comment. */
const COMMENT = /^\s*(?:$|\*|\/\*|\/\/|#)/;

/** As `find_code` reads it; words that are no code after all are ranked. Null when the query cannot be used. */
async function search({ question, selector, prefix, context, onTimeOver }: QuestionInput) {
  for (const mode of ['auto', 'ranked'] as const) {
    const output = await find(findInput({ question, selector, prefix }, mode), context);
    if (output.outcome !== 'found') continue;
    // By a part of the history the order is another one than by the whole, which the next time may give.
    if (output.status === 'partial' || output.historyGap !== undefined) onTimeOver();
    const { rows, reading, totals } = output;
    if (mode === 'auto' && output.mode === 'text' && SENTENCE.test(question)) continue;
    if (rows.length > 0 || mode === 'ranked')
      return { rows, reading, mode: output.mode, total: totals.files, partly: partlyTexts(output) };
  }
  return null;
}

/** Numbers of what was searched for in part are at least so large. */
function partlyTexts({ status, gaps }: Extract<FindOutput, { outcome: 'found' }>): readonly string[] {
  if (status !== 'partial') return [];
  const late = gaps.reduce((sum, { reason, count }) => sum + (reason === 'deadline' ? count : 0), 0);
  return [late === 0 ? 'searched in part' : `${plural(late, 'file')} not searched for want of time`];
}

/** Where a file holds such words as they stand, it asks the same and is seldom the answer. */
const SENTENCE = /^[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){3,}[?.]?$/u;

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

function firstOfEachFile(rows: readonly Place[]): readonly Place[] {
  const seen = new Set<string>();
  return rows.filter(({ file }) => {
    const isNew = !seen.has(file);
    seen.add(file);
    return isNew;
  });
}

/** The best line with the symbol around it; a use that only its name speaks for is known by that. */
async function readHit(source: Source, { file, line: found, edge }: Place): Promise<HitRow> {
  const known = edge?.evidence ?? 'exact';
  const text = found === null ? null : await readTextFile(source, file);
  const line = found === null || text === null || 'state' in text ? found : lineOfCode(text, found);
  if (line === null || text === null || 'state' in text) {
    return { file, line, symbol: null, from: null, to: null, known };
  }
  const symbol = enclosingSymbol(text.symbols, line) ?? describedSymbol(text, line);
  const isShort = symbol !== null && symbol.endLine - symbol.startLine < RANGE_LINES_MAX;
  const from = isShort ? symbol.startLine : Math.max(1, line - AROUND_LINES);
  const to = isShort ? symbol.endLine : Math.min(text.lines.length, line + AROUND_LINES);
  return { file, line, symbol: symbol?.path ?? null, from, to, known };
}

/**
 * A line of a file of Rust that is compiled for tests alone, as those are left out: instead of it the declaration of the
 * same name in the code, or no line.
 */
function lineOfCode({ file, text, lines, symbols }: TextFile, line: number): number | null {
  const code = withoutInlineTests(file, text.text).split('\n');
  const isCode = (at: number): boolean => code[at - 1]?.trim() !== '' || lines[at - 1]?.trim() === '';
  if (isCode(line)) return line;
  const name = enclosingSymbol(symbols, line)?.name;
  return symbols.find((one) => one.name === name && isCode(one.startLine))?.startLine ?? null;
}
