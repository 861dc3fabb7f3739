import type { FileTable, SourceIndex } from '../index/source-index.ts';
import type { IndexedSymbol } from '../index/symbols-format.ts';
import { segmentSymbols } from '../index/symbols-reader.ts';
import { type CandidateRank, type Candidates, findCandidates } from './candidates.ts';
import { lineHits } from './line-hits.ts';
import type { RowSink } from './row-sink.ts';
import { decodeText, type ScanEnd, scanTexts } from './scan.ts';
import type { IndexedScope, ScannedFile } from './scope.ts';
import { type LightRow, ROLE_RANK, type Search } from './search.ts';
import { addRows, DECLARING_RANK, type TextQuery } from './text-rows.ts';

/**
 * When the page is full, hits are counted on where so few files are left: they take a millisecond or two, and totals of
 * rare words are exact. A common word has thousands, and nobody waits for their number who did not ask for it.
 */
const COUNTED_FILES_MAX = 50;

/** Longer than this nothing is counted on: few files may be large. */
const COUNTING_MS = 50;

/** What a search by the index has found; the rows are in the sink. */
export interface IndexedText {
  readonly hits: number;
  readonly files: number;
  readonly end: ScanEnd;
  /** Whether the end came because the page was full, and counting on would have made the answer wait. */
  readonly isFull: boolean;
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
): Promise<IndexedText> {
  const { indexed, input } = search;
  const endsAtMs = performance.now() + COUNTING_MS;
  const candidates = findCandidates(indexed, query);
  // One row more, so that it is known whether there is a next page.
  const isFull = (): boolean => sink.total() > input.offset + input.limit;
  const pass: Pass = {
    search,
    query,
    sink,
    candidates,
    isFull,
    left: candidates.count,
    demoted: [],
    found: { hits: 0, files: 0 },
  };
  const isEnough = (): boolean =>
    search.isBrief && isFull() && (pass.left > COUNTED_FILES_MAX || performance.now() > endsAtMs);
  let left = candidates.count;
  for (const rank of candidates.ranks) {
    const ended = await visitRank(pass, withDemoted(rank, pass, indexed.index.files), isEnough);
    left -= ended.seen;
    if (!ended.isComplete) break;
  }
  const end = { searched: indexed.texts - left, isComplete: left === 0, unread: left };
  return { ...pass.found, end, isFull: left > 0 && isEnough() };
}

interface Pass {
  readonly search: IndexedSearch;
  readonly query: TextQuery;
  readonly sink: RowSink<LightRow>;
  readonly candidates: Candidates;
  readonly isFull: () => boolean;
  /** Candidates that have not been asked for. */
  left: number;
  /** Files that seemed to declare the name and do not: they come again with their role. */
  readonly demoted: number[];
  readonly found: { hits: number; files: number };
}

/** The files of a rank with those that turned out to belong to it. */
function withDemoted({ rank, files }: CandidateRank, { demoted }: Pass, table: FileTable): CandidateRank {
  if (rank === DECLARING_RANK || demoted.length === 0) return { rank, files };
  const own = demoted.filter((file) => ROLE_RANK[table.role(file)] === rank);
  return { rank, files: Uint32Array.from([...files, ...own]).sort() };
}

/** A file by its number as well. */
interface NumberedFile extends ScannedFile {
  readonly number: number;
}

/** Looks at the files of one rank; `seen` counts those that are done with. */
async function visitRank(pass: Pass, { rank, files }: CandidateRank, isEnough: () => boolean) {
  const { search, query, demoted } = pass;
  const { scope, indexed, input } = search;
  const table = indexed.index.files;
  const demotedBefore = demoted.length;
  // Files of later ranks come after a full page: what declares the name has been seen by then.
  const isCounting = (): boolean => rank !== DECLARING_RANK && input.group !== 'symbol' && pass.isFull();
  const visit = (file: NumberedFile, bytes: Buffer): void => {
    if (!query.matcher.mayMatch(bytes)) return;
    const text = decodeText(bytes);
    if (isCounting()) countHits(pass, text);
    else if (!addHits(pass, file, { text, rank })) demoted.push(file.number);
  };
  const { source, context, gaps, cpu } = scope;
  const list = {
    length: files.length,
    at: (index: number): NumberedFile => {
      pass.left -= 1;
      const number = files[index] ?? 0;
      return { number, path: table.path(number), role: table.role(number) };
    },
  };
  const end = await scanTexts({ source, context, gaps, cpu, files: list }, visit, {
    guard: query.guard,
    isEnough,
    wantsIds: false,
  });
  return { isComplete: end.isComplete, seen: files.length - end.unread - (demoted.length - demotedBefore) };
}

/** Adds a file's rows; false when it has hits and turns out to belong to another rank. */
function addHits(
  { search: { indexed, input }, query, sink, candidates, found }: Pass,
  file: NumberedFile,
  { text, rank }: { readonly text: string; readonly rank: number },
): boolean {
  const hits = lineHits(text, query.matcher);
  if (hits.length === 0) return true;
  const { group } = input;
  const mayDeclare = candidates.mayDeclare(file.number);
  const symbols = group === 'symbol' || mayDeclare ? symbolsIn(indexed.index, file.number) : null;
  if (addRows(sink, { file, text, blobId: null, hits, query, group, mayDeclare, symbols }, rank) !== rank) return false;
  found.hits += hits.length;
  found.files += 1;
  return true;
}

/** The symbols of a file as the index has them; null where it does not. */
function symbolsIn(index: SourceIndex, file: number): readonly IndexedSymbol[] | null {
  const place = index.place(file);
  const segment = place === null ? undefined : index.segments[place.segment]?.segment;
  if (place === null || segment === undefined) return null;
  return segmentSymbols(segment)?.ofDocument(place.document) ?? null;
}

/** Lines are not told apart when nobody will see them. */
function countHits({ search, query, sink, found }: Pass, text: string): void {
  let hits = 0;
  for (const _ of query.matcher.matches(text)) hits += 1;
  if (hits === 0) return;
  found.hits += hits;
  found.files += 1;
  sink.count(search.input.group === 'count' ? 1 : hits);
}
