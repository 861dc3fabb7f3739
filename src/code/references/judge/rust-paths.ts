import { namesOf } from '../../lex/symbol-path.ts';
import type { CodeFile } from '../code-file.ts';
import { type ImportedName, importedNames } from '../names/import-names.ts';
import { moduleAround } from '../names/rust-stars.ts';
import { blockAround, holds } from '../names/scopes.ts';
import type { Definition, Place } from '../reference.ts';
import { isCommonName } from './common-names.ts';
import type { Finding } from './findings.ts';
import { type Case, isReached, leadsTo } from './in-reach.ts';
import { RUST_TYPES } from './rust-types.ts';

// Types of Rust by the path that is written before them.

/** A type behind a path of Rust lies in another file, but for what says that it is this one. */
export function isOfRustPath(one: Case, path: readonly string[], definition: Definition): boolean {
  if (definition.container !== path.at(-1)) return false;
  const { file } = definition;
  if (file === one.file.path) return path.slice(0, -1).every((word) => word === 'self');
  const module = path.at(-2) ?? '';
  // An import may have given the module another name than its own, by which another one may be called.
  const imports = path.length === 2 ? one.names.named(module) : [];
  if (imports.length > 0)
    return imports.some((name) => isNamedSo(file, name.imported) && leadsTo(one, name, definition));
  return (RUST_ROOTS.has(module) || isNamedSo(file, module)) && isReached(one, definition);
}

/** Whether a file is that of a module by its name. */
function isNamedSo(file: string, module: string): boolean {
  return withoutEnding(file) === module || withoutEnding(file).endsWith(`/${module}`);
}

/** Modules without a name of their own. */
const RUST_ROOTS: ReadonlySet<string> = new Set(['crate', 'super', 'self']);

/**
 * `Type::name` of Rust, whose types inherit nothing: of a type of that name that has such a member, and of none of these
 * when the type is the standard library's or that of another package, unless a trait of the project may give it one. A
 * trait or a parameter for a type may mean any.
 */
export function judgeNamedType(one: Case, place: Place, own: readonly Definition[]): Finding {
  if (one.file.family !== 'rust' || one.file.mask()[place.at - 1] !== ':') return null;
  const type = place.path.at(-1) ?? '';
  const same = own.filter(({ container }) => container === type);
  if (same.length > 0) return { evidence: 'name', meant: same };
  // Many of the library's types have what is called by a common name, which then comes first.
  const mayHave = !isCommonName(place.name) && own.some(({ isOfAnyType }) => isOfAnyType);
  const isForeign = (RUST_TYPES.has(type) && !isRenamed(one, type)) || isFromOutside(one, place);
  return isForeign && !mayHave ? 'else' : null;
}

/** Whether a file imports a type, named without a path, by that name from outside of the project alone. */
function isFromOutside({ file, names, links }: Case, { path: [type = '', ...more] }: Place): boolean {
  const known = links.of(file.path);
  const imported = more.length > 0 || known === null ? [] : names.named(type);
  const isDeclared = file.symbols().some(({ name, kind }) => name === type && kind !== 'impl');
  return (
    imported.length > 0 &&
    !isDeclared &&
    imported.every(({ line }) => known?.outside.has(line) === true && !known.byLine.has(line))
  );
}

/** Whether a name is given to a type here, or comes from a file of the project, where it may be given. */
function isRenamed({ file, names, links }: Case, type: string): boolean {
  if (new RegExp(`\\btype\\s+${type}\\b`).test(file.mask())) return true;
  const targets = links.of(file.path)?.byLine;
  return names.named(type).some(({ imported, line }) => imported !== type || (targets?.get(line)?.size ?? 0) > 0);
}

/** What every crate has a way to. Source: The Rust Reference, "Extern prelude". */
const LIBRARY: ReadonlySet<string> = new Set(['std', 'core', 'alloc']);

/**
 * Whether a path of Rust leads into a module of the standard library, `std::io::stdout()`, of which no type or module of
 * the project is a part. Behind a type of it may stand what a trait of the project gives that.
 */
export function isOfLibraryModule({ file, names }: Case, { path, at }: Place, own: readonly Definition[]): boolean {
  const [first = ''] = path;
  if (file.family !== 'rust' || file.mask()[at - 1] !== ':' || !LIBRARY.has(first)) return false;
  const isModule = /^[a-z]/.test(path.at(-1) ?? '') && path.at(-2) !== 'primitive';
  const isHidden = names.named(first).length > 0 || file.symbols().some(({ name }) => name === first);
  return isModule && !isHidden && !own.some((one) => isIn(first, one));
}

/**
 * Whether imports of Rust that hold at a place all bring in a type of the standard library. A macro or a function of the
 * name may be in reach as well, and what a macro takes in may hold elsewhere.
 */
export function areOfLibrary({ file, links }: Case, { name, at }: Place, names: readonly ImportedName[]): boolean {
  const known = links.of(file.path);
  if (file.family !== 'rust' || known === null || names.length === 0 || !/^\p{Lu}/u.test(name)) return false;
  const isStandard = ({ line }: ImportedName): boolean =>
    known.outside.has(line) && !known.ofPackages.has(line) && !known.byLine.has(line);
  return names.every(isStandard) && names.some(({ from }) => holdsAt(file, from, at));
}

/** Whether what a `use` brings in is known at an offset: in its block, but not in a module that is written in that. */
function holdsAt(file: CodeFile, from: number, at: number): boolean {
  const block = blockAround(file, from);
  return (block === null || holds(block, at)) && moduleAround(file, from) === moduleAround(file, at);
}

/**
 * Whether a path of Rust asks a type for what lies in none: `Kind::Name` is a value of that and `<T as Kind>::Name` a type
 * of it, whatever stands at the top of a module by that name. Some write modules with a capital, as those do who make them.
 * Source: The Rust Reference, "Paths".
 */
export function isBehindType(
  file: CodeFile,
  { path, at }: Pick<Place, 'path' | 'at'>,
  definition: Definition,
): boolean {
  const mask = file.mask();
  if (mask[at - 1] !== ':' || definition.container !== null) return false;
  const type = path.at(-1) ?? '';
  if (type === '') return /[>\])]\s*::$/.test(mask.slice(Math.max(0, at - 10), at));
  const isNamed = importedNames(file)
    .named(type)
    .every(({ imported }) => imported === type);
  return /^\p{Lu}/u.test(type) && isNamed && !isIn(type, definition);
}

/** Whether a name of Rust stands behind what is written as a module is, `shell::name()`: so no method of a value is asked for. */
export function isBehindModule({ file }: Case, { path, at }: Place): boolean {
  return file.family === 'rust' && file.mask()[at - 1] === ':' && /^[a-z]/.test(path.at(-1) ?? '');
}

/** Whether a declaration lies in a crate or module of a name, by its file or by what is around it. */
function isIn(module: string, { file, symbol }: Definition): boolean {
  return withoutEnding(file).split('/').includes(module) || namesOf(symbol.path).includes(module);
}

/** The path of a module by the file that it is written in. */
export function withoutEnding(file: string): string {
  return file.replace(/\/(?:__init__\.pyi?|mod\.rs)$/, '').replace(/\.[^./]*$/, '');
}
