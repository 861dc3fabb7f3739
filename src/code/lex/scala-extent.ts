import { type Extent, extentOf } from './extent.ts';
import { HEAD_CHARACTERS_MAX } from './head-walk.ts';
import { endsAt, lastCode } from './line-ends.ts';
import type { Structure } from './structure.ts';
import { type Declaration, LINE_PROBE_CHARACTERS } from './symbol.ts';

const END = /end[ \t]+[\w$`\u0080-\uffff]+[ \t\r]*(?:\n|$)/y;

interface ScalaFound {
  readonly line: number;
  readonly from: number;
  readonly declaration: Declaration;
  /** Where the next one of its statement begins. */
  readonly until: number | undefined;
  /** Whether what is deeper may be looked through. */
  readonly mayBeLong: boolean;
}

/**
 * Where a declaration of Scala ends: a body without braces with its indentation; to what has no body of its own all deeper
 * lines belong, and to each the `end` at its depth behind it. Source: Scala 3 Reference, "Optional Braces", "The End Marker".
 */
export function scalaExtent(structure: Structure, found: ScalaFound): Extent {
  const { line, from, declaration, until, mayBeLong } = found;
  const block = declaration.body === undefined ? blockOf(structure, from, declaration) : -1;
  const extent =
    block === -1
      ? extentOf(structure, from, declaration, { language: 'scala', until })
      : { bodyOpen: block, headEnd: block, end: structure.closeOf(block) };
  if (until !== undefined) return extent;
  const { lineStarts, lineAt, mask } = structure;
  const indent = indentOf(structure, line);
  let last = Math.max(line, lineAt(Math.min(extent.end, mask.length - 1)));
  if (extent.bodyOpen === -1 && mayBeLong) last = lastDeeper(structure, last, indent);
  const next = nextCode(structure, last + 1);
  END.lastIndex = (lineStarts[next] ?? mask.length) + indent;
  if (next < lineStarts.length && indentOf(structure, next) === indent && END.test(mask)) last = next;
  return { ...extent, end: Math.max(extent.end, lineStarts[last] ?? extent.end) };
}

/** Kinds that have a body behind their head, and no value. */
const BODIED: ReadonlySet<Declaration['kind']> = new Set(['class', 'trait', 'module', 'enum']);

/** What opens the body without braces of a type; -1 where it has none. */
function blockOf(structure: Structure, from: number, declaration: Declaration): number {
  if (!BODIED.has(declaration.kind)) return -1;
  const { mask, closeOf } = structure;
  let at = from;
  for (let left = HEAD_CHARACTERS_MAX; left > 0 && at < mask.length; left -= 1, at += 1) {
    const character = mask[at] ?? '';
    if ('{;}'.includes(character)) return -1;
    if ('(['.includes(character)) at = closeOf(at);
    if (character !== '\n') continue;
    const block = blockBefore(structure, at, from);
    if (block !== -1) return block;
    if (endsAt(mask, at, 'scala')) return -1;
  }
  return -1;
}

/** What opens a body at the end of a line; -1 for none. Behind `with` a `given` has its body, and a class goes on. */
function blockBefore({ mask, isBlock }: Structure, at: number, from: number): number {
  const last = lastCode(mask, at - 1, from);
  if (!isBlock?.(last)) return -1;
  if (mask[last] === ':') return last;
  const head = mask.slice(Math.max(mask.lastIndexOf('\n', from) + 1, from - LINE_PROBE_CHARACTERS), last + 1);
  return /(?:^|\s)given[\s([]/.test(head) && head.endsWith('with') ? last : -1;
}

/** The last line of those behind one that are deeper than a column. */
function lastDeeper(structure: Structure, line: number, indent: number): number {
  const { lineStarts } = structure;
  let last = line;
  for (let next = nextCode(structure, last + 1); next < lineStarts.length; next = nextCode(structure, next + 1)) {
    if (indentOf(structure, next) <= indent && !structure.startsInLiteral(next)) break;
    last = next;
  }
  return last;
}

/** The first line from one on that has code. */
function nextCode(structure: Structure, from: number): number {
  const { lineStarts, mask } = structure;
  let line = from;
  while (line < lineStarts.length && isBlank(mask, (lineStarts[line] ?? 0) + indentOf(structure, line))) line += 1;
  return line;
}

function isBlank(mask: string, at: number): boolean {
  return at >= mask.length || mask[at] === '\n' || mask[at] === '\r';
}

function indentOf({ lineStarts, mask }: Structure, line: number): number {
  const start = lineStarts[line] ?? mask.length;
  let at = start;
  while (mask[at] === ' ' || mask[at] === '\t') at += 1;
  return at - start;
}
