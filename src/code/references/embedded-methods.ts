import { folderOf } from '../source/project-files.ts';
import type { CodeFile } from './code-file.ts';
import { allEmbedded } from './derived-types.ts';
import { gatherDeclared } from './gather.ts';
import { importedNames } from './import-names.ts';
import { REFERENCE_LIMITS } from './limits.ts';
import type { Place } from './reference.ts';
import type { ReferenceQuestion } from './reference-search.ts';

/** What a type of Go declares itself of the methods of an interface. */
export interface OwnMethods {
  readonly names: ReadonlySet<string>;
  /** Those that are as the interface wants them. */
  readonly fitting: ReadonlySet<string>;
}

/** A type of Go by its package. */
export function goTypeKey(file: string, name: string): string {
  return `${folderOf(file)}\0${name}`;
}

/** The type's name alone. */
export function nameOfKey(key: string): string {
  return key.slice(key.indexOf('\0') + 1);
}

/** Steps from a type to what is embedded in what it embeds. */
const EMBEDDED_HOPS = 3;

/** Types that have some number of an interface's methods, with those that they get from what they embed. */
export async function typesWithAll(
  question: ReferenceQuestion,
  byType: ReadonlyMap<string, OwnMethods>,
  count: number,
): Promise<ReadonlySet<string>> {
  const full = [...byType].filter(([, { fitting }]) => fitting.size === count).map(([type]) => type);
  const part = [...byType].filter(([, { fitting }]) => fitting.size > 0 && fitting.size < count).map(([type]) => type);
  if (part.length === 0 || part.length > REFERENCE_LIMITS.expandedMax) return new Set(full);
  const embedded = await readEmbedded(question, part);
  const sets: Sets = { byType, embedded, known: new Map() };
  const got = part.filter((type) => methodsOf(type, sets, 0).size === count);
  return new Set([...full, ...got]);
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

/** What types embed, and what that embeds in turn. */
async function readEmbedded(
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

/** The type that an embedded name means: of the package itself, or of the one that an import brings in. */
function keysOf({ links }: ReferenceQuestion, file: CodeFile, { name, path }: Place): readonly string[] {
  const [from] = path;
  if (from === undefined) return [goTypeKey(file.path, name)];
  const byLine = links.of(file.path)?.byLine;
  const targets = importedNames(file)
    .named(from)
    .flatMap(({ line }) => [...(byLine?.get(line) ?? [])]);
  return [...new Set(targets.map((target) => goTypeKey(target, name)))];
}
