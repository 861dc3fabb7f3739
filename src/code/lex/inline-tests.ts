import { LEX_RULES } from './lex-rules.ts';
import { maskCode } from './mask.ts';
import { type Structure, structureOf } from './structure.ts';

/** What is compiled for tests alone: `#[cfg(test)]`, `#[cfg(all(test, …))]`, `#[test]`, `#[tokio::test]`. */
const TESTS_ONLY = /#\[\s*(?:cfg\s*\(\s*(?:all\s*\(\s*)?test\s*[,)]|(?:\w{1,60}\s*::\s*){0,4}test\s*[\](])/;
const EACH = new RegExp(TESTS_ONLY, 'g');

/**
 * The text of a file of Rust with its tests blanked out, each place and line of the rest where it was; of other files the
 * text as it is. A test beside the code says nothing of what the code itself does.
 */
export function withoutInlineTests(path: string, text: string): string {
  if (!path.endsWith('.rs') || !TESTS_ONLY.test(text)) return text;
  const mask = maskCode(text, LEX_RULES.rust);
  const parts: string[] = [];
  let kept = 0;
  for (const { start, end } of inlineTests(mask, structureOf(mask, LEX_RULES.rust))) {
    parts.push(text.slice(kept, start), text.slice(start, end).replace(/[^\r\n]/g, ' '));
    kept = end;
  }
  return parts.join('') + text.slice(kept);
}

/** Where the items of a masked text of Rust stand that are compiled for tests alone, in order and none within another. */
export function inlineTests(
  mask: string,
  { closeOf }: Pick<Structure, 'closeOf'>,
): readonly { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let end = 0;
  for (const { index: start } of mask.matchAll(EACH)) {
    if (start < end) continue;
    end = endOfItem(mask, start + 1, closeOf);
    ranges.push({ start, end });
  }
  return ranges;
}

/** Behind the body of the item that attributes stand before, or behind its semicolon. */
function endOfItem(mask: string, from: number, closeOf: (open: number) => number): number {
  for (let at = from; at < mask.length; at += 1) {
    const sign = mask.charAt(at);
    if (sign === ';') return at + 1;
    if (sign === '{') return Math.min(mask.length, closeOf(at) + 1);
    if (sign === '(' || sign === '[') at = Math.max(at, closeOf(at));
  }
  return mask.length;
}
