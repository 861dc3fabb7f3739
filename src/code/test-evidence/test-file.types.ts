import type { FrameworkFact, SmellKind } from '../questions/tests.types.ts';

/** One smell at one place. */
export interface Smell {
  readonly kind: SmellKind;
  /** 1-based line to look at: the case's own for what it lacks, else that of the offending code. */
  readonly line: number;
  /** What was seen, in words that are true as they stand; one line of our own words and short names of the code. */
  readonly detail: string;
}

/** A case, or a group of them, as a framework would report it. */
export interface TestCase {
  /** Titles from the outside in, joined by ` > `; a title that is not a literal is shown as its code. */
  readonly name: string;
  /** Its own title. */
  readonly title: string;
  /** Whether the own title and those around it are literals, so that the name can be given to a runner. */
  readonly isLiteral: boolean;
  readonly kind: 'case' | 'suite' | 'benchmark' | 'example' | 'fuzz';
  /** Where the call or function stands (for functions the line of the name). 1-based. */
  readonly line: number;
  /** Its last line. 1-based. */
  readonly endLine: number;
  /** As written: `only`, `skip`, `todo`, `concurrent`, `ignore`, `should_panic`, `Disabled` … */
  readonly modifiers: readonly string[];
  /** Whether one text makes several cases (`each`, `parametrize`, `@ParameterizedTest`, `rstest`). */
  readonly isParameterised: boolean;
  /** Index of the case or suite around it in `TestFileFacts.cases`; null at the top. */
  readonly parent: number | null;
  readonly smells: readonly Smell[];
}

/** What one test file holds, by its text alone. */
export interface TestFileFacts {
  readonly path: string;
  /** Frameworks that this file itself shows that it uses. */
  readonly frameworks: readonly FrameworkFact[];
  /** Suites and cases in the order of their lines. Empty when the language has no reader. */
  readonly cases: readonly TestCase[];
  /** Functions of the file, other than cases, that assert: by name, whether or not they are exported. */
  readonly assertingFunctions: readonly string[];
  /** Local modules whose functions decide whether a case asserts, and that nobody could be asked about. */
  readonly unresolved: readonly string[];
  /** Whether cases were looked for: false for languages without a reader and texts over the bound. */
  readonly isRead: boolean;
}

/** A file to look at. */
export interface TestFileText {
  /** Relative to the project; its ending tells the language. */
  readonly path: string;
  readonly text: string;
}

/** What an analysis may ask about other files. */
export interface TestFileDeps {
  /**
   * Whether a function that another file of the project declares asserts; null when it is not known. `specifier` as the
   * import writes it, relative to the asking file; empty for a name that the language brings in without an import (other
   * files of a Go package, base classes). Without this every such function counts as not known.
   */
  readonly assertsIn?: (specifier: string, name: string) => boolean | null;
}
