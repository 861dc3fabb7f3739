import { FILLER } from './mask.ts';
import type { Scan } from './scan-state.ts';
import type { Structure } from './structure.ts';
import { LINE_PROBE_CHARACTERS } from './symbol.ts';

/** Whether a line goes on with the one before: inside of brackets or a literal, or after a backslash. */
export function isCarriedOn(structure: Structure, line: number): boolean {
  if ((structure.openAtLine[line] ?? -1) !== -1 || structure.startsInLiteral(line)) return true;
  const start = structure.lineStarts[line] ?? 0;
  const before = structure.mask.charCodeAt(start - 2) === 0x0d ? start - 3 : start - 2;
  return structure.mask.charCodeAt(before) === 0x5c;
}

const END = /end\b/y;
/** Where a heredoc begins on a line, its mark a filler. */
const HEREDOC = new RegExp(`^[^\\n]*<<[~-]?["'\`]?${FILLER}`);

/**
 * Whether blocks that end with a word may be over at a line. Within other brackets than the braces of a block that is only
 * where the `end` of the last one stands at the depth of its head; a line on which a heredoc begins is often as far out as its
 * text, and ends nothing that is deeper.
 */
export function mayEndBlocks({ structure, open }: Scan, line: number, indent: number): boolean {
  const top = open.at(-1);
  if (top === undefined || top.indent < indent || structure.startsInLiteral(line)) return false;
  const start = structure.lineStarts[line] ?? 0;
  END.lastIndex = start + indent;
  if (top.indent === indent && END.test(structure.mask)) return true;
  if (isCarriedOn(structure, line) && !isInBlock(structure, line)) return false;
  return !HEREDOC.test(structure.mask.slice(start, start + LINE_PROBE_CHARACTERS));
}

/** Whether a line begins within braces, which in Ruby may be those of a block with declarations in it. */
function isInBlock({ openAtLine, mask }: Structure, line: number): boolean {
  return mask[openAtLine[line] ?? -1] === '{';
}
