import { makeStems, visitWords } from '../index/word-walk.ts';
import { openWords, type SegmentWords } from '../index/words-section.ts';
import type { PathRole } from '../source/path-role.ts';
import type { SegmentView } from '../source/source-index.ts';
import { type ScanEnd, scanTexts } from './scan.ts';
import type { IndexedScope, ScannedFile, Scope } from './scope.ts';

/** A file of a scope by its number: that of the index, or else its place among the files of the scope. */
export interface NumberedFile extends ScannedFile {
  readonly number: number;
}

/** The files of a scope by numbers, which ascend with their paths. */
export interface NumberedFiles {
  /** One more than the highest number. */
  readonly count: number;
  at(number: number): NumberedFile;
  role(number: number): PathRole;
  accepts(number: number): boolean;
}

/** Numbers the files of a scope; those of an index have their numbers, and no list of them is made. */
export function numberFiles(scope: Scope): NumberedFiles {
  if (scope.indexed !== null) {
    const { index, accepts } = scope.indexed;
    const { files } = index;
    return {
      count: files.count,
      at: (number) => ({ number, path: files.path(number), role: files.role(number) }),
      role: (number) => files.role(number),
      accepts,
    };
  }
  const { files } = scope;
  return {
    count: files.length,
    at: (number) => ({ number, path: '', role: 'source', ...files[number] }),
    role: (number) => files[number]?.role ?? 'source',
    accepts: () => true,
  };
}

/** Where the terms of a query occur in the contents of a scope. */
export interface ContentWords {
  /** Files whose words were counted. */
  readonly texts: number;
  /** Words of a text on average. */
  readonly meanLength: number;
  /** Whether the file is one of them. */
  has(file: number): boolean;
  /** The files with a term, each once; `length` is the number of words of its text. */
  visit(term: number, visit: VisitFile): void;
  readonly end: ScanEnd;
}

/** Asks the index where it can be asked, and reads what else there is. */
export async function findContentWords(
  scope: Scope,
  files: NumberedFiles,
  terms: readonly string[],
): Promise<ContentWords> {
  const indexed = scope.indexed === null ? null : readIndexedWords(scope.indexed);
  const numbers = indexed === null ? Array.from({ length: files.count }, (_, file) => file) : indexed.unread;
  const scanned = await scanWords(scope, { length: numbers.length, at: (at) => files.at(numbers[at] ?? 0) }, terms);
  const known = indexed?.lengths ?? { texts: 0, words: 0 };
  const texts = known.texts + scanned.end.searched;
  return {
    texts,
    meanLength: Math.max(1, (known.words + scanned.words) / Math.max(1, texts)),
    has: (file) => scanned.has(file) || (indexed !== null && files.accepts(file) && indexed.has(file)),
    visit(term, visit) {
      for (const one of indexed?.views ?? []) visitIndexed(one, terms[term] ?? '', files.accepts, visit);
      scanned.visit(term, visit);
    },
    end: { ...scanned.end, searched: texts },
  };
}

/** A segment with words, as the source sees it. */
interface WordsView {
  readonly view: SegmentView;
  readonly words: SegmentWords;
}

type VisitFile = (file: number, frequency: number, length: number) => void;

function visitIndexed(
  { view, words }: WordsView,
  stem: string,
  accepts: (file: number) => boolean,
  visit: VisitFile,
): void {
  const { documents, frequencies } = words.find(stem);
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at] ?? 0;
    for (const file of view.files(document))
      if (accepts(file)) visit(file, frequencies[at] ?? 0, words.lengths[document] ?? 0);
  }
}

interface IndexedWords {
  readonly views: readonly WordsView[];
  readonly lengths: Lengths;
  has(file: number): boolean;
  /** Accepted files whose words are not indexed, ascending. */
  readonly unread: readonly number[];
}

function readIndexedWords(scope: IndexedScope): IndexedWords {
  const { index, accepts, texts, pending } = scope;
  const views: WordsView[] = [];
  const unread = [...pending];
  for (const view of index.segments) {
    const words = openWords(view.segment);
    if (words !== null) views.push({ view, words });
    else
      for (let document = 0; document < view.segment.documents; document++)
        unread.push(...view.files(document).filter(accepts));
  }
  const lengths = { texts: texts - unread.length, words: wordsOf(scope, views) };
  const has = (file: number): boolean => index.place(file) !== null;
  return { views, has, lengths, unread: unread.sort((a, b) => a - b) };
}

interface Lengths {
  readonly texts: number;
  readonly words: number;
}

/** By what the choice of files came to, which is made anew for another state of the index. */
const wordsBefore = new WeakMap<object, { readonly views: number; readonly words: number }>();

/**
 * How many words the indexed files of a scope have: of these alone, since who reads them without an index knows no others,
 * and the order is to be the same.
 */
function wordsOf({ chosen, accepts }: IndexedScope, views: IndexedWords['views']): number {
  const known = wordsBefore.get(chosen);
  if (known?.views === views.length) return known.words;
  let total = 0;
  for (const { view, words } of views) {
    for (const [document, length] of words.lengths.entries()) {
      for (const file of view.files(document)) if (accepts(file)) total += length;
    }
  }
  wordsBefore.set(chosen, { views: views.length, words: total });
  return total;
}

/** The words of the files that are read now; only counts of the query's terms are kept. */
async function scanWords(
  scope: Scope,
  files: { readonly length: number; at(index: number): NumberedFile },
  terms: readonly string[],
) {
  const stems = makeStems();
  for (const term of terms) stems.intern(term);
  // File, frequency and length, by turns.
  const found = terms.map((): number[] => []);
  const counts = new Uint32Array(terms.length);
  const read = new Set<number>();
  let words = 0;
  const { source, context, gaps, cpu } = scope;
  const end = await scanTexts(
    { source, context, gaps, cpu, files },
    (file, bytes) => {
      counts.fill(0);
      read.add(file.number);
      let length = 0;
      visitWords(bytes, stems, (stem) => {
        if (stem < 0) return;
        length += 1;
        if (stem < counts.length) counts[stem] = (counts[stem] ?? 0) + 1;
      });
      words += length;
      for (const [term, own] of found.entries()) {
        const frequency = counts[term] ?? 0;
        if (frequency > 0) own.push(file.number, frequency, length);
      }
    },
    { wantsIds: false },
  );
  return {
    words,
    end,
    has: (file: number): boolean => read.has(file),
    visit(term: number, visit: VisitFile): void {
      const own = found[term] ?? [];
      for (let at = 0; at < own.length; at += 3) visit(own[at] ?? 0, own[at + 1] ?? 0, own[at + 2] ?? 0);
    },
  };
}
