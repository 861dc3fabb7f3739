import { afterSpaces, angleDepth } from './statement-head.ts';
import type { Structure } from './structure.ts';

/** Parameter lists of one declaration: a member of a template has one for each type around it. */
const LISTS_MAX = 8;
/** Words before `template`, as macros and `export` are. */
const TEMPLATE = /(?:\w+\s+){0,4}template\s*(?=<)/y;

/**
 * The offset behind the template parameters that a declaration begins with, which is its own beginning where it has none:
 * what a parameter defaults to is no value of the declaration. Angle brackets that do not pair up before `to` are none.
 */
export function behindTemplates({ mask, closeOf }: Structure, from: number, to: number): number {
  let at = from;
  for (let lists = 0; lists < LISTS_MAX; lists += 1) {
    TEMPLATE.lastIndex = at;
    if (!TEMPLATE.test(mask)) break;
    const close = closingAngle(mask, closeOf, TEMPLATE.lastIndex, to);
    if (close === -1) break;
    at = afterSpaces(mask, close + 1);
  }
  return Math.min(at, to);
}

function closingAngle(mask: string, closeOf: Structure['closeOf'], open: number, to: number): number {
  let depth = 0;
  for (let at = open; at < to; at += 1) {
    if ('([{'.includes(mask[at] ?? '')) at = closeOf(at);
    else depth += angleDepth(mask, at);
    if (depth === 0) return at;
  }
  return -1;
}
