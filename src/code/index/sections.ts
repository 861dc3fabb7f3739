import type { SectionBuilder } from './source-index.ts';
import { makeSymbolsBuilder } from './symbols.ts';
import { makeTrigramBuilder } from './trigram-builder.ts';

/** The sections of a text file, which a search by text needs, beside the documents. */
export const TEXT_SECTIONS: readonly (() => SectionBuilder)[] = [makeTrigramBuilder];

/** The sections of a symbols file, which comes later. */
export const SYMBOL_SECTIONS: readonly (() => SectionBuilder)[] = [makeSymbolsBuilder];

/** To be counted up with every change to what a section holds: older segments are then built anew. */
export const SEGMENT_FORMAT = 1;
