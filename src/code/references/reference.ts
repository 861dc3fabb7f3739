import type { FileSymbol } from '../lex/symbol.ts';
import type { PathRole } from '../source/path-role.ts';
import type { Family } from './code-file.ts';

/**
 * How it is known that a place means a declaration. `exact`: the language's own rules lead from the name to it, through
 * scope, import or a type that is written there. `import`: the file imports what declares it, or is it, and no other
 * such declaration is in reach. `name`: nothing but the name agrees.
 */
export type ReferenceEvidence = 'exact' | 'import' | 'name';

/** Strongest first. */
export const EVIDENCE_ORDER: readonly ReferenceEvidence[] = ['exact', 'import', 'name'];

/** A declaration that a name may mean. */
export interface Definition {
  readonly file: string;
  readonly role: PathRole;
  /** Languages that use each other's declarations have the same one. */
  readonly family: Family;
  readonly symbol: FileSymbol;
  /** Name of what it is a member of; null at the top of a file. */
  readonly container: string | null;
  /** Name of the enum of C or C++ that lists it; null for one without a name, and for what no enum lists. */
  readonly enumOf: string | null;
  /** Whether what it is a member of is a namespace of C++, and no type. */
  readonly isOfNamespace: boolean;
  /** Paths of the inline namespaces of C++ around it: what is in these is also named without them. */
  readonly ofInline: readonly string[];
  /**
   * Of PHP the namespace that it stands in, as `a\b\` in small letters, of C# as it is written, of Kotlin its package;
   * null where its file has several, and elsewhere.
   */
  readonly namespace: string | null;
  /** Whether it is a member of a trait, or written by a macro, in Rust: any type may have it. */
  readonly isOfAnyType: boolean;
  /** Whether it is a field that no index lists: which other types have one of that name is not known. */
  readonly isUnlisted: boolean;
  /** Whether a block of Rust that implements a trait for a type has it. */
  readonly isGiven: boolean;
  /** Whether no other file can name it, as Rust keeps what is not `pub` in its module, and scripts what they do not give out. */
  readonly isKept: boolean;
  /** Whether what it is a member of is given out as the module itself: `module.exports = app`. */
  readonly isOfModule: boolean;
  /** Whether it is a function that is called by reading or giving a value: `get name()`, `@property`. */
  readonly isAccessor: boolean;
  /** Of a member in the body of a class of a script or Ruby whether the class has it, or what is made of it; else null. */
  readonly side: 'static' | 'made' | null;
  /** Whether a script gives it to what comes from elsewhere: to something it imports, in `declare module` or `declare global`. */
  readonly isAdded: boolean;
  /** What tells the type apart that a member of Java and its kin or of C# is declared in, one without a name too; else null. */
  readonly owner: string | null;
  /** Whether it is a component of a record of Java, which is also called by its name. */
  readonly isComponent: boolean;
  /** Whether an import may bring it into another file; true where the language does not say so by words. */
  readonly isExported: boolean;
  /** Other names by which its file gives it out; `default` for what the module itself is. */
  readonly givenAs: readonly string[];
}

/** How a name stands in the code around it. */
export interface Place {
  /** Offset of its first character. */
  readonly at: number;
  readonly name: string;
  /** Words before it that lead to it (`this.router` of `this.router.add`); empty when it stands alone. */
  readonly path: readonly string[];
  /** Whether something stands before its dot that is no word, such as a call. */
  readonly isOfUnknown: boolean;
  readonly isCall: boolean;
  /** Whether it calls, if at all, by the name alone, as only a function can be called: `value.size` of Scala. */
  readonly isPlain: boolean;
  /** Whether it only names a key, a field or a parameter: `{ name: 1 }`, `f(name=1)`. */
  readonly isKey: boolean;
}

/** What was found out about a place. */
export interface Verdict {
  readonly evidence: ReferenceEvidence;
  /** The declarations that it means; with `name` those that it may mean, none when it is known to mean others. */
  readonly meant: readonly Definition[];
}
