/** What a symbol is. */
export type SymbolKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'type'
  | 'variable'
  | 'enum'
  | 'struct'
  | 'trait'
  | 'impl'
  | 'module'
  | 'macro'
  | 'test';

/** A declaration in a file. */
export interface FileSymbol {
  readonly name: string;
  /** Names from the outside in, `/`-separated; `[1]` marks the second of the same path, `[2]` the third. */
  readonly path: string;
  readonly kind: SymbolKind;
  /** Where doc comment, decorators or attributes begin; equal to `line` when there are none. 1-based. */
  readonly startLine: number;
  /** Where the name is declared. 1-based. */
  readonly line: number;
  /** The last line that belongs to it. 1-based. */
  readonly endLine: number;
  /** 1-based, of the name, in UTF-16 units. */
  readonly column: number;
  /** The declaration without its body, on one line, at most 300 characters. */
  readonly signature: string;
  /** How many symbols enclose it. */
  readonly depth: number;
}

/** A declaration by its places alone: its signature is read from the text when it is shown. */
export type PlainSymbol = Omit<FileSymbol, 'signature'>;

/** What a language's patterns find on a line. */
export interface Declaration {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Offset of the name on its line. */
  readonly nameAt: number;
  /** Where on its line the code begins that its end is found by, when not with the name: a call that is given the name. */
  readonly tellsFrom?: number;
  /** What enclosed symbols carry as their outer name; the name itself when left out, nothing when empty. */
  readonly scope?: string;
  /** An outer name that the line itself tells, such as a Go receiver. */
  readonly owner?: string;
  /** Whether it belongs to what is around the declaration that it stands in: a constructor may declare properties. */
  readonly isOfOuter?: boolean;
  /** Whether nothing is listed as its own: what stands in it belongs to another name of the same value. */
  readonly isLeaf?: boolean;
  /**
   * How the end is found: by braces after the head (default), as a statement, as one that is all head, or as the line
   * itself.
   */
  readonly body?: 'braces' | 'statement' | 'head' | 'line';
}

/** A name behind the first one of a line or statement that declares several. Offsets are those of the text. */
export interface Declarator {
  readonly name: string;
  /** Of the comma before it, which ends what was declared before; null where it stands within that. */
  readonly comma: number | null;
  readonly nameAt: number;
  /** Whether the statement stands where plain values are listed, too. */
  readonly isTop: boolean;
  /** What it is for certain, as a member of an enum is; else the language reads it where it stands. */
  readonly kind?: SymbolKind;
  /** The same as of a declaration. */
  readonly isOfOuter?: boolean;
  /** Where its signature begins, when not with its name. */
  readonly headFrom?: number;
  /** Where it is over for certain; else where the comma before the next name stands. */
  readonly until?: number;
  /** An outer name that the statement itself tells. */
  readonly owner?: string;
  /** The statement that each of several names is told by which one pattern binds. */
  readonly statement?: { readonly from: number; readonly headEnd: number; readonly end: number };
}

/** What the patterns of a language may look at. */
export interface LineView {
  /** The line of the mask, at most `LINE_PROBE_CHARACTERS` long. */
  readonly masked: string;
  /** The same piece of the original. */
  readonly original: string;
  /** Mask and original from this line on, for what goes over lines; at most `LINE_PROBE_CHARACTERS` more. */
  readonly ahead: string;
  readonly aheadOriginal: string;
  /** The bracket that the line starts in: its character and what kind of symbol it is the body of. */
  readonly inside: '' | '(' | '[' | '{';
  readonly insideOf: SymbolKind | null;
  /** Name of the symbol whose body the line starts in, or empty. */
  readonly insideName: string;
  /** Whether the brace that the line starts in is that of a type without a symbol, which holds members. Known of Kotlin and Scala. */
  readonly isInNamelessType: boolean;
  /** The masked text just before the bracket that the line starts in, for groups such as Go's `const (`. */
  readonly insideHead: string;
  /** Whether the line goes on with the statement of the one before. */
  readonly isCarriedOn: boolean;
  /** The last character of code before the line; empty where there is none. */
  readonly follows: string;
  /** Whether the line stands in the head of a function or method that began above: in its type parameters, mostly. */
  readonly isInHead: boolean;
  /** Whether nothing but namespaces and modules stands around the line. */
  readonly isAtTop: boolean;
  /** Attributes and decorators directly above, in the original. */
  readonly above: string;
}

/** How much of a line patterns see: no declaration's head is longer, and hostile lines cost no more. */
export const LINE_PROBE_CHARACTERS = 400;

/** The declaration that begins on a line, or null. */
export type FindDeclaration = (line: LineView) => Declaration | null;
