import { REFERENCE_LIMITS } from '../limits.ts';
import { allEmbedded } from '../types/derived-types.ts';
import { gatherDeclared } from '../uses/known.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { findEmbedders } from './find-embedders.ts';
import { goTypeKey, keysOf, nameOfKey } from './go-types.ts';

/** What a type of Go declares itself of the methods of an interface. */
export interface OwnMethods {
  /** Whether it only asks for them itself. */
  readonly isInterface: boolean;
  readonly names: ReadonlySet<string>;
  /** Those that are as the interface wants them. */
  readonly fitting: ReadonlySet<string>;
}

/** Steps from a type to what is embedded in what it embeds. */
const EMBEDDED_HOPS = 3;

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
    for (const type of candidates) if (methodsOf(type, sets, 0).size === count) full.add(type);
  }
  return { full, isCut: embedders.isCut };
}

/** The types that have the method which the fewest have: who has all methods without it embeds one of these. */
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
  return [...having.values()].toSorted((a, b) => a.length - b.length)[0] ?? [];
}

interface Sets {
  readonly byType: ReadonlyMap<string, OwnMethods>;
  readonly embedded: ReadonlyMap<string, ReadonlySet<string>>;
  /** What was found before, by type and depth. */
  readonly known: Map<string, ReadonlySet<string>>;
}

/** The wanted methods of a type; what it declares itself hides what it embeds. */
function methodsOf(type: string, sets: Sets, depth: number): ReadonlySet<string> {
  const key = `${depth}\0${type}`;
  const known = sets.known.get(key);
  if (known !== undefined) return known;
  const own = sets.byType.get(type);
  const methods = new Set(own?.fitting);
  sets.known.set(key, methods);
  if (depth >= EMBEDDED_HOPS) return methods;
  for (const inner of [...(sets.embedded.get(type) ?? [])].slice(0, REFERENCE_LIMITS.frontierMax)) {
    for (const name of methodsOf(inner, sets, depth + 1)) if (own?.names.has(name) !== true) methods.add(name);
  }
  return methods;
}

/** What types embed, by `goTypeKey`, and what that embeds in turn. */
export async function readEmbedded(
  question: ReferenceQuestion,
  types: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const embedded = new Map<string, Set<string>>();
  let wanted: ReadonlySet<string> = new Set(types);
  for (let hop = 0; hop < EMBEDDED_HOPS && wanted.size > 0; hop += 1) {
    for (const type of wanted) embedded.set(type, new Set());
    const { definitions } = await gatherDeclared(question.texts, new Set([...wanted].map(nameOfKey)));
    const all = [...definitions.values()].flat().filter(({ family }) => family === 'go');
    const files = new Set(
      all.filter(({ file, symbol }) => wanted.has(goTypeKey(file, symbol.name))).map(({ file }) => file),
    );
    await question.links.follow(files);
    await question.texts.at([...files], (file) => {
      for (const { symbol, place } of allEmbedded(file)) {
        const inner = embedded.get(goTypeKey(file.path, symbol.name));
        for (const key of inner === undefined ? [] : keysOf(question, file, place)) inner?.add(key);
      }
    });
    const next = [...embedded.values()].flatMap((inner) => [...inner]).filter((key) => !embedded.has(key));
    wanted = new Set(next.slice(0, REFERENCE_LIMITS.expandedMax));
  }
  return embedded;
}
