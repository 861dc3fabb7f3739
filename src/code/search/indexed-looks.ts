import type { TextPart, WantedPart } from '../source/source.ts';
import type { SourceIndex } from '../source/source-index.ts';
import type { Candidates } from './candidates.ts';
import { countInParts, findInParts, isForParts } from './found-parts.ts';
import { countHits, countUnwatched, type FoundText, findInText, findUnwatched } from './found-text.ts';
import { hasSymbols } from './indexed-symbols.ts';
import type { Matcher } from './matcher.ts';
import type { Look } from './scan-numbered.ts';
import type { ScannedFile } from './scope.ts';
import type { Search } from './search.ts';

/** A file by its number as well. */
export interface NumberedFile extends ScannedFile {
  readonly number: number;
}

/** What is looked for, and what is known of the files. */
interface Looked extends Pick<Search, 'input'> {
  readonly matcher: Matcher;
  readonly candidates: Candidates;
  readonly index: SourceIndex;
}

/** What takes hits. */
interface HitSink {
  /** Whether hits of a file are counted only. */
  isCounting(file: number): boolean;
  add(file: NumberedFile, text: FoundText): void;
  addCount(file: NumberedFile, hits: number): void;
}

type Told = Exclude<Look<NumberedFile>, 'unknown'>;

/** Ways to look at a content, from the shortest to the one that tells in any case. */
interface Looks {
  readonly wanted: WantedPart | null;
  lookInParts(number: number, parts: readonly TextPart[]): Told | null;
  look(number: number, bytes: Buffer): Look<NumberedFile>;
  visit(file: NumberedFile, bytes: Buffer): void;
  /** What a number of hits says of a file; null where nobody has counted them. */
  counted(hits: number | null): Look<NumberedFile>;
}

/** Makes the looks of one search at contents. */
export function makeLooks(
  { input, matcher, candidates, index }: Looked,
  { isCounting, add, addCount }: HitSink,
): Looks {
  const told = (hits: number): Told => (hits === 0 ? 'nothing' : (file) => addCount(file, hits));
  const counted = (hits: number | null): Look<NumberedFile> => (hits === null ? 'unknown' : told(hits));
  const found = (text: FoundText): Told => (text.hits.length === 0 ? 'nothing' : (file) => add(file, text));
  // No line of the file is hidden, and its declarations need not be looked for in its text.
  const takesParts = (file: number): boolean =>
    isForParts(matcher) &&
    input.group !== 'symbol' &&
    !candidates.mayHoldKeys(file) &&
    (!candidates.mayDeclare(file) || hasSymbols(index, file));
  const { mayHoldNeeds } = matcher;
  return {
    wanted: mayHoldNeeds === null ? null : { partsOf: candidates.partsOf, takesParts, mayHold: mayHoldNeeds },
    lookInParts(number, parts) {
      if (!isForParts(matcher)) return null;
      if (isCounting(number)) {
        const hits = countInParts(parts, matcher);
        return hits === null ? null : told(hits);
      }
      const text = findInParts(parts, matcher, input.context);
      return text === null ? null : found(text);
    },
    look(number, bytes) {
      if (isCounting(number)) return counted(countUnwatched(bytes, matcher));
      const text = findUnwatched(bytes, matcher);
      return text === null ? 'unknown' : found(text);
    },
    visit(file, bytes) {
      if (isCounting(file.number)) addCount(file, countHits(bytes, matcher));
      else add(file, findInText(bytes, matcher));
    },
    counted,
  };
}
