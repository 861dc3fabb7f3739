import type { FileSymbol } from '../../lex/symbol.ts';
import { enclosingSymbol } from '../../search/symbols-of.ts';
import { type CodeFile, lineAt, startOfLine } from '../code-file.ts';
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
  return use.where === undefined ? enclosingSymbol(use.file.symbols(), lineOf(use)) : use.where.around;
}
