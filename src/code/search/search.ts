import type { FindEdge, FindInput, FindMode, FindRow, FoundOutput } from '../questions/find.types.ts';
import type { PathRole } from '../source/path-role.ts';
import type { Scope } from './scope.ts';

/** A row before its lines are read: small, because there may be many. */
export interface LightRow {
  readonly file: string;
  /** From 1; null for a row about a whole file. */
  readonly line: number | null;
  /** Offset of the match on its line, in characters. */
  readonly column: number;
  /** Position of the line's first character, where it is known; holds for the text that was searched. */
  readonly begin?: number;
  /** Where the search has filled them in. */
  readonly lines?: RowLines;
  readonly role: FindRow['role'];
  readonly symbol: FindRow['symbol'];
  readonly fit: FindRow['fit'];
  readonly hits: number;
  /** How a use of a declaration is known; left out by searches of other things. */
  readonly edge?: FindEdge;
}

/** What a row shows of its file. */
export type RowLines = Pick<FindRow, 'text' | 'before' | 'after'>;

/** What a search gives, before the rows' lines are read. */
export interface SearchResult {
  readonly mode: Exclude<FindMode, 'auto'>;
  readonly reading: string;
  readonly rows: readonly LightRow[];
  readonly totals: { readonly rows: number; readonly hits: number; readonly files: number };
  readonly searched: number;
  readonly isComplete: boolean;
  readonly unread: number;
  /** Whether files are unread because the page was full, not because the time was up. */
  readonly isFull?: boolean;
  /** Whether the rows stand as the files alone decide, however much of them is indexed; left out where that is not known. */
  readonly isOrderOfFiles?: boolean;
  readonly near: readonly string[];
  readonly insensitiveHits: number | null;
  readonly declared?: NonNullable<FoundOutput['declared']>;
  /** Why rows by rank go by less than all that earlier commits say, so that another time it may be more; else null or left out. */
  readonly historyGap?: string | null;
}

/** A search with its bounds. */
export interface Search {
  readonly scope: Scope;
  readonly input: FindInput;
}

/** The word for an answer: files aside are sources that are shown later. */
export function roleWord(role: PathRole): FindRow['role'] {
  return role === 'test' ? 'test' : 'source';
}

/** Order of files: source, then what lies aside of it, then tests. */
export const ROLE_RANK: Readonly<Record<PathRole, number>> = { source: 1, aside: 2, test: 3 };
