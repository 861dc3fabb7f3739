import { type CharacterRange, fitsPiece, type Piece } from './wildcards.ts';

/** A name of a rule, as it stands where it has neither classes nor escapes. */
export type NamePattern = string | readonly Piece[];

/** Reads a name of a rule with `[a-z]` and `\`; null for what never matches. Source: git, wildmatch.c. */
export function readNamePattern(text: string): NamePattern | null {
  if (!/[[\\]/.test(text)) return text;
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '[') {
      const read = readClass(text, at + 1);
      if (read === null) return null;
      pieces.push(read.piece);
      at = read.end;
    } else if (character === '\\') {
      at += 1;
      const meant = text.charAt(at);
      if (meant === '') return null;
      // Not as a sign, should it be one.
      pieces.push({ isTurned: false, ranges: [[meant, meant]] });
    } else pieces.push(character);
  }
  return pieces;
}

/** Whether names that end in this character may fit. */
export function mayEndIn(pattern: NamePattern, end: string): boolean {
  const last = pattern.at(-1);
  return last === '*' || fitsPiece(last, end);
}

/** The class that begins at a place, and where it ends; null where it is none, in which case git never matches. */
function readClass(text: string, start: number): { readonly piece: Piece; readonly end: number } | null {
  const isTurned = text[start] === '!' || text[start] === '^';
  const first = isTurned ? start + 1 : start;
  const ranges: CharacterRange[] = [];
  let before = '';
  for (let at = first; at < text.length; ) {
    if (text[at] === ']' && at > first) return { piece: { isTurned, ranges }, end: at };
    const item = readNamed(text, at) ?? readItem(text, at, before);
    if (item === 'nothing') return null;
    ranges.push(...item.ranges);
    before = item.last;
    at = item.next;
  }
  return null;
}

/** A part of a class, with the character that a range may begin with behind it. */
interface ClassItem {
  readonly ranges: readonly CharacterRange[];
  readonly last: string;
  readonly next: number;
}

/** A character, or what a range ends with that began with the one before. */
function readItem(text: string, start: number, before: string): ClassItem | 'nothing' {
  const follows = text[start + 1] ?? ']';
  const isRange = text[start] === '-' && before !== '' && follows !== ']';
  let at = isRange ? start + 1 : start;
  if (text[at] === '\\') at += 1;
  const meant = text.charAt(at);
  if (meant === '') return 'nothing';
  return { ranges: [[isRange ? before : meant, meant]], last: isRange ? '' : meant, next: at + 1 };
}

/** `[:digit:]` within a class; null for what is none, `nothing` for one that nothing is in. */
function readNamed(text: string, at: number): ClassItem | 'nothing' | null {
  if (!text.startsWith('[:', at)) return null;
  const end = text.indexOf(']', at + 2);
  if (end === -1) return 'nothing';
  if (end === at + 2 || text[end - 1] !== ':') return null;
  const ranges = NAMED_CLASSES[text.slice(at + 2, end - 1)];
  return ranges === undefined ? 'nothing' : { ranges, last: '', next: end + 1 };
}

const DIGITS: CharacterRange = ['0', '9'];
const LETTERS: readonly CharacterRange[] = [
  ['A', 'Z'],
  ['a', 'z'],
];
const SIGNS: readonly CharacterRange[] = [
  ['!', '/'],
  [':', '@'],
  ['[', '`'],
  ['{', '~'],
];
const NAMED_CLASSES: Readonly<Record<string, readonly CharacterRange[]>> = {
  alnum: [DIGITS, ...LETTERS],
  alpha: LETTERS,
  blank: [
    [' ', ' '],
    ['\t', '\t'],
  ],
  cntrl: [
    ['\0', '\u001f'],
    ['\u007f', '\u007f'],
  ],
  digit: [DIGITS],
  graph: [['!', '~']],
  lower: [['a', 'z']],
  print: [[' ', '~']],
  punct: SIGNS,
  space: [
    [' ', ' '],
    ['\t', '\r'],
  ],
  upper: [['A', 'Z']],
  xdigit: [DIGITS, ['A', 'F'], ['a', 'f']],
};
