/** An import, as a path of names with dots between them, whatever sign the language has. */
export interface TypeImport {
  readonly path: string;
  /** Members of a type rather than types of a package. */
  readonly isStatic: boolean;
  /** All of a package or type. */
  readonly isStar: boolean;
  /** The path may begin at a value of the file: where it leads to no file of the project nothing is said of it. */
  readonly isLocal: boolean;
  readonly line: number;
}

/** A name of a type with its first place. */
export interface TypeName {
  readonly name: string;
  readonly line: number;
}

/** What a file of a language says in which types are named by their packages (Java, C#, PHP and others). */
export interface TypeFacts {
  /** Packages whose types need no import, the innermost first; `['']` where the file is in the unnamed one. */
  readonly packages: readonly string[];
  readonly imports: readonly TypeImport[];
  /** Full names of what other files can name by a package. */
  readonly declared: readonly string[];
  /** Names of types that stand alone, and mean what is declared here, imported or in the same package. */
  readonly used: readonly TypeName[];
  /** Types with their package in front. */
  readonly qualified: readonly TypeName[];
  /** Names that imports give to something else here, which a bare name then means. */
  readonly bound: readonly string[];
  /** Whether more is named than is read. */
  readonly isCut: boolean;
}
