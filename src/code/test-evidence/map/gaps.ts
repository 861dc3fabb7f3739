import { plural } from '../../../base/plural.ts';
import { languageOf } from '../../lex/languages.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import type { GapRow } from '../../questions/tests.types.ts';
import { folderOf } from '../../text/paths.ts';
import type { LinkInput } from './links.ts';
import type { Target } from './target.ts';
import { commonOf } from './word-index.ts';

/** Gaps, and the public symbols that were looked at for them. */
export interface Gaps {
  readonly rows: readonly GapRow[];
  readonly publicSymbols: number;
}

/**
 * Public symbols of the target whose names stand in no test file at all, comments and literals included: what a search
 * for the whole word would find. Whether tests run them by other ways is not known, and said so by the caller. Those in
 * files that no test imports come first, then the most used and changed. Null when the words of tests are not known.
 */
export function findGaps(
  { scan, reach, changes }: Pick<LinkInput, 'scan' | 'reach' | 'changes'>,
  target: Target,
): Gaps | null {
  const { testWords } = scan;
  if (testWords === null) return null;
  const open: { readonly path: string; readonly symbol: FileSymbol }[] = [];
  let publicCount = 0;
  for (const { path, symbols } of target.files) {
    const file = scan.files.get(path);
    // Type declarations have nothing to run.
    if (file === undefined || file.role !== 'source' || /\.d\.[cm]?ts$/.test(path)) continue;
    const exported = new Set(file.facts.exported);
    for (const symbol of symbols) {
      if (!exported.has(symbol)) continue;
      publicCount += 1;
      if (!testWords.has(symbol.name)) open.push({ path, symbol });
    }
  }
  const callers = countCallers(scan.files, open);
  const reaching = makeReaching({ scan, reach });
  const rows = open.map(({ path, symbol }) => ({
    symbol: symbol.path,
    kind: symbol.kind,
    file: path,
    line: symbol.line,
    why: `no test file ${scan.isComplete ? '' : 'that was read '}has the word ${symbol.name}${reaching(path)}`,
    churn: changes?.churn(path) ?? null,
    callers: callers(path, symbol.name),
  }));
  rows.sort((a, b) => weightOf(b) - weightOf(a) || (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line));
  return { rows, publicSymbols: publicCount };
}

/** What is used and changed most is worth a test first. */
function weightOf({ churn, callers }: GapRow): number {
  return Math.log2(1 + callers) * 2 + Math.log2(1 + (churn ?? 0));
}

/** Files, no tests, of the same language whose code has the name; the declaring file is left out. */
function countCallers(
  files: LinkInput['scan']['files'],
  open: readonly { readonly symbol: FileSymbol }[],
): (path: string, name: string) => number {
  const places = new Map<string, string[]>();
  for (const { symbol } of open) places.set(symbol.name, []);
  for (const { path, role, facts } of files.values()) {
    if (role === 'test') continue;
    for (const name of commonOf(places, facts.words)) places.get(name)?.push(path);
  }
  return (path, name) => {
    const scanner = languageOf(path)?.scanner;
    return (places.get(name) ?? []).filter((other) => other !== path && languageOf(other)?.scanner === scanner).length;
  };
}

/** Whether imports lead from tests to the file: the nearest thing to a test that a nameless symbol may have. */
function makeReaching({ scan, reach }: Pick<LinkInput, 'scan' | 'reach'>): (path: string) => string {
  const known = new Map<string, string>();
  const hasImports = new Map<string, boolean>();
  const testsIn = new Map<string, number>();
  for (const test of scan.testFiles.keys()) testsIn.set(folderOf(test), (testsIn.get(folderOf(test)) ?? 0) + 1);
  const knows = (scanner: string): boolean => {
    const found =
      hasImports.get(scanner) ??
      [...scan.testFiles.values()].some(({ path }) => languageOf(path)?.scanner === scanner && reach.isKnown(path));
    hasImports.set(scanner, found);
    return found;
  };
  return (path) => {
    // What imports a Go package imports no file of it, and its tests are in it without an import.
    const said =
      known.get(path) ??
      (path.endsWith('.go')
        ? goText(testsIn.get(folderOf(path)) ?? 0)
        : reachingText({ scan, reach }, path, knows(languageOf(path)?.scanner ?? '')));
    known.set(path, said);
    return said;
  };
}

function goText(count: number): string {
  if (count === 0) return '; no test file is in its folder';
  return `; ${plural(count, 'test file is', 'test files are')} in its folder, so that it may still run`;
}

function reachingText({ scan, reach }: Pick<LinkInput, 'scan' | 'reach'>, path: string, isKnown: boolean): string {
  const reached = reach.reach([path]);
  const tests = [...reached.keys()].flatMap((test) => scan.testFiles.get(test) ?? []).filter(({ isWhole }) => isWhole);
  if (tests.length === 0) return isKnown ? '; no test file imports or uses its file within 3 steps' : '';
  const direct = tests.filter(({ path: test }) => reached.get(test)?.hops === 1).length;
  if (direct > 0)
    return `; ${plural(direct, 'test file imports or uses', 'test files import or use')} its file, so that it may still run`;
  return `; imports lead from ${plural(tests.length, 'test file')} to its file within 3 steps, so that it may still run`;
}
