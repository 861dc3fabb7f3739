import type { SectionBuilder } from './source-index.ts';
import { makeSymbolsBuilder } from './symbols.ts';
import { makeTrigramBuilder } from './trigram-builder.ts';
import { makeWordsBuilder } from './words-section.ts';

/** The sections of a text file, which a search by text needs, beside the documents. */
export const TEXT_SECTIONS: readonly (() => SectionBuilder)[] = [makeTrigramBuilder, makeWordsBuilder];

/** The sections of a symbols file, which comes later. */
export const SYMBOL_SECTIONS: readonly (() => SectionBuilder)[] = [makeSymbolsBuilder];

/** To be counted up with every change to what a section of a text file holds: older ones are then built anew. */
export const TEXT_FORMAT = 1;

/** The same of a symbols file, also when a scanner finds other symbols. */
export const SYMBOLS_FORMAT = 1;
