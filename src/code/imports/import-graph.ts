/** How a file names another one. */
export type ImportKind = 'import' | 'type' | 'dynamic' | 'reexport' | 'same_package';

/** One unit uses another. Ends are indexes into `units`. */
export interface ImportEdge {
  readonly from: number;
  readonly to: number;
  /** First place that says so: file and 1-based line. */
  readonly file: string;
  readonly line: number;
  readonly kind: ImportKind;
  /** How many places say so. */
  readonly count: number;
}

/** What edges join: a file, or for Go a package's folder, because Go imports folders. */
export interface ImportUnit {
  readonly path: string;
  readonly kind: 'file' | 'package';
  readonly language: string;
  readonly isTest: boolean;
  readonly lines: number;
  /** Files of the unit; one for a file. */
  readonly files: readonly string[];
}

/** Use of something outside of the project. */
export interface ExternalUse {
  /** As its ecosystem names it, `node:fs` and standard libraries included. */
  readonly name: string;
  readonly isStandard: boolean;
  readonly language: string;
  readonly file: string;
  readonly line: number;
}

/** An import that should lead to a file of the project, and does not. */
export interface UnresolvedImport {
  readonly file: string;
  readonly line: number;
  readonly specifier: string;
  readonly why: string;
}

/** Who imports whom, by names alone: nothing is built or run. */
export interface ImportGraph {
  readonly units: readonly ImportUnit[];
  readonly edges: readonly ImportEdge[];
  readonly externals: readonly ExternalUse[];
  readonly unresolved: readonly UnresolvedImport[];
  /** Code files of languages that are not read for imports, by language. */
  readonly notRead: Readonly<Record<string, number>>;
  /** What was left out and why, for the reader; empty when all was read. */
  readonly gaps: readonly string[];
}
