import type { SectionBuilder } from './indexed-text.ts';
import { makeSymbolsBuilder } from './symbols.ts';
import { makeTrigramBuilder } from './trigram-builder.ts';
import { makeWordsBuilder } from './words-section.ts';

/** What builds what a search by text needs, beside the documents: all that stands between a first question and its index. */
export const TEXT_BUILDERS: readonly (() => SectionBuilder)[] = [makeTrigramBuilder];

/** What builds what comes later, in a symbols file, and takes most of the time: declarations, and words for ranking. */
export const SYMBOL_BUILDERS: readonly (() => SectionBuilder)[] = [makeSymbolsBuilder, makeWordsBuilder];

/** To be counted up with every change to what a section of a text file holds: older ones are then built anew. */
export const TEXT_FORMAT = 5;

/** The same of a symbols file, also when a scanner finds other symbols. */
export const SYMBOLS_FORMAT = 29;
