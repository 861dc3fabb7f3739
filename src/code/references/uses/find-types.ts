import type { FileSymbol } from '../../lex/symbol.ts';
import type { CodeFile, Family } from '../code-file.ts';
import { typeOfCast } from '../judge/cast-types.ts';
import { typeOfField } from '../judge/field-types.ts';
import { typesByImport } from '../judge/imported-members.ts';
import { isSelf } from '../judge/judge-self.ts';
import { mayBeStandard } from '../judge/outside.ts';
import { typeOfMade, typeOfName } from '../judge/receiver-types.ts';
import { definitionOf } from '../names/declarations.ts';
import { csharpSort } from '../places/csharp-sorts.ts';
import { addedToAround } from '../places/kotlin-receivers.ts';
import { placesOf } from '../places/places.ts';
import type { Definition, Place } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import { isType, typeAround } from '../types/type-heads.ts';
import { type KnownTypes, NO_TYPES, type TypeBody, typeBodies, typesAroundAt } from '../types/types-around.ts';
import type { Known } from './known.ts';

/** Files whose places are asked for their types: with more of them nothing is said of what is inherited. */
const FILES_MAX = 600;
/** Names of types that are looked up for one question, and bodies of these. */
const NAMES_MAX = 600;
const BODIES_MAX = 2_000;
/** Steps from a type to what it derives from; without an index each goes through all files. */
const HOPS_MAX = 8;
const HOPS_WITHOUT_INDEX = 3;

/**
 * The types of Java and its kin that members of some names may be of: those around their places, those of what stands
 * before their dots, and what these derive from; of Swift and C# those around their places, which other files may extend or hold parts of;
 * of Ruby what constants are asked of, of Go the structs whose fields stand before a dot. None
 * where there are too many to read: a nearer one would be missed.
 */
export async function findTypes(
  texts: Pick<ReferenceTexts, 'at' | 'declaring' | 'isIndexed'>,
  { definitions, files }: Pick<Known, 'definitions' | 'files'>,
): Promise<KnownTypes> {
  const names = [...definitions].flatMap(([name, own]) => (own.some(isMember) ? [name] : []));
  const holders = [...files].filter((path) => /\.(?:java|kts?|scala|swift|cs|rb|go)$/.test(path));
  if (names.length === 0 || holders.length > FILES_MAX) return NO_TYPES;
  const wanted = new Set<string>();
  const end = await texts.at(holders, (file) => {
    for (const name of names) for (const place of placesOf(file, name)) addTypesOf(file, place, wanted);
  });
  return end.isComplete ? await lookUp(texts, wanted) : NO_TYPES;
}

/** The same for places that are at hand. */
export async function findTypesAt(
  texts: Pick<ReferenceTexts, 'declaring' | 'isIndexed'>,
  places: readonly { readonly file: CodeFile; readonly place: Place }[],
): Promise<KnownTypes> {
  const wanted = new Set<string>();
  for (const { file, place } of places) if (FAMILIES.has(file.family)) addTypesOf(file, place, wanted);
  return wanted.size === 0 ? NO_TYPES : await lookUp(texts, wanted);
}

function isMember({ family, container, symbol }: Definition): boolean {
  if (family === 'ruby') return container !== null && /^\p{Lu}/u.test(symbol.name);
  return FAMILIES.has(family) && container !== null && !isType(family, symbol);
}

/** Languages whose types are looked up. */
const FAMILIES: ReadonlySet<Family> = new Set(['java', 'swift', 'csharp', 'go']);

/** Adds the names of the types that a place may be a member of. */
function addTypesOf(file: CodeFile, place: Place, wanted: Set<string>): void {
  if (file.family === 'ruby') addOwner(place, wanted);
  else if (file.family === 'swift') addExtended(file, place, wanted);
  else if (file.family === 'csharp') addTypesOfCSharp(file, place, wanted);
  else if (file.family === 'go') addHolder(file, place, wanted);
  else addTypesOfJava(file, place, wanted);
}

/** Adds the name of what a constant of Ruby is asked of. */
function addOwner({ path }: Place, wanted: Set<string>): void {
  const owner = path.at(-1);
  if (owner !== undefined && /^\p{Lu}/u.test(owner)) wanted.add(owner);
}

/** Adds the name of the type around a place of Swift that is a member of it. */
function addExtended(file: CodeFile, { at, path }: Place, wanted: Set<string>): void {
  const [first = ''] = path;
  const around = path.length === 1 && isSelf(file, first) ? typeAround(file, at) : null;
  if (around !== null) wanted.add(around.name);
}

/**
 * Adds the names of the types around a place of C#, which may have other parts, and of what they derive from, and of one that
 * a value is called like.
 */
function addTypesOfCSharp(file: CodeFile, place: Place, wanted: Set<string>): void {
  const { at, path, isOfUnknown } = place;
  const [first = ''] = path;
  if (csharpSort(file, place) === 'reader') wanted.add(place.name);
  if (isOfUnknown || path.length > 1 || (path.length === 1 && !isSelf(file, first))) return;
  for (const type of typesAroundAt(file, at)) {
    wanted.add(type.name);
    for (const base of type.supers()) wanted.add(base.name);
  }
}

/** Adds the name of the struct of Go whose field is before the dot of a place. */
function addHolder(file: CodeFile, { at, path: [first = '', ...fields] }: Place, wanted: Set<string>): void {
  const type = fields.length === 1 ? typeOfName(file, first, at) : null;
  const name = type?.split('.').at(-1);
  if (name !== undefined) wanted.add(name);
}

function addTypesOfJava(file: CodeFile, place: Place, wanted: Set<string>): void {
  const { at, name, path, isOfUnknown } = place;
  if (!isOfUnknown) for (const type of typesByImport(file, name)) wanted.add(type);
  const isOfThis = path.at(-1) === 'this' || path.at(-1) === 'super';
  if (isOfThis || (path.length === 0 && !isOfUnknown)) {
    for (const type of ofThis(file, at)) wanted.add(type);
    return;
  }
  const type = typeBefore(file, place)?.split('.').at(-1);
  if (type !== undefined) wanted.add(type);
  // Whether the project has a type that is called like one of the language is known by looking for it.
  const [first = ''] = path;
  if (path.length === 1 && mayBeStandard(file, first)) wanted.add(first);
}

/** What the types around a place derive from, and the type that a function of Kotlin around it is added to. */
function ofThis(file: CodeFile, at: number): readonly string[] {
  const bases = typesAroundAt(file, at).flatMap((type) => type.supers().map(({ name }) => name));
  const added = file.scanner === 'kotlin' ? addedToAround(file, at) : null;
  return added === null ? bases : [...bases, added.type.split('.').at(-1) ?? ''];
}

/** The type of what stands before the dot of a place of Java, as it is written somewhere. */
function typeBefore(file: CodeFile, { at, path: [first = '', second], isOfUnknown }: Place): string | null {
  if (isOfUnknown) return typeOfMade(file, at) ?? typeOfCast(file, at);
  const isField = first === 'this' && second !== undefined;
  return isField ? typeOfField(file, second, at) : typeOfName(file, first, at);
}

/** Types as they are found. */
interface Found {
  readonly named: Map<string, Definition[]>;
  readonly bodies: Map<string, TypeBody>;
  readonly makers: Map<string, Definition[]>;
}

async function lookUp(
  texts: Pick<ReferenceTexts, 'declaring' | 'isIndexed'>,
  wanted: ReadonlySet<string>,
): Promise<KnownTypes> {
  const found: Found = { named: new Map(), bodies: new Map(), makers: new Map() };
  const known = new Set<string>();
  let names = wanted;
  const hops = texts.isIndexed ? HOPS_MAX : HOPS_WITHOUT_INDEX;
  for (let hop = 0; names.size > 0; hop += 1) {
    if (hop === hops || known.size + names.size > NAMES_MAX || found.bodies.size > BODIES_MAX) return NO_TYPES;
    const next = new Set<string>();
    const end = await texts.declaring([...names], (file) => addTypes(file, { names, found, next }));
    if (!end.isComplete) return NO_TYPES;
    for (const name of names) {
      known.add(name);
      // That nothing declares a name is known, too.
      if (!found.named.has(name)) found.named.set(name, []);
    }
    names = new Set([...next].filter((name) => !known.has(name)));
  }
  return found;
}

/** Adds the types of a file that have some names, and the names of what they derive from. */
function addTypes(
  file: CodeFile,
  { names, found, next }: { readonly names: ReadonlySet<string>; readonly found: Found; readonly next: Set<string> },
): void {
  if (!FAMILIES.has(file.family) && file.family !== 'ruby') return;
  const types = file.symbols().filter((symbol) => names.has(symbol.name) && mayHold(file.family, symbol));
  if (file.family === 'swift' || file.family === 'ruby') {
    for (const symbol of types) addNamed(found.named, definitionOf(file, symbol));
    return;
  }
  addMakers(file, names, found.makers);
  for (const symbol of types) {
    const body = typeBodies(file).byPath.get(symbol.path);
    if (body === undefined || found.bodies.has(body.key)) continue;
    found.bodies.set(body.key, body);
    addNamed(found.named, definitionOf(file, symbol));
    // Of Go nothing is asked of what a struct embeds.
    if (file.family !== 'go') for (const { name } of body.supers()) next.add(name);
  }
}

/** Whether a symbol has members; a constant of Ruby may stand for what does. */
function mayHold(family: Family, symbol: FileSymbol): boolean {
  return family === 'ruby' || isType(family, symbol);
}

function addMakers(file: CodeFile, names: ReadonlySet<string>, makers: Found['makers']): void {
  if (file.scanner !== 'kotlin') return;
  for (const symbol of file.symbols()) if (isMaker(symbol, names)) addNamed(makers, definitionOf(file, symbol));
}

/** Whether a symbol is a function at the top of a file of Kotlin that is called like a type, and may give something else. */
function isMaker({ name, kind, path, signature }: FileSymbol, names: ReadonlySet<string>): boolean {
  if (kind !== 'function' || path.includes('/') || !names.has(name)) return false;
  return /\)\s*:\s*(\w+)/.exec(signature)?.[1] !== name;
}

function addNamed(named: Map<string, Definition[]>, definition: Definition): void {
  const { name } = definition.symbol;
  const same = named.get(name) ?? [];
  named.set(name, same);
  same.push(definition);
}
