import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Place } from '../reference.ts';
import { aliasesFor, allEmbedded } from '../types/derived-types.ts';
import { gatherDeclared } from '../uses/known.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { findEmbedders } from './find-embedders.ts';
import { fieldNames } from './go-bodies.ts';
import { goTypeKey, keysOf, nameOfKey, type OwnMethods } from './go-types.ts';
import { isStandardKey, standardKey } from './interface-methods.ts';

/** Steps from a type to what is embedded in what it embeds. */
const EMBEDDED_HOPS = 8;

/** The methods of one interface: who declares which of them, and how many there are. */
export interface AskedSet {
  readonly byType: ReadonlyMap<string, OwnMethods>;
  readonly count: number;
}

/** Types that have all methods of one of some interfaces, with those that they get from what they embed. */
export async function typesWithAll(
  question: ReferenceQuestion,
  asked: readonly AskedSet[],
): Promise<{ readonly full: ReadonlySet<string>; readonly isCut: boolean }> {
  const full = new Set(
    asked.flatMap(({ byType, count }) =>
      [...byType].flatMap(([type, { fitting }]) => (fitting.size === count ? type : [])),
    ),
  );
  const rarest = new Set(asked.flatMap(typesWithRarest));
  const embedders = await findEmbedders(question, rarest);
  // Who has that method neither itself nor from what it embeds does not have all.
  const isInterface = (type: string): boolean => asked.some(({ byType }) => byType.get(type)?.isInterface === true);
  const candidates = [...new Set([...rarest, ...embedders.types])].filter(
    (type) => !full.has(type) && !isInterface(type),
  );
  if (candidates.length > REFERENCE_LIMITS.expandedMax) return { full, isCut: true };
  const embedded = await readEmbedded(question, candidates);
  for (const { byType, count } of asked) {
    const sets: Sets = { byType, embedded, known: new Map() };
    for (const type of candidates) if (fittingOf(methodsOf(type, sets, 0)) === count) full.add(type);
  }
  return { full, isCut: embedders.isCut };
}

/**
 * The types that have the method which the fewest have: who has all methods without it embeds one of these. A method that
 * the language's own types have is passed over, since any type may embed these.
 */
function typesWithRarest({ byType, count }: AskedSet): readonly string[] {
  const having = new Map<string, string[]>();
  for (const [type, { fitting }] of byType) {
    for (const name of fitting) {
      const types = having.get(name) ?? [];
      having.set(name, types);
      types.push(type);
    }
  }
  // A method that nobody has is in no type.
  if (having.size < count) return [];
  const lists = [...having.values()];
  const own = lists.filter((types) => !types.some(isStandardKey));
  const [fewest = []] = (own.length > 0 ? own : lists).toSorted((a, b) => a.length - b.length);
  return fewest.filter((type) => !isStandardKey(type));
}

interface Sets {
  readonly byType: ReadonlyMap<string, OwnMethods>;
  readonly embedded: ReadonlyMap<string, Embedded>;
  /** What was found before, by type and depth. */
  readonly known: Map<string, ReadonlyMap<string, Held>>;
}

/** What a type has by a name: how deep in what it embeds, and whether that is a method as it is wanted. */
interface Held {
  readonly depth: number;
  readonly isFitting: boolean;
}

function fittingOf(held: ReadonlyMap<string, Held>): number {
  return [...held.values()].filter(({ isFitting }) => isFitting).length;
}

/**
 * What a type has by the names of the wanted methods: its own and the fields that what it embeds makes hide what is
 * deeper, and two at one depth are none. Source: The Go Programming Language Specification, "Selectors".
 */
function methodsOf(type: string, sets: Sets, hops: number): ReadonlyMap<string, Held> {
  const key = `${hops}\0${type}`;
  const known = sets.known.get(key);
  if (known !== undefined) return known;
  const { isInterface, isAlias, types } = sets.embedded.get(type) ?? NOTHING;
  const held = heldItself(type, sets);
  sets.known.set(key, held);
  if (hops >= EMBEDDED_HOPS) return held;
  for (const inner of [...types].slice(0, REFERENCE_LIMITS.frontierMax)) {
    for (const [name, { depth, isFitting }] of methodsOf(inner, sets, hops + 1)) {
      if (isAlias) held.set(name, { depth, isFitting });
      else if (isInterface) held.set(name, { depth: 0, isFitting: isFitting || held.get(name)?.isFitting === true });
      else addHeld(held, name, { depth: depth + 1, isFitting });
    }
  }
  return held;
}

/** Methods that a type declares, and of a struct its fields, those that are called like what it embeds among them. */
function heldItself(type: string, { byType, embedded }: Sets): Map<string, Held> {
  const own = byType.get(type);
  const { isInterface, isAlias, types, fields } = embedded.get(type) ?? NOTHING;
  const held = new Map<string, Held>();
  for (const name of fields) held.set(name, { depth: 0, isFitting: false });
  if (!isInterface && !isAlias) for (const inner of types) held.set(nameOfKey(inner), { depth: 0, isFitting: false });
  for (const name of own?.names ?? []) held.set(name, { depth: 0, isFitting: own?.fitting.has(name) === true });
  return held;
}

function addHeld(held: Map<string, Held>, name: string, one: Held): void {
  const known = held.get(name);
  if (known === undefined || one.depth < known.depth) held.set(name, one);
  else if (one.depth === known.depth) held.set(name, { depth: one.depth, isFitting: false });
}

/** What a type of Go takes in, by `goTypeKey`. */
interface Embedded {
  readonly isInterface: boolean;
  /** Whether it is but another name for what it takes in. */
  readonly isAlias: boolean;
  readonly types: ReadonlySet<string>;
  /** Names of a struct's other fields. */
  readonly fields: ReadonlySet<string>;
}

const NO_FIELDS: ReadonlySet<string> = new Set();
const NOTHING: Embedded = { isInterface: false, isAlias: false, types: new Set(), fields: NO_FIELDS };

interface OpenEmbedded extends Embedded {
  isInterface: boolean;
  isAlias: boolean;
  readonly types: Set<string>;
  fields: ReadonlySet<string>;
}

/** What types embed, by `goTypeKey`, and what that embeds in turn. */
export async function readEmbedded(
  question: ReferenceQuestion,
  types: readonly string[],
): Promise<ReadonlyMap<string, Embedded>> {
  const embedded = new Map<string, OpenEmbedded>();
  let wanted: ReadonlySet<string> = new Set(types);
  for (let hop = 0; hop < EMBEDDED_HOPS && wanted.size > 0; hop += 1) {
    for (const type of wanted) embedded.set(type, { ...NOTHING, types: new Set() });
    const { definitions } = await gatherDeclared(question.texts, new Set([...wanted].map(nameOfKey)));
    const all = [...definitions.values()].flat().filter(({ family }) => family === 'go');
    const files = new Set(
      all.filter(({ file, symbol }) => wanted.has(goTypeKey(file, symbol.name))).map(({ file }) => file),
    );
    await question.links.follow(files);
    await question.texts.at([...files], (file) => readIn(question, file, embedded));
    const next = [...embedded.values()].flatMap(({ types: inner }) =>
      [...inner].filter((key) => !embedded.has(key) && !isStandardKey(key)),
    );
    wanted = new Set(next.slice(0, REFERENCE_LIMITS.expandedMax));
  }
  return embedded;
}

/** Adds what the types of one file embed. */
function readIn(question: ReferenceQuestion, file: CodeFile, embedded: ReadonlyMap<string, OpenEmbedded>): void {
  for (const { symbol, place } of allEmbedded(file)) {
    const type = embedded.get(goTypeKey(file.path, symbol.name));
    if (type === undefined) continue;
    type.isInterface = symbol.kind === 'interface';
    if (type.fields === NO_FIELDS && symbol.kind === 'struct') type.fields = fieldNames(file, symbol);
    for (const key of keysTakenIn(question, file, place)) type.types.add(key);
  }
  for (const { symbol, place } of aliasesFor(file, null)) {
    const type = embedded.get(goTypeKey(file.path, symbol.name));
    if (type === undefined) continue;
    type.isAlias = true;
    for (const key of keysTakenIn(question, file, place)) type.types.add(key);
  }
}

function keysTakenIn(question: ReferenceQuestion, file: CodeFile, place: Place): readonly string[] {
  const standard = standardKey(file, place);
  return standard === null ? keysOf(question, file, place) : [standard];
}
