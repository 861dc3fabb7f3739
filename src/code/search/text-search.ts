import { plural } from '../../base/plural.ts';
import { findInText } from './found-text.ts';
import { searchIndexedText } from './indexed-search.ts';
import { findNearNames } from './near-names.ts';
import { makeRowSink, type RowSink } from './row-sink.ts';
import { type ScanEnd, scanTexts } from './scan.ts';
import { type ScannedFile, scannedBefore } from './scope.ts';
import type { LightRow, Search, SearchResult } from './search.ts';
import { addRows, type TextQuery } from './text-rows.ts';

/** What was found, beside the rows. */
export interface TextHits {
  readonly hits: number;
  readonly files: number;
  readonly end: ScanEnd;
  /** As in `IndexedHits`. */
  readonly isFull: boolean;
  /** As in `SearchResult`. */
  readonly isOrderOfFiles: boolean;
}

/**
 * Searches the lines of all files in scope. Totals count all that was looked at, whatever fits on the page. Near names
 * are only worth another pass when the first was complete and empty: else there is more to find by going on.
 */
export async function searchText(search: Search, query: TextQuery): Promise<SearchResult> {
  const { input } = search;
  const sink = makeRowSink<LightRow>();
  // Who asks for counts, or for what comes after the first page, wants to know how many there are.
  const isBrief = input.group !== 'count' && input.offset === 0;
  const { hits, files, end, ...how } = await collectText(search, { query, sink, isBrief });
  const isEmpty = hits === 0 && end.isComplete;
  return {
    mode: query.mode,
    reading: `${query.mode}, ${query.matcher.isSensitive ? 'case counts' : 'any case'}`,
    rows: sink.page(input.offset, input.limit),
    totals: { rows: sink.total(), hits, files },
    ...end,
    ...how,
    near: isEmpty && query.name !== null ? await findNearNames(search, query.name) : [],
    insensitiveHits: null,
  };
}

/** How often a text stands there, with the mode that shows where; at least so often when not all were counted. */
export function hitsText({ hits, files }: Pick<TextHits, 'hits' | 'files'>, isWhole: boolean): string {
  return `text hits ${isWhole ? '' : 'at least '}${hits} in ${plural(files, 'file')} -> mode=text`;
}

/** Counts the matching lines of all files, and the files; as many as a short while allows when `isBrief`. */
export async function countText(
  search: Search,
  query: Pick<TextQuery, 'matcher' | 'guard'>,
  isBrief: boolean,
): Promise<TextHits> {
  const input = { ...search.input, group: 'count', offset: 0, limit: 0 } as const;
  const counting = { scope: scannedBefore(search.scope), input };
  // No row is kept of them.
  return await collectText(counting, { query: { ...query, mode: 'text', name: null }, sink: makeRowSink(), isBrief });
}

interface Collecting {
  readonly query: TextQuery;
  readonly sink: RowSink<LightRow>;
  readonly isBrief: boolean;
}

/** By the index where there is one, which looks only at files that may hold a hit; else by a look at all. */
async function collectText(search: Search, { query, sink, isBrief }: Collecting): Promise<TextHits> {
  const { indexed } = search.scope;
  if (indexed !== null) return await searchIndexedText({ ...search, indexed, isBrief }, query, sink);
  let hits = 0;
  let files = 0;
  const visit = (file: ScannedFile, bytes: Buffer, blobId: string | null): void => {
    const text = findInText(bytes, query.matcher);
    if (text.hits.length === 0) return;
    hits += text.hits.length;
    files += 1;
    addRows(sink, { file, text, blobId, query, group: search.input.group, mayDeclare: true, symbols: null }, null);
  };
  const end = await scanTexts(search.scope, visit, { guard: query.guard });
  return { hits, files, end, isFull: false, isOrderOfFiles: true };
}
