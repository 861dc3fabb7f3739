import { lastCode } from './line-ends.ts';
import { FILLER } from './mask.ts';
import type { Structure } from './structure.ts';

/** Blocks inside of each other that are kept; deeper ones count as their outer one. */
const BLOCKS_MAX = 200;
/** Lists of parameters between `extension` and what it adds. */
const LISTS_MAX = 8;

/** A block without braces that is open. */
interface Block {
  /** Offset of the last character of what opens it. */
  readonly open: number;
  /** The bracket that it stands in; -1 for none. */
  readonly bracket: number;
  readonly indent: number;
  /** What stands in it belongs to: itself, or what is around it. */
  readonly owner: number;
  /** Whether it holds `case`s that are not deeper than what opens it. */
  readonly isOfCases: boolean;
}

/**
 * The same structure with the blocks that Scala opens by indentation as if they had brackets, at the last character of
 * what opens each: a colon, `=`, `=>`, `with`, `then` … So members are told from what is local. What stands in an
 * `extension` or a package belongs to what is around that. Source: Scala 3 Reference, "Optional Braces", "Extension Methods".
 */
export function withScalaBlocks(structure: Structure): Structure {
  const { lineStarts, mask } = structure;
  const walk: Walk = {
    structure,
    blocks: [],
    closes: new Map(),
    owners: new Map([[-1, -1]]),
    indents: new Map([[-1, 0]]),
    last: -1,
  };
  const openAtLine = Int32Array.from(structure.openAtLine);
  for (let line = 0; line < lineStarts.length; line += 1) {
    const start = lineStarts[line] ?? 0;
    const at = firstOnLine(mask, start, (lineStarts[line + 1] ?? mask.length + 1) - 1);
    if (at === -1) continue;
    if (!structure.startsInLiteral(line)) openAtLine[line] = enterLine(walk, line, at, at - start);
    walk.last = lastCode(mask, (lineStarts[line + 1] ?? mask.length + 1) - 2, at);
  }
  leaveBlocks(walk, () => true);
  const { closes } = walk;
  return {
    ...structure,
    openAtLine,
    closeOf: (open) => closes.get(open) ?? structure.closeOf(open),
    isBlock: (at) => closes.has(at),
  };
}

/** The first character of code on a line; -1 for none. */
function firstOnLine(mask: string, from: number, to: number): number {
  let at = from;
  while (at < to && ' \t\r\f'.includes(mask[at] ?? '')) at += 1;
  return at < to ? at : -1;
}

interface Walk {
  readonly structure: Structure;
  /** The blocks around the present line, the innermost last. */
  readonly blocks: Block[];
  /** Offset of the last character of each block that is over, by that of what opens it. */
  readonly closes: Map<number, number>;
  /** What that which stands in a bracket belongs to. */
  readonly owners: Map<number, number>;
  /** Columns of the first line in a bracket. */
  readonly indents: Map<number, number>;
  /** Offset of the last character of code before the present line; -1 for none. */
  last: number;
}

/** Ends and opens what a line does; answers what it belongs to. */
function enterLine(walk: Walk, line: number, at: number, indent: number): number {
  const { structure, blocks, indents } = walk;
  const { mask, closeOf } = structure;
  const bracket = structure.openAtLine[line] ?? -1;
  const isCase = mask.startsWith('case', at) && !/[\w$]/.test(mask[at + 4] ?? '');
  leaveBlocks(walk, (block) =>
    block.bracket === bracket ? isLeft(block, indent, isCase) : closeOf(block.bracket) < at,
  );
  const known = indents.get(bracket);
  if (known === undefined) indents.set(bracket, indent);
  const top = blocks.at(-1);
  const around = top?.bracket === bracket ? top : undefined;
  const outer = around?.owner ?? ownerOf(walk, bracket);
  // The first line of braces follows on what names their parameters, or the object: `{ self =>`.
  const isFirst = known === undefined && mask[bracket] === '{';
  if (isFirst || blocks.length >= BLOCKS_MAX || ')]}'.includes(mask[at] ?? '')) return outer;
  return enterBlock(walk, { bracket, indent, outer, isCase, width: around?.indent ?? known ?? -1 });
}

/** Opens the block that the line begins, where it does; answers what the line belongs to. */
function enterBlock(
  walk: Walk,
  {
    bracket,
    indent,
    outer,
    isCase,
    width,
  }: Pick<Block, 'bracket' | 'indent'> & {
    readonly outer: number;
    readonly isCase: boolean;
    readonly width: number;
  },
): number {
  const isOfCases = isCase && indent === width && /\b(?:match|catch)$/.test(behind(walk, 6));
  const opener = indent > width || isOfCases ? openerBefore(walk) : null;
  if (opener === null) return outer;
  const owner = opener === 'extension' || opener === 'package' ? outer : walk.last;
  walk.blocks.push({ open: walk.last, bracket, indent, owner, isOfCases });
  return owner;
}

function isLeft(block: Block, indent: number, isCase: boolean): boolean {
  return indent < block.indent || (block.isOfCases && indent === block.indent && !isCase);
}

function leaveBlocks({ blocks, closes, last }: Walk, isOver: (block: Block) => boolean): void {
  for (let top = blocks.at(-1); top && isOver(top); top = blocks.at(-1)) {
    closes.set(top.open, last);
    blocks.pop();
  }
}

/** What that which stands in a bracket belongs to: that of a package or an extension is a part of what is around it. */
function ownerOf(walk: Walk, bracket: number): number {
  const { owners, structure } = walk;
  const top = walk.blocks.at(-1);
  const passed: number[] = [];
  let owner = owners.get(bracket);
  // Not by calls of itself: one line may open ten thousands of brackets.
  for (let at = bracket; owner === undefined; ) {
    passed.push(at);
    if (!isPart(structure, at)) owner = at;
    else {
      at = structure.around(at);
      owner = top?.bracket === at ? top.owner : owners.get(at);
    }
  }
  for (const one of passed) owners.set(one, owner);
  return owner;
}

/** Whether a bracket is that of a package or an extension. */
function isPart(structure: Structure, bracket: number): boolean {
  const { mask } = structure;
  const before = mask[bracket] === '{' ? lastCode(mask, bracket - 1, 0) : -1;
  return before !== -1 && (isPackage(mask, before) || headOf(structure, before) === 'extension');
}

/** Some characters up to the last one before the line. */
function behind({ structure, last }: Walk, count: number): string {
  return structure.mask.slice(Math.max(0, last + 1 - count), last + 1);
}

/** Words and signs after which deeper lines are a block. */
const OPENS =
  /(?:(?:^|[^\w$.])(?:catch|do|else|finally|for|if|match|return|then|throw|try|while|yield|with)|(?:^|[^-+*/%&|^!?=<>~:#@\\])(?:=|=>|\?=>|<-)|(?:^|[^-+*/%&|^!?=<>~:#@\\]):)$/;

/** Which block deeper lines would be that follow; null for none. */
function openerBefore(walk: Walk): 'block' | 'extension' | 'package' | null {
  const { last, structure } = walk;
  if (last === -1 || structure.mask[last] === FILLER) return null;
  if (isPackage(structure.mask, last)) return 'package';
  if (OPENS.test(behind(walk, 12))) return 'block';
  const head = headOf(structure, last);
  return head === 'extension' ? 'extension' : head === '' ? null : 'block';
}

/** Whether a package is opened there: `package a.b:`, `package a.b {`. */
function isPackage(mask: string, last: number): boolean {
  const near = mask.slice(Math.max(0, last - 200), last + 1);
  return /^\s*package\s+(?!object\b)[\w.`$]+\s*:?$/.test(near.slice(near.lastIndexOf('\n') + 1));
}

const HEAD_WORD = /(?:^|[^\w$.])(extension|if|while|for)$/;

/** The word before the lists that end at an offset: `extension (a: A)(using B)`, `while (a)`; empty for another one. */
function headOf({ mask, openOf }: Structure, last: number): string {
  let at = last;
  for (let lists = 0; lists < LISTS_MAX && (mask[at] === ')' || mask[at] === ']'); lists += 1) {
    const open = openOf(at);
    if (open <= 0) return '';
    at = lastCode(mask, open - 1, 0);
  }
  return at === last ? '' : (HEAD_WORD.exec(mask.slice(Math.max(0, at - 12), at + 1))?.[1] ?? '');
}
