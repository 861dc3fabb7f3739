import type { IndexedSymbol } from '../index/symbols-format.ts';
import { segmentSymbols } from '../index/symbols-reader.ts';
import type { SourceIndex } from '../source/source-index.ts';

/** The symbols of a file, or those of one name, as the index has them; null where it does not. */
export function symbolsIn(index: SourceIndex, file: number, name: string | undefined): readonly IndexedSymbol[] | null {
  const place = index.place(file);
  return place === null ? null : (symbolsAt(index, place)?.ofDocument(place.document, name) ?? null);
}

/** Whether the index knows the symbols of a file. */
export function hasSymbols(index: SourceIndex, file: number): boolean {
  const place = index.place(file);
  return place !== null && symbolsAt(index, place) !== null;
}

function symbolsAt(index: SourceIndex, { segment }: { readonly segment: number }): ReturnType<typeof segmentSymbols> {
  const view = index.segments[segment];
  return view === undefined ? null : segmentSymbols(view.segment);
}
