import { plural } from '../../../base/plural.ts';
import { FILLER } from '../../lex/mask.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { makeRowSink } from '../../search/row-sink.ts';
import { type LightRow, ROLE_RANK, roleWord, type SearchResult } from '../../search/search.ts';
import { enclosingSymbol } from '../../search/symbols-of.ts';
import type { PathRole } from '../../source/path-role.ts';
import { clipName } from '../../text/lines.ts';
import { lineAt, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { definitionOf, offsetOf } from '../names/declarations.ts';
import { type Definition, EVIDENCE_ORDER, type ReferenceEvidence } from '../reference.ts';
import { answerOf, leftNote, noCounts } from './answer.ts';
import { isConversion, isOfConstructors, notesOnMaking, withConstructed } from './constructed.ts';
import { describe } from './find-references.ts';
import { visitUses } from './gather.ts';
import { findKinship } from './kinship.ts';
import { gatherKnown } from './known.ts';
import { hopsOf, type ReferenceQuestion } from './reference-search.ts';
import { type Asked, asAsked, type LeftOutCounts, leftOutNotes, noneLeftOut, standingOf } from './standing.ts';
import { keyOf, outerName } from './target.ts';
import { symbolAround, type Use } from './use.ts';
import { bothEnds, type UsesEnd } from './uses-end.ts';

/** A symbol that calls one of what was asked for. */
interface Caller {
  // Not the file itself: its text would stay in memory.
  readonly path: string;
  readonly role: PathRole;
  readonly symbol: FileSymbol | null;
  /** The first call of those that are known best. */
  line: number;
  column: number;
  readonly depth: number;
  /** Name path of what it calls; null when that is what was asked for. */
  readonly of: string | null;
  evidence: ReferenceEvidence;
  calls: number;
}

/** The state of one walk outwards. */
interface Walk {
  readonly question: ReferenceQuestion;
  readonly callers: Map<string, Caller>;
  /** Declarations whose callers were looked for: each is looked at once, so that cycles end. */
  readonly expanded: Set<string>;
  end: UsesEnd;
  /** Callers that a hop had no room for. */
  left: number;
  /** Which calls of the name at the first hop mean what was asked for. */
  readonly asked: Asked;
  /** Calls of the name that mean something else for sure. */
  readonly leftOut: LeftOutCounts;
}

/**
 * The functions that call what was asked for, breadth-first over `depth` hops. From the second hop on only what is known
 * better than by its name is followed: else a name such as `run` would lead everywhere.
 */
export async function findCallers(question: ReferenceQuestion): Promise<SearchResult> {
  const { search, known, query } = question;
  const own = known.definitions.get(query.name) ?? [];
  const definitions = new Map([[query.name, own]]);
  const walk: Walk = {
    question,
    callers: new Map(),
    expanded: new Set(),
    end: known.end,
    left: 0,
    asked: {
      wanted: new Map(question.targets.map((target) => [keyOf(target), target])),
      kinship: await findKinship(question.texts, own, question.targets),
      isOfConstructors: isOfConstructors(question.targets),
      owner: outerName(query),
    },
    leftOut: noneLeftOut(),
  };
  const first = await withConstructed(question.texts, { ...known, definitions }, question.targets);
  walk.end = bothEnds(walk.end, first.end);
  let frontier = await callersOf(walk, first, { targets: question.targets, depth: 1 });
  for (let depth = 2; depth <= hopsOf(search) && frontier.length > 0; depth += 1) {
    const names = new Set(frontier.map(({ symbol }) => symbol.name));
    const next = await withConstructed(question.texts, await gatherKnown(question.texts, names), frontier);
    walk.end = bothEnds(walk.end, next.end);
    frontier = await callersOf(walk, next, { targets: frontier, depth });
  }
  return present(walk);
}

interface Step {
  readonly targets: readonly Definition[];
  readonly depth: number;
}

/** Adds the callers of some declarations; answers those whose callers are to be looked for next. */
async function callersOf(
  walk: Walk,
  known: Parameters<typeof visitUses>[1],
  { targets, depth }: Step,
): Promise<readonly Definition[]> {
  for (const target of targets) walk.expanded.add(keyOf(target));
  const wanted = new Map(targets.map((target) => [keyOf(target), target]));
  const next = new Map<string, Definition>();
  const end = await visitUses(walk.question, known, (seen) => {
    const use = depth === 1 ? firstCall(walk, seen) : seen;
    const called = use === null ? null : calledBy(use, { wanted, depth });
    if (use === null || called === null) return;
    const symbol = callerAround(use);
    addCaller(walk, use, { symbol, depth, of: called.target });
    if (symbol === null || use.verdict.evidence === 'name') return;
    const caller = definitionOf(use.file, symbol);
    if (!walk.expanded.has(keyOf(caller)) && isFollowed(caller)) next.set(keyOf(caller), caller);
  });
  walk.end = bothEnds(walk.end, end);
  const room = Math.min(REFERENCE_LIMITS.frontierMax, REFERENCE_LIMITS.expandedMax - walk.expanded.size);
  if (hopsOf(walk.question.search) > depth) walk.left += Math.max(0, next.size - Math.max(0, room));
  return [...next.values()].slice(0, Math.max(0, room));
}

/**
 * What makes a call: what declares a property by one (`defineGetter(req, 'secure', function () {})`) makes it where it
 * stands, and the function that it is given does not.
 */
function callerAround(use: Use): FileSymbol | null {
  const { file, place } = use;
  const around = symbolAround(use);
  if (around?.kind !== 'method' || file.family !== 'script') return around;
  const nameAt = offsetOf(file, around);
  const isDeclaring = place.at < nameAt && file.mask()[nameAt] === FILLER;
  return isDeclaring
    ? enclosingSymbol(
        file.symbols().filter((one) => one !== around),
        lineAt(file, place.at),
      )
    : around;
}

/** A test's title, a block and a module are called by nobody. */
function isFollowed({ symbol, family }: Definition): boolean {
  return symbol.kind !== 'impl' && symbol.kind !== 'module' && !(symbol.kind === 'test' && family === 'script');
}

function isCalled({ place, verdict }: Use): boolean {
  return place.isCall && !isConversion(verdict.meant);
}

/** A use at the first hop, where a name alone is enough; null, and counted, when it is no call of what was asked for. */
function firstCall({ asked, leftOut }: Walk, use: Use): Use | null {
  if (!isCalled(use)) return null;
  const standing = standingOf(use, asked);
  if (standing === 'asked') return asAsked(use, asked);
  if (standing !== 'apart') leftOut[standing] += 1;
  return null;
}

/** What a use calls of the wanted, null for what only shares the name; nothing when it calls none. */
function calledBy(
  use: Use,
  { wanted, depth }: { readonly wanted: ReadonlyMap<string, Definition>; readonly depth: number },
): { readonly target: Definition | null } | null {
  if (!isCalled(use)) return null;
  const { verdict } = use;
  if (verdict.evidence === 'name') return depth === 1 ? { target: null } : null;
  const target = verdict.meant.find((definition) => wanted.has(keyOf(definition)));
  return target === undefined ? null : { target };
}

/** One row for each calling symbol, and one for the calls of a file outside of all. */
function addCaller(
  walk: Walk,
  { file, place, verdict }: Use,
  { symbol, depth, of }: { readonly symbol: FileSymbol | null; readonly depth: number; readonly of: Definition | null },
): void {
  const caller = `${file.path}\0${symbol?.path ?? ''}\0${symbol?.line ?? ''}`;
  // Calls that are known in different ways are told apart: none is told as more than it is.
  const keys = EVIDENCE_ORDER.map((evidence) => `${caller}\0${evidence}`);
  if (keys.some((key) => (walk.callers.get(key)?.depth ?? depth) !== depth)) return;
  const known = walk.callers.get(`${caller}\0${verdict.evidence}`);
  const line = lineAt(file, place.at);
  const column = place.at - startOfLine(file, line);
  if (known !== undefined) {
    known.calls += 1;
    return;
  }
  walk.callers.set(`${caller}\0${verdict.evidence}`, {
    path: file.path,
    role: file.role,
    symbol,
    line,
    column,
    depth,
    of: depth === 1 || of === null ? null : clipName(of.symbol.path),
    evidence: verdict.evidence,
    calls: 1,
  });
}

function present(walk: Walk): SearchResult {
  const { question, callers, left, leftOut } = walk;
  const { input } = question.search;
  const sink = makeRowSink<LightRow>();
  const counts = noCounts();
  const files = new Set<string>();
  let calls = 0;
  for (const caller of callers.values()) {
    counts[caller.evidence] += 1;
    calls += caller.calls;
    files.add(caller.path);
    sink.add((caller.evidence === 'name' ? 100 : 0) + caller.depth * 4 + ROLE_RANK[caller.role], rowOf(caller));
  }
  const notes = [
    ...leftOutNotes(leftOut, (count) => plural(count, 'call')),
    ...notesOnMaking(question.targets),
    ...leftNote(left, 'caller'),
  ];
  const end = left === 0 ? walk.end : { ...walk.end, isComplete: false };
  return {
    ...answerOf(question, 'callers', { counts, end, notes }),
    rows: sink.page(input.offset, input.limit),
    totals: { rows: sink.total(), hits: calls, files: files.size },
  };
}

function rowOf({ path, role, symbol, line, column, depth, of, evidence, calls }: Caller): LightRow {
  return {
    file: path,
    line,
    column,
    role: roleWord(role),
    symbol: symbol === null ? null : describe(symbol),
    fit: null,
    hits: calls,
    edge: { evidence, depth, of, at: null },
  };
}
