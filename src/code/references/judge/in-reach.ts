import type { FileSymbol, SymbolKind } from '../../lex/symbol.ts';
import { namesOf } from '../../lex/symbol-path.ts';
import { folderOf } from '../../text/paths.ts';
import type { CodeFile, Family } from '../code-file.ts';
import type { Addresses } from '../names/addresses.ts';
import { braceAround, MODULE, offsetOf } from '../names/declarations.ts';
import type { ProjectLinks } from '../names/file-links.ts';
import { isImportedAnew } from '../names/function-imports.ts';
import type { ImportedName, ImportedNames } from '../names/import-names.ts';
import { includedFiles } from '../names/included-files.ts';
import { packageOfKotlin } from '../names/kotlin-names.ts';
import { type NameSought, targetsOf } from '../names/link-ways.ts';
import type { Hidden } from '../names/local-names.ts';
import { reachByStar } from '../names/rust-stars.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Definition, Place } from '../reference.ts';
import { superNames, TYPE_KINDS, typeAround } from '../types/type-heads.ts';
import { type KnownTypes, typeBodies } from '../types/types-around.ts';
import { isSaidByOne } from './asked-imports.ts';
import type { LookUpC } from './c-types.ts';
import { isOfClass } from './php-classes.ts';

// What a file can mean by a name, as its imports, its package and its scopes have it; whether it does is judged elsewhere.

/** What a place is judged by. */
export interface Case {
  readonly file: CodeFile;
  readonly names: ImportedNames;
  readonly links: ProjectLinks;
  readonly hidden: Hidden;
  readonly addresses: Addresses;
  /** What names of C and C++ stand for, where that was looked up for the question. */
  readonly lookUpC?: LookUpC;
  readonly types: KnownTypes;
  /** Names that types of scripts have as keys which no list has, where that was looked for. */
  readonly unlisted?: ReadonlySet<string>;
}

/** Whether a type's name means, at a place of a file, the one that a definition is a member of. */
export function knowsType(one: Case, { type, at }: TypeName, definition: Definition): boolean {
  if (one.file.family === 'php') return isOfClass(one, type, definition);
  if (isOwnOf(one, { name: type, at }, definition)) return true;
  const names = one.names.named(type);
  if (names.length > 0) return isSaidByOne(one, { names, test: leadsTo }, definition);
  if (one.file.family === 'rust') return !declaresType(one.file, type) && isStarredAt(one, at, definition);
  // A type of the file itself goes before what a star brings in.
  if (one.file.family === 'python' && declaresType(one.file, type)) return false;
  if (one.file.family === 'script' && !mayBeUnnamed(one, type, definition)) return false;
  return isShared(one, definition) || isReached(one, definition);
}

/** Whether a definition is of the file itself, where no function of Python around a place imports another of its name. */
function isOwnOf(
  one: Case,
  { name, at }: Pick<Place, 'name' | 'at'>,
  { file, symbol: { line } }: Pick<Definition, 'file' | 'symbol'>,
): boolean {
  return file === one.file.path && !isImportedAnew(one.file, one.names.named(name), { at, line });
}

/** Whether a script may mean a type of another file that no import names: one that a declaration file gives all files. */
function mayBeUnnamed(one: Case, type: string, { file, isAdded }: Definition): boolean {
  return !declaresType(one.file, type) && (isAdded || /\.d\.[cm]?ts$/.test(file));
}

/**
 * Whether a declaration is kept from a file: all files but its own, where one that takes in the text of others is asked
 * nothing, or of Go all packages but its own, as what begins with no capital is. Source: The Go Programming Language
 * Specification, "Exported identifiers".
 */
export function isKeptFrom({ file }: Case, declared: Definition): boolean {
  if (declared.family === 'go')
    return !/^\p{Lu}/u.test(declared.symbol.name) && folderOf(declared.file) !== folderOf(file.path);
  return declared.isKept && declared.file !== file.path && !file.mask().includes('include!');
}

/** The name of a type where it stands. */
export interface TypeName {
  readonly type: string;
  readonly at: number;
}

/** Names of the types that a file declares: each declaration of a name asks. */
const declaredTypes = new WeakMap<CodeFile, ReadonlySet<string>>();

function declaresType(file: CodeFile, name: string): boolean {
  const types = declaredTypes.get(file) ?? new Set(file.symbols().flatMap(typeName));
  declaredTypes.set(file, types);
  return types.has(name);
}

function typeName({ name, kind }: FileSymbol): readonly string[] {
  return TYPE_KINDS.has(kind) && kind !== 'impl' ? [name] : [];
}

/** Whether a star of Rust that holds at an offset brings in what the file of a definition has. */
export function isStarredAt({ file, links }: Case, at: number, declared: Definition): boolean {
  return reachByStar(file, links, { at, declared, of: null }) !== null;
}

/** Whether an import leads to the file of a definition, also through files that give out again what it names. */
export function leadsTo(one: Case, by: ImportedName, { file, isExported, container }: Definition): boolean {
  if (!isExported && container === null) return false;
  const targets = targetsOf(one.links.of(one.file.path), by);
  const isByName = BY_NAME.has(one.file.family) && !NAMELESS.has(by.imported);
  const name = isByName ? sought(one, by.imported) : undefined;
  return targets !== undefined && one.links.leadsTo(targets, file, name);
}

/** Languages in which a file gives out of another one what it names, and not all of it. */
const BY_NAME: ReadonlySet<Family> = new Set(['script', 'rust', 'python']);

/** The same for what is a member of the module that an import brings in: given out by that name. */
export function leadsToMember(one: Case, name: ImportedName, definition: Definition): boolean {
  if (name.module !== undefined) return leadsTo(one, { ...name, imported: definition.symbol.name }, definition);
  const isOfScript = one.file.family === 'script' && NAMELESS.has(name.imported) && definition.container === null;
  if (!isOfScript) return leadsTo(one, name, definition);
  const targets = definition.isExported ? one.links.of(one.file.path)?.byLine.get(name.line) : undefined;
  return targets !== undefined && one.links.leadsTo(targets, definition.file, sought(one, definition.symbol.name));
}

/** A name as it is asked for by an import. */
export function sought({ addresses }: Pick<Case, 'addresses'>, name: string): NameSought {
  return { name, isOwnOf: addresses.isOwnOf };
}

/** Whether an import brings in what is declared by a definition, by the name that it has where it comes from. */
export function bringsIn(one: Case, name: ImportedName, definition: Definition): boolean {
  if (one.addresses.bringsIn(one.file.path, name, definition)) return true;
  const { symbol } = definition;
  if (one.file.family === 'script' && name.imported === '*') {
    // Older modules are one value, which is imported so, too.
    return one.addresses.bringsIn(one.file.path, { ...name, imported: 'default' }, definition);
  }
  const isMeant = NAMELESS.has(name.imported)
    ? name.local === symbol.name && symbol.kind !== 'type' && symbol.kind !== 'interface'
    : name.imported === symbol.name;
  return isMeant && leadsTo(one, name, definition);
}

/** What an import gives a name of its own, whatever it is called where it comes from. */
const NAMELESS: ReadonlySet<string> = new Set(['*', 'default']);

/** Whether a definition can be meant by its name alone in another file of its package. */
export function isShared(one: Case, definition: Definition): boolean {
  const { file } = definition;
  if (one.file.family === 'go') return folderOf(file) === folderOf(one.file.path);
  if (one.file.family !== 'java' && one.file.family !== 'csharp') return false;
  if (one.file.scanner === 'kotlin' && isOfPackage(one, definition)) return true;
  return one.links.of(one.file.path)?.targets.has(file) ?? false;
}

/** Whether a definition stands at the top of a file of the same package of Kotlin, or in a type there, and is not kept in that file. */
function isOfPackage({ file }: Case, { namespace, symbol: { path, signature } }: Definition): boolean {
  const isNearTop = namesOf(path).length <= 2;
  return isNearTop && namespace === packageOfKotlin(file) && !/(?<!\w)private\s/.test(signature);
}

/** Whether the file of a definition is among what a file imports. */
export function isReached(one: Case, { file, symbol }: Definition): boolean {
  const links = one.links.of(one.file.path);
  if (one.file.family === 'c') return links !== null && (isIncluded(one, file) || sharesHeader(one, file, symbol));
  if (one.file.family === 'go' && folderOf(file) === folderOf(one.file.path)) return true;
  return links !== null && isLedTo(one, links.targets, file);
}

/** Which files those lead to that a file imports: each place of a name asks it for each declaration. */
const ledTo = new WeakMap<Case, Map<string, boolean>>();

function isLedTo(one: Case, targets: ReadonlySet<string>, path: string): boolean {
  const byPath = ledTo.get(one) ?? new Map<string, boolean>();
  ledTo.set(one, byPath);
  const isLed = byPath.get(path) ?? one.links.leadsTo(targets, path);
  byPath.set(path, isLed);
  return isLed;
}

/** Whether the text of a file is part of what a compiler of C or C++ reads for another one. */
export function isIncluded({ file: { path }, links }: Case, file: string): boolean {
  return file === path || includedFiles(links, path).has(file);
}

/** C's files know each other through a header that both include, unless the one keeps its function for itself. */
function sharesHeader({ file: { path }, links }: Case, file: string, symbol: FileSymbol): boolean {
  const mine = includedFiles(links, path);
  return !isOfOneFile(symbol) && [...(links.of(file)?.targets ?? [])].some((header) => mine.has(header));
}

/** What only the text that declares it knows of, in C and C++: all but functions and variables that are not `static`. */
export function isOfOneFile({ kind, signature }: FileSymbol): boolean {
  return (kind !== 'function' && kind !== 'method' && kind !== 'variable') || /\bstatic\b/.test(signature);
}

/** Languages in which a method calls another of its type by the name alone. */
export const IMPLICIT_THIS: ReadonlySet<Family> = new Set(['java', 'csharp', 'c', 'swift', 'ruby']);

/** Whether a definition of the same file is in scope at a place. */
export function isInScope(one: Case, place: Place, { file, symbol, container }: Definition): boolean {
  if (!isOwnOf(one, place, { file, symbol })) return false;
  // A method of an object stands among the declarations of a function without being in scope there.
  if (symbol.kind === 'method' && one.file.family === 'script') return false;
  if (one.file.family === 'script' && isBehindDot(one.file, symbol)) return false;
  if (symbol.depth === 0 && container === null) return !isOfOtherModule(one.file, place.at, symbol.line);
  const inC = one.file.family === 'c' ? isInScopeOfC(one.file, place.at, { symbol, container }) : null;
  if (inC !== null) return inC;
  const around = parentOf(one.file, symbol);
  if (around === null) return false;
  const line = one.file.structure().lineAt(place.at) + 1;
  if (line < around.startLine || line > around.endLine || isInHead(one.file, around, place.at)) return false;
  if (one.file.family === 'python' && around.kind === 'class') {
    // The body of a class sees what is declared in it, its methods do not.
    return !functionsAround(one.file, place.at).some((inner) => inner.line > around.line);
  }
  return IMPLICIT_THIS.has(one.file.family) || SCOPES.has(around.kind);
}

/**
 * Whether an offset is in the head of a type of Java, which knows nothing of what the body declares; what a record is made
 * with does. Source: The Java Language Specification, 6.3 "Scope of a Declaration".
 */
function isInHead(file: CodeFile, type: FileSymbol, at: number): boolean {
  const body = file.scanner === 'java' ? typeBodies(file).byPath.get(type.path) : undefined;
  if (body === undefined || at >= body.from) return false;
  return at < offsetOf(file, type) || file.mask()[file.structure().around(at)] !== '(';
}

/** Whether a name is declared by what is given to a property (`one.render = …`), which no code calls by the name alone. */
export function isBehindDot(file: CodeFile, symbol: FileSymbol): boolean {
  const at = offsetOf(file, symbol);
  return /\.\s*$/.test(file.mask().slice(Math.max(0, at - 40), at));
}

/** Null where the scope is that of the symbol around the definition. */
function isInScopeOfC(
  file: CodeFile,
  at: number,
  { symbol, container }: Pick<Definition, 'symbol' | 'container'>,
): boolean | null {
  // What an enum of C names is of what is around it.
  if (container === null && symbol.kind === 'variable') return true;
  // What a method outside of its class of C++ is called is known in the methods of that class, wherever these stand.
  return symbol.kind === 'method' ? isInTypeOf(file, at, container ?? '') : null;
}

/** Whether a type of C++ is around an offset, or what is made from it, or a namespace of its name. */
function isInTypeOf(file: CodeFile, at: number, name: string): boolean {
  const type = typeAround(file, at)?.name;
  if (type !== undefined && (type === name || superNames(file, type).includes(name))) return true;
  const line = file.structure().lineAt(at) + 1;
  return file
    .symbols()
    .some((one) => one.kind === 'module' && one.name === name && one.line <= line && line <= one.endLine);
}

/** Whether what stands on a line adds to another module (`declare module 'expect' { … }`), outside of which a place is. */
function isOfOtherModule(file: CodeFile, at: number, line: number): boolean {
  if (file.family !== 'script') return false;
  const open = braceAround(file, line, MODULE);
  return open !== -1 && !(open < at && at < file.structure().closeOf(open));
}

/** What has declarations in it that are in scope without more; members of types are not. */
const SCOPES: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'module', 'test']);

/** What symbols lie in, found once: each place of a name asks for each declaration of it. */
const parents = new WeakMap<FileSymbol, FileSymbol | null>();

function parentOf(file: CodeFile, symbol: FileSymbol): FileSymbol | null {
  const known = parents.get(symbol);
  if (known !== undefined) return known;
  const parent = findParent(file, symbol);
  parents.set(symbol, parent);
  return parent;
}

function findParent(file: CodeFile, symbol: FileSymbol): FileSymbol | null {
  let parent: FileSymbol | null = null;
  for (const other of file.symbols()) {
    if (other.startLine > symbol.line) break;
    if (other.depth < symbol.depth && other.endLine >= symbol.endLine && other !== symbol) parent = other;
  }
  return parent;
}
