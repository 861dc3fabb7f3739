import { FILLER } from '../../lex/mask.ts';

/** Answers whether an offset lies in one of some blocks; the offsets that it is asked for must rise. */
export type InBlocks = (at: number) => boolean;

const FOR_TYPES = /^(?:if|elif)[^\S\n]+(?:\w{1,80}\.)?TYPE_CHECKING[^\S\n]*:/;
const FUNCTION = /^(?:async[^\S\n]+)?def[^\S\n]/;

/** Blocks that only a type checker runs. */
export function inTypeBlocks(mask: string): InBlocks {
  return makeInBlocks(mask.includes('TYPE_CHECKING') ? findBlocks(mask, FOR_TYPES) : []);
}

/**
 * Bodies of functions: what stands there runs when the function is called, and not when its file is loaded, as what
 * stands in its head does. A body on the line of its head is not looked for.
 */
export function inFunctions(mask: string): InBlocks {
  return makeInBlocks(
    findBlocks(mask, FUNCTION).flatMap(({ start, end }) => {
      const head = /:[^\S\n]*\n/.exec(mask.slice(start, end));
      return head === null ? [] : [{ start: start + head.index, end }];
    }),
  );
}

interface Block {
  readonly start: number;
  readonly end: number;
}

function makeInBlocks(blocks: readonly Block[]): InBlocks {
  let next = 0;
  return (at) => {
    while ((blocks[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    return (blocks[next]?.start ?? Number.POSITIVE_INFINITY) <= at;
  };
}

/**
 * Blocks below lines of a form by their indentation, the outermost, in order. Where brackets lead a line further to the
 * left than its block, the block ends early: what is said to lie in one does.
 */
function findBlocks(mask: string, head: RegExp): readonly Block[] {
  const blocks: Block[] = [];
  let open: { start: number; indent: number } | null = null;
  let isInLiteral = false;
  for (let from = 0; from <= mask.length; ) {
    const newline = mask.indexOf('\n', from);
    const end = newline === -1 ? mask.length : newline;
    const line = mask.slice(from, end).trimEnd();
    const code = isInLiteral ? '' : line.trimStart();
    const indent = line.length - code.length;
    if (open !== null && isAfterBlock(code, indent, open.indent)) {
      blocks.push({ start: open.start, end: from });
      open = null;
    }
    if (open === null && head.test(code)) open = { start: from, indent };
    // A text of several lines is filled up to the end of each; its lines may begin anywhere.
    if (line !== '') isInLiteral = line.endsWith(FILLER);
    from = end + 1;
  }
  return open === null ? blocks : [...blocks, { start: open.start, end: mask.length }];
}

/** Whether a line ends a block: it is not blank, not deeper, and no bracket closes on it. */
function isAfterBlock(code: string, indent: number, blockIndent: number): boolean {
  return code !== '' && indent <= blockIndent && !code.startsWith(')');
}
