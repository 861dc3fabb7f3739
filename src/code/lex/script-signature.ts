import { firstOf, isOpenerCode, stopsAt } from './extent.ts';
import { FILLER } from './mask.ts';
import type { Structure } from './structure.ts';
import type { SymbolKind } from './symbol.ts';

/** A declaration of TypeScript or JavaScript, as offsets. */
export interface ScriptHead {
  readonly kind: SymbolKind;
  readonly headFrom: number;
  /** Its first brace outside of brackets, or its end. */
  readonly headEnd: number;
  /** Of its last character. */
  readonly end: number;
}

/** How far a head goes that has braces of its own. */
export interface HeadExtent {
  /** The brace of the body, or the end. */
  readonly to: number;
  /** Braces of types and expressions outside of brackets. */
  readonly braces: readonly number[];
  /** Whether `to` is only as far as was looked. */
  readonly isCut: boolean;
}

/** Characters outside of brackets that are looked at. */
const CHARACTERS_MAX = 2_000;
/** Each brace is looked at on both sides. */
const BRACES_MAX = 50;
const TELLS = stopsAt('([{');
/** What is only a head and no body, or may have a brace before it. */
const KINDS: ReadonlySet<SymbolKind> = new Set(['type', 'variable', 'function', 'method']);

/**
 * How far a head goes whose first brace does not open its body, but belongs to a type, an expression or a literal; null
 * for any other. Takes a bounded number of looks, since pairs of brackets are jumped over.
 */
export function scriptHeadExtent(structure: Structure, head: ScriptHead): HeadExtent | null {
  const isWhole = structure.mask[head.headEnd] !== '{' || !KINDS.has(head.kind);
  return isWhole || isBody(structure, head, head.headEnd) ? null : extentFrom(structure, head);
}

function extentFrom(structure: Structure, head: ScriptHead): HeadExtent {
  const { mask, closeOf } = structure;
  const { end } = head;
  const braces: number[] = [];
  let at = head.headEnd;
  for (let left = CHARACTERS_MAX; left > 0 && braces.length < BRACES_MAX; left -= 1) {
    const next = firstOf(TELLS, mask, at, Math.min(end + 1, at + left));
    left -= next - at;
    at = next;
    if (at > end) return { to: end + 1, braces, isCut: false };
    if (mask[at] === '{') {
      if (isBody(structure, head, at)) return { to: at, braces, isCut: false };
      if (!isHole(mask, at)) braces.push(at);
    }
    if (isOpenerCode(mask.charCodeAt(at))) at = closeOf(at) + 1;
  }
  return { to: Math.min(at, end + 1), braces, isCut: at <= end };
}

/** Whether a brace opens code in a literal: `${`. */
function isHole(mask: string, brace: number): boolean {
  return mask[brace - 1] === FILLER;
}

/** What wants a type or an expression on its right side. */
const WANTS_MORE = /[:|&<,=(?+]$|\b(?:extends|as|satisfies|keyof)$/;
const FUNCTION_VALUE = /=\s*(?:async\s+)?function\b/;

/** Whether the head ends before a brace: with the body of a function, or the object that is the value of a variable. */
function isBody({ mask, closeOf }: Structure, { kind, headFrom, end }: ScriptHead, brace: number): boolean {
  if (kind === 'type' || isHole(mask, brace)) return false;
  const before = mask.slice(Math.max(headFrom, brace - 40), brace).trimEnd();
  if (kind === 'variable') return before.endsWith('=');
  const close = closeOf(brace);
  // An object that is returned by a type has more of the type behind it, or the value.
  if (before.endsWith('=>')) return !/^\s*(?:[=|&]|\[\])/.test(mask.slice(close + 1, close + 40));
  if (WANTS_MORE.test(before)) return false;
  return close >= end - 1 || FUNCTION_VALUE.test(mask.slice(headFrom, Math.min(brace, headFrom + 400)));
}
