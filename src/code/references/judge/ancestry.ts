import { importedNames } from '../names/import-names.ts';
import { pathBefore } from '../places/path-before.ts';
import { takenBy } from '../places/typed-parameters.ts';
import type { Definition, Verdict } from '../reference.ts';
import type { HeadName, KnownTypes, TypeBody } from '../types/types-around.ts';
import { exactly } from './findings.ts';
import type { Case } from './in-reach.ts';
import { membersOf, type WrittenType } from './nested-types.ts';

/** Steps from a type to what it derives from. */
const HOPS_MAX = 12;
/** Types that one type derives from which are looked at for one place. */
const BASES_MAX = 200;
/** Types of one name that a head may mean. */
const SAME_NAME_MAX = 50;

/**
 * What a name means as a member of a type, its own or else the nearest that it inherits; null when that is not known.
 * Where it has one and inherits another that takes something else, either may be called.
 */
export function memberOf(one: Case, type: TypeBody, own: readonly Definition[]): Verdict | null {
  const byOwner = Map.groupBy(own, ({ owner }) => owner);
  const declared = byOwner.get(type.key) ?? [];
  const bases = inherited({ one, byOwner, seen: new Set() }, type, HOPS_MAX);
  const others = declared.length === 0 ? bases : bases.filter((base) => !isReplaced(base, declared));
  const isClear = declared.length === 0 || others.length === 0;
  return isClear ? exactly([...declared, ...others]) : { evidence: 'name', meant: [...declared, ...others] };
}

/** Of some members the nearest that a type inherits. */
export function inheritedBy(one: Case, type: TypeBody, own: readonly Definition[]): Verdict | null {
  const byOwner = Map.groupBy(own, ({ owner }) => owner);
  return exactly(inherited({ one, byOwner, seen: new Set() }, type, HOPS_MAX));
}

/** Whether one of some members takes the place of an inherited one, as far as their heads tell. */
function isReplaced({ symbol, file }: Definition, declared: readonly Definition[]): boolean {
  const taken = file.endsWith('.java') && symbol.kind !== 'variable' ? takenBy(symbol) : null;
  if (taken === null) return true;
  return declared.some((one) => {
    const own = one.symbol.kind === 'variable' ? null : takenBy(one.symbol);
    if (own === null) return true;
    return own.types.length === taken.types.length && own.types.every((type, at) => isSameType(type, taken.types[at]));
  });
}

/** What a type is made with has by custom one letter as its name, and is given a name where it is derived from. */
function isSameType(type: string, base: string | undefined): boolean {
  return type === base || /^\p{Lu}\d?(?:\[\]|\.\.\.)*$/u.test(base ?? '');
}

/** The type of the project that is written somewhere; null when that is not known, or several may be meant. */
export function typeWritten(one: Case, written: WrittenType): TypeBody | null {
  const types = one.types.named.get(written.path.at(-1) ?? '') ?? [];
  if (types.length === 0 || types.length > SAME_NAME_MAX) return null;
  const meant = membersOf(one, written, types.map(asMember));
  const [first, second] = meant;
  if (first === undefined || second !== undefined) return null;
  return one.types.bodies.get(`${first.file}\0${first.symbol.path.slice(0, -MEMBER.length)}`) ?? null;
}

const MEMBER = '/?';

/** A type as what any member of it would be: what tells whose member that is tells which type is meant. */
function asMember(type: Definition): Definition {
  return {
    ...type,
    container: type.symbol.name,
    symbol: { ...type.symbol, kind: 'variable', name: '?', path: `${type.symbol.path}${MEMBER}` },
  };
}

interface Walk {
  readonly one: Case;
  readonly byOwner: ReadonlyMap<string | null, readonly Definition[]>;
  readonly seen: Set<string>;
}

/** What the bases of a type before one of them have, and what that one has. */
interface Bases extends Pick<TypeBody['file'], 'scanner'> {
  readonly nearest: readonly Definition[];
  readonly found: readonly Definition[];
}

/** Depth-first in the order of the head: what a class extends goes before what it implements. */
function inherited(walk: Walk, type: TypeBody, hops: number): readonly Definition[] {
  const { scanner } = type.file;
  let nearest: readonly Definition[] = [];
  for (const name of hops > 0 ? type.supers() : []) {
    const base = baseOf(walk.one, type, name);
    if (base === null || walk.seen.has(base.key) || walk.seen.size >= BASES_MAX) continue;
    walk.seen.add(base.key);
    const declared = (walk.byOwner.get(base.key) ?? []).filter(isInheritable);
    const found = declared.length > 0 ? declared : inherited(walk, base, hops - 1);
    nearest = nearestOf(walk.one, { scanner, nearest, found });
    if (nearest.length > 0 && scanner !== 'kotlin' && scanner !== 'scala') break;
  }
  return nearest;
}

/**
 * Kotlin writes what a class extends and what it implements in any order, so that what derives from the one found before goes
 * before it. Of Scala a trait also goes before what stands left of it, unless it only declares the member: both may be meant.
 * Source: Scala 2 specification, 5.1.2, "Class Linearization".
 */
function nearestOf(one: Case, { scanner, nearest, found }: Bases): readonly Definition[] {
  if (nearest.length === 0 || isBelow(one, found, nearest)) return found;
  return scanner === 'scala' && !isBelow(one, nearest, found) ? [...nearest, ...found] : nearest;
}

/** Whether the type that has some members derives from the one that has others. */
function isBelow(one: Case, [lower]: readonly Definition[], [upper]: readonly Definition[]): boolean {
  const from = one.types.bodies.get(lower?.owner ?? '');
  const to = upper?.owner ?? null;
  return from !== undefined && to !== null && reaches(one, from, { to, seen: new Set() });
}

function reaches(one: Case, type: TypeBody, goal: { readonly to: string; readonly seen: Set<string> }): boolean {
  return type.supers().some((name) => {
    const base = baseOf(one, type, name);
    if (base === null || goal.seen.has(base.key) || goal.seen.size >= BASES_MAX) return false;
    goal.seen.add(base.key);
    return base.key === goal.to || reaches(one, base, goal);
  });
}

/** What is private is not inherited, be it seen or not. */
function isInheritable({ symbol }: Definition): boolean {
  return !/\bprivate\b/.test(symbol.signature);
}

/** What heads lead to, for all places of a question. */
const bases = new WeakMap<KnownTypes, Map<string, TypeBody | null>>();

function baseOf(one: Case, type: TypeBody, { name, at }: HeadName): TypeBody | null {
  const known = bases.get(one.types) ?? new Map<string, TypeBody | null>();
  bases.set(one.types, known);
  const key = `${type.file.path}\0${at}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const { path } = pathBefore(type.file, at);
  const there: Case = { ...one, file: type.file, names: importedNames(type.file), hidden: () => false };
  const base = typeWritten(there, { path: [...path, name], at });
  known.set(key, base);
  return base;
}
