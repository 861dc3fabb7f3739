import { plural } from '../../../base/plural.ts';
import { makeRowSink } from '../../search/row-sink.ts';
import { type LightRow, ROLE_RANK, type SearchResult } from '../../search/search.ts';
import { clipName } from '../../text/lines.ts';
import { lineAt, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { offsetOf } from '../names/declarations.ts';
import { findNamespaces } from '../names/namespaces.ts';
import { NO_ORIGINS, type Origins } from '../names/origins.ts';
import { ownNames } from '../names/own-names.ts';
import { callsWithin } from '../places/places.ts';
import type { Definition, ReferenceEvidence } from '../reference.ts';
import { answerOf, leftNote, noCounts } from './answer.ts';
import { lookUpTypesAt } from './c-declarations.ts';
import { followCalled, withImported } from './called-names.ts';
import { type Call, type Called, calleeOf, type Judging, type NotCalled } from './callee-of.ts';
import { declarationRow, weakest } from './find-references.ts';
import { findTypesAt } from './find-types.ts';
import { gatherDeclared, type Known } from './known.ts';
import { hopsOf, type ReferenceQuestion } from './reference-search.ts';
import { keyOf } from './target.ts';
import { bothEnds, type UsesEnd } from './uses-end.ts';

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
  /** Names that are called and lead to rows. */
  readonly led: Set<string>;
  /** Names that are called and that the project declares, but not so that it is known which is meant. */
  readonly unclear: Set<string>;
  /** Names that are called and whose few declarations are all shown, since nothing tells which one is meant. */
  readonly several: Set<string>;
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
    led: new Set(),
    unclear: new Set(),
    several: new Set(),
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

/** A call with the declaration that it stands in. */
interface CallWithin extends Call {
  readonly caller: Definition;
}

/** Adds what some declarations call; answers what is to be looked into next. */
async function calleesOf(walk: Walk, callers: readonly Definition[], depth: number): Promise<readonly Definition[]> {
  for (const caller of callers) walk.expanded.add(keyOf(caller));
  const calls = await callsOf(walk, callers);
  const names = namesOf(walk, calls);
  const known = await withOrigins(walk, calls, await gatherDeclared(walk.question.texts, withImported(names, calls)));
  walk.end = bothEnds(walk.end, known.end);
  const asked = calls.filter(({ place }) => names.has(place.name));
  const judging = await judgingOf(walk, asked, known.definitions);
  const next = new Map<string, Definition>();
  for (const call of asked) {
    for (const definition of addCalled(walk, call, { called: calleeOf(judging, call), depth })) {
      const key = keyOf(definition);
      if (!walk.expanded.has(key)) next.set(key, definition);
    }
  }
  const room = Math.min(REFERENCE_LIMITS.frontierMax, REFERENCE_LIMITS.expandedMax - walk.expanded.size);
  if (depth < hopsOf(walk.question.search)) walk.left += Math.max(0, next.size - Math.max(0, room));
  return [...next.values()].slice(0, Math.max(0, room));
}

/** Adds what a call means; answers what is known to be called. */
function addCalled(
  walk: Walk,
  call: CallWithin,
  { called, depth }: { readonly called: Called | NotCalled; readonly depth: number },
): readonly Definition[] {
  const { name } = call.place;
  if (typeof called === 'string') {
    if (called !== 'elsewhere') walk[called].add(name);
    return [];
  }
  const { definitions, evidence, isOneOfSeveral } = called;
  walk.led.add(name);
  if (isOneOfSeveral) walk.several.add(name);
  for (const definition of definitions) addCallee(walk, call, { definition, evidence, depth });
  return evidence === 'name' ? [] : definitions;
}

/** What the calls of a step are judged with: where their files' imports lead, and what types their values may have. */
async function judgingOf(
  { question: { texts, links, accepts }, origins }: Walk,
  calls: readonly Call[],
  definitions: Known['definitions'],
): Promise<Judging> {
  const types = await findTypesAt(texts, calls);
  const declaring = [...definitions.values()].flat().map(({ file }) => file);
  const ofTypes = [...types.bodies.values()].map(({ file }) => file.path);
  const callers = new Set(calls.map(({ file }) => file.path));
  await links.follow(new Set([...callers, ...declaring, ...ofTypes]));
  const { of: modulesOf } = await findNamespaces({ texts, links, holders: callers });
  const members = calls
    .filter(({ place }) => definitions.has(place.name))
    .map(({ file, place: { at, name } }) => ({ file, at, name }));
  return {
    links,
    origins,
    modulesOf,
    isOwnOf: ownNames(definitions),
    definitions,
    accepts,
    types,
    lookUpC: await lookUpTypesAt(texts, links, members),
  };
}

/** The names of some calls that are looked up; what is beyond these is remembered. */
function namesOf({ unasked }: Walk, calls: readonly CallWithin[]): ReadonlySet<string> {
  const names = [...new Set(calls.map(({ place }) => place.name))];
  for (const name of names.slice(REFERENCE_LIMITS.calledNamesMax)) unasked.add(name);
  return new Set(names.slice(0, REFERENCE_LIMITS.calledNamesMax));
}

/** The calls within some declarations, read from the files that hold them. */
async function callsOf(walk: Walk, callers: readonly Definition[]): Promise<readonly CallWithin[]> {
  const byFile = Map.groupBy(callers, ({ file }) => file);
  const calls: CallWithin[] = [];
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
async function withOrigins(walk: Walk, calls: readonly CallWithin[], known: Known): Promise<Known> {
  const found = await followCalled(walk.question, calls, known);
  walk.origins = found.origins;
  if (!found.origins.isComplete) walk.end = { ...walk.end, isComplete: false };
  return found.known;
}

function addCallee(
  walk: Walk,
  { file, caller, place }: CallWithin,
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

/** What is said of calls that lead nowhere in the project; other calls of the same name may lead somewhere. */
function outsideNotes({ outside, led, unclear, several, beyond }: Walk): readonly string[] {
  const others = new Set([...led, ...unclear, ...several, ...beyond]);
  const isOther = (name: string): boolean => others.has(name);
  const [partly, wholly] = [[...outside].filter(isOther), [...outside].filter((name) => !isOther(name))];
  return [
    ...namesNote(new Set(wholly), ['leads to no declaration in the project', 'lead to no declaration in the project']),
    ...namesNote(new Set(partly), [
      'leads to no declaration in the project in some of its calls',
      'lead to no declaration in the project in some of their calls',
    ]),
  ];
}

function present(walk: Walk): SearchResult {
  const { question, callees, unclear, several, beyond, unasked, left } = walk;
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
    ...outsideNotes(walk),
    ...namesNote(unclear, [
      'has declarations, but which one is meant is not known',
      'have declarations, but which one is meant is not known',
    ]),
    ...namesNote(several, [
      'has several declarations, all of which are shown as possible',
      'have several declarations, all of which are shown as possible',
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
