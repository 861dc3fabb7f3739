import { clipName } from '../search/lines.ts';
import { makeRowSink } from '../search/row-sink.ts';
import type { ScanEnd } from '../search/scan.ts';
import { type LightRow, ROLE_RANK, roleWord, type SearchResult } from '../search/search.ts';
import { folderOf } from '../source/project-files.ts';
import { type Addresses, findAddresses } from './addresses.ts';
import { methodsOfAnonymous } from './anonymous-methods.ts';
import { ANONYMOUS } from './anonymous-types.ts';
import type { CodeFile } from './code-file.ts';
import { definitionOf } from './declarations.ts';
import { type Derived, derivedIn } from './derived-types.ts';
import { describe } from './find-references.ts';
import { gatherDeclared, gatherKnown, givenTo, type Known, mayBeMeant, visitFiles } from './gather.ts';
import { importedNames } from './import-names.ts';
import type { Case } from './in-reach.ts';
import { isGoInterface } from './interface-methods.ts';
import { judge } from './judge.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import { findMethodSets } from './method-sets.ts';
import { isAskedFor, shapeOfMethod } from './method-shapes.ts';
import { findPromoted } from './promoted-methods.ts';
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
  /** What the answer says beside its rows. */
  readonly notes: Set<string>;
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
  const walk: Walk = {
    question,
    found: new Map(),
    expanded: new Set(),
    notes: new Set(),
    end: question.known.end,
    isCut: false,
  };
  const types = question.targets.filter(({ family, symbol }) => isType(family, symbol));
  const members = question.targets.filter(
    ({ family, symbol, container }) => !isType(family, symbol) && container !== null,
  );
  if (question.owner !== null) await findMethodsOf(walk, question.owner);
  else if (types.length > 0 || question.targets.length === 0) await walkDown(walk, types, hopsOf(question.search));
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
  const { texts, links } = question;
  const addresses = await findAddresses({ texts, links, holders: known.files }, targets);
  const next = new Map<string, Definition>();
  // Of several that were asked for one may derive from another; a single one is no implementation of itself.
  const asked = new Set(question.targets.map(typeKey));
  const onlyAsked = asked.size === 1 ? [...asked][0] : null;
  const add = (one: Implementation): void => {
    const key = typeKey(one.definition);
    const before = walk.found.get(key);
    // Where Go says it in a line of its own, the type itself is shown, once.
    if (key === onlyAsked || (before !== undefined && !isSaid(before.definition))) return;
    walk.found.set(key, one);
    if (isFollowed(one) && !walk.expanded.has(key)) next.set(key, one.definition);
  };
  const said: Implementation[] = [];
  const end = await visitFiles({ texts, addresses }, { names: [...names], files: known.files }, (file) => {
    const isShown = question.accepts(file);
    // What a line of Go says may be of a type in another file.
    if (!isShown && file.family !== 'go') return;
    for (const derived of derivedIn(file, withAliases(file, { names, targets, addresses }))) {
      const one = implementationOf(walk, { file, derived, known, targets, addresses }, depth);
      if (one === null) continue;
      if (isSaid(one.definition)) said.push(one);
      else if (isShown) add(one);
    }
  });
  walk.end = bothEnds(walk.end, end);
  for (const one of await declaredOf(question, said)) add(one);
  if (depth === 1) {
    const { found, notes } = await findMethodSets(question, targets);
    for (const one of found) add(one);
    for (const note of notes) walk.notes.add(note);
  }
  const room = Math.min(REFERENCE_LIMITS.frontierMax, REFERENCE_LIMITS.expandedMax - walk.expanded.size);
  walk.isCut ||= next.size > room;
  return [...next.values()].slice(0, Math.max(0, room));
}

/** Some names with what a file calls what it imports by them. */
function withAliases(
  file: CodeFile,
  { names, targets, addresses }: { readonly names: ReadonlySet<string> } & Pick<Candidate, 'targets' | 'addresses'>,
): ReadonlySet<string> {
  const imported = importedNames(file);
  const given = givenTo(file, { names: imported, addresses }, targets);
  return new Set([...names, ...[...names].flatMap((name) => imported.aliasesOf(name)), ...given]);
}

/** Whether others may derive from a type in their turn: not from one without a name. */
function isFollowed({ definition: { family, symbol }, evidence }: Implementation): boolean {
  return evidence !== 'name' && isType(family, symbol) && symbol.name !== ANONYMOUS;
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
  readonly addresses: Addresses;
}

/** Null when the name in a head means another type than those asked for. */
function implementationOf(
  walk: Walk,
  { file, derived, known, targets, addresses }: Candidate,
  depth: number,
): Implementation | null {
  const names = importedNames(file);
  const all = mayBeMeant(names, derived.place, known.definitions, (name) =>
    targets.flatMap((target) => (addresses.bringsIn(file.path, name, target) ? [target.symbol.name] : [])),
  );
  const one: Case = { file, names, links: walk.question.links, hidden: () => false, addresses };
  const verdict = judge(
    one,
    derived.place,
    all.filter(({ family, symbol }) => isType(family, symbol)),
  );
  const wanted = new Set(targets.map(keyOf));
  const meant = verdict.meant.find((definition) => wanted.has(keyOf(definition)));
  const isAlias = !known.definitions.has(derived.place.name);
  if (isAlias && verdict.evidence !== 'exact') return null;
  if (meant === undefined && (verdict.evidence !== 'name' || targets.length > 0)) return null;
  const of = depth === 1 || meant === undefined ? null : clipName(meant.symbol.path);
  return { definition: definitionOf(file, derived.symbol), evidence: verdict.evidence, depth, of };
}

/** Methods of a name in everything that derives from a type which has none itself, as an abstract one may. */
async function findMethodsOf(walk: Walk, owner: Definition): Promise<void> {
  const known = await gatherKnown(walk.question.texts, new Set([owner.symbol.name]));
  await findMethodsBelow(walk, { types: [owner], known }, []);
}

/** Methods of a name in everything that derives from the types that declare it. */
async function findMethods(walk: Walk, members: readonly Definition[]): Promise<void> {
  const { question } = walk;
  const containers = new Set(members.map(({ container }) => container ?? ''));
  const known = await gatherKnown(question.texts, containers);
  const files = new Set(members.map(({ file }) => file));
  const all = [...known.definitions.values()]
    .flat()
    .filter(({ family, symbol, file }) => isType(family, symbol) && files.has(file));
  // Methods such as `Get` are asked for by hundreds of interfaces.
  const left = new Set(all.filter(isGoInterface).slice(REFERENCE_LIMITS.frontierMax));
  const types = all.filter((type) => !left.has(type));
  walk.isCut ||= left.size > 0;
  await findMethodsBelow(walk, { types, known }, members);
}

interface Above {
  readonly types: readonly Definition[];
  /** All that the project declares by the names of these types. */
  readonly known: Known;
}

/** Methods of a name in everything that derives from some types, of which some were asked for by that name. */
async function findMethodsBelow(walk: Walk, { types, known }: Above, members: readonly Definition[]): Promise<void> {
  const { question } = walk;
  const inner: Walk = { ...walk, question: { ...question, known, targets: types }, found: new Map() };
  await walkDown(inner, types, METHOD_DEPTH);
  walk.end = bothEnds(walk.end, inner.end);
  walk.isCut ||= inner.isCut;
  const own = standingFor(question.known.definitions.get(question.query.name) ?? [], members);
  await addMethods(walk, new Map([...inner.found.values()].map((one) => [one.definition, one])), { own, members });
}

interface Methods {
  /** All that may stand for what was asked for. */
  readonly own: readonly Definition[];
  readonly members: readonly Definition[];
}

/** Adds the methods that some types have: written in them, or in Go by what they embed. */
async function addMethods(
  walk: Walk,
  derived: ReadonlyMap<Definition, Implementation>,
  { own, members }: Methods,
): Promise<void> {
  const { question } = walk;
  const put = (type: Definition, method: Definition): void => {
    const one = derived.get(type);
    if (one !== undefined) walk.found.set(keyOf(method), { ...one, definition: method });
  };
  const types = [...derived.keys()];
  const anonymous = types.filter(({ symbol }) => symbol.name === ANONYMOUS);
  const inBodies = await methodsOfAnonymous(question.texts, anonymous, own);
  walk.end = bothEnds(walk.end, inBodies.end);
  for (const [type, method] of inBodies.pairs) put(type, method);
  const without: Definition[] = [];
  for (const type of types) {
    const methods = own.filter((method) => isMethodOf(method, type));
    if (methods.length === 0) without.push(type);
    for (const method of methods) put(type, method);
  }
  const asked = new Set(members.map(keyOf));
  for (const [type, method] of await findPromoted(question, own, without)) {
    const isKnown = asked.has(keyOf(method)) || walk.found.has(keyOf(method));
    if (!isKnown && question.accepts({ path: method.file, role: method.role })) put(type, method);
  }
}

/** What may be code for a method: in Go what an interface asks for is none, nor what has other parameters or results. */
function standingFor(methods: readonly Definition[], members: readonly Definition[]): readonly Definition[] {
  const shapes = new Set(members.filter(({ family }) => family === 'go').map(shapeOfMethod));
  return methods.filter(
    (method) => method.family !== 'go' || (!isAskedFor(method) && shapes.has(shapeOfMethod(method))),
  );
}

/** Whether a method is one of a type; a block that adds to a type which is not declared here has those written in it. */
function isMethodOf(method: Definition, type: Definition): boolean {
  const { kind, startLine, endLine, name } = type.symbol;
  if (kind !== 'impl' || type.family !== 'rust') return method.container === name && isNear(method, type);
  return method.file === type.file && startLine <= method.symbol.line && method.symbol.line <= endLine;
}

/** Rust's methods may stand in other files than their types, Go's in those of the same package. */
function isNear(method: Definition, type: Definition): boolean {
  if (method.file === type.file) return true;
  if (method.family !== type.family) return false;
  return type.family === 'rust' || (type.family === 'go' && folderOf(method.file) === folderOf(type.file));
}

function present({ question, found, notes: said, end, isCut }: Walk): SearchResult {
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
  const notes = [...said, ...(isCut ? [`at most ${REFERENCE_LIMITS.frontierMax} types of a hop are followed`] : [])];
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
