import type { SourceProblem } from '../source/open-source.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';
import type { EntryPoint } from './overview.types.ts';

/** What can be asked about how a project is put together. */
export const STRUCTURE_ASPECTS = [
  'overview',
  'modules',
  'layers',
  'entry_points',
  'routes',
  'data',
  'external',
  'cycles',
  'hotspots',
  'flows',
  'decisions',
  'impact',
] as const;

/** One of them. */
export type StructureAspect = (typeof STRUCTURE_ASPECTS)[number];

/** Asks how a project is put together. */
export interface StructureInput {
  readonly source: SourceSelector;
  /** Sub-folder that the question is about, `/`-separated; null for the whole project. */
  readonly prefix: string | null;
  readonly aspects: readonly StructureAspect[];
  /** A folder, file or symbol to centre on. */
  readonly scope: string | null;
  /** A ref: what has changed since, and what that reaches. */
  readonly since: string | null;
  readonly question: string | null;
  /** Hops that flows, impact and a file's surroundings go, 1 to 4. */
  readonly depth: number;
}

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
  readonly kind: 'database' | 'queue' | 'cloud' | 'api';
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

/** A symbol that differs between two states. */
export interface ChangedSymbolRow extends Proof {
  readonly change: 'added' | 'changed' | 'deleted';
  /** Names from the outside in, `/`-separated. */
  readonly symbol: string;
  readonly kind: string;
}

/** A place where a symbol is used, as references judge it. */
export interface SymbolUseRow extends Proof {
  /** The symbol around it; null at the top of its file. */
  readonly within: string | null;
  readonly isTest: boolean;
  /** What is used, and the file that declares it. */
  readonly symbol: string;
  readonly of: string;
}

/** How many units there are at a hop. */
export interface HopRow {
  readonly hop: number;
  readonly units: number;
  readonly tests: number;
  /** How many of both lie in the scope; not given where that is not asked. */
  readonly inside?: number;
}

/** A file that differs between two states. */
export interface ChangedFileRow {
  /** Where it is; of one that is deleted, where it was. */
  readonly file: string;
  readonly change: 'added' | 'changed' | 'deleted' | 'moved';
  /**
   * Of a file that was moved the place before, and how much of both is alike, in percent: 100 only where all is. That it
   * is the same file is known by a content that no other new or gone file has, else by nothing but likeness.
   */
  readonly moved: { readonly from: string; readonly alike: number; readonly known: Known } | null;
  readonly isUnit: boolean;
}

/** What a change reaches; with a scope, what has changed in that. */
export interface ImpactFacts {
  readonly since: string;
  readonly changed: Facts<ChangedFileRow>;
  /** Changed files outside of the scope, of which nothing is told; null without a scope. */
  readonly elsewhere: number | null;
  /** Of the changed files the symbols that differ, the innermost ones. */
  readonly symbols: Facts<ChangedSymbolRow>;
  /** Where files that depend on them, and they themselves, use changed symbols; those in the scope first. */
  readonly uses: Facts<SymbolUseRow>;
  /**
   * Units that depend on what changed, by hops; 1 imports a changed one itself. A file moved as it was has not changed.
   * Those in the scope come first.
   */
  readonly reached: Facts<
    Proof & { readonly path: string; readonly hop: number; readonly isTest: boolean; readonly via: string }
  >;
  /** How many there are at each hop, tests apart; to the end, whatever `depth` is. */
  readonly byHop: readonly HopRow[];
  /**
   * Dependencies that are new, and that are gone, those of files that were only moved left out; with a scope, those from
   * it or to it. Null when the earlier state was not read in time.
   */
  readonly added: Facts<EdgeRow> | null;
  /** Proofs are places of the earlier state. */
  readonly removed: Facts<EdgeRow> | null;
}

/** A declaration that was asked for by its name. */
export interface ScopeSymbol {
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  /** Declarations of the name in tests, examples and the like, that are not meant; null where they were not all counted. */
  readonly others: number | null;
}

/** What surrounds a folder or file. */
export interface ScopeFacts {
  readonly kind: 'folder' | 'file';
  readonly path: string;
  /** The symbol that was asked for, where it is. */
  readonly symbol: ScopeSymbol | null;
  readonly files: number;
  readonly lines: number;
  /** Dependencies that leave it, and that come in, tests left out. */
  readonly uses: Facts<EdgeRow>;
  readonly usedBy: Facts<EdgeRow>;
  /** Units that are only declared (Rust's `mod x;`) from here, and units that only declare what is here: in no list. */
  readonly declared: { readonly out: number; readonly into: number };
  /** Tests that import what is no test in it, those in it too, or come from outside. */
  readonly tests: Facts<EdgeRow>;
  /** Units outside that depend on it, and tests in it that do, by hops. */
  readonly byHop: readonly HopRow[];
  /** Imports of packages of the project that lead to no file: those from here, and those from elsewhere that may mean it. */
  readonly lost: { readonly out: number; readonly into: number };
}

/** A place that fits the question. */
export interface HitRow extends Proof {
  /** The symbol around the best line. */
  readonly symbol: string | null;
  readonly from: number | null;
  readonly to: number | null;
}

/** One import on a way; of types alone it has no `places`. */
export interface StepRow extends EdgeRow {
  /** Whether the one file does no more than declare the other (Rust's `mod x;`), which is no dependency. */
  readonly isDeclared: boolean;
  readonly uses: readonly SymbolUseRow[];
}

/** Answer to a question in words. */
export interface QuestionFacts {
  /** How the question was read. */
  readonly reading: string;
  readonly hits: Facts<HitRow>;
  /** Ways along imports between the first hits; `steps` is empty where there is none. */
  readonly ways: readonly {
    readonly from: string;
    readonly to: string;
    readonly steps: readonly StepRow[];
  }[];
  /** What to read next, as `read_code` takes it. */
  readonly read: readonly string[];
}

/** Everything that was asked; null is what was not asked for. */
export interface Structure {
  readonly status: 'ok' | 'partial';
  readonly identity: SourceIdentity;
  /** Files below the prefix. */
  readonly files: number;
  readonly counts: {
    /** Code files (for Go packages) that are no tests, and tests. */
    readonly units: number;
    readonly testUnits: number;
    /** Dependencies between units that are no tests, and those about types alone. */
    readonly edges: number;
    readonly typeEdges: number;
    /** Imports that should lead to a file of the project and do not. */
    readonly unresolved: number;
    /** Those of them that surely are of the project, and those of these that are not in a test. */
    readonly lost: number;
    readonly lostInCode: number;
    /** Code files of languages whose imports are not read. */
    readonly notRead: Readonly<Record<string, number>>;
  };
  readonly unresolved: Facts<Proof & { readonly specifier: string; readonly why: string }>;
  readonly modules: Facts<ModuleRow> | null;
  readonly edges: Facts<EdgeRow> | null;
  /** From the top (users) to the bottom. */
  readonly layers: readonly (readonly string[])[] | null;
  /** Modules in no layer: those that types alone join with others, and those that no import joins. */
  readonly byTypes: readonly TypeJoinRow[];
  readonly apart: readonly string[];
  readonly violations: Facts<EdgeRow> | null;
  /** Places of dependencies between modules, all and those against the order. */
  readonly places: { readonly all: number; readonly against: number } | null;
  readonly cycles: Facts<CycleRow> | null;
  /** Where dependencies disagree with folders. */
  readonly strays: Facts<StrayRow> | null;
  readonly used: Facts<UsedRow> | null;
  /** Null also where there is no history. */
  readonly history: HistoryFacts | null;
  readonly externals: Facts<ExternalRow> | null;
  readonly standard: readonly StandardRow[];
  readonly services: Facts<ServiceRow> | null;
  readonly entryPoints: Facts<EntryPoint> | null;
  readonly routes: Facts<RouteRow> | null;
  readonly routeFrameworks: readonly string[];
  readonly data: Facts<DataRow> | null;
  readonly decisions: Facts<DecisionRow> | null;
  readonly flows: Facts<FlowRow> | null;
  readonly impact: ImpactFacts | null;
  readonly scope: ScopeFacts | null;
  readonly question: QuestionFacts | null;
  /** What was asked and cannot be known, one sentence each. */
  readonly notKnown: readonly string[];
  /** What was left out or could not be read, one sentence each. */
  readonly gaps: readonly string[];
}

/** The structure, or why there is none. */
export type StructureOutput =
  | Structure
  | {
      /** `being_listed`: no file yet; `empty_prefix`: none below it; `unknown_since`: no such ref; `unknown_scope`: no such folder, file, symbol. */
      readonly status: SourceProblem | 'being_listed' | 'empty_prefix' | 'unknown_since';
    }
  | { readonly status: 'unknown_scope'; readonly searched: number; readonly near: readonly string[] }
  | {
      readonly status: 'ambiguous_scope';
      readonly total: number;
      readonly candidates: readonly {
        readonly file: string;
        readonly line: number;
        readonly kind: string;
        readonly path: string;
      }[];
    };
