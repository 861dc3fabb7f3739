import { clipName } from '../search/lines.ts';
import { makeRowSink } from '../search/row-sink.ts';
import type { ScanEnd } from '../search/scan.ts';
import { type LightRow, ROLE_RANK, roleWord, type SearchResult } from '../search/search.ts';
import { folderOf } from '../source/project-files.ts';
import type { CodeFile } from './code-file.ts';
import { definitionOf } from './declarations.ts';
import { type Derived, derivedIn } from './derived-types.ts';
import { describe } from './find-references.ts';
import { gatherDeclared, gatherKnown, type Known } from './gather.ts';
import { importedNames } from './import-names.ts';
import type { Case } from './in-reach.ts';
import { judge } from './judge.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import { findMethodSets } from './method-sets.ts';
import type { Definition, ReferenceEvidence } from './reference.ts';
import { answerOf, bothEnds, hopsOf, noCounts, type ReferenceQuestion } from './reference-search.ts';
import { keyOf } from './target.ts';
import { isType } from './type-heads.ts';

/** A type that derives from one of what was asked for, or a method of it that stands for the one asked for. */
export interface Implementation {
  readonly definition: Definition;
  readonly evidence: ReferenceEvidence;
  readonly depth: number;
  /** Name path of what it derives from; null when that is what was asked for. */
  readonly of: string | null;
}

interface Walk {
  readonly question: ReferenceQuestion;
  readonly found: Map<string, Implementation>;
  readonly expanded: Set<string>;
  end: ScanEnd;
  isCut: boolean;
}

/** Subtypes are always followed this far when a method is asked for: it may be written in any of them. */
const METHOD_DEPTH = 5;

/**
 * What extends, implements or embeds what was asked for; for a method the methods of that name in the subtypes of its
 * type.
 */
export async function findImplementations(question: ReferenceQuestion): Promise<SearchResult> {
  const walk: Walk = { question, found: new Map(), expanded: new Set(), end: question.known.end, isCut: false };
  const types = question.targets.filter(({ family, symbol }) => isType(family, symbol));
  const members = question.targets.filter(
    ({ family, symbol, container }) => !isType(family, symbol) && container !== null,
  );
  if (types.length > 0 || question.targets.length === 0) await walkDown(walk, types, hopsOf(question.search));
  else await findMethods(walk, members);
  return present(walk);
}

/** Breadth-first through what derives from some types. */
async function walkDown(walk: Walk, types: readonly Definition[], depthMax: number): Promise<void> {
  let frontier = types;
  for (let depth = 1; depth <= depthMax && (frontier.length > 0 || depth === 1); depth += 1) {
    frontier = await step(walk, frontier, depth);
  }
}

async function step(walk: Walk, targets: readonly Definition[], depth: number): Promise<readonly Definition[]> {
  const { question } = walk;
  for (const target of targets) walk.expanded.add(typeKey(target));
  const names = new Set(targets.length === 0 ? [question.query.name] : targets.map(({ symbol }) => symbol.name));
  const known = depth === 1 ? question.known : await gatherKnown(question.texts, names);
  walk.end = bothEnds(walk.end, known.end);
  await question.links.follow(known.files);
  const next = new Map<string, Definition>();
  const add = (one: Implementation): void => {
    const key = typeKey(one.definition);
    const before = walk.found.get(key);
    // Where Go says it in a line of its own, the type itself is shown, once.
    if (walk.expanded.has(key) || (before !== undefined && !isSaid(before.definition))) return;
    walk.found.set(key, one);
    if (one.evidence !== 'name' && isType(one.definition.family, one.definition.symbol)) next.set(key, one.definition);
  };
  const said: Implementation[] = [];
  const end = await question.texts.holding([...names], (file) => {
    const isShown = question.accepts(file);
    // What a line of Go says may be of a type in another file.
    if (!isShown && file.family !== 'go') return;
    for (const derived of derivedIn(file, names)) {
      const one = implementationOf(walk, { file, derived, known, targets }, depth);
      if (one === null) continue;
      if (isSaid(one.definition)) said.push(one);
      else if (isShown) add(one);
    }
  });
  walk.end = bothEnds(walk.end, end);
  for (const one of await declaredOf(question, said)) add(one);
  if (depth === 1) for (const one of await findMethodSets(question, targets)) add(one);
  const room = Math.min(REFERENCE_LIMITS.frontierMax, REFERENCE_LIMITS.expandedMax - walk.expanded.size);
  walk.isCut ||= next.size > room;
  return [...next.values()].slice(0, Math.max(0, room));
}

/** The types that lines of Go are about, each as it is declared in its package; the line where that is not found. */
async function declaredOf(
  question: ReferenceQuestion,
  said: readonly Implementation[],
): Promise<readonly Implementation[]> {
  if (said.length === 0) return said;
  const names = new Set(said.map(({ definition }) => definition.symbol.name));
  const { definitions } = await gatherDeclared(question.texts, names);
  const all = said.map((one) => {
    const declared = (definitions.get(one.definition.symbol.name) ?? []).find(
      (definition) => isType(definition.family, definition.symbol) && typeKey(definition) === typeKey(one.definition),
    );
    return declared === undefined ? one : { ...one, definition: declared };
  });
  return all.filter(({ definition: { file, role } }) => question.accepts({ path: file, role }));
}

/** Go's types by package, since what is said of one may stand in another file. */
function typeKey(definition: Definition): string {
  const { file, family, symbol } = definition;
  return family === 'go' ? `${folderOf(file)}\0${symbol.name}` : keyOf(definition);
}

function isSaid({ symbol }: Definition): boolean {
  return symbol.signature === symbol.name;
}

interface Candidate {
  readonly file: CodeFile;
  readonly derived: Derived;
  readonly known: Known;
  readonly targets: readonly Definition[];
}

/** Null when the name in a head means another type than those asked for. */
function implementationOf(
  walk: Walk,
  { file, derived, known, targets }: Candidate,
  depth: number,
): Implementation | null {
  const all = known.definitions.get(derived.place.name) ?? [];
  const one: Case = { file, names: importedNames(file), links: walk.question.links, hidden: () => false };
  const verdict = judge(
    one,
    derived.place,
    all.filter(({ family, symbol }) => isType(family, symbol)),
  );
  const wanted = new Set(targets.map(keyOf));
  const meant = verdict.meant.find((definition) => wanted.has(keyOf(definition)));
  if (meant === undefined && (verdict.evidence !== 'name' || targets.length > 0)) return null;
  const of = depth === 1 || meant === undefined ? null : clipName(meant.symbol.path);
  return { definition: definitionOf(file, derived.symbol), evidence: verdict.evidence, depth, of };
}

/** Methods of a name in everything that derives from the types that declare it. */
async function findMethods(walk: Walk, members: readonly Definition[]): Promise<void> {
  const { question } = walk;
  const containers = new Set(members.map(({ container }) => container ?? ''));
  const known = await gatherKnown(question.texts, containers);
  const files = new Set(members.map(({ file }) => file));
  const types = [...known.definitions.values()]
    .flat()
    .filter(({ family, symbol, file }) => isType(family, symbol) && files.has(file));
  const inner: Walk = { ...walk, question: { ...question, known, targets: types }, found: new Map() };
  await walkDown(inner, types, METHOD_DEPTH);
  walk.end = bothEnds(walk.end, inner.end);
  walk.isCut ||= inner.isCut;
  const own = question.known.definitions.get(question.query.name) ?? [];
  for (const { definition, evidence, depth, of } of inner.found.values()) {
    for (const method of own) {
      if (method.container !== definition.symbol.name || !isNear(method, definition)) continue;
      walk.found.set(keyOf(method), { definition: method, evidence, depth, of });
    }
  }
}

/** Go's and Rust's methods may stand in other files than their types. */
function isNear(method: Definition, type: Definition): boolean {
  return (
    method.file === type.file || ((type.family === 'go' || type.family === 'rust') && method.family === type.family)
  );
}

function present({ question, found, end, isCut }: Walk): SearchResult {
  const { input } = question.search;
  const sink = makeRowSink<LightRow>();
  const counts = noCounts();
  const files = new Set<string>();
  for (const one of found.values()) {
    const { file, role } = one.definition;
    counts[one.evidence] += 1;
    files.add(file);
    sink.add((one.evidence === 'name' ? 100 : 0) + one.depth * 4 + ROLE_RANK[role], rowOf(one));
  }
  const notes = isCut ? [`at most ${REFERENCE_LIMITS.frontierMax} types of a hop are followed`] : [];
  return {
    ...answerOf(question, 'implementations', { counts, end, notes }),
    rows: sink.page(input.offset, input.limit),
    totals: { rows: sink.total(), hits: sink.total(), files: files.size },
  };
}

function rowOf({ definition: { file, role, symbol }, evidence, depth, of }: Implementation): LightRow {
  return {
    file,
    line: symbol.line,
    column: symbol.column - 1,
    role: role === 'test' ? roleWord(role) : 'definition',
    symbol: describe(symbol),
    fit: 'exact',
    hits: 1,
    edge: { evidence, depth, of, at: null },
  };
}
