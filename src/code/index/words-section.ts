import { isUtf8 } from 'node:buffer';
import { isTelling, splitIdentifier, stemOf, WORD_LETTERS_MAX } from '../search/words.ts';
import { makePostingLog } from './posting-log.ts';
import type { Section } from './segment-file.ts';
import type { SectionBuilder, Segment } from './source-index.ts';
import { HASH_START, hashOf, hashStep, makeWordSet, type WordSet } from './word-set.ts';
import { encodeWordTable, openWordTable, type WordTable } from './word-table.ts';

/*
 * Which words occur in which documents, and how often: words of identifiers, of comments and of strings alike, small
 * and stemmed, as `splitIdentifier` splits and `stemOf` stems. A run of letters and digits that begins with a digit is
 * a number and has no words. Whole identifiers are not kept: they would take three times the room and the time, and
 * whoever looks for one finds it by its trigrams.
 *
 *   words.*          table of the stems
 *   words.lengths    for each document the number of words in it (u32)
 */

/** Makes the builder of the section. */
export function makeWordsBuilder(): SectionBuilder {
  const words = makeStems();
  const counts = makeCounts();
  const log = makePostingLog();
  const lengths: number[] = [];
  return {
    add(document, text) {
      let length = 0;
      const visit = (stem: number): void => {
        if (stem < 0) return;
        length += 1;
        counts.add(stem);
      };
      walkText({ bytes: text.bytes, words, visit, isLatin: null });
      counts.drain((stem, frequency) => log.add(stem, document, frequency));
      lengths[document] = length;
    },
    finish: () => ({
      ...encodeWordTable('words', words.stems, log.byWord(words.stems.count())),
      'words.lengths': [new Uint8Array(Uint32Array.from(lengths, (length) => length ?? 0).buffer)],
    }),
  };
}

/** What a byte is to a word; what is beyond ASCII is looked at as text. */
const NONE = 0;
const DIGIT = 1;
const JOINT = 2;
const SMALL = 3;
const CAPITAL = 4;
const WIDE = 5;
const CLASS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return WIDE;
  const character = String.fromCharCode(byte);
  if (/[a-z]/.test(character)) return SMALL;
  if (/[A-Z]/.test(character)) return CAPITAL;
  if (/[0-9]/.test(character)) return DIGIT;
  return /[_$]/.test(character) ? JOINT : NONE;
});

/** What stands at an offset; nothing beyond the end. */
function kindAt(bytes: Buffer, at: number): number {
  return CLASS[bytes[at] ?? 0] ?? NONE;
}

/** What follows in a longer run of letters and digits is data, such as a key or a picture in text. */
const RUN_BYTES_MAX = 200;

/** A text on its way through the counting of words. */
interface Walk {
  readonly bytes: Buffer;
  readonly words: Stems;
  /** Takes the stem of every word of the text, -1 for words that tell nothing. */
  readonly visit: (stem: number) => void;
  /** Null until a byte beyond ASCII has been met. */
  isLatin: boolean | null;
}

/** Goes over bytes, since to decode a text takes longer than all the rest. */
function walkText(walk: Walk): void {
  const { bytes } = walk;
  for (let at = 0; at < bytes.length; ) at = kindAt(bytes, at) === NONE ? at + 1 : walkRun(walk, at);
}

/** Visits the words of a run of letters and digits, and answers its end. */
function walkRun(walk: Walk, from: number): number {
  const { bytes } = walk;
  if (kindAt(bytes, from) === DIGIT) return walkAsText(walk, from, false);
  let at = from;
  while (at < bytes.length) {
    const kind = kindAt(bytes, at);
    if (kind === NONE) break;
    const end = wordEnd(bytes, at, kind);
    if (kind === WIDE || kindAt(bytes, end) === WIDE) return walkAsText(walk, at, at > from);
    if (end - from > RUN_BYTES_MAX) return runEnd(bytes, end);
    if (end - at > 1) visitWord(walk, at, end);
    at = end;
  }
  return at;
}

function visitWord({ bytes, words, visit }: Walk, from: number, to: number): void {
  if (to - from <= WORD_LETTERS_MAX) visit(words.ofAscii(bytes, from, to));
}

/**
 * Visits the words of the rest of a run that has bytes beyond ASCII or begins with a digit; `isInside` says that it is
 * not all of the run. Numbers have no words.
 */
function walkAsText(walk: Walk, from: number, isInside: boolean): number {
  const { bytes, words, visit } = walk;
  const end = runEnd(bytes, from);
  let at = from;
  while (at < end && kindAt(bytes, at) !== WIDE) at += 1;
  if (at === end) return end;
  walk.isLatin ??= !isUtf8(bytes);
  for (const stem of words.ofText(bytes.toString(walk.isLatin ? 'latin1' : 'utf8', from, end), isInside)) visit(stem);
  return end;
}

/**
 * The end of the word that begins at `at`, as `splitIdentifier` splits: a run of capitals is one word but for its last
 * letter before small ones. A joint alone is no word.
 */
function wordEnd(bytes: Buffer, at: number, kind: number): number {
  let end = at + 1;
  if (kind === JOINT) return end;
  while (end < bytes.length && kindAt(bytes, end) === kind) end += 1;
  if (kind !== CAPITAL || kindAt(bytes, end) !== SMALL) return end;
  if (end - at > 1) return end - 1;
  while (end < bytes.length && kindAt(bytes, end) === SMALL) end += 1;
  return end;
}

function runEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && kindAt(bytes, at) !== NONE) at += 1;
  return at;
}

/** Stems, numbered, and which words have them. */
interface Stems {
  readonly stems: WordSet;
  /** The stem of an ASCII word of at most `WORD_LETTERS_MAX` letters; -1 when it tells nothing. */
  ofAscii(bytes: Uint8Array, from: number, to: number): number;
  /** Stems of the words in a text; `isInside` says that it goes on from letters before it, and so begins with no number. */
  ofText(text: string, isInside: boolean): readonly number[];
}

/** Longest runs: those that begin with a digit are taken out afterwards, so that no rest of one is found. */
const RUNS = /[\p{L}\p{N}_$]+/gu;

function makeStems(): Stems {
  const stems = makeWordSet();
  // A word becomes a string only once, when it is first seen: then its stem is looked up by its bytes.
  const words = makeWordSet();
  const stemOfWord: number[] = [];
  const small = Buffer.alloc(WORD_LETTERS_MAX);
  const ofWord = (word: string): number => (isTelling(word) ? internText(stems, stemOf(word)) : -1);
  return {
    stems,
    ofAscii(bytes, from, to) {
      let hash = HASH_START;
      for (let at = from; at < to; at++) {
        // The bit that parts small letters from capitals; digits have it anyway.
        const byte = (bytes[at] ?? 0) | 0x20;
        small[at - from] = byte;
        hash = hashStep(hash, byte);
      }
      const word = words.intern(small, 0, to - from, hash);
      if (word === stemOfWord.length) stemOfWord.push(ofWord(small.toString('latin1', 0, to - from)));
      return stemOfWord[word] ?? -1;
    },
    ofText: (text, isInside) =>
      (text.match(RUNS) ?? [])
        .filter((run, at) => (isInside && at === 0 && text.startsWith(run)) || !/^\p{N}/u.test(run))
        .flatMap(splitIdentifier)
        .map((word) => ofWord(word.toLowerCase())),
  };
}

function internText(words: WordSet, text: string): number {
  const bytes = Buffer.from(text);
  return words.intern(bytes, 0, bytes.length, hashOf(bytes, 0, bytes.length));
}

/** Counts the words of one document after the other. */
interface Counts {
  add(word: number): void;
  /** Hands over every word that was counted, and begins anew. */
  drain(visit: (word: number, count: number) => void): void;
}

const COUNTED_AT_FIRST = 1_024;

function makeCounts(): Counts {
  let counts = new Uint32Array(COUNTED_AT_FIRST);
  let counted = new Uint32Array(COUNTED_AT_FIRST);
  let length = 0;
  return {
    add(word) {
      if (word >= counts.length) {
        counts = withRoom(counts, 2 * word);
        counted = withRoom(counted, 2 * word);
      }
      const before = counts[word] ?? 0;
      if (before === 0) counted[length++] = word;
      counts[word] = before + 1;
    },
    drain(visit) {
      for (let at = 0; at < length; at++) {
        const word = counted[at] ?? 0;
        visit(word, counts[word] ?? 0);
        counts[word] = 0;
      }
      length = 0;
    },
  };
}

function withRoom(old: Uint32Array, room: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(room);
  larger.set(old);
  return larger;
}

/** The words of a segment. */
export interface SegmentWords extends WordTable {
  /** For each document the number of words in it. */
  readonly lengths: Uint32Array;
}

/** The words of a segment, to be found by their stems; null when it has no such section. Throws `DamagedSegmentError`. */
export function openWords(segment: Segment): SegmentWords | null {
  const table = openWordTable(segment, 'words');
  const lengths = segment.section('words.lengths');
  if (table === null || lengths === null) return null;
  return segment.keep('words', () => ({ ...table, lengths: readNumbers(lengths) }));
}

function readNumbers(section: Section): Uint32Array {
  // A copy: what was read need not begin where a number may.
  const bytes = Uint8Array.from(section.read(0, section.length));
  return new Uint32Array(bytes.buffer, 0, bytes.length >>> 2);
}
