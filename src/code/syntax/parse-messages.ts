/** Where a scanner has found a name. */
export interface NameMark {
  /** 0-based. */
  readonly row: number;
  /** 0-based, in UTF-16 units. */
  readonly column: number;
  /** Whether it is a call that declares something, as a test's is. */
  readonly isCall: boolean;
}

/** The exact extent of a declaration. */
export interface Extent {
  /** 1-based. Decorators and attributes that belong to it are within; comments above it are not. */
  readonly startLine: number;
  readonly endLine: number;
  /** Offsets of its head in the text, from its first word to its body: UTF-16 units. */
  readonly headFrom: number;
  readonly headTo: number;
}

/** To the parser process: a text, and the names whose declarations are asked for. */
export interface ParseRequest {
  readonly id: number;
  /** `Language.id`. */
  readonly language: string;
  readonly text: string;
  readonly marks: readonly NameMark[];
}

/** A text was parsed. */
export interface Parsed {
  readonly id: number;
  readonly outcome: 'parsed';
  /** One for each mark, null where the tree has no sound declaration. */
  readonly extents: readonly (Extent | null)[];
  /** What the process takes, so that its parent can replace it. */
  readonly memoryBytes: number;
}

/** The grammar is missing, cannot be used, or gave up on this text. */
export interface Refused {
  readonly id: number;
  readonly outcome: 'refused';
  readonly detail: string;
  readonly memoryBytes: number;
}

/** From the parser process. */
export type ParseAnswer = Parsed | Refused;
