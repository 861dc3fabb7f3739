import type { IndexedName } from '../index/name-page.ts';
import {
  behindFirstLetter,
  bitCount,
  type IndexedSymbol,
  LENGTH_MAX,
  LETTERS_MASK,
  lettersOf,
  mayBeginAlike,
} from '../index/symbols-format.ts';
import { findName, type SegmentSymbols, segmentSymbols } from '../index/symbols-reader.ts';
import type { FindInput } from '../questions/find.types.ts';
import type { SourceIndex } from '../source/source-index.ts';
import { makeNamesWithRest, type NamedView, type NamesHolding } from './names-holding.ts';
import type { IndexedScope, ScannedFile, Scope } from './scope.ts';
import { containerFit } from './symbol-container.ts';
import { bestFit, qualifierOf, type SymbolFit, type SymbolQuery, TYPO_NAME_MIN } from './symbol-fit.ts';
import type { SymbolHits } from './symbol-hits.ts';
import { isOfKind } from './symbols-of.ts';

/** What is looked for, and where. */
export interface LookUp {
  readonly query: SymbolQuery;
  readonly input: Pick<FindInput, 'kind' | 'case' | 'word'>;
  /** Also by camel humps and with one typo: only worth its time when nothing was found without. */
  readonly isFuzzy: boolean;
  /** Whether a file is in scope, by its number. */
  accepts(file: number): boolean;
  /** When to stop with what was found, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
}

/** Whether a name with this fit is wanted: `word` leaves out beginnings, as it does in text. */
export function isWanted(fit: SymbolFit | null, input: LookUp['input']): fit is SymbolFit {
  if (fit === null || (input.case === 'sensitive' && fit === 'case')) return false;
  return !input.word || fit === 'exact' || fit === 'case';
}

/**
 * Adds the declarations of an index whose names fit, without reading a content. False when the deadline ended it. What
 * has no symbols in the index yet is not looked at: see `filesWithoutSymbols`.
 */
export function lookUpSymbols(index: SourceIndex, lookUp: LookUp, hits: SymbolHits): boolean {
  const otherFirsts = makeNamesWithRest(lookUp.query.name);
  for (const view of index.segments) {
    const symbols = segmentSymbols(view.segment);
    if (symbols !== null && !lookInto({ index, view, symbols, lookUp, hits, otherFirsts })) return false;
  }
  return true;
}

/** Whether a look-up sees all files, so that no content has to be scanned. */
export function knowsAllSymbols({ pending, segments }: SourceIndex): boolean {
  return pending.length === 0 && segments.every(({ segment }) => segmentSymbols(segment) !== null);
}

/** The numbers of the accepted files that a look-up does not see, ascending: their contents are to be scanned. */
export function filesWithoutSymbols(index: SourceIndex, accepts: (file: number) => boolean): Uint32Array {
  if (knowsAllSymbols(index)) return new Uint32Array(0);
  // No list of objects: there may be a million, all of one content.
  const files = new Uint32Array(index.files.count);
  let count = 0;
  const addAll = (numbers: Iterable<number>): void => {
    for (const file of numbers) if (accepts(file)) files[count++] = file;
  };
  addAll(index.pending);
  for (const { segment, files: filesOf } of index.segments) {
    if (segmentSymbols(segment) !== null) continue;
    for (let document = 0; document < segment.documents; document++) addAll(filesOf(document));
  }
  return files.slice(0, count).sort();
}

/** A file by the number that the index has for it; by its place in the listing where there is none. */
export interface FileToScan extends ScannedFile {
  readonly number: number;
}

/** Files that are made as they are asked for: there may be a million, and time for a part of them. */
export interface FilesToScan {
  readonly length: number;
  at(index: number): FileToScan | undefined;
  /** Null for a number that no file has. */
  byNumber(number: number): ScannedFile | null;
}

/** What a look-up does not see of a scope, in order of path: all, when there is no index. */
export function filesToScan(scope: Pick<Scope, 'indexed' | 'files'>): FilesToScan {
  // With an index its own list is not asked for, which would make an object for each file.
  return scope.indexed === null ? listedFiles(scope.files) : indexedFiles(scope.indexed);
}

function listedFiles(files: readonly ScannedFile[]): FilesToScan {
  return {
    length: files.length,
    at(number) {
      const file = files[number];
      return file === undefined ? undefined : { ...file, number };
    },
    byNumber: (number) => files[number] ?? null,
  };
}

function indexedFiles({ index, accepts }: IndexedScope): FilesToScan {
  const numbers = filesWithoutSymbols(index, accepts);
  const file = (number: number): FileToScan => ({
    number,
    path: index.files.path(number),
    role: index.files.role(number),
  });
  return {
    length: numbers.length,
    at(place) {
      const number = numbers[place];
      return number === undefined ? undefined : file(number);
    },
    byNumber: (number) => (accepts(number) ? file(number) : null),
  };
}

/** A symbol of an index by its file and its number there; null when the index has it not. */
export function indexedSymbol(index: SourceIndex, file: number, number: number): IndexedSymbol | null {
  const place = index.place(file);
  const segment = place === null ? undefined : index.segments[place.segment]?.segment;
  if (place === null || segment === undefined) return null;
  return segmentSymbols(segment)?.symbol(place.document, number) ?? null;
}

interface Look extends NamedView {
  readonly index: SourceIndex;
  readonly lookUp: LookUp;
  readonly hits: SymbolHits;
  /** The names with all that follows the first letter of the one that is looked for. */
  readonly otherFirsts: NamesHolding;
}

/** Names between two looks at the clock. */
const NAMES_A_TURN = 256;

function lookInto(look: Look): boolean {
  const { symbols, lookUp } = look;
  const { query, input, isFuzzy } = lookUp;
  let seen = 0;
  const visit = (name: IndexedName): boolean => {
    seen += 1;
    if (seen % NAMES_A_TURN === 0 && performance.now() > lookUp.deadlineAtMs) return false;
    const found = bestFit(query, name.name, isFuzzy);
    // Names in another case stand together with the exact one: the first longer name ends a look for words.
    if (input.word && found?.fit === 'prefix') return true;
    if (found !== null && isWanted(found.fit, input)) addUses(look, name, found);
    return true;
  };
  const isEnded = (): boolean => performance.now() > lookUp.deadlineAtMs;
  const small = query.name.toLowerCase();
  const word = input.word ? (name: IndexedName) => name.name.toLowerCase() === small && visit(name) : visit;
  symbols.withPrefix(small, word);
  const whole = query.whole?.toLowerCase() ?? small;
  if (!whole.startsWith(small)) symbols.withPrefix(whole, visit);
  if (isFuzzy && !isEnded())
    // What begins so was visited above.
    visitLike(look, (name) => name.name.toLowerCase().startsWith(small) || visit(name));
  return !isEnded();
}

/** What is known of a name that fits; `isWhole` when the query as it stands is the name, whatever it has before it. */
interface Fitting {
  readonly fit: SymbolFit;
  readonly isWhole: boolean;
}

function addUses(look: Look, name: IndexedName, { fit, isWhole }: Fitting): void {
  const { index, view, symbols, lookUp, hits } = look;
  const { query, input } = lookUp;
  const qualifier = qualifierOf(query, isWhole);
  const beyond = name.name.length - query.name.length;
  symbols.uses(name, (document, use) => {
    if (!isOfKind(use, input.kind)) return;
    const files = view.files(document).filter(lookUp.accepts);
    // The names around it are only unpacked when they are asked for.
    const symbol =
      qualifier.containers.length === 0 || files.length === 0 ? null : symbols.symbol(document, use.number);
    for (const file of files) {
      const container = symbol === null ? 0 : containerFit(qualifier, symbol, index.files.path(file));
      if (container !== null) hits.add({ ...use, container, fit, role: index.files.role(file), beyond, file });
    }
  });
}

/** Names that are read together, so that the clock is seen between. */
const LIKE_NAMES = 2_048;

/** Visits the names that camel humps or one typo may have been meant by, each once, until it is false. */
function visitLike(look: Look, visit: (name: IndexedName) => boolean): void {
  const { symbols, lookUp, otherFirsts } = look;
  const wanted = lookUp.query.name;
  const mayBeTypo = wanted.length >= TYPO_NAME_MIN;
  const others = mayBeTypo ? otherFirsts(look, lookUp.accepts) : [];
  const typos = mayBeTypo ? typosByLetters(symbols, wanted, others === null) : [];
  const numbers = [...new Set([...humpsByLetters(symbols, wanted), ...typos])].sort((a, b) => a - b);
  const visited = new Set<string>();
  for (let at = 0; at < numbers.length; at += LIKE_NAMES) {
    for (const name of symbols.named(numbers.slice(at, at + LIKE_NAMES))) {
      if (!visit(name)) return;
      visited.add(name.name);
    }
  }
  for (const other of ofNearlyTheLength(others ?? [], wanted)) {
    const name = visited.has(other) ? null : findName(symbols, other);
    if (name !== null && !visit(name)) return;
  }
}

/** A file may declare thousands of names that hold the rest and much more: to find each of them takes its time. */
function ofNearlyTheLength(names: readonly string[], wanted: string): readonly string[] {
  const { length } = wanted.toLowerCase();
  return names.filter((name) => Math.abs(name.toLowerCase().length - length) <= 1);
}

/** The numbers of names that are as long or longer, begin alike and have all letters. */
function humpsByLetters(symbols: SegmentSymbols, wanted: string): readonly number[] {
  const own = lettersOf(wanted);
  const ownLetters = own & LETTERS_MASK;
  const lengths = { shortest: Math.min(wanted.length, LENGTH_MAX), longest: LENGTH_MAX, beginAs: own };
  const places: number[] = [];
  symbols.visitRuns(lengths, ({ letters, place }) => {
    for (let at = 0; at < letters.length; at++)
      if (((letters[at] ?? 0) & ownLetters) === ownLetters) places.push(place + at);
  });
  return symbols.numbersAt(places);
}

/**
 * The numbers of names of nearly the length that one typo may have made of others, told by their letters: a wrong one in
 * place of a right one is two letters' difference, a swap none. Those that begin otherwise are left to who looks for what
 * follows the first letter, but for one that was swapped with the next.
 */
function typosByLetters(symbols: SegmentSymbols, wanted: string, beginsAnyhow: boolean): readonly number[] {
  const own = lettersOf(wanted);
  const length = Math.min(wanted.length, LENGTH_MAX);
  const places: number[] = [];
  const collect = (shortest: number, longest: number, beginAs: number | null): void =>
    symbols.visitRuns({ shortest, longest, beginAs }, ({ letters, place }) => {
      for (let at = 0; at < letters.length; at++)
        if (bitCount((own ^ (letters[at] ?? 0)) & LETTERS_MASK) <= 2) places.push(place + at);
    });
  collect(length - 1, length + 1, beginsAnyhow ? null : own);
  const swapped = lettersOf(behindFirstLetter(wanted));
  if (!beginsAnyhow && !mayBeginAlike(own, swapped)) collect(length, length, swapped);
  return symbols.numbersAt(places.sort((a, b) => a - b));
}
