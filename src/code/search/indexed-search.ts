import { type CandidateRank, type Candidates, findCandidates } from './candidates.ts';
import { alone, type CountingHelp, helpCounting } from './count-apart.ts';
import type { FoundText, ShownLines } from './found-text.ts';
import { makeLooks, type NumberedFile } from './indexed-looks.ts';
import { symbolsIn } from './indexed-symbols.ts';
import { linesOf } from './read-rows.ts';
import type { RowSink } from './row-sink.ts';
import type { ScanEnd } from './scan.ts';
import { scanNumbered } from './scan-numbered.ts';
import type { Gaps, IndexedScope, ScannedFile } from './scope.ts';
import { type LightRow, ROLE_RANK, type Search } from './search.ts';
import { addRows, countRow, DECLARING_RANK, type TextQuery } from './text-rows.ts';

/**
 * When the page is full, hits are counted on where so few files are left: they take a millisecond or two, and totals of
 * rare words are exact. A common word has thousands, and nobody waits for their number who did not ask for it.
 */
const COUNTED_FILES_MAX = 50;

/** Files with hits that are scanned for declarations because the index does not know them yet: a millisecond or two each. */
const SCANNED_FILES_MAX = 200;

/** A look at fewer files takes a few milliseconds. */
const HELPED_FILES_MIN = 40;

/** When a page is not full after so many files, its hits are rare and far from each other. */
const UNHELPED_FILES = 512;

/** Longer than this nothing is counted on: few files may be large. */
const COUNTING_MS = 50;

/** What a search by the index has found; the rows are in the sink. */
export interface IndexedHits {
  readonly hits: number;
  readonly files: number;
  readonly end: ScanEnd;
  /** Whether the end came because the page was full, and counting on would have made the answer wait. */
  readonly isFull: boolean;
  /** As in `SearchResult`. */
  readonly isOrderOfFiles: boolean;
}

/** A search on an index. */
export interface IndexedSearch extends Search {
  readonly indexed: IndexedScope;
  /** Whether counting ends soon after the page is full. */
  readonly isBrief: boolean;
}

/**
 * Looks at the contents of the files that may hold a hit, in the order in which their rows are shown, so that the page
 * is right as soon as it is full. After that hits are only counted: for a short while when the search is brief, else to
 * the end or to the limits of a search.
 */
export async function searchIndexedText(
  search: IndexedSearch,
  query: TextQuery,
  sink: RowSink<LightRow>,
): Promise<IndexedHits> {
  const { indexed } = search;
  const candidates = findCandidates(indexed, query);
  const help = askForHelp(search, query, candidates);
  try {
    return await searchCandidates(search, query, { sink, candidates, help });
  } finally {
    help?.end();
  }
}

/** A second thread for a search of many files; null where they are too few, or their symbols are wanted. */
function askForHelp(
  { isBrief, input, scope }: IndexedSearch,
  { matcher }: TextQuery,
  candidates: Candidates,
): CountingHelp | null {
  if (input.group === 'symbol') return null;
  if (isBrief) return helpCounting(scope, matcher, { aloneFirst: UNHELPED_FILES });
  return candidates.isMoreThan(HELPED_FILES_MIN) ? helpCounting(scope, matcher, { aloneFirst: 0 }) : null;
}

async function searchCandidates(
  search: IndexedSearch,
  query: TextQuery,
  { sink, candidates, help }: Pick<Pass, 'sink' | 'candidates' | 'help'>,
): Promise<IndexedHits> {
  const { indexed, input } = search;
  const endsAtMs = performance.now() + COUNTING_MS;
  // One row more, so that it is known whether there is a next page.
  const isFull = (): boolean => sink.total() > input.offset + input.limit;
  const pass: Pass = {
    search,
    query,
    sink,
    candidates,
    help,
    isFull,
    asked: 0,
    done: 0,
    scanned: 0,
    demoted: [],
    found: { hits: 0, files: 0 },
  };
  const skippedBefore = countSkipped(search.scope.gaps);
  const isEnough = (): boolean =>
    search.isBrief &&
    isFull() &&
    (performance.now() > endsAtMs || candidates.isMoreThan(pass.asked - pass.demoted.length + COUNTED_FILES_MAX));
  for (const rank of candidates.ranks) if (!(await visitRank(pass, rank, isEnough))) break;
  // The index may have contents of other states of the project: there are no more files than are in scope.
  const atMost = Math.min(candidates.atMost(), indexed.texts);
  const unread = candidates.isMoreThan(pass.done) ? Math.max(1, atMost - pass.done) : 0;
  // What is not indexed yet may be found to be no text.
  const searched = indexed.texts - unread - (countSkipped(search.scope.gaps) - skippedBefore);
  const end = { searched, isComplete: unread === 0, unread };
  const isOrderOfFiles = candidates.knowsDeclaring && pass.scanned <= SCANNED_FILES_MAX;
  return { ...pass.found, end, isFull: unread > 0 && isEnough(), isOrderOfFiles };
}

function countSkipped(gaps: Gaps): number {
  return gaps.list().reduce((total, { count }) => total + count, 0);
}

interface Pass {
  readonly search: IndexedSearch;
  readonly query: TextQuery;
  readonly sink: RowSink<LightRow>;
  readonly candidates: Candidates;
  /** Null where all is counted by this thread. */
  readonly help: CountingHelp | null;
  readonly isFull: () => boolean;
  /** Candidates that were asked for, and those that are done with; twice those that come again. */
  asked: number;
  done: number;
  /** Files that seemed to declare the name and do not: they come again with their role. */
  readonly demoted: number[];
  /** Files whose declarations were looked for in their text. */
  scanned: number;
  readonly found: { hits: number; files: number };
}

/** Looks at the files of one rank and at those that turned out to belong to it; false when the search is over. */
async function visitRank(pass: Pass, { rank, files }: CandidateRank, isEnough: () => boolean): Promise<boolean> {
  const { search, query, demoted } = pass;
  const { scope, indexed, input } = search;
  const { matcher } = query;
  const table = indexed.index.files;
  const own = demoted.filter((file) => ROLE_RANK[table.role(file)] === rank);
  const demotedBefore = demoted.length;
  // Files of later ranks come after a full page: what declares the name has been seen by then.
  const isCounting = (file: number): boolean => {
    if (rank === DECLARING_RANK || input.group === 'symbol') return false;
    return pass.isFull() || (input.group === 'count' && !pass.candidates.mayDeclare(file));
  };
  const looks = makeLooks(
    { input, matcher, candidates: pass.candidates, index: indexed.index },
    {
      isCounting,
      add(file, text) {
        if (!addHits(pass, file, { text, rank })) demoted.push(file.number);
      },
      addCount: (file, hits) => addCount(pass, file, hits),
    },
  );
  const numbers = merge(files, own);
  const ordered = pass.help?.through(numbers, isCounting) ?? alone(numbers);
  const asked = {
    next(): number | null {
      const next = ordered.next();
      if (next !== null) pass.asked += 1;
      return next;
    },
    describe: (number: number): NumberedFile => ({ number, path: table.path(number), role: table.role(number) }),
  };
  const { source, context, gaps, cpu } = scope;
  const bounds = { ...looks, guard: query.guard, isEnough, told: () => looks.counted(ordered.told()) };
  const end = await scanNumbered({ source, context, gaps, cpu, files: asked }, looks.visit, bounds);
  pass.done += end.done - (demoted.length - demotedBefore);
  return end.isComplete;
}

/** Numbers that ascend, with some more of them in their places. */
function* merge(numbers: Iterable<number>, others: readonly number[]): Generator<number, undefined> {
  const waiting = [...others].sort((a, b) => b - a);
  for (const number of numbers) {
    while ((waiting.at(-1) ?? number) < number) yield waiting.pop() ?? number;
    yield number;
  }
  yield* waiting.reverse();
}

/** Adds a file's rows; false when it has hits and turns out to belong to another rank. */
function addHits(
  pass: Pass,
  file: NumberedFile,
  { text, rank }: { readonly text: FoundText; readonly rank: number },
): boolean {
  const { query, sink, found } = pass;
  const { indexed, input } = pass.search;
  if (text.hits.length === 0) return true;
  const { group } = input;
  // What comes again with its role was seen not to declare it.
  const comesAgain = rank !== DECLARING_RANK && file.role !== 'test';
  let mayDeclare = pass.candidates.mayDeclare(file.number) && !comesAgain;
  const only = group !== 'symbol' && query.matcher.isSensitive ? (query.name ?? undefined) : undefined;
  const symbols = group === 'symbol' || mayDeclare ? symbolsIn(indexed.index, file.number, only) : null;
  if (mayDeclare && symbols === null) {
    pass.scanned += 1;
    mayDeclare = pass.scanned <= SCANNED_FILES_MAX;
  }
  const show = makeShow(pass, text);
  if (addRows(sink, { file, text, blobId: null, query, group, mayDeclare, symbols, show }, rank) !== rank) return false;
  found.hits += text.hits.length;
  found.files += 1;
  return true;
}

/** Rows come in the order in which they are shown, so each is known to be on the page or not when it comes. */
function makeShow({ search, sink }: Pass, text: FoundText): (row: LightRow) => LightRow {
  const { offset, limit, context } = search.input;
  let lines: ShownLines | null = null;
  return (row) => {
    const at = sink.total();
    if (row.line === null || at < offset || at >= offset + limit) return row;
    lines ??= text.shownLines();
    return { ...row, lines: linesOf(row, lines, context) };
  };
}

/** Of what no place is asked for. */
function addCount({ search, sink, found, isFull }: Pass, file: ScannedFile, hits: number): void {
  if (hits === 0) return;
  found.hits += hits;
  found.files += 1;
  const isByFile = search.input.group === 'count';
  if (isFull()) sink.count(isByFile ? 1 : hits);
  else sink.add(ROLE_RANK[file.role], countRow(file, hits));
}
