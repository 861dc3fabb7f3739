import type { OperationContext } from '../operations/context.ts';
import type { CpuBudget } from '../search/cpu-budget.ts';
import { roleOfPath } from '../search/path-role.ts';
import { decodeText, type ScanEnd, scanTexts } from '../search/scan.ts';
import { makeGaps, type ScannedFile } from '../search/scope.ts';
import { hasSymbols } from '../search/symbols-of.ts';
import type { Source, SourceEntry } from '../source/source.ts';
import { type CodeFile, makeCodeFile } from './code-file.ts';

/** Hands over the files of code whose text may hold one of some names; all of those that do, unless its end says so. */
export type VisitTexts = (names: readonly string[], visit: (file: CodeFile) => void) => Promise<ScanEnd>;

/** What texts are looked for in: all code of a source, since what is declared outside of the scope may be meant, too. */
export interface ReferenceSource {
  readonly source: Source;
  readonly entries: readonly SourceEntry[];
  readonly context: Pick<OperationContext, 'signal' | 'deadlineAtMs'>;
  /** What the whole question may take. */
  readonly cpu: CpuBudget;
}

/** Hands over some files by their paths. */
export type ReadTexts = (paths: readonly string[], visit: (file: CodeFile) => void) => Promise<ScanEnd>;

/** Reads the files that are asked for. */
export function makeReadTexts({ source, context, cpu }: ReferenceSource): ReadTexts {
  return async (paths, visit) => {
    const files = paths.map((path) => ({ path, role: roleOfPath(path) }));
    return await scanTexts({ source, context, cpu, files, gaps: makeGaps() }, ({ path }, bytes, blobId) => {
      const file = makeCodeFile(path, decodeText(bytes), blobId);
      if (file !== null) visit(file);
    });
  };
}

/** Looks through the files one by one. */
export function makeVisitTexts({ source, entries, context, cpu }: ReferenceSource): VisitTexts {
  const files: readonly ScannedFile[] = entries
    .filter(({ kind, path }) => kind === 'file' && hasSymbols(path))
    .map(({ path }) => ({ path, role: roleOfPath(path) }));
  return async (names, visit) => {
    const scope = { source, context, cpu, files, gaps: makeGaps() };
    const wanted = names.map((name) => Buffer.from(name));
    return await scanTexts(scope, ({ path }, bytes, blobId) => {
      if (!wanted.some((name) => bytes.includes(name))) return;
      const file = makeCodeFile(path, decodeText(bytes), blobId);
      if (file !== null) visit(file);
    });
  };
}
