import { plural } from '../../base/plural.ts';
import { clipName } from '../search/lines.ts';
import { makeRowSink } from '../search/row-sink.ts';
import type { ScanEnd } from '../search/scan.ts';
import { type LightRow, ROLE_RANK, roleWord, type SearchResult } from '../search/search.ts';
import { isCommonName } from '../tests/map/common-names.ts';
import { type CodeFile, lineAt, startOfLine } from './code-file.ts';
import { offsetOf } from './declarations.ts';
import { describe, weakest } from './find-references.ts';
import { gatherDeclared } from './gather.ts';
import { importedNames } from './import-names.ts';
import type { Case } from './in-reach.ts';
import { judge } from './judge.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import { hiddenPlaces } from './local-names.ts';
import { callsWithin } from './places.ts';
import type { Definition, Place, ReferenceEvidence } from './reference.ts';
import { answerOf, bothEnds, hopsOf, noCounts, type ReferenceQuestion } from './reference-search.ts';
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
  end: ScanEnd;
  isCut: boolean;
}

/** What is called within what was asked for, led to its declarations, breadth-first over `depth` hops. */
export async function findCallees(question: ReferenceQuestion): Promise<SearchResult> {
  const walk: Walk = {
    question,
    callees: new Map(),
    expanded: new Set(),
    outside: new Set(),
    unclear: new Set(),
    end: question.known.end,
    isCut: false,
  };
  let frontier: readonly Definition[] = question.targets.slice(0, REFERENCE_LIMITS.frontierMax);
  walk.isCut = frontier.length < question.targets.length;
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
  const names = new Set(calls.map(({ place }) => place.name).slice(0, REFERENCE_LIMITS.calledNamesMax));
  const known = await gatherDeclared(walk.question.texts, withImported(names, calls));
  walk.end = bothEnds(walk.end, known.end);
  const declaring = [...known.definitions.values()].flat().map(({ file }) => file);
  await walk.question.links.follow(new Set([...calls.map(({ file }) => file.path), ...declaring]));
  const next = new Map<string, Definition>();
  for (const call of calls) {
    const found = calleeOf(walk, call, known.definitions);
    if (typeof found === 'string') {
      if (found !== 'elsewhere') walk[found].add(call.place.name);
      continue;
    }
    addCallee(walk, call, { ...found, depth });
    const key = keyOf(found.definition);
    if (found.evidence !== 'name' && !walk.expanded.has(key)) next.set(key, found.definition);
  }
  const room = Math.min(REFERENCE_LIMITS.frontierMax, REFERENCE_LIMITS.expandedMax - walk.expanded.size);
  walk.isCut ||= depth < hopsOf(walk.question.search) && next.size > room;
  return [...next.values()].slice(0, Math.max(0, room));
}

/** The calls within some declarations, read from the files that hold them. */
async function callsOf(walk: Walk, callers: readonly Definition[]): Promise<readonly Call[]> {
  const byFile = Map.groupBy(callers, ({ file }) => file);
  const calls: Call[] = [];
  await walk.question.texts.at([...byFile.keys()], (file) => {
    for (const caller of byFile.get(file.path) ?? []) {
      const { symbol } = caller;
      const from = offsetOf(file, symbol) + symbol.name.length;
      const to = startOfLine(file, symbol.endLine + 1);
      calls.push(...callsWithin(file, from, to).map((place) => ({ file, caller, place })));
    }
  });
  return calls;
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
  readonly evidence: ReferenceEvidence;
}

/**
 * Which declaration a call means. `outside`: none of the project; `unclear`: which one is not known, or nothing but a
 * common name speaks for it; `elsewhere`: one that is not among the files that were asked for.
 */
function calleeOf(
  { question }: Walk,
  { file, place }: Call,
  definitions: ReadonlyMap<string, readonly Definition[]>,
): Found | 'outside' | 'unclear' | 'elsewhere' {
  const names = importedNames(file);
  const one: Case = { file, names, links: question.links, hidden: hiddenPlaces(file, [place]) };
  const aliased = names.named(place.name).map(({ imported }) => imported);
  const own = [place.name, ...aliased].flatMap((name) => definitions.get(name) ?? []);
  const { evidence, meant } = judge(one, place, own);
  if (meant.length === 0) return 'outside';
  // Code that is no test calls nothing of a test, unless the language's rules lead there.
  const source = file.role === 'test' ? meant : meant.filter(({ role }) => role !== 'test');
  const [definition] = source.length === 0 && evidence === 'exact' ? meant : source;
  const isVague = evidence === 'name' && (source.length > NAMESAKES_MAX || isCommonName(place.name));
  if (definition === undefined || isVague) return 'unclear';
  return question.accepts({ path: definition.file, role: definition.role }) ? { definition, evidence } : 'elsewhere';
}

function addCallee(walk: Walk, { file, caller, place }: Call, found: Found & { readonly depth: number }): void {
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

function present({ question, callees, outside, unclear, end, isCut }: Walk): SearchResult {
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
    ...(isCut ? [`at most ${REFERENCE_LIMITS.frontierMax} declarations of a hop are looked into`] : []),
    ...namesNote(outside, ['leads to no declaration in the project', 'lead to no declaration in the project']),
    ...namesNote(unclear, [
      'has declarations, but which one is meant is not known',
      'have declarations, but which one is meant is not known',
    ]),
  ];
  return {
    ...answerOf(question, 'callees', { counts, end, notes }),
    rows: sink.page(input.offset, input.limit),
    totals: { rows: sink.total(), hits: calls, files: files.size },
  };
}

function rowOf({ definition: { file, role, symbol }, depth, of, at, evidence, calls }: Callee): LightRow {
  return {
    file,
    line: symbol.line,
    column: symbol.column - 1,
    role: role === 'test' ? roleWord(role) : 'definition',
    symbol: describe(symbol),
    fit: 'exact',
    hits: calls,
    edge: { evidence, depth, of, at },
  };
}
