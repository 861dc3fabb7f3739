import type { SymbolKind } from '../lex/symbol.ts';
import type { SourceIdentity, SourceSelector } from '../source/source.ts';
import type { ProjectProblem } from './project-problem.types.ts';

/** Parts of an overview that can be asked for; the identity, counts and gaps always come. */
export type OverviewPart = 'summary' | 'tree' | 'commands' | 'guides' | 'deps' | 'entry_points' | 'activity' | 'map';

/** Asks what a project is made of. */
export interface OverviewInput {
  readonly source: SourceSelector;
  /** Sub-folder that the question is about, `/`-separated; null for the whole project. */
  readonly prefix: string | null;
  readonly parts: readonly OverviewPart[];
  /** Levels of the tree, 1 to 6. */
  readonly depth: number;
  /** What the caller is about to do, in words; null when not said. */
  readonly task: string | null;
}

/** Where a statement is proved. */
export interface Evidence {
  readonly file: string;
  /** 1-based; null when the file's being there is the proof. */
  readonly line: number | null;
}

/** Size of one language in the project. */
export interface LanguageShare {
  readonly name: string;
  readonly files: number;
  /** Lines that are neither blank nor only a comment; null when the measure is not lines. */
  readonly codeLines: number | null;
  /** Null when sizes were not known without reading. */
  readonly bytes: number | null;
  /** Where no file of it is source, though the project has some: all lie among tests, samples and documents. */
  readonly isAside?: true;
}

/** Languages, largest first by the measure that is named. */
export interface LanguageFacts {
  readonly measure: 'code lines' | 'bytes' | 'files';
  readonly shares: readonly LanguageShare[];
  /** Files of programming languages that count; those of vendored folders do not. */
  readonly files: number;
}

/** Something that the project is built with. */
export interface NamedFact extends Evidence {
  readonly name: string;
}

/** A framework; `scope` says that manifests ask for it in development alone, though programs run with such a one. */
export interface FrameworkAsked extends NamedFact {
  readonly scope?: 'dev';
}

/** What a command of a project is for. */
export type CommandKind = 'install' | 'build' | 'test' | 'lint' | 'check' | 'format' | 'run';

/** A way to build, test or run. */
export interface CommandFact extends Evidence {
  readonly kind: CommandKind;
  readonly command: string;
  /** Folder to run it in; empty for the top. */
  readonly directory: string;
  /**
   * `defined`: written there; `guide`: what a readme or contributing guide says; `convention`: what such a file's tool
   * offers everywhere; `ci`: what a CI step runs.
   */
  readonly basis: 'defined' | 'guide' | 'convention' | 'ci';
  /** What the defining file says that it runs; null when it says nothing more. */
  readonly detail: string | null;
}

/** Where a program or a library begins. */
export interface EntryPoint extends Evidence {
  readonly kind: 'main' | 'library' | 'bin' | 'container';
  /** What it is called, such as a command's name. */
  readonly name: string;
  /** The file or module that it leads to, as written; null when it is `file` itself. */
  readonly target: string | null;
  /** Whether the target is a file of the source; null when the target is not a path or is `file` itself. */
  readonly isThere: boolean | null;
  /** What a target that is not there is built from, by its name alone; absent when no file has that name. */
  readonly builtFrom?: string;
  /** The one file in which a program begins whose target is its folder; absent where that is not known. */
  readonly startsIn?: string;
  /** Of a library whose name alone gives out nothing: the first path that is imported behind it. */
  readonly subpath?: string;
  /** How many such paths there are, and patterns for more of them; absent for none. */
  readonly subpaths?: number;
  readonly patterns?: number;
  /** Where those paths lead, as far as they are code; no answer holds them. */
  readonly parts?: readonly EntryPart[];
  /** Of npm and .NET: `main` bears the name of the repository, `private` serves the project alone; absent for all others. */
  readonly standing?: 'main' | 'private';
  /** The words by which its manifest keeps it from being published, of npm and Cargo; absent where none does. */
  readonly unpublished?: 'private' | 'publish = false';
  /** Packages of the project that depend on it. */
  readonly dependents?: number;
  readonly basis: 'defined' | 'convention';
}

/** A path behind the name of a library, and where it leads. */
export type EntryPart = Pick<EntryPoint, 'line' | 'target' | 'isThere' | 'builtFrom'> & { readonly subpath: string };

/** A direct dependency. */
export interface DependencyFact extends Evidence {
  readonly ecosystem: string;
  readonly name: string;
  /** As written; empty when none is. */
  readonly requirement: string;
  readonly scope: 'runtime' | 'dev' | 'build' | 'optional' | 'peer';
  /** The manifest of what is asked for, where that is a part of the project itself; absent for all else. */
  readonly manifest?: string;
}

/** One manifest of the project asks for what another one of it is of; the place is where that is written. */
export interface ManifestJoin extends Evidence {
  readonly from: string;
  readonly to: string;
  /** Null where the configuration of Gradle is a plugin's own. */
  readonly scope: DependencyFact['scope'] | null;
  /** Of Gradle alone, as it is written. */
  readonly configuration?: string;
}

/** A text for people or agents, and what its headings say. */
export interface GuideFact {
  readonly file: string;
  readonly kind: 'readme' | 'agent instructions' | 'contributing' | 'decision' | 'guide';
  /** Null when it was not read, for the bound on guides. */
  readonly lines: number | null;
  readonly headings: readonly { readonly text: string; readonly level: number; readonly line: number }[];
  /** How many there are; `headings` holds the first ones. */
  readonly headingsTotal: number;
}

/** What the project says of how its code is to look: data, whatever it asks for. */
export interface ConventionFact {
  readonly file: string;
  readonly kind: 'agent instructions' | 'contributing' | 'editor' | 'formatter' | 'linter';
  /** Its first lines as they stand; empty when it is a program. Without comments and empty lines in a configuration. */
  readonly text: string;
  readonly isWhole: boolean;
}

/** One folder, or one file of the first level. */
export interface TreeRow {
  /** Ends in `/` for a folder. */
  readonly path: string;
  readonly depth: number;
  /** Files below, all levels; 1 for a file. */
  readonly files: number;
}

/** What the history says. Times follow HEAD's commit and not the wall clock, so that an answer can be repeated. */
export interface ActivityFacts {
  /** Commit time of HEAD, ISO 8601 in UTC. */
  readonly headAt: string;
  readonly lastCommits: readonly { readonly commit: string; readonly at: string; readonly subject: string }[];
  /** Code of the present tree that is no test by commits within `days` before HEAD; of a project without code all files. */
  readonly hotFiles: readonly { readonly file: string; readonly commits: number }[];
  /** How many files of the present tree changed within `days`; `hotFiles` holds the first ones. */
  readonly hotFilesTotal: number;
  readonly hotFilesOf: 'code' | 'all';
  readonly days: number;
  /** Commits within `days`, merges left out. */
  readonly recentCommits: number;
  /** All commits reachable, and distinct author addresses among them. */
  readonly commits: number;
  readonly contributors: number;
  /** The named limit that cut a count, or a clone without the rest, so that it says "at least"; null when all are exact. */
  readonly limit: 'commits' | 'bytes' | 'time' | 'shallow' | null;
}

/** A file that the words of the task point at. */
export interface TaskFile {
  readonly file: string;
  /** By the file's place: 1 for the first, a half for the second, and so on. */
  readonly score: number;
  /** Reasons, strongest first: `path: limits`, `declares chargeMonth (line 12)`, … */
  readonly why: readonly string[];
}

/** A declaration that the rest of the project leans on. */
export interface MapSymbol {
  readonly file: string;
  /** 1-based, of the name. */
  readonly line: number;
  readonly kind: SymbolKind;
  /** Its name path, such as `Router/add`. */
  readonly name: string;
  readonly signature: string;
}

/** Declarations by how much the rest of the project uses them, most first. */
export interface SymbolMap {
  /** The best of them. */
  readonly symbols: readonly MapSymbol[];
  /** How many declarations are used at all. */
  readonly total: number;
  /** Source files whose names and uses were looked at. */
  readonly files: number;
  /** Which files of a project that is too large these are: those nearest to the top, or beside the files for the task. */
  readonly part: 'top' | 'task' | null;
}

/** How many there are of what may be too many to give. */
export interface OverviewTotals {
  readonly manifests: number;
  readonly commands: number;
  /** Scripts of manifests that are not among the commands, since their names do not say of what kind. */
  readonly otherScripts: number;
  readonly entryPoints: number;
  readonly dependencies: number;
}

/** Everything that was found; a list that passes a bound is cut, its total stays and `gaps` names it. */
export interface Overview {
  readonly status: 'ok';
  readonly identity: SourceIdentity;
  /** Files within the prefix; symlinks and submodules are counted apart. */
  readonly files: number;
  readonly symlinks: number;
  readonly submodules: number;
  readonly languages: LanguageFacts | null;
  /** What the manifests at the top are of, as `express 5.1.0`. */
  readonly packages: readonly NamedFact[];
  readonly packageManagers: readonly NamedFact[];
  /** Versions of languages and engines that manifests ask for, as `node >=20`. */
  readonly versions: readonly NamedFact[];
  readonly manifests: readonly NamedFact[];
  readonly frameworks: readonly FrameworkAsked[];
  readonly licences: readonly NamedFact[];
  readonly commands: readonly CommandFact[];
  readonly entryPoints: readonly EntryPoint[];
  readonly dependencies: readonly DependencyFact[];
  readonly totals: OverviewTotals;
  readonly tree: readonly TreeRow[];
  readonly guides: readonly GuideFact[];
  readonly conventions: readonly ConventionFact[];
  /** Null when not asked for, or when there is no history. */
  readonly activity: ActivityFacts | null;
  /** Null when no task was given. */
  readonly taskFiles: readonly TaskFile[] | null;
  /** Null when not asked for, or when not all sources could be read. */
  readonly map: SymbolMap | null;
  /** What was left out or could not be read, one sentence each. */
  readonly gaps: readonly string[];
}

/** An overview, or why there is none. */
export type OverviewOutput = Overview | { readonly status: Exclude<ProjectProblem, 'unknown_earlier'> };
