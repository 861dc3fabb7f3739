import type { UnresolvedImport } from '../imports/import-graph.ts';
import { languageOf } from '../lex/languages.ts';
import type { OperationContext } from '../questions/context.ts';
import type { SymbolCandidate } from '../questions/read.types.ts';
import type { ScopeFacts, StructureOutput } from '../questions/structure.types.ts';
import { findSymbol } from '../search/find-symbol.ts';
import { nearPaths } from '../search/near-paths.ts';
import { roleOfPath } from '../source/path-role.ts';
import type { Source, SourceListing } from '../source/source.ts';
import { edgeRow, firstRows } from './facts.ts';
import { countByHop, reachedFrom } from './reach.ts';
import type { UnitEdge, UnitGraph } from './unit-graph.ts';

/** What a caller's scope turned out to be. */
export interface Scope {
  readonly kind: 'folder' | 'file';
  /** Without a slash at the end. */
  readonly path: string;
  readonly symbol: ScopeFacts['symbol'];
}

/** A scope, or the answer that there is none or that there are several. */
export type ScopeFound =
  | { readonly found: Scope }
  | { readonly found: null; readonly refusal: Extract<StructureOutput, { readonly status: `${string}_scope` }> };

/** What a scope is looked for in. */
export interface ScopeInput {
  readonly source: Source;
  readonly listing: SourceListing;
  /** `/`-terminated; paths may be given from the top or from there. */
  readonly base: string;
  readonly context: OperationContext;
}

/** Candidates of an ambiguous name that are given. */
const CANDIDATES_MAX = 12;

/** A folder or file by its path, else the declaration of a name. */
export async function findScope(input: ScopeInput, wanted: string): Promise<ScopeFound> {
  const { source, listing, base, context } = input;
  const path = wanted
    .replace(/^\.\//, '')
    .replace(/\/+\**$/, '')
    .replace(/:\d+(?:-\d+)?$/, '');
  for (const candidate of new Set([path, `${base}${path}`])) {
    const scope = atPath(listing, candidate);
    if (scope !== null) return { found: scope };
  }
  const search = await findSymbol(source, wanted, context);
  const inside = search.candidates.filter(({ file }) => file.startsWith(base));
  // Of candidates that were cut nobody knows how many lie below the base.
  const total = search.total === search.candidates.length ? inside.length : search.total;
  const [first] = inside;
  const meant = theOneMeant(inside, total);
  if (meant !== null) return { found: meant };
  if (first === undefined) {
    const paths = nearPaths(
      path,
      below(listing, base).map((entry) => entry.path),
    );
    // Where a file is named, its extension is like some declared name by chance.
    const near = languageOf(path) === null ? [...new Set([...search.near, ...paths])].slice(0, 3) : paths;
    return { found: null, refusal: { status: 'unknown_scope', searched: search.files, near } };
  }
  const candidates = inside.slice(0, CANDIDATES_MAX);
  return {
    found: null,
    refusal: {
      status: 'ambiguous_scope',
      total,
      candidates: candidates.map(({ file, line, kind, path: name }) => ({ file, line, kind, path: name })),
    },
  };
}

/**
 * The file that alone declares what was asked for, or alone does so in the program: tests and examples call what they make
 * like what they use. Candidates come with those of the program first, so that with one of another kind all of them are
 * here. Null where several files are left.
 */
function theOneMeant(inside: readonly SymbolCandidate[], total: number): Scope | null {
  const isWhole = total === inside.length;
  const own = inside.filter(({ file }) => roleOfPath(file) === 'source');
  const among = own.length > 0 ? own : inside;
  const [first] = among;
  if (first === undefined || among.some(({ file }) => file !== first.file)) return null;
  if (!isWhole && among.length === inside.length) return null;
  const { path: name, kind, line, file } = first;
  const others = isWhole ? inside.length - among.length : null;
  return { kind: 'file', path: file, symbol: { name, kind, line, others } };
}

function below({ entries }: SourceListing, base: string): SourceListing['entries'] {
  return entries.filter((entry) => entry.path.startsWith(base));
}

function atPath({ entries }: SourceListing, path: string): Scope | null {
  if (path === '') return null;
  if (entries.some((entry) => entry.path === path)) return { kind: 'file', path, symbol: null };
  const isFolder = entries.some((entry) => entry.path.startsWith(`${path}/`));
  return isFolder ? { kind: 'folder', path, symbol: null } : null;
}

/** Units that lie in a scope. */
export function unitsIn(graph: UnitGraph, { kind, path }: Scope): readonly number[] {
  if (kind === 'file') {
    const unit = graph.unitOf(path);
    return unit === null ? [] : [unit];
  }
  const isInside = (file: string): boolean => file.startsWith(`${path}/`);
  return [...graph.units.keys()].filter((unit) => graph.units[unit]?.files.some(isInside) === true);
}

/**
 * What leaves a scope and what comes in; tests in it that import the rest of it come in, too. Mere declarations (`mod x;`)
 * are no dependencies, and counted apart.
 */
export function scopeFacts(graph: UnitGraph, scope: Scope, unresolved: readonly UnresolvedImport[] = []): ScopeFacts {
  const units = unitsIn(graph, scope);
  const inside = new Set(units);
  const isTest = (unit: number): boolean => graph.units[unit]?.isTest === true;
  const isByTest = ({ from, use }: UnitEdge): boolean => use === 'test' || isTest(from);
  const edges = graph.edges.filter(({ use }) => use !== 'declares');
  const leaving = edges.filter(({ from, to }) => inside.has(from) && !inside.has(to));
  const entering = edges.filter(({ from, to }) => !inside.has(from) && inside.has(to));
  const declaring = graph.edges.filter(
    ({ use, from, to }) => use === 'declares' && inside.has(from) !== inside.has(to),
  );
  // What tests a folder often lies in it: in Go it has to.
  const tested = units.filter((unit) => !isTest(unit));
  const isOfCode = scope.kind === 'folder' && tested.length > 0;
  const within = edges.filter(
    (edge) => inside.has(edge.from) && inside.has(edge.to) && isByTest(edge) && !isTest(edge.to),
  );
  const ownTests = reachedFrom(graph, tested).filter(({ unit }) => inside.has(unit));
  const rows = (chosen: typeof edges) => firstRows(chosen.map((edge) => edgeRow(graph, edge)));
  const lost = unresolved.filter(isOfProject);
  const isFromHere = ({ file }: { readonly file: string }): boolean => inside.has(graph.unitOf(file) ?? -1);
  // What is imported and is no code (`package.json`) is a unit, too.
  const parts = units.flatMap((unit) => graph.units[unit] ?? []).filter(({ kind }) => kind !== 'asset');
  return {
    ...scope,
    files: parts.reduce((sum, { files }) => sum + files.length, 0),
    lines: parts.reduce((sum, { lines }) => sum + lines, 0),
    uses: rows(leaving.filter((edge) => !isOfCode || !isByTest(edge))),
    isOfCode,
    usedBy: rows(entering.filter((edge) => !isByTest(edge))),
    declared: {
      out: new Set(declaring.flatMap(({ from, to }) => (inside.has(from) ? [to] : []))).size,
      into: new Set(declaring.flatMap(({ from, to }) => (inside.has(to) ? [from] : []))).size,
    },
    tests: rows([...within, ...entering.filter(isByTest)]),
    byHop: countByHop(graph, [...ownTests, ...reachedFrom(graph, units)]),
    lost: {
      out: lost.filter(isFromHere).length,
      into: lost.filter((one) => !isFromHere(one) && one.owner !== null && mayMean(scope, one.owner)).length,
    },
  };
}

/** Paths from the file itself, in the languages that write them so. */
const RELATIVE = /^(?:\.|(?:crate|self|super)::)/;

/** Whether an import that leads to no file surely is of the project: by the name of a package of it, or by a path. */
export function isOfProject({ owner, specifier }: UnresolvedImport): boolean {
  return owner !== null || RELATIVE.test(specifier);
}

/** Whether a package holds a scope or lies in it. */
function mayMean({ path }: Scope, owner: string): boolean {
  return owner === '' || `${path}/`.startsWith(`${owner}/`) || owner.startsWith(`${path}/`);
}
