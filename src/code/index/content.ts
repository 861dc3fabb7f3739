import type { Language } from '../lex/languages.ts';
import { scanPlaces } from '../lex/scan-symbols.ts';
import { languageIn, languageKeyOf } from '../lex/shebang.ts';
import type { PlainSymbol } from '../lex/symbol.ts';
import { isBinary, utf16Encoding } from '../source/decode.ts';
import { asBuffer, decodeText } from '../source/searched-text.ts';
import type { IndexedText } from './indexed-text.ts';

/** A text that is to be indexed. */
export interface Content {
  /** Git's id of the bytes as they are stored, in hex. */
  readonly blobId: string;
  /** By the name of a file that has it: see `languageKeyOf`. */
  readonly languageKey: string;
  /** By that name, or by the first line of a program; null when it is not known. */
  readonly language: Language | null;
  /** As it is searched: see `textOf`. */
  readonly bytes: Buffer;
  /** Whether these are the bytes as they are stored. */
  readonly isAsStored: boolean;
}

/** The content of a file; `stored` as it is there, `bytes` as they are searched. */
export function contentOf(
  { path, blobId, stored }: { readonly path: string; readonly blobId: string; readonly stored: Uint8Array },
  bytes: Buffer,
): Content {
  const isAsStored = utf16Encoding(stored) === null;
  return { blobId, languageKey: languageKeyOf(path), language: languageIn(path, bytes), bytes, isAsStored };
}

/** The bytes of a file as they are searched; null for what is no text. */
export function textOf(stored: Uint8Array): Buffer | null {
  const bytes = asBuffer(stored);
  return isBinary(bytes) ? null : bytes;
}

/** A content as the builders of sections take it; what several of them need is made once. */
export function indexedText({
  language,
  bytes,
  isAsStored,
}: Pick<Content, 'language' | 'bytes' | 'isAsStored'>): IndexedText {
  let text: string | null = null;
  let symbols: readonly PlainSymbol[] | null = null;
  const decoded = (): string => {
    text ??= decodeText(bytes);
    return text;
  };
  return {
    language,
    bytes,
    isAsStored,
    text: decoded,
    symbols() {
      symbols ??= language === null ? [] : scanPlaces(language, decoded());
      return symbols;
    },
  };
}
