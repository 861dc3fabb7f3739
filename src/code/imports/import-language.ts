import type { ProjectFiles } from '../source/project-files.ts';
import type { ImportKind, ImportUnit } from './import-graph.ts';

/** A file that was read for imports. */
export interface ReadFile<Facts> {
  readonly path: string;
  /** Name of the language, as `languageOf` gives it. */
  readonly language: string;
  /** Lines of the text, blank ones and comments included. */
  readonly lines: number;
  readonly facts: Facts;
}

/** What says that one thing uses another. */
export interface Evidence {
  readonly file: string;
  /** 1-based line of the specifier. */
  readonly line: number;
  readonly kind: ImportKind;
  /** What the statement gives out again of what it names, be it types alone; a `reexport` that does not tell means all. */
  readonly givesOut?: GivenOut | null;
  /** What the file calls what it has from there, where one line of it may lead to several files. */
  readonly calledHere?: string;
  /** Names that a statement of Python takes, as they are called there; null for a module as a whole. */
  readonly takes?: readonly string[] | null;
}

/** Names that a file gives out of another one, as it calls them, or all of that. */
export type GivenOut = 'all' | readonly string[];

/** Takes what the languages find out. Paths are those of the project, whatever the base of the graph. */
export interface GraphSink {
  /** A thing that others may import. What is declared twice counts once. */
  unit(unit: ImportUnit): void;
  /** One unit uses another; a target that is no unit is taken for an asset. */
  edge(from: string, to: string, evidence: Evidence): void;
  /** A package that a statement binds besides the module that it names. Told only to who asks for it. */
  bound?(to: string, evidence: Evidence): void;
  /** A file is imported by what its package gives it out as. Told only to who asks for it. */
  givenOut?(path: string): void;
  /**
   * What an import takes values of is declared for a type checker in another file; `program` is null when that is none
   * of the project. Told only to who asks for it.
   */
  described?(pair: { readonly program: string | null; readonly declaration: string }, evidence: Evidence): void;
  /** Something outside of the project; `within` is what of it is imported, where that tells more than its name. */
  external(name: string, isStandard: boolean, evidence: Evidence, within?: string): void;
  /**
   * An import that should lead to a file of the project, and why it does not; `owner` is the folder of the package of
   * the project that it names.
   */
  unresolved(specifier: string, why: string, evidence: Evidence, owner?: string): void;
}

/** What the linking of a language works on. */
export interface LinkInput<Facts> {
  /** All files of the project, also those that are not read for imports. */
  readonly project: ProjectFiles;
  readonly files: readonly ReadFile<Facts>[];
  /** Folder that the graph is about, `/`-terminated; empty for the whole project. */
  readonly base: string;
  readonly sink: GraphSink;
  /** False when it is time to answer with what is known, which is then noted among the gaps. */
  readonly hasTime: () => boolean;
}

/** How imports of one language are read and led to what they name. */
export interface ImportLanguage<Facts> {
  /** Ids of the languages that import each other's files. */
  readonly languages: readonly string[];
  /**
   * Whether files beyond the base of the graph have to be read as well, because a name leads to a file only through
   * what other files declare.
   */
  readonly readsBeyondBase: boolean;
  /**
   * Imports of one text: never throws, in time linear in the text. `mask` is the text with only its code left,
   * `language` the id of its language.
   */
  extract(text: string, mask: string, language: string): Facts;
  /**
   * Characters of a text from its beginning on, behind which no import stands; all when left out. Only these are given to
   * `extract`.
   */
  extentOf?(text: string): number;
  link(input: LinkInput<Facts>): Promise<void>;
}
