import { firstAfterBreaks, isOpenerCode } from './extent.ts';
import type { Open, Scan } from './scan-state.ts';

/** Characters of what an object of Kotlin derives from. */
const OBJECT_HEAD_MAX = 400;
const OBJECT = /\bobject\b(?=\s*[:{])/g;

/**
 * Whether a brace of Kotlin opens the body of a type that is no symbol: of an object in a value (`object : Base(1) {`), or
 * of a member of an enum (`First(1) {`). What it holds are members; in any other such brace stands code, whose values are local.
 */
export function opensNamelessType(scan: Scan, brace: number): boolean {
  return isObjectBody(scan, brace) || isMemberBody(scan, brace);
}

function isObjectBody({ structure: { mask, closeOf } }: Scan, brace: number): boolean {
  const from = Math.max(0, brace - OBJECT_HEAD_MAX);
  const word = [...mask.slice(from, brace + 1).matchAll(OBJECT)].at(-1);
  let at = word === undefined ? brace + 1 : from + word.index + word[0].length;
  for (; at < brace; at += 1) {
    const code = mask.charCodeAt(at);
    // Another brace before it is the object's, or that of a statement in between.
    if (code === 0x7b || code === 0x7d || code === 0x3b) return false;
    if (isOpenerCode(code)) at = closeOf(at);
  }
  return at === brace;
}

function isMemberBody({ open, structure: { mask, closeOf, lineStarts } }: Scan, brace: number): boolean {
  const [outer, own]: readonly (Open | undefined)[] = open.slice(-2);
  if (own?.symbol.kind !== 'variable' || outer?.symbol.kind !== 'enum') return false;
  const { name, line, column } = own.symbol;
  const behindName = firstAfterBreaks(mask, (lineStarts[line - 1] ?? 0) + column - 1 + name.length);
  const behind = mask[behindName] === '(' ? firstAfterBreaks(mask, closeOf(behindName) + 1) : behindName;
  return behind === brace;
}
