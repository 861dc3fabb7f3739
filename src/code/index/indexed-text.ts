import type { Language } from '../lex/languages.ts';
import type { PlainSymbol } from '../lex/symbol.ts';

/** What a section of a segment is made of: one text file's content, whatever its paths. */
export interface IndexedText {
  readonly language: Language | null;
  /** As it is searched: UTF-8, or Latin-1 where it is not; UTF-16 was made UTF-8. Neither binary nor over the size limit. */
  readonly bytes: Buffer;
  /** Whether they are the bytes of the file. */
  readonly isAsStored: boolean;
  /** Decoded once and shared by the sections. */
  text(): string;
  /** Declarations by the lexical scanner, found once and shared. */
  symbols(): readonly PlainSymbol[];
}

/** Collects one section of a segment, document by document, numbered from 0 in the order of adding. */
export interface SectionBuilder {
  add(document: number, text: IndexedText): void;
  /** The pieces of the section, by name; the builder is of no use afterwards. */
  finish(): Readonly<Record<string, readonly Uint8Array[]>>;
}
