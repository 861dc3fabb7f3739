/**
 * How one thing names another. `type` is used by a type checker alone; `declares` is Rust's `mod x;`, by which a file
 * takes in another; `same_package` is a use without an import, as packages of Go and Java allow; `test` is what only the
 * tests use that a file of Rust holds beside its code; `named` is an import whose path leads to a file only because no
 * other file of the project is named so, as C leaves to build files; `deferred` is an import in a function of Python,
 * which is done when that is called.
 */
export type ImportKind =
  | 'import'
  | 'named'
  | 'type'
  | 'dynamic'
  | 'deferred'
  | 'reexport'
  | 'declares'
  | 'same_package'
  | 'test';

/** One unit uses another, or takes it in (`declares`). Ends are indexes into `units`, and differ. */
export interface ImportEdge {
  readonly from: number;
  readonly to: number;
  /** First place that says so by `kind`: file and 1-based line. */
  readonly file: string;
  readonly line: number;
  /** Of several kinds the strongest, so that `type` means that nothing but types is used. */
  readonly kind: ImportKind;
  /** How many places say so, of whatever kind; those of tests beside the code count only where there are no others. */
  readonly count: number;
}

/**
 * What edges join: a file, or for Go a package's folder, because Go imports folders. The tests of a Go package are a
 * unit of their own, named `folder/*_test.go`, since they may import what imports the package. An asset is a file that
 * code imports and that is no code, such as JSON.
 */
export interface ImportUnit {
  /** Path of the file or folder; `.` is the package at the top of the project. */
  readonly path: string;
  readonly kind: 'file' | 'package' | 'asset';
  /** As languages are named, such as `TypeScript`; empty when it is not known. */
  readonly language: string;
  readonly isTest: boolean;
  /** All lines of its files, blank ones included; 0 for an asset, which is not read. */
  readonly lines: number;
  /** Files of the unit; one for a file. */
  readonly files: readonly string[];
  /** Whether some import has it by what a manifest of its package gives out; left out where none is known to. */
  readonly isGivenOut?: boolean;
}

/** Use of something outside of the project: the first place in each file, of its tests where there is no other. */
export interface ExternalUse {
  /** As its ecosystem names it, standard libraries included (`node:fs`, `express`, `serde`, `java.util`). */
  readonly name: string;
  readonly isStandard: boolean;
  readonly language: string;
  /** Of a module of Go: the packages of it that the file imports, at most some. */
  readonly packages?: readonly string[];
  /** Whether only tests of the file use it: the file is one, or holds them beside its code as Rust's do. */
  readonly isTest: boolean;
  readonly file: string;
  readonly line: number;
}

/** Use of a file of the project that lies beyond the part of it that the graph is about. */
export interface OutwardUse {
  readonly path: string;
  readonly file: string;
  readonly line: number;
  readonly kind: ImportKind;
  readonly count: number;
}

/** An import that should lead to a file of the project, and does not: the first place in each file. */
export interface UnresolvedImport {
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  readonly why: string;
  /** Folder of the package of the project that it names, empty for the one at the top; null where it names none. */
  readonly owner: string | null;
}

/** Who imports whom, by names alone: nothing is built or run. */
export interface ImportGraph {
  /** In order of path. */
  readonly units: readonly ImportUnit[];
  /** In order of their ends; of each pair at most one. */
  readonly edges: readonly ImportEdge[];
  readonly externals: readonly ExternalUse[];
  readonly unresolved: readonly UnresolvedImport[];
  /** Empty when the graph is about the whole project. */
  readonly outward: readonly OutwardUse[];
  /** Code files of languages that are not read for imports, by language. */
  readonly notRead: Readonly<Record<string, number>>;
  /** What was left out and why, for the reader; empty when all was read. */
  readonly gaps: readonly string[];
}
