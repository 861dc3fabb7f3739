import type { ListedMembers } from './enum-members.ts';
import type { Scan } from './scan-state.ts';
import type { Head } from './statement-head.ts';
import type { Declarator, SymbolKind } from './symbol.ts';

// What a language whose statements end with `;` or a brace tells the walk over them.

/** What stands between two braces, or the whole text. */
export interface Region {
  /** Kind and name of the symbol that it is the body of; null at the top and in bodies without a name. */
  readonly kind: SymbolKind | null;
  readonly name: string;
}

/** What a statement declares. Offsets are those of the text. */
export interface Item {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly nameAt: number;
  readonly owner?: string;
  readonly scope?: string;
  /** Where it begins, when not with its statement. */
  readonly from?: number;
  /** Where it ends, when not with its head's brace or semicolon. */
  readonly end?: number;
}

/** What is made of a head. */
export interface Reading {
  readonly items: readonly Item[];
  /** What to do with the brace that ends the head: walk it as a region, pass over it, or search it for types in code. */
  readonly body: 'region' | 'pass' | 'code';
  /** Whether names may follow the brace that closes it: of types, of a variable, or the value of a property. */
  readonly behind?: 'types' | 'variable' | 'value';
  /** What a region without an item is; a namespace when left out. */
  readonly inside?: Region;
  /** Members of the first item that its head declares: the components of a record. */
  readonly members?: readonly Declarator[];
}

/** Nothing is declared. */
export const NOTHING: Reading = { items: [], body: 'pass' };

/** How a language reads its statements. */
export interface StatementLanguage {
  /** Whether `<` behind a name opens type arguments. */
  readonly hasGenerics: boolean;
  /** Whether lines that begin with `#` are for a preprocessor. */
  readonly hasDirectives: boolean;
  /** Whether a `:` behind this text ends a label, as in `public:`. */
  readonly label: RegExp | null;
  /** Where a statement and its declaration begin, behind what is no part of it; null for where its text does. */
  readonly beginning?: (scan: Scan, at: number, to: number) => Pick<Head, 'from' | 'declarationFrom'> | null;
  readonly read: (scan: Scan, head: Head, region: Region) => Reading;
  /** Names behind the brace of a statement whose reading says that there may be some. */
  readonly behind: (scan: Scan, from: number, to: number, kind: 'types' | 'variable') => readonly Item[];
  /** What the body of an enum begins with. */
  readonly members: ((scan: Scan, from: number, to: number) => ListedMembers) | null;
  /**
   * Types in code: the words that they begin with, and how a type with its body looks from there. `new ` stands for
   * the bodies of nameless ones. Null when code has none.
   */
  readonly inCode: { readonly words: readonly string[]; readonly type: RegExp } | null;
}
