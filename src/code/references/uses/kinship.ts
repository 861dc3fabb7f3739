import type { FileSymbol } from '../../lex/symbol.ts';
import { folderOf } from '../../text/paths.ts';
import type { CodeFile, Family } from '../code-file.ts';
import { importedNames } from '../names/import-names.ts';
import type { Definition } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import { allDerived } from '../types/derived-types.ts';
import { isType, typesIn } from '../types/type-heads.ts';
import { typedObjects } from '../types/typed-objects.ts';
import { gatherDeclared } from './known.ts';

/** What a type is, as far as the project shows. */
interface Kind {
  readonly isInterface: boolean;
  /** Whether it is a name for another type, of which nothing is read: `type A = B`. */
  readonly isAlias: boolean;
  /** Names of what it is written to derive from, in all of its parts. */
  readonly supers: ReadonlySet<string>;
}

/** Which types may stand for each other. */
export interface Kinship {
  /**
   * Whether a call that leads to one declaration may in truth reach another, since the type of the one is made from that
   * of the other, or is an interface that it may have. False is proof, true is not.
   */
  mayReach(meant: Definition, asked: Definition): boolean;
  /** Whether the type of one declaration is for sure written to derive from that of another, over any number of steps. */
  derives(lower: Definition, upper: Definition): boolean;
}

/** Of what nothing was read: any may reach any, and none is known to derive from another. */
const UNREAD: Kinship = { mayReach: () => true, derives: () => false };

/** Steps from a type to what it derives from that are followed. */
const HOPS_MAX = 6;
/** Types whose heads are read for one question. */
const TYPES_MAX = 600;

/** Languages whose types may be declared in several files. */
const IN_PARTS: ReadonlySet<Family> = new Set(['csharp', 'rust', 'swift', 'ruby', 'c', 'go']);

type KinTexts = Pick<ReferenceTexts, 'declaring' | 'isIndexed' | 'at'>;

/** Languages in which no type inherits from another one, so that nothing more than the files at hand need be read. */
const WITHOUT_HEIRS: ReadonlySet<Family> = new Set(['go', 'rust']);

/**
 * Reads how the types are related that declare a name, as far as an index leads to the declarations of what they derive
 * from: without one only the files that declare the name are read, and what is not seen there proves nothing.
 */
export async function findKinship(
  texts: KinTexts,
  definitions: readonly Definition[],
  targets: readonly Definition[],
): Promise<Kinship> {
  // With all of them asked for there is no other one.
  if (targets.length === 0 || targets.length >= definitions.length) return UNREAD;
  const read = makeReader();
  if (!(await readParts(texts, targets, read))) return UNREAD;
  // What Rust's blocks say of types only matters to a trait.
  if (targets.every((target) => target.family === 'rust' && !isInterface(read, target))) read.skipBlocks();
  if (!(await readParts(texts, definitions, read))) return UNREAD;
  const heirs = definitions.filter(({ family }) => !WITHOUT_HEIRS.has(family));
  let names = new Set(heirs.flatMap(({ container }) => (container === null ? [] : [container])));
  for (let hop = 0; hop < HOPS_MAX && names.size > 0; hop += 1) {
    if (!(await lookUp(texts, names, read))) break;
    for (const name of names) read.known.add(name);
    names = new Set([...read.supersOf(names)].filter((name) => !read.known.has(name)));
  }
  return {
    mayReach: remembering((meant, asked) => mayReach(read, meant, asked)),
    derives: remembering((lower, upper) => isBelow(read, lower, upper)),
  };
}

/** What tells declarations of one name apart where only their types matter. */
export function kinKey(definition: Definition): string {
  return `${definition.file}\0${definition.container}\0${isExtension(definition)}`;
}

/** Overloads of two types are many pairs, and one question. */
function remembering(ask: Kinship['mayReach']): Kinship['mayReach'] {
  const known = new Map<string, boolean>();
  return (one, other) => {
    const key = `${kinKey(one)}\0${kinKey(other)}`;
    const answer = known.get(key) ?? ask(one, other);
    known.set(key, answer);
    return answer;
  };
}

/** Reads the types of some names wherever they are declared; false when that cannot be done. */
async function lookUp(texts: KinTexts, names: ReadonlySet<string>, read: Reader): Promise<boolean> {
  if (read.known.size + names.size > TYPES_MAX || !texts.isIndexed) return false;
  const { end, definitions } = await gatherDeclared(texts, names);
  const types = [...definitions.values()].flat().filter(({ family, symbol }) => isType(family, symbol));
  return end.isComplete && (await readParts(texts, types, read));
}

type Reader = ReturnType<typeof makeReader>;

/** Reads the heads of types, file by file. */
function makeReader() {
  const byName = new Map<string, Map<string, Kind>>();
  let withSupers = true;
  return {
    /** Reads no more than which types there are, from here on. */
    skipBlocks(): void {
      withSupers = false;
    },
    /** Names whose every declaration has been read. */
    known: new Set<string>(),
    /** Types of a name by their files. */
    named: (name: string): ReadonlyMap<string, Kind> => byName.get(name) ?? new Map(),
    supersOf: (names: Iterable<string>): ReadonlySet<string> =>
      new Set(
        [...names].flatMap((name) => [...(byName.get(name)?.values() ?? [])].flatMap((kind) => [...kind.supers])),
      ),
    read(file: CodeFile): void {
      for (const [name, kind] of kindsIn(file, withSupers))
        byName.set(name, (byName.get(name) ?? new Map()).set(file.path, kind));
    },
  };
}

async function readParts(
  texts: Pick<ReferenceTexts, 'at'>,
  definitions: readonly Definition[],
  reader: Reader,
): Promise<boolean> {
  const paths = new Set(definitions.map(({ file }) => file));
  if (paths.size > TYPES_MAX) return false;
  return (await texts.at([...paths], reader.read)).isComplete;
}

/** The types of a file; what a block adds to a type of another file counts, too. */
function kindsIn(file: CodeFile, withSupers: boolean): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, { isInterface: boolean; isAlias: boolean; supers: Set<string> }>();
  const kindOf = (name: string) => {
    const kind = kinds.get(name) ?? { isInterface: false, isAlias: false, supers: new Set<string>() };
    kinds.set(name, kind);
    return kind;
  };
  for (const { name, kind } of typesIn(file)) {
    kindOf(name).isInterface ||= isTakenIn(file, kind);
    kindOf(name).isAlias ||= kind === 'type';
  }
  const addSuper = (type: string, name: string): void => {
    kindOf(type).supers.add(name);
    for (const { imported } of importedNames(file).named(name)) kindOf(type).supers.add(imported);
  };
  for (const { type, place } of withSupers ? allDerived(file) : []) {
    addSuper(type, place.name);
    // Python's way of writing an interface that nothing needs to name.
    if (place.name === 'Protocol') kindOf(type).isInterface = true;
  }
  for (const { object, type } of typedObjects(file)) addSuper(object, type);
  return kinds;
}

/** Whether other types may stand for a kind of type; a module of Ruby is mixed into any. */
function isTakenIn({ family }: CodeFile, kind: FileSymbol['kind']): boolean {
  return kind === 'interface' || kind === 'trait' || (kind === 'module' && family === 'ruby');
}

function mayReach(reader: Reader, meant: Definition, asked: Definition): boolean {
  // What adds to a type from outside of it has no type of its own that a receiver could have.
  if (isExtension(asked)) return meant.container !== null;
  if (meant.container === null || asked.container === null) return false;
  if (meant.container === asked.container && isOneType(meant, asked)) return true;
  if (isFixed(meant)) return false;
  if (isToldApart(asked) && !isTyped(meant)) return true;
  if (isInterface(reader, meant)) return true;
  // Only an interface or a trait stands for other types; those of Go without a word.
  if (WITHOUT_HEIRS.has(meant.family) && !isInterface(reader, asked)) return false;
  if (meant.family === 'go') return true;
  return isAbove(reader, meant, asked) || isAbove(reader, asked, meant);
}

/**
 * Whether what is named by it is that, whatever values there are: a type of Java and its kin and of C#, and what is static
 * there. Sources: JLS §8.4.8.2; C# language specification, "Static and instance members".
 */
function isFixed({ family, symbol }: Definition): boolean {
  if (family !== 'java' && family !== 'csharp') return false;
  return isType(family, symbol) || /\bstatic\s(?!(?:[\w<>?,. ]*\s)?(?:abstract|virtual)\b)/.test(symbol.signature);
}

/** Whether it is written in a file that only tells the types of a program, which may be any one without types. */
function isToldApart({ file }: Definition): boolean {
  return /\.d\.[cm]?ts$/.test(file);
}

function isTyped({ file }: Definition): boolean {
  return /\.(?:[cm]?ts|tsx)$/.test(file);
}

/** `fun Type.name()` of Kotlin and `Name(this Type x)` of C#. */
function isExtension({ family, symbol }: Definition): boolean {
  if (family === 'csharp') return /\(\s*this\s/.test(symbol.signature);
  return (
    family === 'java' && /\bfun\s+(?:<[^()]{0,200}>\s*)?[\w.<>?*, ]{1,200}\.\s*`?\w+`?\s*\(/.test(symbol.signature)
  );
}

function isOneType(a: Definition, b: Definition): boolean {
  if (a.file === b.file) return true;
  return IN_PARTS.has(a.family) && (a.family !== 'go' || folderOf(a.file) === folderOf(b.file));
}

/** Languages in which a member may be written where its type is not declared: of that type nothing is known. */
const APART: ReadonlySet<Family> = new Set(['go', 'c', 'swift', 'ruby']);

function isInterface(reader: Reader, { container, family }: Definition): boolean {
  const kinds = [...reader.named(container ?? '').values()];
  return kinds.length === 0 ? APART.has(family) : kinds.some((kind) => kind.isInterface);
}

/** Names of what the type of a declaration is written to derive from. */
function supersAt(reader: Reader, { container, family, file }: Definition): ReadonlySet<string> {
  const parts = reader.named(container ?? '');
  const own = IN_PARTS.has(family) ? [...parts.values()] : [parts.get(file) ?? null];
  return new Set(own.flatMap((kind) => [...(kind?.supers ?? [])]));
}

/** Whether a type is written to derive from another one, with nothing on the way that was not read. */
function isBelow(reader: Reader, lower: Definition, upper: Definition): boolean {
  const seen = new Set<string>();
  let names = supersAt(reader, lower);
  while (names.size > 0) {
    if (names.has(upper.container ?? '')) return upper.container !== null;
    for (const name of names) seen.add(name);
    names = new Set([...reader.supersOf(names)].filter((name) => !seen.has(name)));
  }
  return false;
}

/** Whether a type is written to derive from another one, over any number of steps, or from what was not read. */
function isAbove(reader: Reader, upper: Definition, lower: Definition): boolean {
  const seen = new Set<string>();
  let names = supersAt(reader, lower);
  while (names.size > 0) {
    if (names.has(upper.container ?? '')) return true;
    if (!WITHOUT_HEIRS.has(lower.family) && [...names].some((name) => isUnread(reader, name))) return true;
    for (const name of names) seen.add(name);
    names = new Set([...reader.supersOf(names)].filter((name) => !seen.has(name)));
  }
  return false;
}

/** Whether what a type derives from is not known, be it that it was not looked for or that it has another name here. */
function isUnread(reader: Reader, name: string): boolean {
  const kinds = [...reader.named(name).values()];
  return kinds.length === 0 ? !reader.known.has(name) : kinds.some(({ isAlias }) => isAlias);
}
