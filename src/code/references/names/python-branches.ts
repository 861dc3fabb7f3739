import { type CodeFile, startOfLine } from '../code-file.ts';
import type { Definition } from '../reference.ts';
import type { Range } from './scopes.ts';

/** Lines that are gone through from a declaration to the ends of the block that it stands in, each way. */
const LINES_MAX = 5_000;
/** Declarations that are told apart: of more of them all are meant. */
const DECLARATIONS_MAX = 50;

/**
 * Of declarations of one name in a file of Python those that stand in the innermost block around an offset, as the other
 * ways of a condition have others by that name; all of them where no block tells them apart.
 */
export function inSameBranch(file: CodeFile, at: number, all: readonly Definition[]): readonly Definition[] {
  if (
    file.family !== 'python' ||
    all.length < 2 ||
    all.length > DECLARATIONS_MAX ||
    all.some((one) => one.file !== file.path)
  )
    return all;
  const around = all.flatMap((definition) => {
    const { from, to } = blockOf(file, definition.symbol.startLine);
    return from <= at && at < to ? [{ definition, from }] : [];
  });
  const innermost = Math.max(...around.map(({ from }) => from));
  const meant = around.flatMap(({ definition, from }) => (from === innermost ? [definition] : []));
  return meant.length === 0 ? all : meant;
}

/** The blocks of files by the lines that are as far in: each call of a name asks for those of all its declarations. */
const blocks = new WeakMap<CodeFile, Map<number, Range>>();

/** The block that a line stands in: all lines around it that are empty or begin no further left. */
function blockOf(file: CodeFile, line: number): Range {
  const known = blocks.get(file) ?? new Map<number, Range>();
  blocks.set(file, known);
  return known.get(line) ?? readBlock(file, line, known);
}

function readBlock(file: CodeFile, line: number, known: Map<number, Range>): Range {
  const indent = indentOf(file, line) ?? 0;
  const beside = [line];
  const isIn = (one: number): boolean => {
    const its = indentOf(file, one);
    if (its === indent) beside.push(one);
    return its === null || its >= indent;
  };
  const lines = file.structure().lineAt(file.mask().length) + 1;
  let [first, last] = [line, line];
  while (first > 1 && line - first < LINES_MAX && isIn(first - 1)) first -= 1;
  while (last < lines && last - line < LINES_MAX && isIn(last + 1)) last += 1;
  const block = { from: startOfLine(file, first), to: startOfLine(file, last + 1) };
  for (const one of beside) known.set(one, block);
  return block;
}

/** Characters before the code of a line; null for a line without. */
function indentOf(file: CodeFile, line: number): number | null {
  const text = file.mask().slice(startOfLine(file, line), startOfLine(file, line + 1));
  const indent = text.search(/\S/);
  return indent === -1 ? null : indent;
}
