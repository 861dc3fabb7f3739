import { withoutCount } from '../../lex/symbol-path.ts';
import { joinPrefix, parseTarget } from '../../questions/file-target.ts';
import { matchSymbols, readWanted } from '../../search/match-symbols.ts';
import { nearPaths } from '../../search/near-paths.ts';
import { enclosingSymbol } from '../../search/symbols-of.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { SourceEntry } from '../../source/source.ts';
import { asBase } from '../../text/paths.ts';
import type { CodeFile, ProjectScan } from './scan-project.ts';
import type { Target, TargetFile } from './target.ts';
import { nameableSymbols } from './target-symbols.ts';

/** What a text was found to mean, or why nothing. */
export type ResolvedTarget =
  | { readonly outcome: 'target'; readonly target: Target }
  | { readonly outcome: 'no_target'; readonly near: readonly string[] }
  | { readonly outcome: 'ambiguous'; readonly candidates: readonly string[]; readonly total: number };

/** What a target is looked for in. */
export interface TargetPlace {
  readonly scan: ProjectScan;
  readonly entries: readonly SourceEntry[];
  /** Folder that a call named; paths are tried below it, too. */
  readonly prefix: string | null;
}

const CANDIDATES_MAX = 20;

/** Reads a file, `file:12-20`, `file#symbol`, a directory or a symbol's name, in this order. */
export function resolveTarget(place: TargetPlace, text: string): ResolvedTarget {
  const hash = /^(.+?)#(?!L\d)(.+)$/s.exec(text);
  if (hash !== null) {
    const file = findFile(place, hash[1] ?? '');
    return file === null ? missing(place, text) : symbolsIn(place, [file], hash[2] ?? '');
  }
  const whole = findFile(place, text);
  if (whole !== null) return found(fileTarget(place, whole));
  const part = parseTarget(text);
  const file = part === null || part.range === null ? null : findFile(place, part.file);
  if (file !== null && part?.range) return found(rangeTarget(place, file, part.range));
  const folder = findFolder(place, text);
  if (folder !== null) return found(folderTarget(place, folder));
  return symbolsIn(place, [...place.scan.files.keys()], text);
}

/** The whole project, without its tests. */
export function projectTarget({ scan, entries }: TargetPlace): Target {
  const paths = entries.filter(({ path }) => scan.files.get(path)?.role === 'source').map(({ path }) => path);
  return { ...emptyTarget, kind: 'project', name: 'project', files: paths.map((path) => targetFile(scan, path)) };
}

/** A target of whole files; those with tests alone are its test files. */
function filesTarget(scan: ProjectScan, paths: readonly string[]): Pick<Target, 'files' | 'testFiles'> {
  const testFiles = paths.filter((path) => scan.testFiles.get(path)?.isWhole === true);
  const own = new Set(testFiles);
  return { files: paths.filter((path) => !own.has(path)).map((path) => targetFile(scan, path)), testFiles };
}

const emptyTarget = { files: [], testFiles: [], selfWhy: 'it is the file that was asked about' } as const;

function found(target: Target): ResolvedTarget {
  return { outcome: 'target', target };
}

function targetFile(scan: ProjectScan, path: string): TargetFile {
  const file = scan.files.get(path);
  return { path, symbols: file === undefined ? [] : nameableSymbols(path, file.facts), isWhole: true };
}

function fileTarget({ scan }: TargetPlace, path: string): Target {
  return { ...emptyTarget, ...filesTarget(scan, [path]), kind: 'file', name: path };
}

/** The symbols around the lines; the lines of no symbol mean the file. */
function rangeTarget(place: TargetPlace, path: string, range: { from: number; to: number }): Target {
  const symbols = symbolsAt(place.scan.files.get(path), linesOf(range));
  if (symbols.length === 0) return fileTarget(place, path);
  const files = [{ path, symbols, isWhole: false }];
  return { ...emptyTarget, files, kind: 'symbol', name: `${path}:${range.from}-${range.to}` };
}

const LINES_MAX = 5_000;

function linesOf({ from, to }: { from: number; to: number }): readonly number[] {
  return Array.from({ length: Math.min(to - from + 1, LINES_MAX) }, (_, at) => from + at);
}

/** The symbols around lines, each once: of nested ones the inner, and of what is local to it the one that others see. */
export function symbolsAt(file: CodeFile | undefined, lines: readonly number[]): TargetFile['symbols'] {
  if (file === undefined) return [];
  const shown = file.facts.symbols.filter(({ depth, kind }) => depth <= 1 && kind !== 'test');
  return [...new Set(lines.map((line) => enclosingSymbol(shown, line)).filter((symbol) => symbol !== null))];
}

/** The exact path, the path below the folder of the call, or the only file whose path ends so. */
function findFile({ entries, prefix }: TargetPlace, text: string): string | null {
  const wanted = text.replace(/^(?:\.\/)+/, '');
  const paths = new Set(entries.filter(({ kind }) => kind === 'file').map(({ path }) => path));
  for (const path of [wanted, joinPrefix(prefix, wanted)]) if (paths.has(path)) return path;
  if (!/[./]/.test(wanted)) return null;
  const endings = [...paths].filter((path) => path.endsWith(`/${wanted}`));
  return endings.length === 1 ? (endings[0] ?? null) : null;
}

function findFolder({ entries, prefix }: TargetPlace, text: string): string | null {
  const wanted = text.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (wanted === '' || wanted === '.') return asBase(prefix);
  for (const folder of [`${wanted}/`, `${joinPrefix(prefix, wanted)}/`]) {
    if (entries.some(({ path }) => path.startsWith(folder))) return folder;
  }
  return null;
}

function folderTarget({ scan, entries }: TargetPlace, folder: string): Target {
  const paths = entries.map(({ path }) => path).filter((path) => path.startsWith(folder) && scan.files.has(path));
  const chosen = filesTarget(scan, paths);
  // Helpers and fixtures of tests are not what a folder of code is about.
  const files = chosen.files.filter(({ path }) => scan.files.get(path)?.role !== 'test');
  const selfWhy = 'it lies in the folder that was asked about';
  return { files, testFiles: chosen.testFiles, selfWhy, kind: 'directory', name: folder === '' ? '.' : folder };
}

/** Symbols by name: one declaration, or several of one path in one file; declarations in tests only when there are no others. */
function symbolsIn(place: TargetPlace, paths: readonly string[], wanted: string): ResolvedTarget {
  const query = readWanted(wanted);
  const hits = paths.flatMap((path) => {
    const symbols = matchSymbols(place.scan.files.get(path)?.facts.symbols ?? [], query, path);
    return symbols.filter(({ kind }) => kind !== 'test' && kind !== 'impl').map((symbol) => ({ path, symbol }));
  });
  const own = hits.filter(({ path }) => roleOfPath(path) === 'source');
  const declared = own.length > 0 ? own : hits;
  // A constructor is called like its class, and meant with it.
  const isInner = ({ path, symbol }: (typeof hits)[number]): boolean =>
    declared.some((one) => one.path === path && withoutCount(symbol.path) === `${one.symbol.path}/${one.symbol.name}`);
  const chosen = declared.filter((hit) => !isInner(hit));
  const [first] = chosen;
  if (first === undefined) return missing(place, wanted);
  const names = [...new Set(chosen.map(({ path, symbol }) => `${path}#${withoutCount(symbol.path)}`))];
  if (names.length > 1)
    return { outcome: 'ambiguous', candidates: names.slice(0, CANDIDATES_MAX), total: names.length };
  const symbols = chosen.map(({ symbol }) => symbol);
  // A class is tested by what tests do with its members.
  const members = (place.scan.files.get(first.path)?.facts.symbols ?? []).filter(
    ({ path, kind }) => kind === 'method' && symbols.some((symbol) => path.startsWith(`${symbol.path}/`)),
  );
  const file = { path: first.path, symbols: [...symbols, ...members], isWhole: false };
  return found({ ...emptyTarget, files: [file], kind: 'symbol', name: names[0] ?? wanted });
}

function missing({ scan, entries }: TargetPlace, text: string): ResolvedTarget {
  const last = text.split(/[#/]/).at(-1) ?? text;
  const names = new Set<string>();
  for (const { role, facts } of scan.files.values()) {
    if (role === 'source') for (const { name } of facts.symbols) names.add(name);
  }
  const near = [
    ...nearPaths(
      text,
      entries.map(({ path }) => path),
    ),
    ...nearPaths(last, [...names]),
  ];
  return { outcome: 'no_target', near: near.slice(0, 3) };
}
