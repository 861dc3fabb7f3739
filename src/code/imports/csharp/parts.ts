import type { Structure } from '../../lex/structure.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import type { TypeName } from '../typed/facts.ts';
import { inPackage } from '../typed/names.ts';
import { findMembers, type NameAt } from './part-members.ts';

/** A part of a type that may have others in other files (`partial`). Source: C#, "Partial type declarations". */
export interface TypePart {
  /** Equal for all parts of one type: its full name, that of types around it, and their numbers of type parameters. */
  readonly type: string;
  /** Names of types and of members that stand right in it. */
  readonly types: readonly string[];
  readonly members: readonly string[];
  /** Names in it that mean types; names right in it that mean a member where it has one of the name. */
  readonly namedTypes: readonly TypeName[];
  readonly namedMembers: readonly TypeName[];
}

/** A declaration of a type: offsets of its word and behind its name, and the namespace around it, if nothing else is. */
export interface TypeHead {
  readonly name: string;
  readonly index: number;
  readonly end: number;
  readonly space: string | null;
}

/** A type with its braces. */
interface TypeBody extends TypeHead {
  readonly isPart: boolean;
  /** Number of type parameters. */
  readonly parameters: number;
  readonly open: number;
  readonly close: number;
}

/** Heads of types, and what stands before one: longer ones are no code that somebody wrote. */
const HEAD_MAX = 2_000;
const LOOK_BACK = 80;
/** Types of one file that has parts; the parts of one with more say nothing. */
const TYPES_MAX = 500;

/** The parts of types that a file holds. `typeNames` are the names that mean types, in the order of the text. */
export function findParts(
  structure: Structure,
  heads: readonly TypeHead[],
  typeNames: Iterable<NameAt>,
): readonly TypePart[] {
  const bodies = heads.slice(0, TYPES_MAX + 1).flatMap((head) => bodyOf(structure, head) ?? []);
  const parts = nameParts(structure, bodies);
  if (heads.length > TYPES_MAX || parts.size === 0) return [];
  const namedTypes = namesByBody(structure, [...parts.keys()], typeNames);
  const { declared, named } = findMembers(structure, bodies);
  const namedMembers = namesByBody(structure, bodies, named);
  return [...parts].map(([body, type]) => ({
    type,
    types: bodies.filter(({ index }) => structure.around(index) === body.open).map(({ name }) => name),
    members: [...(declared.get(body.open) ?? [])],
    namedTypes: namedTypes.get(body) ?? [],
    namedMembers: namedMembers.get(body) ?? [],
  }));
}

/** A type with its braces; null for one without a body. */
export function bodyOf({ mask, around, closeOf }: Structure, type: TypeHead): TypeBody | null {
  const { index, end } = type;
  const place = around(index);
  const head = mask.slice(end, end + HEAD_MAX);
  for (const { 0: sign, index: at } of head.matchAll(/[{;]/g)) {
    if (around(end + at) !== place) continue;
    if (sign === ';') return null;
    const parameters = /^\s*<([^<>(){};]{0,300})>/.exec(head)?.[1]?.split(',').length ?? 0;
    const isPart = /\bpartial\s+$/.test(mask.slice(Math.max(0, index - LOOK_BACK), index));
    return { ...type, parameters, isPart, open: end + at, close: closeOf(end + at) };
  }
  return null;
}

/** Bodies of parts with the names of their types. What stands in a type of one file alone has its parts there, too. */
function nameParts({ around }: Structure, bodies: readonly TypeBody[]): ReadonlyMap<TypeBody, string> {
  const parts = new Map<TypeBody, string>();
  const names = new Map<number, string>();
  for (const body of bodies) {
    const outer = body.space === null ? names.get(around(body.index)) : body.space;
    if (!body.isPart || outer === undefined) continue;
    const name = `${inPackage(body.name, outer)}<${body.parameters}>`.slice(0, IMPORT_LIMITS.nameCharactersMax);
    names.set(body.open, name);
    parts.set(body, name);
  }
  return parts;
}

/** Each name once by the innermost of the bodies that it stands in. Both come in the order of the text. */
function namesByBody(
  structure: Structure,
  bodies: readonly TypeBody[],
  names: Iterable<NameAt>,
): ReadonlyMap<TypeBody, readonly TypeName[]> {
  const found = new Map<TypeBody, Map<string, TypeName>>();
  const open: TypeBody[] = [];
  let next = 0;
  let room: number = IMPORT_LIMITS.mentionsPerFileMax;
  for (const { name, at } of names) {
    for (let body = bodies[next]; body !== undefined && body.open < at; next += 1, body = bodies[next]) open.push(body);
    while ((open.at(-1)?.close ?? at) < at) open.pop();
    const body = open.at(-1);
    if (body === undefined) continue;
    const known = found.get(body) ?? new Map<string, TypeName>();
    found.set(body, known);
    if (known.has(name)) continue;
    known.set(name, { name, line: structure.lineAt(at) + 1 });
    room -= 1;
    if (room === 0) break;
  }
  return new Map([...found].map(([body, known]) => [body, [...known.values()]]));
}
