import type { FileSymbol } from '../../lex/symbol.ts';
import { namesOf, outerOf } from '../../lex/symbol-path.ts';
import { folderOf } from '../../text/paths.ts';
import type { CodeFile } from '../code-file.ts';
import type { ImportedName } from '../names/import-names.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Definition } from '../reference.ts';
import { isType, supersIn } from '../types/type-heads.ts';
import { type Case, isReached, isShared, knowsType, leadsTo } from './in-reach.ts';
import { areOutside } from './outside.ts';

// Types of Java, Kotlin and Scala by what stands before their dots: many have nested ones of one name, such as `Builder`.

/** A type as a file names it, and where. */
export interface WrittenType {
  /** Its names, a package before them if any. */
  readonly path: readonly string[];
  readonly at: number;
}

/** Whether a type that is named somewhere is the one that a definition is a member of. */
function meansContainer(one: Case, { path, at }: WrittenType, definition: Definition): boolean {
  const owner = ownerOf(definition);
  const first = path.findIndex(isTypeName);
  const types = path.slice(first);
  if (first === -1 || !endsWith(owner, types)) return false;
  if (first > 0) return owner.length === types.length && isOfPackage(definition, path.slice(0, first)) === true;
  if (isInherited(one, at, { owner, types, definition })) return true;
  const declared = declaredAround(one.file, types[0] ?? '', at);
  if (declared !== null) {
    return definition.file === one.file.path && isSame(owner, [...namesOf(declared.path), ...types.slice(1)]);
  }
  const names = one.names.named(types[0] ?? '');
  if (names.length > 0) return names.some((name) => importsOwner(one, name, { owner, types, definition }));
  return seesOwner(one, at, { owner, types, definition });
}

/** Of some definitions those that are members of a type that is named somewhere; what is inherited goes before the rest. */
export function membersOf(one: Case, written: WrittenType, own: readonly Definition[]): readonly Definition[] {
  const known = own.filter((definition) => meansContainer(one, written, definition));
  if (known.length > INHERITED_MAX) return known;
  const inherited = known.filter((definition) => {
    const owner = ownerOf(definition);
    return isInherited(one, written.at, { owner, types: written.path, definition });
  });
  return inherited.length > 0 ? inherited : known;
}

/** Types of one name of which it is asked whether they are inherited: with more of them any may be meant. */
const INHERITED_MAX = 50;
/** Types around one place that are looked at, from the inside out. */
const AROUND_MAX = 20;

/** Of some types those that a type around an offset inherits, where no type that is nearer declares one of that name. */
export function inheritedTypes(one: Case, at: number, own: readonly Definition[]): readonly Definition[] {
  if (one.file.family !== 'java' || own.length > INHERITED_MAX) return [];
  return own.filter((definition) => {
    const owner = namesOf(definition.symbol.path);
    const isNested = isType(definition.family, definition.symbol) && definition.container !== null;
    return isNested && isInherited(one, at, { owner, types: [definition.symbol.name], definition });
  });
}

/** Whether the first of some names is that of a type which a type around an offset has from what it is made from. */
function isInherited(one: Case, at: number, { owner, types, definition }: Owned): boolean {
  const outer = owner.at(-types.length - 1);
  const [name = ''] = types;
  if (outer === undefined || !isTypeName(name)) return false;
  for (const around of typesAround(one.file, at).slice(-AROUND_MAX).toReversed()) {
    if (isDeclaredIn(one.file, name, around, at)) return false;
    if (around.name !== outer && supersOf(one.file, around).has(outer))
      return knowsType(one, { type: outer, at }, definition);
  }
  return false;
}

function isDeclaredIn(file: CodeFile, name: string, { path }: FileSymbol, at: number): boolean {
  return (aroundIn(file, at).types.get(name) ?? []).some((type) => outerOf(type.path) === path);
}

/** Whether a file sees the type of a definition without importing it by its name. */
function seesOwner(one: Case, at: number, { owner, types, definition }: Owned): boolean {
  const isNear = isShared(one, definition) || isReached(one, definition);
  if (owner.length === types.length || one.file.scanner !== 'java') return isNear;
  const outer = owner.at(-types.length - 1) ?? '';
  return isNear && (supersAround(one.file, at).has(outer) || hasStarOf(one.file, outer));
}

/** Whether a type that is named somewhere is no part of the project, by the import that brings in the outermost one. */
export function isTypeOfOthers(one: Case, { path: [first = ''], at }: WrittenType): boolean {
  return isTypeName(first) && declaredAround(one.file, first, at) === null && areOutside(one, one.names.named(first));
}

/**
 * Whether a type around an offset may have inherited one of some nested types, which then goes before an import. What comes
 * from outside of the project has nothing of it, and code nothing of its tests.
 */
export function mayInherit(one: Case, at: number, own: readonly Definition[]): boolean {
  const { file, names } = one;
  const nested = own.filter(({ container, role }) => container !== null && (role !== 'test' || file.role === 'test'));
  return nested.length > 0 && [...supersAround(file, at)].some((name) => !areOutside(one, names.named(name)));
}

/** What a path of packages before a name leads to; `else` when that is surely none of the declarations. */
export function judgeOfPackage(
  { file }: Case,
  path: readonly string[],
  own: readonly Definition[],
): readonly Definition[] | 'else' | null {
  if (file.family !== 'java' || path.length === 0 || path.some(isTypeName)) return null;
  const types = own.filter(({ family, symbol }) => isType(family, symbol) && isTypeName(symbol.name));
  const meant = types.filter((one) => one.container === null && isOfPackage(one, path) === true);
  if (meant.length > 0) return meant;
  const isNone = types.length === own.length && types.every((one) => isOfPackage(one, path) === false);
  return file.scanner === 'java' && isNone ? 'else' : null;
}

/** The types that a definition lies in, from the outside in. */
export function ownerOf({ symbol }: Definition): readonly string[] {
  return namesOf(outerOf(symbol.path)).filter((name) => name !== 'Companion');
}

/**
 * Whether a type without a name declares a member, so that its container is what holds the value: that is of the type which is
 * written for it or derived from, and others may be called alike.
 */
export function isOfNameless({ file, symbol, owner }: Definition): boolean {
  return owner !== null && owner !== `${file}\0${outerOf(symbol.path)}`;
}

/** By custom the names of types have a capital, and those of packages have none. */
function isTypeName(name: string): boolean {
  return /^\p{Lu}/u.test(name);
}

function endsWith(names: readonly string[], last: readonly string[]): boolean {
  return names.length >= last.length && isSame(names.slice(names.length - last.length), last);
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, at) => name === others[at]);
}

/** Maven's and Gradle's layout, in which the folders below are the package. */
const LAYOUT = /(?:^|\/)src\/[^/]+\/(?:java|kotlin|scala)\/(?:(.*)\/)?[^/]+$/;

/** Whether a file is of a package, by its folders; null when they do not tell: Kotlin may leave out the first of them. */
function isOfPackage({ file }: Definition, path: readonly string[]): boolean | null {
  const folders = path.join('/');
  if (folderOf(file) === folders || folderOf(file).endsWith(`/${folders}`)) return true;
  const layout = LAYOUT.exec(file);
  return layout !== null && file.endsWith('.java') ? layout[1] === folders : null;
}

/** The type of a name in a file that an offset sees: at the top, or in the innermost of what is around it. */
function declaredAround(file: CodeFile, name: string, at: number): FileSymbol | null {
  const { types, paths, declared } = aroundIn(file, at);
  const known = declared.get(name);
  if (known !== undefined) return known;
  const seen = (types.get(name) ?? []).filter(({ path }) => !path.includes('/') || paths.has(outerOf(path)));
  const found = seen.reduce<FileSymbol | null>((inner, one) => (one.depth > (inner?.depth ?? -1) ? one : inner), null);
  declared.set(name, found);
  return found;
}

function typesAround(file: CodeFile, at: number): readonly FileSymbol[] {
  return aroundIn(file, at).around;
}

/** The types of a file by their names, and what is known of those around the line that was asked for last. */
interface Around {
  readonly types: ReadonlyMap<string, readonly FileSymbol[]>;
  readonly line: number;
  readonly around: readonly FileSymbol[];
  /** Paths of these types, and of the functions around, which may have types of their own. */
  readonly paths: ReadonlySet<string>;
  readonly declared: Map<string, FileSymbol | null>;
}

/** A place is held against each declaration of its name: one after the other ask for the same line. */
const lastAround = new WeakMap<CodeFile, Around>();

function aroundIn(file: CodeFile, at: number): Around {
  const line = file.structure().lineAt(at) + 1;
  const last = lastAround.get(file);
  if (last?.line === line) return last;
  const types = last?.types ?? Map.groupBy(typesIn(file), ({ name }) => name);
  const around = typesIn(file).filter(({ startLine, endLine }) => startLine <= line && line <= endLine);
  const paths = new Set([...around, ...functionsAround(file, at)].map(({ path }) => path));
  const next: Around = { types, line, around, paths, declared: new Map() };
  lastAround.set(file, next);
  return next;
}

function typesIn(file: CodeFile): readonly FileSymbol[] {
  return file.symbols().filter((symbol) => isType(file.family, symbol));
}

function supersAround(file: CodeFile, at: number): ReadonlySet<string> {
  return new Set(typesAround(file, at).flatMap((symbol) => [...supersOf(file, symbol)]));
}

/** What types are made from: each place in them asks for it. */
const supers = new WeakMap<FileSymbol, ReadonlySet<string>>();

function supersOf(file: CodeFile, symbol: FileSymbol): ReadonlySet<string> {
  const names = supers.get(symbol) ?? new Set(supersIn(file, symbol).map(({ name }) => name));
  supers.set(symbol, names);
  return names;
}

interface Owned {
  readonly owner: readonly string[];
  readonly types: readonly string[];
  readonly definition: Definition;
}

/** Whether an import brings in the type from which some names lead to the owner of a definition. */
function importsOwner(one: Case, name: ImportedName, { owner, types, definition }: Owned): boolean {
  const names = [name.imported, ...types.slice(1)];
  if (!leadsTo(one, name, definition) || !endsWith(owner, names)) return false;
  const outer = owner.slice(0, owner.length - names.length);
  const written = one.file.mask().slice(name.from, name.to).replaceAll(/\s/g, '');
  return outer.length === 0 || written.includes(`.${[...outer, name.imported].join('.')}`);
}

/** `import a.Outer.*`, which brings in what is nested in it. */
function hasStarOf({ mask }: CodeFile, outer: string): boolean {
  return new RegExp(`^[ \\t]*import\\s[^;\\n]{0,300}\\.${outer.replaceAll('$', '\\$')}\\.\\*`, 'm').test(mask());
}
