/** An import, as a path of names with dots between them, whatever sign the language has. */
export interface TypeImport {
  readonly path: string;
  /** Members of a type rather than types of a package. */
  readonly isStatic: boolean;
  /** All of a package or type. */
  readonly isStar: boolean;
  /** The path may begin at a value of the file: where it leads to no file of the project nothing is said of it. */
  readonly isLocal: boolean;
  /** Whether it has another name here, which alone is bound. */
  readonly isRenamed?: boolean;
  readonly line: number;
}

/** The names that imports take in a file: what is imported under another name leaves its own one free. */
export function takenNames({ imports, bound }: Pick<TypeFacts, 'imports' | 'bound'>): ReadonlySet<string> {
  const named = imports.filter(({ isStar, isRenamed }) => !isStar && isRenamed !== true);
  return new Set([...bound, ...named.map(({ path }) => path.slice(path.lastIndexOf('.') + 1))]);
}

/** A name of a type with its first place. */
export interface TypeName {
  readonly name: string;
  readonly line: number;
  /** Whether it can mean nothing but a type: neither a function nor a value. */
  readonly isType?: boolean;
}

/** What stands at the top of a file beside types, and what is called as a function. */
export interface MemberFacts {
  /** Full names of functions and values. A type of the same name goes before them. */
  readonly declared: readonly string[];
  /** Those of functions, and those that are only declared for a receiver, which are called on one, too. */
  readonly functions: readonly string[];
  readonly extensions: readonly string[];
  /** Full names of types and members that are declared in parts, one for each platform. */
  readonly parts: readonly string[];
  /** Names of functions that are members of something. */
  readonly inner: readonly string[];
  /** Names that stand alone and are called, and that the file does not declare itself. */
  readonly called: readonly TypeName[];
}

/** A class that holds what stands at the top of a file for files of other languages: Kotlin's `FileKt`. */
export interface Facade {
  /** Null where it is called after the file. */
  readonly name: string | null;
  /** Whether other files are parts of it. */
  readonly isShared: boolean;
}

/** What a file of a language says in which types are named by their packages (Java, C#, PHP and others). */
export interface TypeFacts {
  /** Packages whose types need no import, the innermost first; `['']` where the file is in the unnamed one. */
  readonly packages: readonly string[];
  readonly imports: readonly TypeImport[];
  /** Full names of what other files can name by a package. */
  readonly declared: readonly string[];
  /** Full names of what stands at the top for the file alone, in a language that has it. */
  readonly hidden?: readonly string[];
  /** What there is beside types, in a language that has it. */
  readonly members?: MemberFacts;
  /** In a language that has it. */
  readonly facade?: Facade;
  /** Names of types that stand alone, and mean what is declared here, imported or in the same package. */
  readonly used: readonly TypeName[];
  /** Types with their package in front. */
  readonly qualified: readonly TypeName[];
  /** Names that imports give to something else here, which a bare name then means. */
  readonly bound: readonly string[];
  /** Whether more is named than is read. */
  readonly isCut: boolean;
}
