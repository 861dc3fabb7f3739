import type { FileSymbol } from '../../lex/symbol.ts';
import { enclosingSymbol } from '../../search/symbols-of.ts';
import { type CodeFile, lineAt, startOfLine } from '../code-file.ts';
import { offsetOf } from '../names/declarations.ts';
import type { Place, Verdict } from '../reference.ts';

/** A place where a name is used, and what it means. */
export interface Use {
  readonly file: CodeFile;
  readonly place: Place;
  readonly verdict: Verdict;
  /** Where it stands, if that was found before: else all of its file is read for it. */
  readonly where?: UseWhere;
}

/** Where a use stands. */
export interface UseWhere {
  /** From 1. */
  readonly line: number;
  /** From 0, in characters. */
  readonly column: number;
  /** The innermost symbol around it; null at the top of the file. */
  readonly around: FileSymbol | null;
}

/** The uses of one file. */
export interface FoundUses {
  readonly uses: readonly Use[];
  /** Whether it has more places of a name than are looked at. */
  readonly isCut: boolean;
}

/** Where a use stands. */
export function whereIs(use: Pick<Use, 'file' | 'place' | 'where'>): UseWhere {
  return use.where ?? { line: lineOf(use), column: columnOf(use), around: symbolAround(use) };
}

/** The 1-based line of a use. */
export function lineOf({ file, place, where }: Pick<Use, 'file' | 'place' | 'where'>): number {
  return where?.line ?? lineAt(file, place.at);
}

/** How many characters stand before a use on its line. */
export function columnOf(use: Pick<Use, 'file' | 'place' | 'where'>): number {
  return use.where?.column ?? use.place.at - startOfLine(use.file, lineOf(use));
}

/** The innermost symbol around a use; null at the top of the file. */
export function symbolAround(use: Pick<Use, 'file' | 'place' | 'where'>): FileSymbol | null {
  if (use.where !== undefined) return use.where.around;
  const symbols = use.file.symbols();
  const line = lineOf(use);
  const found = enclosingSymbol(symbols, line);
  if (found === null || !isPropertyBefore(use, found)) return found;
  return enclosingSymbol(
    symbols.filter((symbol) => !isPropertyBefore(use, symbol)),
    line,
  );
}

/**
 * Whether a symbol is a property that a constructor's parameter declares, and its list has ended before a use on the same
 * line: `constructor(private a: A) { this.use(); }`.
 */
function isPropertyBefore({ file, place: { at } }: Pick<Use, 'file' | 'place'>, symbol: FileSymbol): boolean {
  if (symbol.kind !== 'variable' || symbol.depth === 0 || symbol.endLine !== lineAt(file, at)) return false;
  const structure = file.structure();
  const open = structure.around(offsetOf(file, symbol));
  return file.mask()[open] === '(' && structure.closeOf(open) < at;
}
