import { languageOf } from '../../lex/languages.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import type { LinkEvidence } from '../../questions/tests.types.ts';
import { isCommonName } from '../../references/judge/common-names.ts';
import { containerOf } from '../../search/symbols-of.ts';
import { isWithin } from './file-facts.ts';
import { TEST_LIMITS } from './limits.ts';
import type { CodeFile, TestFile } from './scan-project.ts';
import type { Target } from './target.ts';
import { commonOf, usesOf, type WordUse } from './word-index.ts';

/** Names of the target that a test file's code uses. */
export interface NameUses {
  /** The rarest first: what few tests name says most. */
  readonly uses: readonly SymbolUse[];
  readonly evidence: LinkEvidence;
  /** From 0 to 1. */
  readonly weight: number;
}

/** One symbol and where a test file uses its name. */
export interface SymbolUse {
  readonly symbol: FileSymbol;
  readonly path: string;
  readonly lines: readonly WordUse[];
  readonly weight: number;
}

/** How common names are. */
export interface NameCounts {
  /** Test files whose code has the name. */
  testsWith(name: string): number;
  /** Files, no tests, that declare it. */
  declaredIn(name: string): number;
  readonly testFiles: number;
}

/** Counts the names and the changed words of the target. */
export function makeNameCounts(
  files: ReadonlyMap<string, CodeFile>,
  testFiles: ReadonlyMap<string, TestFile>,
  target: Target,
): NameCounts {
  const names = target.files.flatMap(({ symbols, words = [] }) => [...symbols.map(({ name }) => name), ...words]);
  const known = new Map(names.map((name) => [name, 0]));
  for (const { facts } of testFiles.values()) {
    for (const name of commonOf(known, facts.words)) known.set(name, (known.get(name) ?? 0) + 1);
  }
  const declared = new Map<string, number>();
  for (const { role, facts } of files.values()) {
    if (role === 'test') continue;
    for (const name of new Set(facts.symbols.map((symbol) => symbol.name))) {
      declared.set(name, (declared.get(name) ?? 0) + 1);
    }
  }
  return {
    testFiles: testFiles.size,
    declaredIn: (name) => declared.get(name) ?? 0,
    testsWith: (name) => known.get(name) ?? 0,
  };
}

/** Symbols of the target by their names. */
export type NamedSymbols = ReadonlyMap<string, readonly NamedSymbol[]>;

interface NamedSymbol {
  readonly symbol: FileSymbol;
  readonly path: string;
  readonly scanner: string | null | undefined;
  /** Its place among all of them. */
  readonly at: number;
}

/** So that a test is asked for the names that it has, and not for all. */
export function symbolsByName({ files }: Target): NamedSymbols {
  const all = files.flatMap(({ path, symbols }) => {
    const scanner = languageOf(path)?.scanner;
    return symbols.map((symbol) => ({ symbol, path, scanner }));
  });
  return Map.groupBy(
    all.map((one, at) => ({ ...one, at })),
    ({ symbol }) => symbol.name,
  );
}

/**
 * The names of the target that the code of a test file uses, word for word. A name that the test file declares itself is
 * its own; a method counts only behind a dot. Null when there are none.
 */
export function callLink(
  test: TestFile,
  named: NamedSymbols,
  { counts, isReached }: { readonly counts: NameCounts; readonly isReached: boolean },
): NameUses | null {
  const scanner = languageOf(test.path)?.scanner;
  const own = new Set(test.isWhole ? test.facts.symbols.map(({ name }) => name) : []);
  const names = commonOf(named, test.facts.words).filter((name) => name.length >= 2 && !own.has(name));
  const uses = names
    .flatMap((name) => named.get(name) ?? [])
    .filter(({ symbol, scanner: of }) => of === scanner && mayMean(test, symbol, isReached))
    .sort((a, b) => a.at - b.at)
    .map(({ symbol, path }) => ({
      symbol,
      path,
      lines: usesIn(test, symbol, path),
      weight: weightOf(symbol.name, counts),
    }))
    .filter(({ lines }) => lines.length > 0);
  if (uses.length === 0) return null;
  uses.sort((a, b) => b.weight - a.weight || a.symbol.line - b.symbol.line);
  const sum = uses.reduce((total, { weight }, at) => total + weight / (1 + at / 4), 0);
  return { uses, evidence: evidenceOf(uses), weight: 0.45 * (1 - Math.exp(-sum * 1.6)) };
}

/**
 * Whether a method's name can be taken for the target's: by an import that leads there or by its type's name, and for a
 * name that libraries have by the type's name alone.
 */
function mayMean({ facts }: TestFile, symbol: FileSymbol, isReached: boolean): boolean {
  const container = containerOf(symbol);
  if (container === null || facts.words.has(container)) return true;
  return isReached && !isCommonName(symbol.name);
}

function usesIn(test: TestFile, symbol: FileSymbol, path: string): readonly WordUse[] {
  const isMethod = containerOf(symbol) !== null && (symbol.kind === 'method' || symbol.kind === 'function');
  return usesOf(test.facts.words, symbol.name).filter(
    ({ line, isMember }) =>
      (!isMethod || isMember) &&
      // Tests inside of the source file itself: the code around them is no test.
      (test.isWhole || isWithin(test.facts.testRegions, line)) &&
      !(path === test.path && line >= symbol.startLine && line <= symbol.endLine),
  );
}

/** A name that many tests use, or that many files declare, says little. */
function weightOf(name: string, { testFiles, testsWith, declaredIn }: NameCounts): number {
  const rarity = Math.log(1 + testFiles / Math.max(1, testsWith(name))) / Math.log(1 + Math.max(2, testFiles));
  return Math.min(1, rarity / Math.sqrt(Math.max(1, declaredIn(name))));
}

/** Names shown in one line of evidence. */
const SHOWN_MAX = 3;

/** `call` only where one of the names is called; else the test names it. */
function evidenceOf(uses: readonly SymbolUse[]): LinkEvidence {
  const shown = uses.slice(0, SHOWN_MAX).map(({ symbol, lines }) => {
    const first = lines.find(({ isCall }) => isCall) ?? lines[0];
    return `${symbol.name.slice(0, TEST_LIMITS.nameCharactersMax)} at line ${first?.line ?? 0}`;
  });
  const rest = uses.length > SHOWN_MAX ? ` and ${uses.length - SHOWN_MAX} more names` : '';
  const isCalled = uses.some(({ lines }) => lines.some(({ isCall }) => isCall));
  return { kind: isCalled ? 'call' : 'name', detail: `uses ${shown.join(', ')}${rest}` };
}
