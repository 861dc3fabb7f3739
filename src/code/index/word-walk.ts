import { isUtf8 } from 'node:buffer';
import { isTelling, splitIdentifier, stemOf, WORD_LETTERS_MAX } from '../text/words.ts';
import { makeWordKeys, mixHigh, mixLow, NEW_WORD } from './word-keys.ts';
import { hashOf, makeWordSet, type WordSet } from './word-set.ts';

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

/** Takes the stem of a word, -1 for one that tells nothing. */
type VisitWord = (stem: number) => void;

/** A text on its way. */
interface Walk {
  readonly bytes: Buffer;
  readonly words: Stems;
  readonly visit: VisitWord;
  /** Null until a byte beyond ASCII has been met. */
  isLatin: boolean | null;
}

/**
 * Visits every word of a text. It goes over bytes, since to decode a text takes longer than all the rest. Words are
 * parted as `wordEnd` does, and mixed to their key while they are gone over: each byte is looked at once.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one look at each byte of every text, in one loop
export function visitWords(bytes: Buffer, words: Stems, visit: VisitWord): void {
  const walk: Walk = { bytes, words, visit, isLatin: null };
  const end = bytes.length;
  let at = 0;
  let from = 0;
  // Inside of the bounds by the loop: `as` spares a check for each byte.
  let kind = kindOf(bytes, at, end);
  while (at < end) {
    if (kind === NONE || (kind === DIGIT && at === from)) {
      if (kind === DIGIT) at = walkAsText(walk, at, false);
      while (at < end && CLASS[bytes[at] as number] === NONE) at += 1;
      from = at;
      kind = kindOf(bytes, at, end);
      continue;
    }
    const start = at;
    const first = kind;
    let low = 0;
    let high = 0;
    let lowBefore = 0;
    let highBefore = 0;
    while (kind === first) {
      lowBefore = low;
      highBefore = high;
      high = mixHigh(low, high);
      low = mixLow(low, bytes[at] as number);
      at += 1;
      kind = kindOf(bytes, at, end);
      if (first === JOINT) break;
    }
    if (first === CAPITAL && kind === SMALL) {
      if (at - start > 1) {
        // The last of some capitals begins the next word.
        at -= 1;
        low = lowBefore;
        high = highBefore;
        kind = CAPITAL;
      }
      for (; kind === SMALL; kind = kindOf(bytes, at, end)) {
        high = mixHigh(low, high);
        low = mixLow(low, bytes[at] as number);
        at += 1;
      }
    }
    const length = at - start;
    if (first === WIDE || kind === WIDE) at = walkAsText(walk, start, start > from);
    else if (at - from > RUN_BYTES_MAX) at = runEnd(bytes, at);
    else {
      if (length > 1 && length <= WORD_LETTERS_MAX) {
        const stem = words.find(low, high);
        visit(stem === NEW_WORD ? words.learn(bytes.toString('latin1', start, at)) : stem);
      }
      continue;
    }
    from = at;
    kind = kindOf(bytes, at, end);
  }
}

/** What stands at an offset before the end of a text; nothing there or beyond. */
function kindOf(bytes: Buffer, at: number, end: number): number {
  return at < end ? (CLASS[bytes[at] as number] as number) : NONE;
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

/** The end of the word that begins at an offset; -1 when none begins there. Letters beyond ASCII count as small ones. */
export function endOfWordAt(bytes: Buffer, at: number): number {
  const kind = kindAt(bytes, at);
  const before = at === 0 ? NONE : kindAt(bytes, at - 1);
  const isInside = kind === SMALL ? before === SMALL || before === CAPITAL : before === kind;
  // The last of some capitals begins a word when small letters follow.
  if (isInside && !(kind === CAPITAL && kindAt(bytes, at + 1) === SMALL)) return -1;
  if (kind === NONE || kind === JOINT) return -1;
  let end = wordEnd(bytes, at, kind);
  if (kindAt(bytes, end) === WIDE) while (kindAt(bytes, end) === WIDE || kindAt(bytes, end) === SMALL) end += 1;
  return end;
}

function runEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && kindAt(bytes, at) !== NONE) at += 1;
  return at;
}

/** Stems, numbered, and which words have them. */
export interface Stems {
  readonly stems: WordSet;
  /** The number of a stem. */
  intern(stem: string): number;
  /** The stem of the ASCII word with this key, -1 when it tells nothing; `NEW_WORD` for one that was not met before. */
  find(low: number, high: number): number;
  /** The stem of the word that was asked for last, in any case; it is known from now on. */
  learn(word: string): number;
  /** Stems of the words in a text; `isInside` says that it goes on from letters before it, and so begins with no number. */
  ofText(text: string, isInside: boolean): readonly number[];
}

/** Longest runs: those that begin with a digit are taken out afterwards, so that no rest of one is found. */
const RUNS = /[\p{L}\p{N}_$]+/gu;

/** Makes an empty set. */
export function makeStems(): Stems {
  const stems = makeWordSet();
  // A word becomes a string only once, when it is first seen.
  const keys = makeWordKeys();
  const ofWord = (word: string): number => (isTelling(word) ? internText(stems, stemOf(word)) : -1);
  return {
    stems,
    intern: (stem) => internText(stems, stem),
    find: keys.find,
    learn(word) {
      const stem = ofWord(word.toLowerCase());
      keys.learn(stem);
      return stem;
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
