import type { Structure } from './structure.ts';

/** What an attribute or a decorator begins with, up to the bracket that its arguments stand in. */
export type AttributeHead = RegExp;

/** `@Injectable()`. Source: ECMAScript proposal "Decorators", `Decorator`. */
export const SCRIPT_ATTRIBUTE: AttributeHead = /@[\w$]+(?:\.[\w$]+)*(?=[ \t(])/y;
/** `#[inline]`. Source: The Rust Reference, "Attributes". */
export const RUST_ATTRIBUTE: AttributeHead = /#(?=\[)/y;

/** Attributes of one line that are passed over. */
const ATTRIBUTES_MAX = 20;

/** The first code behind the attributes that begin at an offset and end on its line; the offset where there are none. */
export function behindAttributes({ mask, closeOf }: Structure, head: AttributeHead, from: number, end: number): number {
  let at = from;
  for (let count = 0; count < ATTRIBUTES_MAX && at < end; count += 1) {
    head.lastIndex = at;
    if (!head.test(mask)) return at;
    let next = head.lastIndex;
    if (mask[next] === '(' || mask[next] === '[') next = closeOf(next) + 1;
    while (mask[next] === ' ' || mask[next] === '\t') next += 1;
    if (next >= end) return at;
    at = next;
  }
  return at;
}
