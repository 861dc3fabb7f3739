import type { TypeImport } from './facts.ts';
import type { Places, ProjectTypes } from './types.ts';

/** What a language says about its packages. */
export interface TypedRules extends Places {
  /** Whether the unnamed package is another one in each folder, as in Java. */
  readonly isUnnamedByFolder: boolean;
  /**
   * How many files may declare one name together, as parts of a type or as functions of one name; an import of more is
   * not resolved.
   */
  partsMax(name: string): number;
  /** The package that an import names something of, as far as the path tells. */
  packageOf(one: TypeImport): string;
  /** What an import that leads out of the project is known by; null where that is not known. */
  external(one: TypeImport, from: string): { readonly name: string; readonly isStandard: boolean } | null;
  /**
   * Whether what is imported is the project's own although no file declares its package, as what a build makes; of
   * packages that files declare it is known without. None where left out.
   */
  isMade?(one: TypeImport, from: string, types: Pick<ProjectTypes, 'hasPackage' | 'holdsPackage'>): boolean;
  /** Names that a language has in every file, which another module's type of the same package does not take away. */
  readonly builtIns: ReadonlySet<string>;
  /** A path of names as the language writes it; with dots where this is left out. */
  written?(path: string): string;
  /**
   * Whether a path of names of a file is always a whole one, which is looked for in no package around it. Where this is
   * left out none is.
   */
  isWhole?(language: string, written: 'import' | 'name'): boolean;
  /** Whether members of a type of the unnamed package may be imported, wherever the file lies, as in Kotlin. */
  isUnnamedImported?(language: string): boolean;
  /** Whether several projects may declare the same package. */
  readonly hasSplitPackages?: boolean;
  /** Whether types hold types, so that the end of a path may be a member of what is before it; they do where this is left out. */
  readonly hasInnerTypes?: boolean;
  /** Extends a name that a file uses: in C# `[Foo]` is `FooAttribute`. */
  readonly suffixes: readonly string[];
  /** Whether a file is known to see another one's types; where that is not known it may see them even so. */
  knows?(from: string, to: string): boolean;
  /** Packages of which a file may name all types beside those that it imports itself. */
  starsBeside?(from: string): readonly string[];
  /** Of more files than declare one type together, those of which a file names something that only they declare. */
  someOf?(from: string, name: string, found: readonly string[]): readonly string[];
}
