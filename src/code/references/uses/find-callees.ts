import { plural } from '../../../base/plural.ts';
import { makeRowSink } from '../../search/row-sink.ts';
import { type LightRow, ROLE_RANK, type SearchResult } from '../../search/search.ts';
import { clipName } from '../../text/lines.ts';
import { type CodeFile, type Family, lineAt, startOfLine } from '../code-file.ts';
import { isCommonName } from '../judge/common-names.ts';
import type { Case } from '../judge/in-reach.ts';
import { judge } from '../judge/judge.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { NO_ADDRESSES } from '../names/addresses.ts';
import { offsetOf } from '../names/declarations.ts';
import { type ImportedName, importedNames } from '../names/import-names.ts';
import { hiddenPlaces } from '../names/local-names.ts';
import { findOrigins, NO_ORIGINS, type Origins } from '../names/origins.ts';
import { callsWithin } from '../places/places.ts';
import type { Definition, Place, ReferenceEvidence } from '../reference.ts';
import { NO_TYPES } from '../types/types-around.ts';
import { answerOf, bothEnds, leftNote, noCounts } from './answer.ts';
import { declarationRow, weakest } from './find-references.ts';
import { gatherDeclared, isCalledPlainly, type Known, mayBeMeant, type UsesEnd } from './gather.ts';
import { hopsOf, type ReferenceQuestion } from './reference-search.ts';
import { keyOf } from './target.ts';

/** A declaration that is called by one of what was asked for. */
interface Callee {
  readonly definition: Definition;
  readonly depth: number;
  /** Name path of what calls it; null when that is what was asked for. */
  readonly of: string | null;
  /** The first call, as `file:line`. */
  readonly at: string;
  evidence: ReferenceEvidence;
  calls: number;
}

interface Walk {
  readonly question: ReferenceQuestion;
  readonly callees: Map<string, Callee>;
  readonly expanded: Set<string>;
  /** Names that are called and lead to nothing that the project declares. */
  readonly outside: Set<string>;
  /** Names that are called and that the project declares, but not so that it is known which is meant. */
  readonly unclear: Set<string>;
  /** Names that are called and lead to declarations in files that rows may not come from. */
  readonly beyond: Set<string>;
  /** Where the calls of the newest step lead to by other names than those of the declarations. */
  origins: Origins;
  end: UsesEnd;
  /** Declarations that a hop had no room for. */
  left: number;
  /** Names that are called beyond those of one step that are looked up. */
  readonly unasked: Set<string>;
}

/** What is called within what was asked for, led to its declarations, breadth-first over `depth` hops. */
export async function findCallees(question: ReferenceQuestion): Promise<SearchResult> {
  const walk: Walk = {
    question,
    callees: new Map(),
    expanded: new Set(),
    outside: new Set(),
    unclear: new Set(),
    beyond: new Set(),
    origins: NO_ORIGINS,
    end: question.known.end,
    left: 0,
    unasked: new Set(),
  };
  let frontier: readonly Definition[] = question.targets.slice(0, REFERENCE_LIMITS.frontierMax);
  walk.left = question.targets.length - frontier.length;
  for (let depth = 1; depth <= hopsOf(question.search) && frontier.length > 0; depth += 1) {
    frontier = await calleesOf(walk, frontier, depth);
  }
  return present(walk);
}

/** A call within a declaration. */
interface Call {
  readonly file: CodeFile;
  readonly caller: Definition;
  readonly place: Place;
}

/** Adds what some declarations call; answers what is to be looked into next. */
async function calleesOf(walk: Walk, callers: readonly Definition[], depth: number): Promise<readonly Definition[]> {
  for (const caller of callers) walk.expanded.add(keyOf(caller));
  const calls = await callsOf(walk, callers);
  const names = namesOf(walk, calls);
  const known = await withOrigins(walk, calls, await gatherDeclared(walk.question.texts, withImported(names, calls)));
  walk.end = bothEnds(walk.end, known.end);
  const declaring = [...known.definitions.values()].flat().map(({ file }) => file);
  await walk.question.links.follow(new Set([...calls.map(({ file }) => file.path), ...declaring]));
  const next = new Map<string, Definition>();
  for (const call of calls.filter(({ place }) => names.has(place.name))) {
    const found = plainly(call, calleeOf(walk, call, known.definitions));
    if (typeof found === 'string') {
      if (found !== 'elsewhere') walk[found].add(call.place.name);
      continue;
    }
    for (const definition of [found.definition, ...found.variants]) {
      addCallee(walk, call, { definition, evidence: found.evidence, depth });
      const key = keyOf(definition);
      if (found.evidence !== 'name' && !walk.expanded.has(key)) next.set(key, definition);
    }
  }
  const room = Math.min(REFERENCE_LIMITS.frontierMax, REFERENCE_LIMITS.expandedMax - walk.expanded.size);
  if (depth < hopsOf(walk.question.search)) walk.left += Math.max(0, next.size - Math.max(0, room));
  return [...next.values()].slice(0, Math.max(0, room));
}

/** The names of some calls that are looked up; what is beyond these is remembered. */
function namesOf({ unasked }: Walk, calls: readonly Call[]): ReadonlySet<string> {
  const names = [...new Set(calls.map(({ place }) => place.name))];
  for (const name of names.slice(REFERENCE_LIMITS.calledNamesMax)) unasked.add(name);
  return new Set(names.slice(0, REFERENCE_LIMITS.calledNamesMax));
}

type Called = Found | 'outside' | 'unclear' | 'beyond' | 'elsewhere';

/** A name without brackets may be no call: it says nothing where it leads to no function. */
function plainly({ place }: Call, found: Called): Called {
  if (!place.isPlain) return found;
  if (typeof found === 'string' || !isCalledPlainly([found.definition])) return 'elsewhere';
  const isBare = place.path.length === 0 && !place.isOfUnknown;
  return isBare && found.evidence === 'name' ? 'elsewhere' : found;
}

/** The calls within some declarations, read from the files that hold them. */
async function callsOf(walk: Walk, callers: readonly Definition[]): Promise<readonly Call[]> {
  const byFile = Map.groupBy(callers, ({ file }) => file);
  const calls: Call[] = [];
  const cut = new Set<string>();
  const end = await walk.question.texts.at([...byFile.keys()], (file) => {
    for (const caller of byFile.get(file.path) ?? []) {
      const { symbol } = caller;
      const from = offsetOf(file, symbol) + symbol.name.length;
      const to = startOfLine(file, symbol.endLine + 1);
      const { places, isCut } = callsWithin(file, from, to);
      for (const place of places) calls.push({ file, caller, place });
      if (isCut) cut.add(file.path);
    }
  });
  walk.end = bothEnds(walk.end, cut.size === 0 ? end : { ...end, isComplete: false, cut });
  return calls;
}

/** With what calls lead to by a default, or by a name that another file has given it. */
async function withOrigins(walk: Walk, calls: readonly Call[], known: Known): Promise<Known> {
  const { texts, links } = walk.question;
  const wanted = calls.flatMap(({ file, place }) =>
    importedNames(file)
      .named(place.name)
      .filter(({ imported }) => imported !== '*' && !known.definitions.has(imported))
      .map(({ line, imported }) => ({ path: file.path, line, imported })),
  );
  await links.follow(new Set(wanted.map(({ path }) => path)));
  walk.origins = await findOrigins({ texts, links }, wanted);
  if (!walk.origins.isComplete) walk.end = { ...walk.end, isComplete: false };
  if (walk.origins.names.size === 0) return known;
  const more = await gatherDeclared(texts, walk.origins.names);
  const files = new Set([...known.files, ...more.files]);
  return {
    files,
    definitions: new Map([...known.definitions, ...more.definitions]),
    end: bothEnds(known.end, more.end),
  };
}

/** With the names that called ones have where they come from. */
function withImported(names: ReadonlySet<string>, calls: readonly Call[]): ReadonlySet<string> {
  const all = new Set(names);
  for (const file of new Set(calls.map((call) => call.file))) {
    const imported = importedNames(file);
    for (const name of names) {
      for (const one of imported.named(name))
        if (one.imported !== '*' && one.imported !== 'default') all.add(one.imported);
    }
  }
  return all;
}

/** Names with more declarations than these say nothing on their own. */
const NAMESAKES_MAX = 2;

interface Found {
  readonly definition: Definition;
  /** Others that a build may have in its place. */
  readonly variants: readonly Definition[];
  readonly evidence: ReferenceEvidence;
}

/**
 * Which declaration a call means. `outside`: none of the project; `unclear`: which one is not known, or nothing but a
 * common name speaks for it; `beyond`: one that is not among the files that were asked for; `elsewhere`: nothing is called.
 */
function calleeOf(
  { question, origins }: Walk,
  { file, place }: Call,
  definitions: ReadonlyMap<string, readonly Definition[]>,
): Called {
  const names = importedNames(file);
  const one: Case = {
    file,
    names,
    links: question.links,
    hidden: hiddenPlaces(file, [place]),
    types: NO_TYPES,
    addresses: { ...NO_ADDRESSES, bringsIn: origins.bringsIn },
  };
  const given = ({ line, imported }: ImportedName) => origins.namesOf({ path: file.path, line, imported });
  const { evidence, meant } = judge(one, place, mayBeMeant(names, place, definitions, given).filter(mayBeCalled));
  if (meant.length === 0) return 'outside';
  if (meant.every(isEnumMember)) return 'elsewhere';
  // Code that is no test calls nothing of a test, unless the language's rules lead there.
  const source = file.role === 'test' ? meant : meant.filter(({ role }) => role !== 'test');
  const [definition] = source.length === 0 && evidence === 'exact' ? meant : source;
  const isVague = evidence === 'name' && (source.length > NAMESAKES_MAX || isCommonName(place.name));
  if (definition === undefined || isVague) return 'unclear';
  if (!question.accepts({ path: definition.file, role: definition.role })) return 'beyond';
  const variants = evidence === 'name' ? [] : source.filter((other) => isVariant(definition, other));
  const shown = variants.filter(({ file: path, role }) => question.accepts({ path, role }));
  return { definition, variants: shown, evidence };
}

/** A module may be called like a function, and is never what is called. */
function mayBeCalled({ symbol }: Definition): boolean {
  return symbol.kind !== 'module';
}

/** What is written like a call of it is a pattern, or makes a value: `Some(one)` of Rust. */
function isEnumMember({ symbol, family, container }: Definition): boolean {
  return family === 'rust' && symbol.kind === 'variable' && container !== null;
}

/** Languages without overloads: of several functions of one name a build has one. */
const ONE_PER_BUILD: ReadonlySet<Family> = new Set(['go', 'rust']);

function isVariant(definition: Definition, other: Definition): boolean {
  return ONE_PER_BUILD.has(other.family) && other !== definition && other.symbol.kind === definition.symbol.kind;
}

function addCallee(
  walk: Walk,
  { file, caller, place }: Call,
  found: Pick<Callee, 'definition' | 'evidence' | 'depth'>,
): void {
  const key = keyOf(found.definition);
  const known = walk.callees.get(key);
  if (known === undefined) {
    const of = found.depth === 1 ? null : clipName(caller.symbol.path);
    walk.callees.set(key, { ...found, of, at: `${file.path}:${lineAt(file, place.at)}`, calls: 1 });
  } else if (known.depth === found.depth) {
    known.calls += 1;
    known.evidence = weakest(found.evidence, known.evidence);
  }
}

/** Called names that an answer shows of each sort. */
const NAMES_SHOWN = 12;

/** What is said of called names that led to no row; nothing when there are none. */
function namesNote(names: ReadonlySet<string>, [one, several]: readonly [string, string]): readonly string[] {
  if (names.size === 0) return [];
  const some = [...names].slice(0, NAMES_SHOWN).map(clipName).join(', ');
  const more = names.size > NAMES_SHOWN ? ', …' : '';
  return [`${plural(names.size, 'called name')} ${names.size === 1 ? one : several}: ${some}${more}`];
}

function present(walk: Walk): SearchResult {
  const { question, callees, outside, unclear, beyond, unasked, left } = walk;
  const { input } = question.search;
  const sink = makeRowSink<LightRow>();
  const counts = noCounts();
  const files = new Set<string>();
  let calls = 0;
  for (const callee of callees.values()) {
    counts[callee.evidence] += 1;
    calls += callee.calls;
    files.add(callee.definition.file);
    sink.add(
      (callee.evidence === 'name' ? 100 : 0) + callee.depth * 4 + ROLE_RANK[callee.definition.role],
      rowOf(callee),
    );
  }
  const notes = [
    ...leftNote(left, 'declaration'),
    ...namesNote(unasked, ['was not looked up', 'were not looked up']),
    ...namesNote(beyond, [
      'leads to declarations that include, exclude or tests leave out',
      'lead to declarations that include, exclude or tests leave out',
    ]),
    ...namesNote(outside, ['leads to no declaration in the project', 'lead to no declaration in the project']),
    ...namesNote(unclear, [
      'has declarations, but which one is meant is not known',
      'have declarations, but which one is meant is not known',
    ]),
  ];
  const end = left + unasked.size === 0 ? walk.end : { ...walk.end, isComplete: false };
  return {
    ...answerOf(question, 'callees', { counts, end, notes }),
    rows: sink.page(input.offset, input.limit),
    totals: { rows: sink.total(), hits: calls, files: files.size },
  };
}

function rowOf({ definition, depth, of, at, evidence, calls }: Callee): LightRow {
  return declarationRow(definition, calls, { evidence, depth, of, at });
}
