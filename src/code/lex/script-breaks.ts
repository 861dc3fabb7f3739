import { firstAfterBreaks, lastCode } from './line-ends.ts';
import type { Structure } from './structure.ts';

/** What a line of an object type or of code ends with when the next one goes on. */
const GOES_ON_AFTER =
  /(?:[;,{([|&<=:?.+\-*/%^!~]|=>|\b(?:as|asserts|async|extends|get|in|infer|is|keyof|new|readonly|set|typeof|unique))$/;
/** The next member: a name or an index with its type or parameters. */
const MEMBER =
  /^(?:[-+]?readonly\s+|(?:get|set|async)\s+)?(?:\[|(?:'[^'\n]{0,80}'|"[^"\n]{0,80}"|#?[\w$]{1,80})\s{0,20}\??\s{0,20}[:(<])/;
/** Characters of a line that are looked at on both sides of its end. */
const NEAR = 200;

/** Stands for a break until the comments before it are gone; of the private use area, which no code has. */
const ENDED = '\ue000';

/** The text of a head, in which breaks that end a member between braces are marked. */
export function markMemberEnds(structure: Structure, text: string, from: number, to: number): string {
  const { mask, lineStarts, openAtLine } = structure;
  let marked = '';
  let done = from;
  for (let line = structure.lineAt(from) + 1; (lineStarts[line] ?? to) < to; line += 1) {
    const start = lineStarts[line] ?? to;
    const open = openAtLine[line] ?? -1;
    if (open < from || mask[open] !== '{') continue;
    const last = lastCode(mask, start - 1, Math.max(from, lineStarts[line - 1] ?? from));
    // Of several breaks one behind the other the first one ends it.
    if (/\s/.test(mask[last] ?? ' ') || !endsMember(mask, last, start)) continue;
    marked += `${text.slice(done, start - 1)}${ENDED}`;
    done = start;
  }
  return marked + text.slice(done, to);
}

/**
 * Marked breaks as they have to stand on one line: `{ a: string; b: number }`. Source: TypeScript's grammar,
 * "TypeMemberList"; ECMA-262, "Automatic Semicolon Insertion".
 */
export function endMembers(head: string): string {
  return head.includes(ENDED) ? head.replace(/\s*\ue000/g, '; ') : head;
}

function endsMember(mask: string, last: number, start: number): boolean {
  if (GOES_ON_AFTER.test(mask.slice(Math.max(0, last - NEAR), last + 1))) return false;
  const next = firstAfterBreaks(mask, start);
  return MEMBER.test(mask.slice(next, next + NEAR));
}
