import { escapeRegex } from '../../search/matcher.ts';
import type { CodeFile, Family } from '../code-file.ts';
import { offsetOf } from '../names/declarations.ts';
import { objectOfThis } from '../names/this-object.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { typeOfThis } from '../types/this-parameter.ts';
import { isType, superNames, superPaths, typeAround } from '../types/type-heads.ts';
import { exactly, type Finding, sameFile } from './findings.ts';
import { type Case, leadsTo } from './in-reach.ts';
import { isThisOfReceiver } from './kotlin-receivers.ts';
import { isMixedIn } from './mixed-in.ts';
import { areOutside, hasStar } from './outside.ts';
import { knowsQualified, type QualifiedName } from './qualified-names.ts';
import { judgeRustSelf, readsRustField } from './rust-members.ts';

/** `this.name` and its like: of the type around the place, or of one that it is made from. */
export function judgeSelf(one: Case, place: Place, own: readonly Definition[]): Finding {
  if (isThisOfReceiver(one, place)) return null;
  const isThis = one.file.family === 'script' && place.path[0] === 'this';
  const written = isThis ? typeOfThis(one.file, place.at) : null;
  if (written !== null) return judgeWritten(one, place, { ...written, own });
  const object = isThis ? objectOfThis(one.file, place.at) : -1;
  if (object !== -1) return exactly(own.filter((definition) => isIn(one.file, object, definition)));
  const type = typeAround(one.file, place.at);
  return type === null ? null : judgeWithin(one, { place, type: type.name }, own);
}

const SUPER_CALL = /(?<![\w.])super\s{0,20}\(([^()]{0,200})\)\s{0,20}\.\s{0,20}$/;
/** The last name of the class that is given to it first. */
const GIVEN_CLASS = /^\s*(?:\w+\.)*(\w+)\s*(?:,|$)/;

/**
 * `super().name` of Python: of what the class around the place is made from, unless it names another class, behind which is
 * looked then. Source: Python, "Built-in Functions", `super`.
 */
export function judgeSuperCall(one: Case, place: Place, own: readonly Definition[]): Finding {
  const { file } = one;
  if (file.family !== 'python' || !place.isOfUnknown || place.path.length > 0) return null;
  const given = SUPER_CALL.exec(file.mask().slice(Math.max(0, place.at - 280), place.at))?.[1];
  if (given === undefined) return null;
  const isOfOther = /\S/.test(given) && GIVEN_CLASS.exec(given)?.[1] !== typeAround(file, place.at)?.name;
  return isOfOther ? 'unclear' : judgeSelf(one, { ...place, path: ['super'], isOfUnknown: false }, own);
}

/**
 * A member of what is written as the type of `this`, which may have it from another type: by custom from the class that the
 * method stands in, of which the written one is made.
 */
function judgeWritten(
  one: Case,
  place: Place,
  { type, own }: { readonly type: string | null; readonly own: readonly Definition[] },
): Finding {
  const { at } = place;
  const known = exactly(own.filter((definition) => type !== null && isNamed(one, { path: [type], at }, definition)));
  if (known !== null) return known;
  const around = typeAround(one.file, at);
  if (type === null || around === null || !declaresType(one.file, around.name)) return 'unclear';
  const found = judgeWithin(one, { place, type: around.name }, own);
  return found === null || typeof found === 'string' ? 'unclear' : { ...found, evidence: 'import' };
}

/** What stands for the type that the one around a place is made from. */
const SUPER: ReadonlySet<string> = new Set(['super', 'base', 'parent']);

/** A place within a type. */
interface Within {
  readonly place: Place;
  readonly type: string;
}

function judgeWithin(one: Case, within: Within, own: readonly Definition[]): Finding {
  if (SUPER.has(within.place.path[0] ?? '')) return judgeSuper(one, within, own);
  const mine = judgeOwnMember(one, within, own) ?? judgeExtended(one, within, own);
  if (mine !== null) return mine;
  const inherited = judgeInherited(one, within, own);
  const isFound = inherited !== null && typeof inherited !== 'string';
  return isFound && isMixedIn(one, within.type, own) ? 'unclear' : inherited;
}

/** Where what the type is made from is not known, one that the type itself has is no sign of it: it is what stands for that. */
function judgeSuper(one: Case, within: Within, own: readonly Definition[]): Finding {
  // Of Ruby it is a call: what that gives back may be anything.
  if (one.file.family === 'ruby') return 'unclear';
  const isOfType = ({ container, file, family }: Definition): boolean =>
    container === within.type && (file === one.file.path || family === 'csharp');
  const others = own.filter((definition) => !isOfType(definition));
  return judgeInherited(one, within, others) ?? (others.length < own.length ? 'unclear' : null);
}

function judgeOwnMember(one: Case, { place, type }: Within, own: readonly Definition[]): Finding {
  if (one.file.family === 'rust') return judgeRustSelf(one, place, { type, own });
  const mine = own.filter(
    ({ container, file }) => container === type && (file === one.file.path || one.file.family === 'go'),
  );
  return exactly(mine.filter(({ file }) => file === one.file.path)) ?? exactly(mine);
}

/**
 * A member that another file adds to the type around a place, as extensions of Swift do: where the project has at most one
 * type of that name, all who extend it mean the same.
 */
function judgeExtended(one: Case, { type }: Within, own: readonly Definition[]): Finding {
  const types = one.file.family === 'swift' ? one.types.named.get(type) : undefined;
  if (types === undefined || types.length > 1) return null;
  const added = own.filter(
    ({ container, symbol }) => container === type && !/\b(?:file)?private\b(?!\()/.test(symbol.signature),
  );
  return added.length > 0 && sameFile(added) ? { evidence: 'import', meant: added } : null;
}

function judgeInherited(one: Case, { place, type }: Within, own: readonly Definition[]): Finding {
  const supers = superPaths(one.file, type);
  const given = givenBySupers(one, { place, supers }, own);
  if (given !== null) return given;
  if (readsRustField(one.file, place, type)) return 'else';
  // What is given a value here may be a field of what the type derives from over several steps.
  if (isOwnField(one.file, place)) return mayInherit(one, type) ? 'unclear' : 'else';
  // Rust's and C#'s types may have their methods in any file.
  const isAnywhere = one.file.family === 'rust' || one.file.family === 'csharp';
  if (supers.length === 0 && !isAnywhere) return 'unclear';
  const elsewhere = isAnywhere ? own.filter(({ container }) => container === type) : [];
  return elsewhere.length > 0 && sameFile(elsewhere) ? { evidence: 'import', meant: elsewhere } : null;
}

/**
 * A member that the types which one names in its head have. Of several classes of Python the first that has it gives it;
 * one before that may have it from elsewhere, which is not known. Source: The Python Tutorial, "Multiple Inheritance".
 */
function givenBySupers(
  one: Case,
  { place, supers }: { readonly place: Place; readonly supers: ReturnType<typeof superPaths> },
  own: readonly Definition[],
): Verdict | null {
  const perhaps = membersByType(one, own);
  const bySuper = supers.map((path) =>
    perhaps(path.at(-1) ?? '').filter((definition) => isNamed(one, { path, at: place.at }, definition)),
  );
  const first = one.file.family === 'python' ? bySuper.findIndex((of) => of.length > 0) : -1;
  const known = first === -1 ? [...new Set(bySuper.flat())] : (bySuper[first] ?? []);
  if (known.length === 0 || !sameFile(known)) return null;
  return { evidence: first > 0 ? 'import' : 'exact', meant: known };
}

/** What may be a member of a type of a name: of hundreds of types, each with hundreds of members, not all of all. */
function membersByType({ file }: Case, own: readonly Definition[]): (type: string) => readonly Definition[] {
  // A script or PHP may call a type otherwise.
  if (file.family === 'script' || file.family === 'php') return () => own;
  const byType = Map.groupBy(own, ({ container }) => container);
  return (type) => byType.get(type) ?? [];
}

/** Whether a name for a type means the one that a definition is a member of; a script may have renamed it. */
function isNamed(one: Case, { path, at }: QualifiedName, definition: Definition): boolean {
  const [type = '', ...inner] = path;
  if (definition.container === path.at(-1) || one.file.family === 'php')
    return knowsQualified(one, { path, at }, definition);
  if (one.file.family !== 'script' || definition.container === null || inner.length > 0) return false;
  return one.names
    .named(type)
    .some((imported) => imported.imported === definition.container && leadsTo(one, imported, definition));
}

/** Whether a definition stands right in the braces of an object. */
function isIn(file: CodeFile, object: number, { file: path, symbol }: Definition): boolean {
  return path === file.path && file.structure().around(offsetOf(file, symbol)) === object;
}

/** Steps from a type to what it derives from in its file that are taken, and types that are looked at. */
const HOPS_MAX = 6;
const SUPERS_MAX = 20;

/** Which types of files may derive from those of others, found once: each place in a type asks for it. */
const heirs = new WeakMap<CodeFile, Map<string, boolean>>();

function mayInherit(one: Case, type: string): boolean {
  const byType = heirs.get(one.file) ?? new Map<string, boolean>();
  heirs.set(one.file, byType);
  const known = byType.get(type) ?? findHeritage(one, type);
  byType.set(type, known);
  return known;
}

/** Whether a type may derive from one of another file of the project, by the types that it names. */
function findHeritage(one: Case, type: string): boolean {
  const seen = new Set([type]);
  let names: readonly string[] = superNames(one.file, type);
  for (let hop = 0; hop < HOPS_MAX && names.length > 0 && seen.size <= SUPERS_MAX; hop += 1) {
    if (names.length > SUPERS_MAX) return true;
    if (names.some((name) => !declaresType(one.file, name) && !isForeign(one, name))) return true;
    for (const name of names) seen.add(name);
    names = [...new Set(names.flatMap((name) => superNames(one.file, name)))].filter((name) => !seen.has(name));
  }
  // What was not looked at may be of any file.
  return names.length > 0;
}

/** Whether a name for a type surely means none of the project: it is imported from outside, or what every file has. */
function isForeign(one: Case, name: string): boolean {
  const names = one.names.named(name);
  if (names.length > 0) return areOutside(one, names);
  const { family } = one.file;
  const isNamed = family === 'script' || (family === 'python' && !hasStar(one));
  return isNamed && !one.file.symbols().some((symbol) => symbol.name === name);
}

function declaresType({ family, symbols }: CodeFile, name: string): boolean {
  return symbols().some((symbol) => symbol.name === name && isType(family, symbol));
}

/** Members that files give values of their own, found once: each place asks for its own. */
const ownFields = new WeakMap<CodeFile, Map<string, boolean>>();

/** Whether the file gives the name a value of its own: `self.name = 1`. */
function isOwnField(file: CodeFile, { name, path }: Place): boolean {
  const byMember = ownFields.get(file) ?? new Map<string, boolean>();
  ownFields.set(file, byMember);
  const member = `${escapeRegex(path[0] ?? '')}\\s*\\.\\s*${escapeRegex(name)}`;
  const known =
    byMember.get(member) ?? new RegExp(`(?<![\\w$.])${member}\\s*(?::[^=\\n]{1,80})?=(?![=>])`).test(file.mask());
  byMember.set(member, known);
  return known;
}

/** What the object or type around a place is called there; in other languages it may be the name of anything. */
const SELF: Readonly<Partial<Record<Family, ReadonlySet<string>>>> = {
  // By custom what `this` was given to for a function within.
  script: new Set(['this', 'super', 'self']),
  python: new Set(['self', 'cls', 'super']),
  rust: new Set(['self', 'Self', 'super']),
  java: new Set(['this', 'super']),
  c: new Set(['this']),
  csharp: new Set(['this', 'base']),
  swift: new Set(['self', 'Self', 'super']),
  php: new Set(['$this', 'self', 'static', 'parent']),
  ruby: new Set(['self', 'super']),
};

/** Whether a word is what the object or type around a place is called there. */
export function isSelf({ family, scanner }: CodeFile, word: string): boolean {
  // Scala's `self =>` by custom.
  return (SELF[family]?.has(word) ?? false) || (scanner === 'scala' && word === 'self');
}
