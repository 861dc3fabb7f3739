// What structure tells by rows, and how each of them is known.

/**
 * How a statement is known: `exact`, the file or the history says it; `import`, import statements that lead to files;
 * `name`, names alone.
 */
export type Known = 'exact' | 'import' | 'name';

/** What proves a statement: a place in the project. */
export interface Proof {
  readonly file: string;
  /** 1-based; null when the whole file is the proof. */
  readonly line: number | null;
  readonly known: Known;
}

/** Rows of one kind: the first of them, and how many there are. */
export interface Facts<Row> {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** A part of the project. */
export interface ModuleRow {
  readonly module: string;
  /** From 1 at the top (users); null for a module that no import, or none but of types, joins with another. */
  readonly layer: number | null;
  readonly files: number;
  readonly lines: number;
  /** Modules that it uses, and that use it, at run time. */
  readonly uses: number;
  readonly usedBy: number;
  /** The file (for Go the package) in it that most others use; null when none is used. */
  readonly mostUsed: (Proof & { readonly path: string; readonly users: number }) | null;
  /** One of its files, as the proof that it is there. */
  readonly file: string;
}

/** One thing uses another; the proof is one place of `places`. */
export interface EdgeRow extends Proof {
  readonly from: string;
  readonly to: string;
  readonly places: number;
  /** Places of imports of types alone. */
  readonly typePlaces: number;
}

/** Files that reach each other. */
export interface CycleRow {
  readonly size: number;
  /** The first of them. */
  readonly members: readonly string[];
  /** A shortest way round through the cut; told of a step are imports that all wait for a function to be called. */
  readonly round: readonly (EdgeRow & { readonly isDeferred?: boolean })[];
  /** The one dependency whose removal leaves the smallest cycles; of equals the one with the fewest places. */
  readonly cut: EdgeRow;
  /** Members of the largest cycle that then is left; 0 when none is. */
  readonly leftAfterCut: number;
  /** False in a huge cycle, of which only the dependencies with the fewest places were tried. */
  readonly isCutExact: boolean;
  /**
   * The largest cycle that is left without imports that wait for a function to be called; of size 0 where only those
   * close it, null where it has none.
   */
  readonly withoutDeferred: { readonly size: number; readonly members: readonly string[] } | null;
}

/** A file or package that others use. */
export interface UsedRow extends Proof {
  readonly path: string;
  /** Units that use it at run time, and others that use nothing but types of it. */
  readonly users: number;
  readonly typeUsers: number;
  readonly lines: number;
}

/** A module that is in no layer, since nothing but types joins it with others. */
export interface TypeJoinRow extends Proof {
  readonly module: string;
  /** Modules of which it uses types, and that use types of it. */
  readonly uses: number;
  readonly usedBy: number;
}

/** A unit that dependencies join with another folder more than with its own; the proof is one of those. */
export interface StrayRow extends Proof {
  readonly path: string;
  readonly folder: string;
  readonly joinedWith: string;
  /** Units of its own folder that it uses or is used by, of the other one, and of all folders. */
  readonly own: number;
  readonly there: number;
  readonly all: number;
}

/** A file that changes often and is long. */
export interface HotRow {
  readonly file: string;
  readonly commits: number;
  readonly lines: number;
}

/** Two files that change together though no import joins them. */
export interface CoChangeRow {
  readonly files: readonly [string, string];
  readonly together: number;
  /** Commits of the one that changed less often. */
  readonly of: number;
}

/** What the history is counted from. */
export interface HistoryFacts {
  /** Commits that were walked, merges left out. */
  readonly commits: number;
  /** Whether there are older ones that were not walked. */
  readonly isCut: boolean;
  /** False where git could not compare contents: then a change before a rename counts for the old name. */
  readonly followsRenames: boolean;
  readonly hot: Facts<HotRow>;
  readonly coChanges: Facts<CoChangeRow>;
}

/** A package of others that the code imports. */
export interface ExternalRow extends Proof {
  readonly name: string;
  readonly language: string;
  /** Files that import it, tests left out; and tests that do. */
  readonly files: number;
  readonly testFiles: number;
}

/** The standard library of a language; the proof is one import of the most used part. */
export interface StandardRow extends Proof {
  readonly language: string;
  /** Parts of it that are imported outside of tests, the most used first. */
  readonly names: readonly string[];
  readonly total: number;
}

/** A service outside of the program, as imports, settings or addresses tell of it. */
export interface ServiceRow extends Proof {
  /** Its usual name, or the host of an HTTP API. */
  readonly service: string;
  readonly kind: 'database' | 'storage' | 'queue' | 'cloud' | 'api';
  /** A client that is imported, a container or address in settings, or an address in the code. */
  readonly by: 'import' | 'settings' | 'address';
  /** What is written there, such as `pg` or `image postgres`. */
  readonly as: string;
  /** Files that say so, tests and examples left out. */
  readonly files: number;
}

/** A route that code declares by a literal path. */
export interface RouteRow extends Proof {
  readonly method: string;
  readonly path: string;
  readonly framework: string;
  /** Whether its file lies in a folder of examples, documents, benchmarks, templates or of what is built. */
  readonly isAside: boolean;
}

/** Where data is described. */
export interface DataRow extends Proof {
  readonly kind: string;
  readonly names: readonly { readonly name: string; readonly line: number }[];
}

/** A recorded decision. */
export interface DecisionRow extends Proof {
  /** Null when the file was not read or has no heading. */
  readonly title: string | null;
}

/** One step from an entry point along imports. */
export interface FlowRow extends Proof {
  /** 0 is the entry point itself. */
  readonly hop: number;
  readonly path: string;
  /** Whether the one above does no more than declare it (Rust's `mod x;`), which is no dependency. */
  readonly isDeclared: boolean;
  /** Further dependencies of the one above, which are not listed. */
  readonly more: number;
}
