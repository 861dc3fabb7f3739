import { compareTexts } from '../../base/compare-texts.ts';
import { languageOf } from '../lex/languages.ts';
import { roleOfPath } from '../source/path-role.ts';
import type { ExternalUse, ImportEdge, ImportGraph, ImportKind, ImportUnit, OutwardUse } from './import-graph.ts';
import type { Evidence, GraphSink } from './import-language.ts';
import { IMPORT_LIMITS } from './limits.ts';

/** Collects a graph. */
export interface GraphBuilder extends GraphSink {
  /** Units in order of path, edges in order of their ends; `gap` is told what a bound left out. */
  finish(gap: (text: string) => void): Pick<ImportGraph, 'units' | 'edges' | 'externals' | 'unresolved' | 'outward'>;
}

/** When several places say the same, the strongest of them names the edge. */
const STRENGTH: Readonly<Record<ImportKind, number>> = {
  import: 7,
  named: 6,
  reexport: 5,
  dynamic: 4,
  deferred: 3,
  type: 2,
  declares: 1,
  same_package: 0,
  test: -1,
};

/** Ends of an edge by path, until the units are numbered. */
interface OpenEdge {
  readonly from: string;
  readonly to: string;
  evidence: Evidence;
  count: number;
}

type OpenExternal = ExternalUse & { packages?: string[] };

interface FoundOutside {
  readonly name: string;
  readonly isStandard: boolean;
  readonly evidence: Evidence;
}

/** Makes an empty graph of what lies below `base`, which is empty or ends in a slash. */
export function makeGraphBuilder(base: string): GraphBuilder {
  const units = new Map<string, ImportUnit>();
  const edges = new Map<string, OpenEdge>();
  const outward = new Map<string, OpenEdge>();
  const externals = new Map<string, OpenExternal>();
  const unresolved = new Map<string, ImportGraph['unresolved'][number]>();
  const givenOut = new Set<string>();
  const left = { edges: 0, externals: 0, unresolved: 0 };

  function join(map: Map<string, OpenEdge>, from: string, to: string, evidence: Evidence): void {
    const key = `${from}\0${to}`;
    const known = map.get(key);
    if (known !== undefined) addPlace(known, evidence);
    else if (map.size < IMPORT_LIMITS.edgesMax) map.set(key, { from, to, evidence, count: 1 });
    else left.edges += 1;
  }

  function addExternal(key: string, { name, isStandard, evidence: { file, line, kind } }: FoundOutside): void {
    const known = externals.get(key);
    if (!file.startsWith(base) || known?.isTest === false) return;
    const unit = units.get(file);
    const isTest = kind === 'test' || (unit?.isTest ?? roleOfPath(file) === 'test');
    if (known !== undefined && isTest) return;
    if (known === undefined && externals.size >= IMPORT_LIMITS.externalsMax) left.externals += 1;
    else {
      const language = unit?.language ?? languageName(file);
      externals.set(key, { name: clip(name), isStandard, language, isTest, file, line });
    }
  }

  return {
    unit(unit) {
      if (unit.files[0]?.startsWith(base) && !units.has(unit.path)) units.set(unit.path, unit);
    },
    edge(from, to, evidence) {
      if (from === to || !evidence.file.startsWith(base)) return;
      join(units.has(to) || to.startsWith(base) ? edges : outward, from, to, evidence);
    },
    givenOut: (path) => void givenOut.add(path),
    external(name, isStandard, evidence, within) {
      const key = `${evidence.file}\0${name}`;
      addExternal(key, { name, isStandard, evidence });
      if (within !== undefined) addPackage(externals.get(key), within);
    },
    unresolved(specifier, why, { file, line }, owner) {
      const key = `${file}\0${specifier}`;
      if (!file.startsWith(base) || unresolved.has(key)) return;
      if (unresolved.size >= IMPORT_LIMITS.unresolvedMax) left.unresolved += 1;
      else unresolved.set(key, { file, line, specifier: clip(specifier), why, owner: owner ?? null });
    },
    finish(gap) {
      for (const [name, count] of Object.entries(left)) {
        if (count > 0) gap(`${count} more ${name} were found than a graph may hold, and are not in it`);
      }
      for (const { to } of edges.values()) if (!units.has(to)) units.set(to, assetOf(to));
      const all = [...units.values()].map((unit) => (givenOut.has(unit.path) ? { ...unit, isGivenOut: true } : unit));
      const sorted = all.sort((a, b) => compareTexts(a.path, b.path));
      return {
        units: sorted,
        edges: numberEdges(sorted, [...edges.values()]),
        externals: [...externals.values()],
        unresolved: [...unresolved.values()],
        outward: [...outward.values()].map(presentOutward),
      };
    },
  };
}

/** One more package of a module that a file imports; beyond some they tell nothing new. */
function addPackage(use: OpenExternal | undefined, path: string): void {
  if (use === undefined) return;
  use.packages ??= [];
  if (use.packages.length < PACKAGES_MAX) use.packages.push(clip(path));
}

const PACKAGES_MAX = 20;

/** One more place of an edge. Those of tests are not mixed with those of the code that they are written beside. */
function addPlace(edge: OpenEdge, evidence: Evidence): void {
  const isTest = edge.evidence.kind === 'test';
  if (evidence.kind === 'test' && !isTest) return;
  edge.count = evidence.kind !== 'test' && isTest ? 1 : edge.count + 1;
  if (STRENGTH[evidence.kind] > STRENGTH[edge.evidence.kind]) edge.evidence = evidence;
}

function numberEdges(units: readonly ImportUnit[], edges: readonly OpenEdge[]): ImportEdge[] {
  const at = new Map(units.map(({ path }, index) => [path, index]));
  const numbered = edges.flatMap(({ from, to, evidence, count }) => {
    const ends = { from: at.get(from), to: at.get(to) };
    if (ends.from === undefined || ends.to === undefined) return [];
    const { file, line, kind } = evidence;
    return [{ from: ends.from, to: ends.to, file, line, kind, count }];
  });
  return numbered.sort((a, b) => a.from - b.from || a.to - b.to);
}

function presentOutward({ to, evidence: { file, line, kind }, count }: OpenEdge): OutwardUse {
  return { path: to, file, line, kind, count };
}

/** A file that code imports and that is none itself, such as JSON or a style sheet. It is not read. */
function assetOf(path: string): ImportUnit {
  const isTest = roleOfPath(path) === 'test';
  return { path, kind: 'asset', language: languageName(path), isTest, lines: 0, files: [path] };
}

function languageName(path: string): string {
  return languageOf(path)?.name ?? '';
}

function clip(name: string): string {
  return name.slice(0, IMPORT_LIMITS.nameCharactersMax);
}
