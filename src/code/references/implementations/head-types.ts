import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Definition } from '../reference.ts';
import { gatherDeclared } from '../uses/known.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { goTypeKey, keysOf, nameOfKey } from './go-types.ts';
import { headOfMethod, typesWritten } from './method-shapes.ts';

/** The types that the head of a method names, in their order, by `goTypeKey`; null where it is not known which one. */
export type HeadTypes = readonly (string | null)[];

/** What a head of a file of Go names, by the file's imports, which have been followed. */
export function headTypes(question: Pick<ReferenceQuestion, 'links'>, file: CodeFile, head: string): HeadTypes {
  return typesWritten(head).map((written) => {
    const [name = '', from] = written.split('.').toReversed();
    if (from === undefined) return /^\p{Lu}/u.test(name) ? goTypeKey(file.path, name) : null;
    const keys = keysOf(question, file, { name, path: [from] });
    return keys.length === 1 ? (keys[0] ?? null) : null;
  });
}

/** Tells whether a method names another type of the project than the one that an interface asks for by the same name. */
export type IsApart = (asked: HeadTypes, method: Definition) => boolean;

/**
 * Types of one name in two packages are two (The Go Programming Language Specification, "Type identity"), unless one is
 * an alias: looked for in some methods whose heads agree but for packages.
 */
export async function makeIsApart(
  question: ReferenceQuestion,
  asked: readonly HeadTypes[],
  methods: readonly Definition[],
): Promise<IsApart> {
  const names = new Set(asked.flat().flatMap((key) => (key === null ? [] : nameOfKey(key))));
  const own = await typesOfTheirOwn(question, names);
  const isAmbiguous = (name: string): boolean => [...own].filter((key) => nameOfKey(key) === name).length > 1;
  const ambiguous = new Set([...names].filter(isAmbiguous));
  const read = methods.filter((one) =>
    typesWritten(headOfMethod(one)).some((written) => ambiguous.has(written.split('.').at(-1) ?? '')),
  );
  const byFile = Map.groupBy(read, ({ file }) => file);
  const types = new Map<Definition, HeadTypes>();
  const files = [...byFile.keys()].slice(0, REFERENCE_LIMITS.expandedMax);
  await question.links.follow(new Set(files));
  await question.texts.at(files, (file) => {
    for (const one of byFile.get(file.path) ?? []) types.set(one, headTypes(question, file, headOfMethod(one)));
  });
  return (wanted, method) =>
    (types.get(method) ?? []).some((mine, at) => {
      const theirs = wanted[at] ?? null;
      return mine !== null && theirs !== null && mine !== theirs && own.has(mine) && own.has(theirs);
    });
}

/** Types of Go of some names that are no aliases, by `goTypeKey`. */
async function typesOfTheirOwn(
  { texts }: Pick<ReferenceQuestion, 'texts'>,
  names: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  if (names.size === 0) return new Set();
  const { definitions } = await gatherDeclared(texts, names);
  const all = [...definitions.values()].flat().filter(({ family, container }) => family === 'go' && container === null);
  const keyOf = ({ file, symbol }: Definition): string => goTypeKey(file, symbol.name);
  const isOwn = ({ symbol }: Definition): boolean =>
    ['type', 'struct', 'interface'].includes(symbol.kind) && !/^(?:type\s+)?\w+\s*=/.test(symbol.signature);
  const others = new Set(all.filter((one) => !isOwn(one)).map(keyOf));
  return new Set(all.map(keyOf).filter((key) => !others.has(key)));
}
