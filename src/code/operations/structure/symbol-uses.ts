import type { FileSymbol, SymbolKind } from '../../lex/symbol.ts';
import type { OperationContext } from '../../questions/context.ts';
import type { SymbolUseRow } from '../../questions/structure.types.ts';
import { type CodeFile, lineAt } from '../../references/code-file.ts';
import { offsetOf } from '../../references/names/declarations.ts';
import { makeProjectLinks, type ProjectLinks } from '../../references/names/file-links.ts';
import { importedNames } from '../../references/names/import-names.ts';
import { type Definition, EVIDENCE_ORDER } from '../../references/reference.ts';
import { type KeptFiles, keepFiles, makeReferenceTexts, type ReferenceTexts } from '../../references/texts.ts';
import { visitUses } from '../../references/uses/gather.ts';
import { gatherKnown } from '../../references/uses/known.ts';
import { symbolAround, type Use } from '../../references/uses/use.ts';
import { makeCpuBudget } from '../../search/cpu-budget.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Source, SourceListing } from '../../source/source.ts';
import type { UnitGraph } from '../../structure/unit-graph.ts';
import { BLANK_NAME } from './changed-symbols.ts';

/** Names that are followed for one question; a change of more is a change of everything. */
const NAMES_MAX = 60;
/** Files that are read for uses. */
const FILES_MAX = 400;

/** What uses are looked for in. */
export interface UsesInput {
  readonly source: Source;
  readonly listing: SourceListing;
  readonly graph: UnitGraph;
  readonly context: OperationContext;
  /** Imports that were followed for the same question before. */
  readonly links?: ProjectLinks;
  /** Files that were read for the same question before. */
  readonly kept?: KeptFiles;
}

/** Symbols of files, by their names. */
export interface WantedSymbols {
  readonly names: ReadonlySet<string>;
  /** Whether a declaration is one of those that are wanted. */
  readonly isWanted: (definition: Definition) => boolean;
  /** Files whose uses are wanted. */
  readonly from: ReadonlySet<string>;
}

/** Uses, the surest first, and whether all of the files were read. */
export interface SymbolUses {
  readonly rows: readonly SymbolUseRow[];
  readonly isComplete: boolean;
  /** False where the time was over before all were read: another time there may be more. */
  readonly isInTime: boolean;
}

/**
 * Where some files use some symbols: one row for each symbol that uses one (of tests for each file), at its first place.
 * What a name means is judged as for references, among all that the files import; `name` where nothing but the name
 * agrees. An import itself counts only where nothing else in the file uses what it brings.
 */
export async function usesOfSymbols(input: UsesInput, wanted: WantedSymbols): Promise<SymbolUses> {
  const { source, listing, graph, context, kept = keepFiles() } = input;
  const named = [...wanted.names].filter((name) => name !== BLANK_NAME);
  const names = new Set(named.slice(0, NAMES_MAX));
  const from = new Set([...wanted.from].slice(0, FILES_MAX));
  const isCut = names.size < named.length || from.size < wanted.from.size;
  if (names.size === 0 || from.size === 0) return { rows: [], isComplete: !isCut, isInTime: true };
  const reach = withImported(graph, from);
  const entries = listing.entries.filter(({ path }) => reach.has(path));
  // Without the index: it would lead to all files, and only these few are asked for.
  const unindexed = { ...source, index: null };
  // To find what is declared, and to follow imports, may take all that one search may, and uses are what is asked for.
  const textsOfPart = (): ReferenceTexts =>
    makeReferenceTexts({ source: unindexed, entries, context, cpu: makeCpuBudget(), kept });
  const texts = textsOfPart();
  const links = input.links ?? makeProjectLinks({ source, context }, listing.entries);
  const known = await gatherKnown(texts, names);
  const definitions = [...known.definitions.values()].flat().filter(wanted.isWanted);
  const scopeOf = await localScopes(texts, definitions);
  await links.follow(known.files);
  const found = new Map<string, Found>();
  const accepts = ({ path }: { readonly path: string }): boolean => from.has(path);
  const end = await visitUses({ texts: textsOfPart(), links, accepts }, known, (use) => {
    const definition = use.verdict.meant.find((one) => wanted.isWanted(one) && isWithin(use, one, scopeOf(one)));
    if (definition === undefined || isOfNoFile(use, definition)) return;
    // What can be named here alone, and is, needs no more to say so.
    if (scopeOf(definition) !== null || mayMean(use, definition)) addUse(found, use, definition);
  });
  const isInTime = end.isComplete && known.end.isComplete;
  return { rows: sortRows([...found.values()]), isComplete: isInTime && !isCut, isInTime };
}

/** Whether a use says nothing of a file: of a module opened in several, or on the way to what lies in it (`Shop::Box`). */
function isOfNoFile({ file, place, verdict }: Use, { symbol }: Definition): boolean {
  if (symbol.kind !== 'module') return false;
  return verdict.meant.length > 1 || file.mask().startsWith('::', place.at + place.name.length);
}

/** A use, and whether it stands in the import itself. */
interface Found extends SymbolUseRow {
  readonly isImport: boolean;
}

/** The files with all that they import, through files that only give out what others declare. */
function withImported(graph: UnitGraph, files: ReadonlySet<string>): ReadonlySet<string> {
  const leaving = Map.groupBy(graph.edges, ({ from }) => from);
  let border = new Set([...files].flatMap((file) => graph.unitOf(file) ?? []));
  const reached = new Set(border);
  for (let hop = 0; hop < 2; hop += 1) {
    const next = new Set<number>();
    for (const unit of border) for (const { to } of leaving.get(unit) ?? []) if (!reached.has(to)) next.add(to);
    for (const unit of next) reached.add(unit);
    border = next;
  }
  return new Set([...files, ...[...reached].flatMap((unit) => graph.units[unit]?.files ?? [])]);
}

/** The lines of a function. */
type Lines = Pick<FileSymbol, 'startLine' | 'endLine'>;

/** Kinds whose bodies are run: what is declared in one is gone with its end. */
const BODIES: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'test']);

/** Answers the function in which alone a declaration can be named; null for one that others can reach. */
async function localScopes(
  texts: Pick<ReferenceTexts, 'at'>,
  definitions: readonly Definition[],
): Promise<(definition: Definition) => Lines | null> {
  const inner = Map.groupBy(
    definitions.filter(({ symbol }) => symbol.depth > 0),
    ({ file }) => file,
  );
  const scopes = new Map<string, Lines>();
  await texts.at([...inner.keys()], (file) => {
    const wanted = new Map(inner.get(file.path)?.map((definition) => [definition.symbol.path, definition]));
    for (const [symbol, scope] of innerSymbols(file)) {
      const definition = wanted.get(symbol.path);
      if (definition !== undefined && isLocal(file, definition)) scopes.set(`${file.path}\0${symbol.path}`, scope);
    }
  });
  return ({ file, symbol }) => scopes.get(`${file}\0${symbol.path}`) ?? null;
}

/** Symbols within functions, each with the innermost one around it, in one walk. */
function* innerSymbols(file: CodeFile): Generator<readonly [FileSymbol, FileSymbol]> {
  const open: FileSymbol[] = [];
  for (const symbol of file.symbols()) {
    let around = open.at(-1);
    for (; around && (around.endLine < symbol.line || around.depth >= symbol.depth); around = open.at(-1)) open.pop();
    if (around !== undefined) yield [symbol, around];
    if (BODIES.has(symbol.kind)) open.push(symbol);
  }
}

/**
 * Whether nothing but its name leads to a declaration within a function. Methods are reached by values, whose types may be
 * local; so is what is put on a value (`this.add = function …`), and a script may give out what it declares within a
 * function.
 */
function isLocal(file: CodeFile, { symbol, family, isExported }: Definition): boolean {
  if (symbol.kind === 'method' || (family === 'script' && isExported)) return false;
  return file.mask()[offsetOf(file, symbol) - 1] !== '.';
}

/** Whether a use stands where a declaration can be named at all. */
function isWithin({ file, place }: Use, definition: Definition, scope: Lines | null): boolean {
  if (scope === null) return true;
  const line = lineAt(file, place.at);
  return file.path === definition.file && scope.startLine <= line && line <= scope.endLine;
}

/**
 * A name that stands alone is no member of something, unless more than the name says so, or a star of Scala may bring it. A
 * module of Rust is a way to what it holds, and modules of one name are in many places: who names it imports it, which is
 * told as that.
 */
function mayMean({ file, verdict, place }: Use, { container, family, symbol }: Definition): boolean {
  if (family === 'rust' && symbol.kind === 'module') return false;
  const isAlone = place.path.length === 0 && !place.isOfUnknown;
  return verdict.evidence !== 'name' || container === null || !isAlone || hasMembersOfStars(file);
}

/** `import api._`, `import api.*`, with a list around it: all that a value has, or inherits, is known by its name alone. */
const SCALA_STAR = /^[ \t]*import\b[^\n]{0,400}(?:\._(?!\w)|[{,][ \t]*_[ \t]*\}|\.\*)/m;

/** Files of Scala by whether they import all that something has. Source: Scala 2.13 Specification, "Import Clauses". */
const starred = new WeakMap<CodeFile, boolean>();

function hasMembersOfStars(file: CodeFile): boolean {
  const known = starred.get(file) ?? (file.scanner === 'scala' && SCALA_STAR.test(file.mask()));
  starred.set(file, known);
  return known;
}

function addUse(found: Map<string, Found>, use: Use, definition: Definition): void {
  const { file, verdict } = use;
  const around = symbolAround(use);
  const isItself = around?.path === definition.symbol.path && file.path === definition.file;
  if (isItself) return;
  // `const View = require('./view')` is the import, not a use of what it brings.
  const isImport = importedNames(file).around(use.place.at).length > 0;
  const isTest = roleOfPath(file.path) === 'test';
  // A file of tests uses what it tests in each of them: its first place tells enough.
  const key = `${file.path}\0${isImport ? ' ' : isTest ? '' : around?.path}\0${definition.file}\0${definition.symbol.path}`;
  const known = found.get(key);
  const row: Found = {
    isImport,
    file: file.path,
    line: lineAt(file, use.place.at),
    within: isImport ? null : (around?.path ?? null),
    isTest,
    symbol: definition.symbol.path,
    of: definition.file,
    known: verdict.evidence,
  };
  if (known === undefined || rankOf(row) < rankOf(known)) found.set(key, row);
}

function keyOf({ file, of, symbol }: SymbolUseRow): string {
  return `${file}\0${of}\0${symbol}`;
}

function rankOf({ known }: SymbolUseRow): number {
  return EVIDENCE_ORDER.indexOf(known);
}

function sortRows(all: readonly Found[]): readonly SymbolUseRow[] {
  const used = new Set(all.flatMap((row) => (row.isImport ? [] : [keyOf(row)])));
  const rows = all.filter((row) => !row.isImport || !used.has(keyOf(row)));
  // The order of the files is kept among equals.
  return rows
    .map(({ isImport, ...row }) => row)
    .toSorted((a, b) => Number(a.isTest) - Number(b.isTest) || rankOf(a) - rankOf(b));
}
