import { MIB } from '../../base/units.ts';
import { findName, segmentSymbols } from '../index/symbols-reader.ts';
import { findDocuments } from '../index/trigram-reader.ts';
import type { OperationContext } from '../questions/context.ts';
import type { CpuBudget } from '../search/cpu-budget.ts';
import { literalMatcher } from '../search/matcher.ts';
import { isOver, type ScanEnd, scanTexts } from '../search/scan.ts';
import { makeGaps, type ScannedFile } from '../search/scope.ts';
import { knowsAllSymbols } from '../search/symbol-lookup.ts';
import { mayHaveSymbols } from '../search/symbols-of.ts';
import { roleOfPath } from '../source/path-role.ts';
import { decodeText } from '../source/searched-text.ts';
import type { Source, SourceEntry } from '../source/source.ts';
import type { SegmentView, SourceIndex } from '../source/source-index.ts';
import { type CodeFile, makeCodeFile } from './code-file.ts';

type Visit = (file: CodeFile) => void;

/**
 * Code by the names in it, in order of path. What is handed over may hold none of the names after all; none that holds
 * one is left out, unless the end says so.
 */
export interface ReferenceTexts {
  /** Files whose text holds one of some names. */
  holding(names: readonly string[], visit: Visit): Promise<ScanEnd>;
  /** Files that declare one of some names. */
  declaring(names: readonly string[], visit: Visit): Promise<ScanEnd>;
  /** Paths of files that may hold one of some names, without reading them; null where only reading tells. */
  holders(names: readonly string[]): ReadonlySet<string> | null;
  /** The index, where there is one. */
  readonly index: SourceIndex | null;
  /** Whether an index leads to what declares a name, so that a question need not go through all files for it. */
  readonly isIndexed: boolean;
  /** Files by their paths. */
  at(paths: readonly string[], visit: Visit): Promise<ScanEnd>;
  /** Whether the question has taken all that it may. */
  isOver(): boolean;
}

/** What texts are looked for in: all code of a source, since what is declared outside of the scope may be meant, too. */
export interface ReferenceSource {
  readonly source: Source;
  readonly entries: readonly SourceEntry[];
  readonly context: Pick<OperationContext, 'signal' | 'deadlineAtMs'>;
  /** What the whole question may take. */
  readonly cpu: CpuBudget;
  /** Files that another part of the question has read of the same source. */
  readonly kept?: KeptFiles;
}

/** Texts of a source: by its index where it has one, else by looking through its files one by one. */
export function makeReferenceTexts({ source, entries, context, cpu, kept }: ReferenceSource): ReferenceTexts {
  const { index } = source;
  let listed: readonly ScannedFile[] | null = null;
  const all = (): readonly ScannedFile[] => {
    listed ??= entries.filter(({ kind, path }) => kind === 'file' && mayHaveSymbols(path)).map(scanned);
    return listed;
  };
  const keep = kept ?? keepFiles();
  async function scan(files: readonly ScannedFile[], wanted: readonly Buffer[], visit: Visit): Promise<ScanEnd> {
    return await scanTexts({ source, context, cpu, files, gaps: makeGaps() }, ({ path }, bytes, blobId) => {
      if (wanted.length > 0 && !wanted.some((name) => bytes.includes(name))) return;
      const file = keep(path, () => makeCodeFile(path, decodeText(bytes), blobId));
      if (file !== null) visit(file);
    });
  }
  const bytesOf = (names: readonly string[]): readonly Buffer[] => names.map((name) => Buffer.from(name));
  return {
    holding: (names, visit) => scan(index === null ? all() : filesBy(index, names, holding), bytesOf(names), visit),
    declaring(names, visit) {
      const files = index === null ? all() : filesBy(index, names, declaring);
      return scan(files, bytesOf(names), visit);
    },
    holders(names) {
      if (index === null || !knowsAllSymbols(index)) return null;
      return new Set(filesBy(index, names, holding).map(({ path }) => path));
    },
    index,
    isIndexed: index !== null,
    at: (paths, visit) =>
      scan(
        paths.map((path) => scanned({ path })),
        [],
        visit,
      ),
    isOver: () => isOver({ context, cpu }),
  };
}

/** Characters of files kept for one question, which goes over the same ones several times. */
const KEPT_CHARACTERS_MAX = 8 * MIB;

/** Files of one state of a source by their paths, made when they are first asked for. */
export type KeptFiles = (path: string, make: () => CodeFile | null) => CodeFile | null;

/** Keeps files as far as there is room. */
export function keepFiles(): KeptFiles {
  const kept = new Map<string, CodeFile>();
  let characters = 0;
  return (path, make) => {
    const known = kept.get(path);
    if (known !== undefined) return known;
    const file = make();
    // One that has no room left leaves it to smaller ones.
    if (file !== null && characters + file.text.length <= KEPT_CHARACTERS_MAX) {
      characters += file.text.length;
      kept.set(path, file);
    }
    return file;
  };
}

function scanned({ path }: Pick<SourceEntry, 'path'>): ScannedFile {
  return { path, role: roleOfPath(path) };
}

/** The documents of a segment that may answer for a name; null when any may. */
type Documents = ({ segment }: SegmentView, name: string) => Iterable<number> | null;

/** Files of code by the index, with those that are not indexed yet, in order of path. */
function filesBy(index: SourceIndex, names: readonly string[], documentsOf: Documents): readonly ScannedFile[] {
  const found = new Set<number>(index.pending);
  for (const view of index.segments) {
    const seen = new Set<number>();
    for (const name of names) {
      for (const document of documentsOf(view, name) ?? Array.from({ length: view.segment.documents }).keys()) {
        if (seen.has(document)) continue;
        seen.add(document);
        for (const file of view.files(document)) found.add(file);
      }
    }
  }
  const paths = [...found].sort((a, b) => a - b).map((file) => index.files.path(file));
  return paths.filter(mayHaveSymbols).map((path) => scanned({ path }));
}

function holding({ segment }: SegmentView, name: string): Iterable<number> | null {
  return findDocuments(segment, literalMatcher(name, { case: 'sensitive', word: true }).needs);
}

/** By the table of symbols; by the text until that is built. */
function declaring(view: SegmentView, name: string): Iterable<number> | null {
  const symbols = segmentSymbols(view.segment);
  if (symbols === null) return holding(view, name);
  const found = findName(symbols, name);
  const documents = new Set<number>();
  if (found !== null) symbols.uses(found, (document) => documents.add(document));
  return documents;
}
