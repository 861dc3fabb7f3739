import { type LexRules, LITERAL, type Masking } from './masking.ts';

/** Stands for a character inside a literal: neither space, name, bracket nor quote. */
export const FILLER = String.fromCharCode(LITERAL);

const SCRATCH_BYTES = 1_024 * 1_024;
/** One room for the masks of a thread, which makes one at a time: to have it made for each text costs as much as it. */
const SCRATCH = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/** A mask, and the same as numbers. */
export interface Mask {
  readonly mask: string;
  /** A unit for each character; only until the next text of the thread is masked. */
  readonly units: Uint8Array | Uint16Array;
}

/**
 * The mask of a text: only code is left in it. Comments become spaces, the inside of strings, templates and regular
 * expressions becomes `FILLER`. It is as long as the text and has the same line breaks, so what a pattern finds in it
 * can be cut out of the original. One pass, linear in the text whatever it holds: what turns out not to be closed is
 * not tried again before the next line.
 */
export function maskCode(text: string, rules: LexRules): string {
  return maskWithUnits(text, rules).mask;
}

/** The mask of a text, with its units for another pass. */
export function maskWithUnits(text: string, rules: LexRules): Mask {
  const units = unitsOf(text);
  mask({ text, units, holes: [], hopeless: new Map() }, rules);
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  return { mask: bytes.toString(units instanceof Uint16Array ? 'utf16le' : 'latin1'), units };
}

/** The units of a text, to be read or written over at once. Half the memory for the most of all texts. */
export function unitsOf(text: string): Uint8Array | Uint16Array {
  // What is ASCII is told much faster than what is Latin.
  const isLatin = Buffer.byteLength(text) === text.length || !/[^\0-\xff]/.test(text);
  const bytes = isLatin ? text.length : 2 * text.length;
  const buffer = bytes <= SCRATCH_BYTES ? SCRATCH.subarray(0, bytes) : Buffer.allocUnsafeSlow(bytes);
  buffer.write(text, isLatin ? 'latin1' : 'utf16le');
  return isLatin ? buffer : new Uint16Array(buffer.buffer, buffer.byteOffset, text.length);
}

/** The walk. Nearly all characters begin nothing, so they cost one look into a table. */
function mask(masking: Masking, rules: LexRules): void {
  const { units, holes } = masking;
  const { starts } = rules;
  const end = units.length;
  let at = rules.prologue === null ? 0 : Math.max(0, rules.prologue(masking, 0));
  while (at < end) {
    const code = units[at] ?? 0;
    // A letter beyond Latin may share its low byte with an opener; there is no opener by its code.
    const start = starts[code & 0xff];
    if (start === 0 || (start === 2 && holes.length === 0)) at += 1;
    else at = start === 2 ? stepInHole(masking, at, code) : step(masking, at, rules.byStart[code]);
  }
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
