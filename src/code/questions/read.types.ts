import type { IndexFreshness } from '../index/freshness.ts';
import type { SymbolKind } from '../lex/symbol.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';
import type { EarlierProblem } from './project-problem.types.ts';

/** Asks for files, ranges of them, or a symbol. */
export interface ReadInput {
  readonly source: SourceSelector;
  /** Folder that `files` are relative to, without a closing slash; null for the root. */
  readonly prefix: string | null;
  /** `src/a.ts`, `src/a.ts:120-180`, `src/a.ts:120+40` or `src/a.ts:120`; at most 12. */
  readonly files: readonly string[];
  /** A name or name path; looked for in `files` if there are any, else in the whole source. */
  readonly symbol: string | null;
  /** Whether the outline of whole files is what is asked for: then it is exact even when the text would do. */
  readonly wantsOutline: boolean;
  /** Lines to add before and after a range or symbol. */
  readonly around: number;
  /** Show only what changed since this ref. */
  readonly diffFrom: string | null;
  /** Name the tests that belong to the files. */
  readonly withTests: boolean;
}

/** One line of an outline. */
export interface OutlineRow {
  readonly name: string;
  readonly path: string;
  readonly kind: SymbolKind;
  readonly startLine: number;
  readonly line: number;
  readonly endLine: number;
  readonly depth: number;
  readonly signature: string;
}

/** A change between two versions of a file. */
export interface Hunk {
  readonly oldFrom: number;
  readonly newFrom: number;
  readonly lines: readonly { readonly tag: ' ' | '-' | '+'; readonly text: string }[];
}

/** Text that was asked for. */
export interface TextPiece {
  readonly state: 'text';
  readonly file: string;
  /** 1-based; `to` is 0 for an empty file. */
  readonly from: number;
  readonly to: number;
  readonly totalLines: number;
  /** Short name such as `ts`, or empty. */
  readonly language: string;
  readonly size: number;
  readonly blobId: string | null;
  /** The lines from `from` to `to`; null when all pieces together would be too much, then the outline is all. */
  readonly lines: readonly string[] | null;
  /** Whether a range or symbol was named, or the whole file. */
  readonly isRange: boolean;
  /** Name path of the symbol that was asked for. */
  readonly symbol: string | null;
  /** Symbols within `from` to `to`. */
  readonly outline: readonly OutlineRow[];
  /** Null when no diff was asked for; `not_compared` where the notes say why there is none. */
  readonly hunks: readonly Hunk[] | 'not_compared' | null;
  /** What differs of the file since that ref beside its lines; left out where nothing does. */
  readonly otherChanges?: readonly string[];
  /** Facts to tell, such as an unusual encoding or a range beyond the end. */
  readonly notes: readonly string[];
  /** Null when nobody asked for tests, or it is a test itself. */
  readonly tests: PieceTests | null;
}

/** Tests that go with a piece. */
export interface PieceTests {
  /** Test files that seem to belong to its file, by their names. */
  readonly byName: NamesOf;
  /** Null when no symbol was asked for. */
  readonly uses: TestUses | null;
}

/** How many there are, and the first of them. */
export interface NamesOf {
  readonly total: number;
  readonly first: readonly string[];
}

/** Which tests use a symbol. */
export interface TestUses {
  /** Tests in its own file that surely use it, by their names. */
  readonly own: NamesOf;
  /** Test files with a use that leads to it: by the language's rules, or by an import of its file. */
  readonly using: NamesOf;
  /** Test files that only use the name: nothing shows that they mean it. */
  readonly named: NamesOf;
  readonly name: string;
  /** False where not all tests were looked into: then there may be more. */
  readonly isWhole: boolean;
}

/** A file that has no text to show. */
export interface RefusedPiece {
  readonly state:
    | 'not_found'
    /** Gone now, but there at the ref of a comparison. */
    | 'deleted'
    | 'is_directory'
    | 'symlink'
    | 'submodule'
    | 'not_a_file'
    | 'forbidden'
    /** Git lists it and cannot give it. */
    | 'unreadable'
    | 'secret'
    | 'too_large'
    | 'binary'
    | 'lfs'
    | 'bad_range'
    /** Two arguments that do not go together, so that one of them would change nothing. */
    | 'no_effect';
  readonly file: string;
  /** For a person: target, size, or what is wrong. */
  readonly detail: string;
  /** Paths that were perhaps meant. */
  readonly near: readonly string[];
  /** For `symlink` the path that is one: the file itself, or a folder on the way to it. */
  readonly link?: string;
}

/** Where a symbol is. */
export interface SymbolCandidate extends Omit<OutlineRow, 'signature'> {
  readonly file: string;
}

/** How the search for a symbol went. */
export interface SymbolSearch {
  /** Candidates in all; more than one when the name is ambiguous. */
  readonly total: number;
  /** At most 20. */
  readonly candidates: readonly SymbolCandidate[];
  /** Texts that have no other declarations than these, be it that no scanner knows their language. */
  readonly files: number;
  /** Files of known languages that were not: too large, or no time left. */
  readonly filesLeft: number;
  /** Up to 3 names that were perhaps meant. */
  readonly near: readonly string[];
  /** The type that stands before the name, where it is declared and has nothing of that name; else left out. */
  readonly owner?: SymbolCandidate;
  /** How the names before the name were read, where they are not as they stand in the code; else left out. */
  readonly taken?: string;
  /** How the listing of files was cut, in words; null when it is whole. */
  readonly listingLimit: string | null;
}

/** The pieces that were asked for, each as text or with the reason why not. */
export interface ReadOutput {
  readonly problem: 'none' | EarlierProblem;
  /** Null when there is a problem with the source. */
  readonly identity: SourceIdentity | null;
  /** Null without an index. */
  readonly freshness: IndexFreshness | null;
  readonly pieces: readonly (TextPiece | RefusedPiece)[];
  /** Null when no symbol was looked for across files. */
  readonly search: SymbolSearch | null;
}
