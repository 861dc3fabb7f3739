import { makeLineIndex } from '../../text/lines.ts';
/** Where code uses a name. */
export interface WordUse {
  /** 1-based. */
  readonly line: number;
  /** Whether a parenthesis follows, or Rust's `!`. */
  readonly isCall: boolean;
  /** Whether `.` or `::` stands before it. */
  readonly isMember: boolean;
}

/** Names in the code of a text; plain data, so that a thread can remember it. */
export type WordIndex = ReadonlyMap<string, readonly number[]>;

/** Uses kept of one name in one file: enough to show where, and what else there is does not change an answer. */
const USES_MAX = 40;
/** Names shorter than this tell nothing. */
const NAME_MIN = 2;
const NAME_MAX = 80;

const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/g;

/** The names of a mask, which has only code left. Takes time linear in the text. */
export function indexWords(mask: string): WordIndex {
  const index = new Map<string, number[]>();
  const lines = makeLineIndex(mask);
  for (const match of mask.matchAll(WORD)) {
    const [word] = match;
    const line = lines.lineAt(match.index);
    if (word.length < NAME_MIN || word.length > NAME_MAX) continue;
    const uses = index.get(word);
    if (uses === undefined) index.set(word, [packUse(mask, match.index, word.length, line)]);
    else if (uses.length < USES_MAX) uses.push(packUse(mask, match.index, word.length, line));
  }
  return detached(index);
}

/** Where a name is used, the first 40 places. */
export function usesOf(index: WordIndex, word: string): readonly WordUse[] {
  return (index.get(word) ?? []).map((packed) => ({
    line: packed >> 2,
    isCall: (packed & 2) !== 0,
    isMember: (packed & 1) !== 0,
  }));
}

/** Names in both; the smaller one is walked. */
export function commonOf(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): readonly string[] {
  const [smaller, larger] = one.size <= other.size ? [one, other] : [other, one];
  return [...smaller.keys()].filter((name) => larger.has(name));
}

/** One number for a use: an object for each would take ten times the memory. */
function packUse(mask: string, at: number, length: number, line: number): number {
  const after = mask.slice(at + length, at + length + 8);
  const isCall = /^\s{0,4}(?:\?\.)?[(]|^!\s?[([{]|^::</.test(after);
  const isMember = mask[at - 1] === '.' || (mask[at - 1] === ':' && mask[at - 2] === ':');
  return line * 4 + (isCall ? 2 : 0) + (isMember ? 1 : 0);
}

/** A copy: words are slices of the text, and to remember them would keep all of it in memory. */
function detached(index: ReadonlyMap<string, readonly number[]>): WordIndex {
  return new Map(JSON.parse(JSON.stringify([...index])));
}
