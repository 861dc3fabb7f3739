import { LITERAL } from './masking.ts';
import type { Structure } from './structure.ts';
import type { Declaration } from './symbol.ts';

/*
 * How far the head of a declaration is walked: it may have so many characters, so that many heads without an end cost no
 * more than that each; what stands in literals is not counted.
 */

/** Characters outside brackets that a head or a plain statement may have. It bounds what many unended ones cost. */
export const HEAD_CHARACTERS_MAX = 2_000;
/** The same of what ends with its body: a type may have its parameters on a hundred lines, and be given them on as many. */
const BLOCK_HEAD_CHARACTERS_MAX = 4_000;
/** Beside those blanks, which comments are in the mask: a type may have a hundred lines, each with a word on it. */
const BLANKS_IN_HEAD_MAX = 40_000;
/**
 * Literals from this length on, the breaks behind them included, are walked over once for all heads: a page of SQL or HTML
 * is one value, and costs a head nothing.
 */
const LONG_LITERAL = 8;

/** How many characters a walk may still pass beside those in literals: blanks, and others. */
export interface Room {
  left: number;
  blanks: number;
}

/** The room of a declaration's head. */
export function roomOf({ body = 'braces' }: Declaration): Room {
  return { left: body === 'braces' ? BLOCK_HEAD_CHARACTERS_MAX : HEAD_CHARACTERS_MAX, blanks: BLANKS_IN_HEAD_MAX };
}

/** Whether a walk is to end for what it has passed. */
export function isSpent({ left, blanks }: Room): boolean {
  return left <= 0 || blanks <= 0;
}

/** The next character of a range that a walk stops at, as `stopsAt` lists them; else where range or room end. */
export function nextOf(
  stops: Uint8Array,
  structure: Structure,
  { from, until }: { readonly from: number; readonly until: number },
  room: Room,
): number {
  const { mask } = structure;
  let at = from;
  while (at < until && !isSpent(room)) {
    const code = mask.charCodeAt(at);
    if (code === LITERAL) at = endOfLiteral(structure, at);
    else if (code < 0x80 && stops[code] !== 0) return at;
    else if (code === 0x20) {
      room.blanks -= 1;
      at += 1;
    } else {
      room.left -= 1;
      at += 1;
    }
  }
  return Math.min(at, until);
}

/** Where long literals end, by where they begin: each head before one may go over it. */
const literalEnds = new WeakMap<Structure, Map<number, number>>();

/** Behind the last character of what is masked as one literal, the line breaks in it with it. */
function endOfLiteral(structure: Structure, from: number): number {
  const known = literalEnds.get(structure) ?? new Map<number, number>();
  literalEnds.set(structure, known);
  const end = known.get(from);
  return end ?? readLiteral(structure.mask, from, known);
}

function readLiteral(mask: string, from: number, known: Map<number, number>): number {
  let end = from + 1;
  let at = end;
  for (; ; at += 1) {
    const code = mask.charCodeAt(at);
    if (code === LITERAL) end = at + 1;
    else if (code !== 0x0a && code !== 0x0d) break;
  }
  if (at - from >= LONG_LITERAL) known.set(from, end);
  return end;
}
