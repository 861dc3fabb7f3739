import { behindFirstLetter } from '../index/symbols-format.ts';
import type { SegmentSymbols } from '../index/symbols-reader.ts';
import { findDocuments } from '../index/trigram-reader.ts';
import type { SegmentView } from '../source/source-index.ts';
import { needsOfLiteral } from './literal-needs.ts';

/** A segment whose symbols are there. */
export interface NamedView {
  readonly view: SegmentView;
  readonly symbols: SegmentSymbols;
}

/** The names that accepted files of a segment declare and that hold a text; null where that takes too long to find out. */
export type NamesHolding = (one: NamedView, accepts: (file: number) => boolean) => readonly string[] | null;

/**
 * Makes what finds names that hold a text, in any case: what declares one holds it too, and there are mostly few such
 * documents. So many are looked into in all segments together; to unpack the symbols of one takes a tenth of a millisecond.
 */
export function makeNamesHolding(text: string, documentsMax: number): NamesHolding {
  const needs = needsOfLiteral(text, { isSensitive: false, unicode: Buffer.byteLength(text) > text.length });
  const small = text.toLowerCase();
  let left = documentsMax;
  return ({ view, symbols }, accepts) => {
    const documents = findDocuments(view.segment, needs);
    if (documents === null || documents.length > left) return null;
    left -= documents.length;
    const names = new Set<string>();
    for (const document of documents) {
      if (!view.files(document).some(accepts)) continue;
      for (const { name } of symbols.ofDocument(document)) if (name.toLowerCase().includes(small)) names.add(name);
    }
    return [...names];
  };
}

/** Where more documents may hold it, a look at the letters of all names of some lengths takes less. */
const FEW_DOCUMENTS = 8;

/** The same for what follows the first letter of a name: names that have one slip there hold it, unless it was a swap. */
export function makeNamesWithRest(name: string): NamesHolding {
  return makeNamesHolding(behindFirstLetter(name), FEW_DOCUMENTS);
}
