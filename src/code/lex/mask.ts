import { type LexRules, LITERAL, MARK, MARK_CODE_MAX, type Masking, startMasking } from './masking.ts';

/** Stands for a character inside a literal: neither space, name, bracket nor quote. */
export const FILLER = String.fromCharCode(LITERAL);

const SCRATCH_BYTES = 1_024 * 1_024;
/** One room for the masks of a thread, which makes one at a time: to have it made for each text costs as much as it. */
const SCRATCH = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** A mask, and what the walk over it met. */
export interface Mask {
  readonly mask: string;
  /** A unit for each character; only until the next text of the thread is masked. */
  readonly units: Units;
  /** Offsets of line breaks, brackets, and the `#` of a preprocessor, in the mask; no longer than that either. */
  readonly marks: Int32Array;
}

type Units = Uint8Array | Uint16Array;

/**
 * The mask of a text: only code is left in it. Comments become spaces, the inside of strings, templates and regular
 * expressions becomes `FILLER`. It is as long as the text and has the same line breaks, so what a pattern finds in it
 * can be cut out of the original. One pass, linear in the text whatever it holds: what turns out not to be closed is
 * not tried again before the next line.
 */
export function maskCode(text: string, rules: LexRules): string {
  if (last !== null && last.rules === rules && last.text === text) return last.mask;
  return maskWithMarks(text, rules).mask;
}

/** The text that was masked last: who looks for the declarations of a file next asks for the mask of it, too. */
let last: { readonly text: string; readonly rules: LexRules; readonly mask: string } | null = null;

/** The mask of a text, with what is needed to find its lines and brackets without another look at each character. */
export function maskWithMarks(text: string, rules: LexRules): Mask {
  const units = unitsOf(text);
  const marks = mask(startMasking(text, units), rules);
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  const made = bytes.toString(units instanceof Uint16Array ? 'utf16le' : 'latin1');
  last = { text, rules, mask: made };
  return { mask: made, units, marks };
}

/** A mask that was made before, as `maskWithMarks` gives it. */
export function withMarks(mask: string, { starts }: Pick<LexRules, 'starts'>): Mask {
  const units = unitsOf(mask);
  const count = addMarks({ units, starts, from: 0, to: units.length }, 0);
  return { mask, units, marks: marksRoom.subarray(0, count) };
}

/**
 * Code without its comments: the mask has blanks for them, and something else for what stands in literals. A comment
 * leaves one blank on each of its lines.
 */
export function withoutComments(text: string, mask: string): string {
  if (!text.includes('/') && !text.includes('#')) return text;
  let code = '';
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (mask[at] !== ' ' || text.charCodeAt(at) <= 0x20) continue;
    code += `${text.slice(from, at)} `;
    while (mask[at] === ' ') at += 1;
    from = at;
  }
  return code + text.slice(from);
}

const MARKS_AT_FIRST = 65_536;
/** Room for marks that is kept from one text to the next. */
const MARKS_KEPT_MAX = 1_024 * 1_024;
/** One room for all texts of a thread, as the masks have. */
let marksRoom = new Int32Array(MARKS_AT_FIRST);

interface Stretch {
  readonly units: Units;
  readonly starts: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** Adds the marks of a stretch to so many, and answers how many they are then. */
function addMarks({ units, starts, from, to }: Stretch, before: number): number {
  let count = before;
  for (let at = from; at < to; at += 1) {
    // Inside of the bounds by the loop, and the table has all bytes: `as` spares a check for each character.
    const code = units[at] as number;
    if (((starts[code & 0xff] as number) & MARK) === 0 || code > MARK_CODE_MAX) continue;
    if (count === marksRoom.length) growMarks();
    marksRoom[count] = at;
    count += 1;
  }
  return count;
}

function growMarks(): void {
  const larger = new Int32Array(2 * marksRoom.length);
  larger.set(marksRoom);
  marksRoom = larger;
}

/** The units of a text, to be read or written over at once. Half the memory for the most of all texts. */
function unitsOf(text: string): Units {
  // What is ASCII is told much faster than what is Latin.
  const isLatin = Buffer.byteLength(text) === text.length || !/[^\0-\xff]/.test(text);
  const bytes = isLatin ? text.length : 2 * text.length;
  const buffer = bytes <= SCRATCH_BYTES ? SCRATCH.subarray(0, bytes) : Buffer.allocUnsafeSlow(bytes);
  buffer.write(text, isLatin ? 'latin1' : 'utf16le');
  return isLatin ? buffer : new Uint16Array(buffer.buffer, buffer.byteOffset, text.length);
}

/** The walk. Nearly all characters begin nothing, so they cost one look into a table. Answers the marks. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one look at each character of every text, in one loop
function mask(masking: Masking, rules: LexRules): Int32Array {
  const { units, holes } = masking;
  const { starts } = rules;
  const end = units.length;
  if (marksRoom.length > MARKS_KEPT_MAX) marksRoom = new Int32Array(MARKS_AT_FIRST);
  let at = rules.prologue === null ? 0 : Math.max(0, rules.prologue(masking, 0));
  let marks = addMarks({ units, starts, from: 0, to: Math.min(at, end) }, 0);
  while (at < end) {
    // Inside of the bounds by the loop, and the table has all bytes: `as` spares a check for each character.
    const code = units[at] as number;
    // A letter beyond Latin may share its low byte with an opener; there is no opener by its code.
    const start = starts[code & 0xff] as number;
    if (start === 0) at += 1;
    else if (start === MARK || (start === (2 | MARK) && holes.length === 0)) {
      if (code <= MARK_CODE_MAX) {
        if (marks === marksRoom.length) growMarks();
        marksRoom[marks] = at;
        marks += 1;
      }
      at += 1;
    } else {
      const from = at;
      at = (start & 2) !== 0 ? stepInHole(masking, at, code) : step(masking, at, rules.byStart[code]);
      // One character is most of what is passed over where nothing began after all.
      const isPlain = at === from + 1 && (start & MARK) === 0;
      if (!isPlain) marks = addMarks({ units, starts, from, to: Math.min(at, end) }, marks);
    }
  }
  return marksRoom.subarray(0, marks);
}

// By index: to walk the list by its iterator takes longer than all else here.
function step(masking: Masking, at: number, openers: LexRules['byStart'][number] | undefined): number {
  for (let index = 0; openers !== undefined && index < openers.length; index += 1) {
    const opener = openers[index];
    if (opener === undefined || (opener.mark.length > 1 && !masking.text.startsWith(opener.mark, at))) continue;
    const end = opener.rule(masking, at);
    if (end !== -1) return end;
  }
  return at + 1;
}

/** Only the bracket that matches the one before a hole leads back into the literal, so those inside are counted. */
function stepInHole(masking: Masking, at: number, code: number): number {
  const hole = masking.holes.at(-1);
  if (hole === undefined || (code !== hole.open && code !== hole.close)) return at + 1;
  if (code === hole.open) hole.depth += 1;
  else if (hole.depth > 0) hole.depth -= 1;
  else {
    masking.holes.pop();
    return hole.resume(masking, at + 1);
  }
  return at + 1;
}
