import type { SourceIdentity, SourceSelector } from '../source/source.ts';
import type { EntryPoint, ManifestJoin } from './overview.types.ts';
import type { ProjectProblem } from './project-problem.types.ts';
import type {
  CycleRow,
  DataRow,
  DecisionRow,
  EdgeRow,
  ExternalRow,
  Facts,
  FlowRow,
  HistoryFacts,
  Known,
  ModuleRow,
  Proof,
  RouteRow,
  ServiceRow,
  StandardRow,
  StrayRow,
  TypeJoinRow,
  UsedRow,
} from './structure-rows.types.ts';

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
  /** False where not all symbols or files were looked at: there may be more uses, where none was found as well. */
  readonly isUsesWhole: boolean;
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
  /** Dependencies that leave it, and that come in, tests left out; of a file and of what holds tests alone theirs leave, too. */
  readonly uses: Facts<EdgeRow>;
  /** Whether what leaves it is that of code alone. */
  readonly isOfCode: boolean;
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
    /** Files of both. */
    readonly files: number;
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
  /** Which manifests ask for others of the project. */
  readonly joins: Facts<ManifestJoin> | null;
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
  /** Kinds of schemas, migrations and models that are looked for. */
  readonly dataKinds: readonly string[];
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
  | { readonly status: ProjectProblem }
  /** No such folder, file or declared symbol. */
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
