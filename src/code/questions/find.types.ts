import type { IndexFreshness } from '../index/freshness.ts';
import type { SourceProblem } from '../source/open-source.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';

/** Ways to read a query that ask who uses what. */
export type ReferenceMode = 'references' | 'callers' | 'callees' | 'implementations';

/** Ways to read a query. */
export type FindMode = 'auto' | 'text' | 'regex' | 'symbol' | 'ranked' | 'files' | ReferenceMode;

/** Kinds of symbol that a search may be narrowed to. */
export type FindKind = 'function' | 'method' | 'class' | 'interface' | 'type' | 'variable' | 'route' | 'test';

/** Asks where something is. */
export interface FindInput {
  readonly source: SourceSelector;
  /** Only files in this folder of the source; null for all. */
  readonly prefix: string | null;
  /** 1 to 1,000 characters. */
  readonly query: string;
  readonly mode: FindMode;
  /** Globs; empty means every file. At most 20 each. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly kind: FindKind | null;
  readonly case: 'smart' | 'sensitive' | 'insensitive';
  readonly word: boolean;
  readonly tests: 'include' | 'exclude' | 'only';
  /** Lines shown before and after each hit, 0 to 10. */
  readonly context: number;
  readonly group: 'file' | 'symbol' | 'count';
  /** Hops of callers, callees and implementations, 1 to 5; 1 when left out. */
  readonly depth?: number;
  /** Rows to leave out, and rows to give: the order is the same while the source is the same. */
  readonly offset: number;
  readonly limit: number;
}

/** One answer row; which of the fields are filled depends on the mode and the grouping. */
export interface FindRow {
  readonly file: string;
  /** From 1; null for a row about a whole file. */
  readonly line: number | null;
  readonly role: 'definition' | 'source' | 'test';
  /** The line, at most 300 characters of it around the match, with `…` where it was cut. */
  readonly text: string | null;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The symbol found, or the one that encloses the hits. */
  readonly symbol: { readonly kind: string; readonly name: string; readonly container: string | null } | null;
  /** How a symbol's name fits the query. */
  readonly fit: 'exact' | 'case' | 'prefix' | 'hump' | 'typo' | null;
  /** Hits that the row stands for; 0 where a file as a whole was found, by its name or its words. */
  readonly hits: number;
  /** How it is known that the row is what was asked for; left out where the text itself says so. */
  readonly edge?: FindEdge;
}

/** What joins a row to the declaration that was asked for. */
export interface FindEdge {
  /** `exact` by the rules of the language, `import` by what the file imports, `name` by nothing but the name. */
  readonly evidence: 'exact' | 'import' | 'name';
  /** Hops from what was asked for, from 1. */
  readonly depth: number;
  /** Name path of what is used, called, calls or is derived from; null when it is what was asked for, or not known. */
  readonly of: string | null;
  /** Where it is called, for a row that shows what is called: the first place as `file:line`. */
  readonly at: string | null;
}

/** A declaration of the name that a question about its uses is about. */
export interface FindDeclared {
  readonly file: string;
  readonly line: number;
  readonly kind: string;
  /** Names from the outside in, `/`-separated. */
  readonly path: string;
}

/** What was not searched, each with its number and at most five names. */
export interface FindGap {
  readonly reason:
    | 'binary'
    | 'secret'
    | 'too_large'
    | 'unreadable'
    | 'symlink'
    | 'submodule'
    | 'listing_limit'
    /** The source is still being listed: `count` files so far, of which the first were searched. */
    | 'being_listed'
    | 'deadline'
    /** Files that may hold the name in code that is read for neither declarations nor uses. */
    | 'unread_language'
    /** Files behind a full page that may have hits: counting them would have made the answer wait. */
    | 'uncounted';
  readonly count: number;
  readonly names: readonly string[];
}

/** Hits in files that git ignores, which are no part of any search; looked for when a text was found nowhere else. */
export interface FindIgnored {
  /** Lines that match, in so many files, the first of them by name. */
  readonly hits: number;
  readonly files: number;
  readonly names: readonly string[];
  /** Files that were read: none of credentials. */
  readonly looked: number;
  /** False when time or a bound ended the look. */
  readonly isWhole: boolean;
}

/** What was found, or why nothing could be looked for. */
export type FindOutput =
  | { readonly outcome: 'no_source'; readonly problem: SourceProblem }
  | {
      readonly outcome: 'bad_query';
      /** For the caller: what is wrong, with its place, and what to do. */
      readonly text: string;
    }
  | ({ readonly outcome: 'no_file' } & LostFile)
  | FoundOutput;

/** A file that a query names before a mark, as `src/a.ts#add`, and the source has not. */
export interface LostFile {
  /** As it was written. */
  readonly file: string;
  /** Paths that were perhaps meant, the nearest first. */
  readonly near: readonly string[];
}

/** The answer to a query that could be read. */
export interface FoundOutput {
  readonly outcome: 'found';
  /** `partial` when a deadline or a limit of the listing ended the search: totals then are lower bounds. */
  readonly status: 'ok' | 'partial' | 'not_found';
  readonly identity: SourceIdentity;
  /** Null without an index. */
  readonly freshness: IndexFreshness | null;
  /** Digest of what was listed and, for a work tree, of the rows: it changes when the order of rows may have changed. */
  readonly state: string;
  /** How the query was understood, in words: `symbol (exact 2, prefix 5)`. */
  readonly reading: string;
  readonly mode: Exclude<FindMode, 'auto'>;
  readonly rows: readonly FindRow[];
  /** Exact unless `partial`. */
  readonly totals: { readonly rows: number; readonly hits: number; readonly files: number };
  /** Rows that `offset` can reach; `totals.rows` may be more. */
  readonly pageable: number;
  /** Files that were in scope, and files whose content was looked at. */
  readonly scope: { readonly files: number; readonly searched: number };
  readonly gaps: readonly FindGap[];
  /** Null when something was found, and where nothing is known of ignored files. */
  readonly ignored: FindIgnored | null;
  /** Symbols with names like the query, when nothing was found. */
  readonly near: readonly string[];
  /** Hits that ignoring case would give, when nothing was found; null when not asked or not counted to the end. */
  readonly insensitiveHits: number | null;
  /** Of a question about uses: the declarations that were meant, the first six, and how many there are. */
  readonly declared?: { readonly shown: readonly FindDeclared[]; readonly total: number };
  /** Why rows by rank go by less than all that earlier commits say, so that another time it may be more; else left out. */
  readonly historyGap?: string;
}
