import { after, before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';

/** Lists in lists that are gone out of. */
const LISTS_MAX = 6;
/** The type of what a list or map holds, right before its brace. */
const HELD = /(?:\w{1,100}\.)?[A-Za-z]\w{0,100}$/;

/** A type that is written in a text of Go, and where the whole type begins that it is a part of. */
export interface HeldType {
  readonly type: string;
  readonly from: number;
}

/**
 * The type of what stands in a brace before which none is written, because the list or map around it tells it:
 * `[]Point{{X: 1}}`, `map[string]*Point{"a": {X: 1}}`. Null where none does, and for the keys of a map. Source: The Go Programming
 * Language Specification, "Composite literals".
 */
export function typeOfHeld(file: CodeFile, open: number): HeldType | null {
  const mask = file.mask();
  const { around, closeOf, openOf } = file.structure();
  let brace = open;
  let lists = 0;
  for (; lists < LISTS_MAX && '{,:'.includes(mask[before(mask, brace)] || '.'); lists += 1) {
    const isKey = mask[after(mask, closeOf(brace) + 1)] === ':';
    const outer = around(brace);
    if (isKey || mask[outer] !== '{') return null;
    brace = outer;
  }
  const type = lists === 0 ? undefined : HELD.exec(mask.slice(Math.max(0, brace - 220), brace))?.[0];
  if (type === undefined) return null;
  let from = brace - type.length;
  if (mask[from - 1] === '*') from -= 1;
  for (; lists > 0; lists -= 1) {
    if (mask[from - 1] !== ']') return null;
    from = openOf(from - 1);
    if (from !== -1 && wordBefore(mask, from) === 'map') from -= 'map'.length;
  }
  return { type, from };
}
