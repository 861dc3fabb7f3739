import type { FileSymbol, SymbolKind } from '../../lex/symbol.ts';
import type { CodeFile } from '../code-file.ts';
import { importedNames } from '../names/import-names.ts';
import { fieldOf } from '../names/struct-fields.ts';
import { separatorBefore } from '../places/path-before.ts';
import { isInOwnMacro, isTakenApart } from '../places/rust-macros.ts';
import type { Definition, Place } from '../reference.ts';
import { exactly, type Finding } from './findings.ts';
import { type Case, knowsType } from './in-reach.ts';
import { isBehindType } from './rust-paths.ts';

// What Rust keeps apart by how it is written. Source: The Rust Reference, "Method-call expressions", "Field access expressions".

/**
 * How a place of Rust fits a declaration by how it is written. `never`: it asks for something of another sort. `made`: it
 * does so as well, but stands in what is given to a macro, which may make anything of it, in a call that one takes apart, or
 * calls what only a macro could make a method of.
 */
export type RustFit = 'written' | 'made' | 'never';

/**
 * `x.len()` calls a method and no field, `x.len` is a field and no method, and so is `len` in `Point { len: 1 }`; a
 * parameter is neither, no name alone is a method, and `len!()` is a macro, which nothing else means but an import.
 */
export function rustFit(file: CodeFile, place: Place, definition: Definition): RustFit {
  if (file.family !== 'rust') return 'written';
  const { symbol } = definition;
  if (isPathBefore(file, place) && OUTSIDE_PATHS.has(symbol.kind)) return 'never';
  // Nothing calls a module, which may stand beside an imported function of its name: The Rust Reference, "Namespaces".
  if (symbol.kind === 'module' && place.isCall) return 'never';
  if (!isOfOtherSort(file, place, symbol) && !isBehindType(file, place, definition))
    return isTakenApart(file, place.at) || lacksSelf(file, place, symbol) ? 'made' : 'written';
  return isInOwnMacro(file, place.at) ? 'made' : 'never';
}

function isOfOtherSort(
  file: CodeFile,
  place: Place,
  { kind, signature }: Pick<FileSymbol, 'kind' | 'signature'>,
): boolean {
  const isCallable = kind === 'method' || kind === 'function';
  // A function may be a macro, which takes and gives nothing but a `TokenStream`.
  if (isMacroCall(file, place)) return kind !== 'macro' && !(kind === 'function' && /\bTokenStream\b/.test(signature));
  if (kind === 'macro') return !isInAttribute(file, place) && importedNames(file).around(place.at).length === 0;
  const isMember = place.path.length > 0 || place.isOfUnknown;
  if (!isMember && !place.isKey) return kind === 'method';
  if (!place.isKey && file.mask()[separatorBefore(file, place.at)] !== '.') return false;
  return place.isKey || !place.isCall ? kind !== 'variable' : !isCallable;
}

/** What stands before the first parameter of a function, whose types may hold signs of their own: `<F: Fn(u8) -> u8>`. */
const BEFORE_FIRST = /\bfn\s+(?:r#)?\w+\s*(?:<(?:[^<>]|->|<(?:[^<>]|->|<[^<>]{0,200}>){0,200}>){0,300}>\s*)?\(\s*/;

/**
 * Whether a dot calls a function that has no `self`, `x.make()`, which no method is without one: only an attribute of its
 * trait may give it that. Source: The Rust Reference, "Methods".
 */
function lacksSelf(file: CodeFile, { at, isCall }: Place, { signature }: Pick<FileSymbol, 'signature'>): boolean {
  if (!isCall || file.mask()[separatorBefore(file, at)] !== '.') return false;
  const head = BEFORE_FIRST.exec(signature);
  const first = head === null ? '' : signature.slice(head.index + head[0].length);
  return /^[)\w&([*<!]/.test(first) && !/^(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(first);
}

/** `name!(…)`. Source: The Rust Reference, "Macro invocation". */
function isMacroCall(file: CodeFile, { at, name }: Place): boolean {
  return /^\s*!\s*[([{]/.test(file.mask().slice(at + name.length, at + name.length + 40));
}

function isInAttribute(file: CodeFile, { at }: Place): boolean {
  return /#!?\[[^\]]*$/.test(file.mask().slice(Math.max(0, at - 200), at));
}

/** What nothing lies in: `bits::take` names the module, whatever function is called so. */
const OUTSIDE_PATHS: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'variable', 'macro']);

function isPathBefore(file: CodeFile, { at, name }: Place): boolean {
  return /^\s*::(?!\s*<)/.test(file.mask().slice(at + name.length, at + name.length + 40));
}

/** What `self.name` and `Self::name` mean in what is around a place, which may add to a type from any file. */
export function judgeRustSelf(
  one: Case,
  place: Place,
  { type, own }: { readonly type: string; readonly own: readonly Definition[] },
): Finding {
  const named = own.filter(({ container }) => container === type);
  const here = named.filter(({ file }) => file === one.file.path);
  const elsewhere = named.filter(({ file }) => file !== one.file.path);
  const known = elsewhere.filter((definition) => knowsType(one, { type, at: place.at }, definition));
  const meant = ownBeforeGiven([...here, ...known]);
  // A type of that name somewhere else may be this one, and have it itself.
  const isOpen = here.every(({ isGiven }) => isGiven) && elsewhere.some(isOfUnknown(known));
  if (meant === null || (isOpen && here.length > 0)) return 'unclear';
  return exactly(meant.filter(({ file }) => file === one.file.path)) ?? exactly(meant);
}

function isOfUnknown(known: readonly Definition[]): (definition: Definition) => boolean {
  return (definition) => !definition.isGiven && !known.includes(definition);
}

/** Whether a place reads a field that its type, which the file declares, has by that name: asked once for all places. */
export function readsRustField(file: CodeFile, { name, isCall }: Place, type: string): boolean {
  if (file.family !== 'rust' || isCall) return false;
  const fields = known.get(file) ?? new Map<string, boolean>();
  known.set(file, fields);
  const key = `${type} ${name}`;
  const struct = fields.has(key) ? undefined : file.symbols().find((one) => one.kind === 'struct' && one.name === type);
  const has = fields.get(key) ?? (struct !== undefined && fieldOf(file, struct, name) !== null);
  fields.set(key, has);
  return has;
}

const known = new WeakMap<CodeFile, Map<string, boolean>>();

/**
 * Of the methods that a type has by one name those that are meant: its own go before those that a trait gives it. Null
 * where that cannot be told: an own one that changes its value is passed over where the value may not be changed.
 */
function ownBeforeGiven(methods: readonly Definition[]): readonly Definition[] | null {
  const own = methods.filter(({ isGiven }) => !isGiven);
  if (own.length === 0 || own.length === methods.length) return methods;
  const changes = ({ symbol }: Definition): boolean => /\(\s*(?:&\s*(?:'\w+\s+)?)?mut\s+self\b/.test(symbol.signature);
  const isSure = own.every((one) => !changes(one)) || methods.every(changes);
  return isSure ? own : null;
}

/**
 * Whether only a trait from outside gives the members: its own declaration is none of the project's, and types from outside
 * have what it gives as well. Source: The Rust Reference, "Trait Implementations".
 */
export function areOfForeignTrait(members: readonly Definition[]): boolean {
  return members.every(({ family, isGiven }) => family === 'rust' && isGiven);
}
