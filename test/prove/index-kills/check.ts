import { needsText } from '../../../src/code/index/needs.ts';
import { DamagedSegmentError } from '../../../src/code/index/segment-file.ts';
import { type IndexStore, openStore, type StoredSegment } from '../../../src/code/index/store.ts';
import { segmentSymbols } from '../../../src/code/index/symbols-reader.ts';
import { findDocuments } from '../../../src/code/index/trigram-reader.ts';
import { languageOf } from '../../../src/code/lex/languages.ts';
import { scanSymbols } from '../../../src/code/lex/scan-symbols.ts';
import type { Corpus, CorpusFile } from './corpus.ts';

/** What an index says of a corpus. */
export interface Check {
  readonly indexed: number;
  readonly withSymbols: number;
  /** Segments that were damaged and are dropped. */
  readonly dropped: number;
  /** Answers that would have been wrong; must be empty. */
  readonly wrong: readonly string[];
}

/** One file in so many has its symbols compared. */
const SYMBOLS_EVERY = 29;

/**
 * Asks an index all that a search asks, as the engine does: a file that has no place is read, so it cannot be missed; of
 * one that has, the index may say "not here" only when it is so. Damage that is noticed drops the segment, and all is asked again.
 */
export function checkIndex(folder: string, corpus: Corpus): Check {
  const store = openStore(folder);
  let dropped = 0;
  try {
    for (;;) {
      const damaged = new Set<string>();
      const check = askAll(store, corpus, damaged);
      if (damaged.size === 0) return { ...check, dropped };
      for (const id of damaged) store.drop(id);
      dropped += damaged.size;
    }
  } finally {
    store.close();
  }
}

function askAll(store: IndexStore, corpus: Corpus, damaged: Set<string>): Omit<Check, 'dropped'> {
  const wrong: string[] = [];
  let withSymbols = 0;
  const placed = corpus.files.map((file) => ({ file, found: store.find(Buffer.from(file.blobId, 'hex'), 'ts') }));
  for (const stored of store.segments) {
    const here: Placed[] = [];
    for (const { file, found } of placed)
      if (found?.kind === 'text' && found.segment === stored) here.push({ file, document: found.document });
    withSymbols += stored.hasSymbols ? here.length : 0;
    try {
      wrong.push(...wrongTexts(stored, here, corpus.needles), ...wrongSymbols(stored, here));
    } catch (failure) {
      if (!(failure instanceof DamagedSegmentError)) throw failure;
      damaged.add(stored.id);
    }
  }
  return { indexed: placed.filter(({ found }) => found !== null).length, withSymbols, wrong };
}

interface Placed {
  readonly file: CorpusFile;
  readonly document: number;
}

/** Files that hold a text and that the segment does not name. */
function wrongTexts({ segment }: StoredSegment, here: readonly Placed[], needles: readonly string[]): string[] {
  const wrong: string[] = [];
  for (const needle of needles) {
    const candidates = findDocuments(segment, needsText(needle));
    const named = candidates === null ? null : new Set(candidates);
    for (const { file, document } of here) {
      const isMissed = named?.has(document) === false && file.text.includes(needle);
      if (isMissed) wrong.push(`${file.path} holds ${needle}, and its segment denies it`);
    }
  }
  return wrong;
}

/** Files whose symbols are others than a scan finds. */
function wrongSymbols({ segment }: StoredSegment, here: readonly Placed[]): string[] {
  const symbols = segmentSymbols(segment);
  const language = languageOf('a.ts');
  if (symbols === null || language === null) return [];
  const some = here.filter((_, at) => at % SYMBOLS_EVERY === 0);
  return some.flatMap(({ file, document }) => {
    const expected = scanSymbols(language, file.text).map(({ name, line }) => `${name}:${line}`);
    const found = symbols.ofDocument(document).map(({ name, line }) => `${name}:${line}`);
    return found.join() === expected.join() ? [] : [`${file.path} has other symbols than are in its text`];
  });
}
