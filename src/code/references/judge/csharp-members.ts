import { after } from '../../lex/code-text.ts';
import { folderOf } from '../../text/paths.ts';
import { namespaceOfCSharp } from '../names/csharp-names.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { arityAt, arityOf } from '../types/csharp-arity.ts';
import { isType } from '../types/type-heads.ts';
import { type HeadName, type KnownTypes, type TypeBody, typesAroundAt } from '../types/types-around.ts';
import { exactly, isPart } from './findings.ts';
import type { Case } from './in-reach.ts';

/*
 * What a name in a type of C# means as a member that the type inherits, or that another part of it declares.
 * Source: C# language specification, "Member lookup", "Partial type declarations", "Declared accessibility".
 */

/** Steps from a type to what it derives from, and types that are looked at for one place. */
const HOPS_MAX = 12;
const TYPES_MAX = 100;
/** Types of one name, parts among them, that are told apart. */
const SAME_NAME_MAX = 200;

/**
 * What a name that stands alone, or behind `this` or `base`, means as a member that a type around it does not declare in its
 * own file; null where a nearer one has it, and where none is known.
 */
export function inheritedInCSharp(one: Case, { at, path }: Place, own: readonly Definition[]): Verdict | null {
  const members = own.filter(isMember);
  if (members.length === 0) return null;
  const byOwner = Map.groupBy(members, ({ owner }) => owner ?? '');
  const around = typesAroundAt(one.file, at);
  for (const type of path.length === 0 ? around : around.slice(0, 1)) {
    const isOfBase = path[0] === 'base';
    if (!isOfBase && byOwner.has(type.key)) return null;
    const walk: Walk = { one, byOwner, seen: new Set() };
    const found = (isOfBase ? [] : inParts(walk, type)) ?? [];
    const meant = found.length > 0 ? found : inherited(walk, partsOf(one, type), HOPS_MAX);
    if (meant.length > 0) return exactly(meant);
  }
  return null;
}

function isMember({ container, family, symbol }: Definition): boolean {
  return container !== null && family === 'csharp' && !isType(family, symbol);
}

interface Walk {
  readonly one: Case;
  readonly byOwner: ReadonlyMap<string, readonly Definition[]>;
  readonly seen: Set<string>;
}

/** What the parts of a type declare by the name. */
function inParts({ one, byOwner }: Walk, type: TypeBody): readonly Definition[] {
  return partsOf(one, type).flatMap(({ key }) => byOwner.get(key) ?? []);
}

/** What the nearest type that some parts of one derive from declares by the name, for others to use. */
function inherited(walk: Walk, parts: readonly TypeBody[], hops: number): readonly Definition[] {
  if (hops === 0) return [];
  for (const part of parts) {
    for (const name of part.supers()) {
      const base = basesOf(walk.one, part, name);
      const [first] = base;
      if (first === undefined || walk.seen.has(first.key) || walk.seen.size >= TYPES_MAX) continue;
      walk.seen.add(first.key);
      const declared = base.flatMap(({ key }) => walk.byOwner.get(key) ?? []).filter(isInheritable);
      const found = declared.length > 0 ? declared : inherited(walk, base, hops - 1);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** Members of a class are private unless they say something else. */
function isInheritable({ symbol }: Definition): boolean {
  return /(?<![\w@])(?:public|protected|internal)\s/.test(symbol.signature);
}

/** A type with the other parts that it is written in. */
function partsOf(one: Case, type: TypeBody): readonly TypeBody[] {
  const byType = knownParts.get(one.types) ?? new Map<string, readonly TypeBody[]>();
  knownParts.set(one.types, byType);
  const parts = byType.get(type.key) ?? readParts(one, type);
  byType.set(type.key, parts);
  return parts;
}

function readParts(one: Case, type: TypeBody): readonly TypeBody[] {
  const same = one.types.named.get(type.name) ?? [];
  const own = same.find((definition) => keyOf(definition) === type.key);
  if (own === undefined || !isPart(own) || same.length > SAME_NAME_MAX) return [type];
  return [
    type,
    ...bodiesOf(
      one,
      same.filter((other) => other !== own && areParts(one, own, other)),
    ),
  ];
}

/** Whether two declarations are parts of one type: of one namespace, or in one folder where that is not told. */
function areParts(one: Case, own: Definition, other: Definition): boolean {
  if (!isPart(own) || !isPart(other) || own.container !== other.container) return false;
  if (arityOf(own.symbol) !== arityOf(other.symbol)) return false;
  if (folderOf(own.file) === folderOf(other.file)) return true;
  const [namespace = null, second = null] = bodiesOf(one, [own, other]).map(({ file }) => namespaceOfCSharp(file));
  return namespace !== null && namespace === second;
}

function bodiesOf({ types }: Case, definitions: readonly Definition[]): readonly TypeBody[] {
  return definitions.flatMap((definition) => types.bodies.get(keyOf(definition)) ?? []);
}

function keyOf({ file, symbol }: Definition): string {
  return `${file}\0${symbol.path}`;
}

/** What heads lead to, and the parts of types, for all places of a question. */
const knownParts = new WeakMap<KnownTypes, Map<string, readonly TypeBody[]>>();
const known = new WeakMap<KnownTypes, Map<string, readonly TypeBody[]>>();

/** The class that a name in a head means, in all its parts; none where that is not known, or it is an interface. */
function basesOf(one: Case, type: TypeBody, name: HeadName): readonly TypeBody[] {
  const byHead = known.get(one.types) ?? new Map<string, readonly TypeBody[]>();
  known.set(one.types, byHead);
  const key = `${type.file.path}\0${name.at}`;
  const bases = byHead.get(key) ?? readBases(one, type, name);
  byHead.set(key, bases);
  return bases;
}

function readBases(one: Case, { file }: TypeBody, { name, at }: HeadName): readonly TypeBody[] {
  const targets = one.links.of(file.path)?.targets;
  const arity = arityAt(file.mask(), after(file.mask(), at + name.length));
  const same = one.types.named.get(name) ?? [];
  const seen = (same.length > SAME_NAME_MAX ? [] : same).filter(
    (type) =>
      (type.file === file.path || targets?.has(type.file) === true) &&
      arityOf(type.symbol) === arity &&
      type.symbol.kind !== 'interface',
  );
  const [first, ...others] = seen;
  const isOne = first !== undefined && others.every((other) => areParts(one, first, other));
  const bodies = isOne ? bodiesOf(one, seen) : [];
  // Of the parts a file may see only some.
  return [...new Set(bodies.flatMap((body) => partsOf(one, body)))];
}
