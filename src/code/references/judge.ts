import type { FileSymbol } from '../lex/symbol.ts';
import { escapeRegex } from '../search/matcher.ts';
import { folderOf } from '../source/project-files.ts';
import { isCommonName } from '../tests/map/common-names.ts';
import type { CodeFile } from './code-file.ts';
import { constructorsAmong, makes } from './constructors.ts';
import type { ImportedName } from './import-names.ts';
import { bringsIn, type Case, isInScope, isReached, isShared, knowsType, leadsTo } from './in-reach.ts';
import { bindsIn, functionsAround } from './local-names.ts';
import { areOutside, isOfOthers } from './outside.ts';
import { typeOfField, typeOfMade, typeOfName } from './receiver-types.ts';
import type { Definition, Place, Verdict } from './reference.ts';
import { RUST_TYPES } from './rust-types.ts';
import { isType, superNames, typeAround } from './type-heads.ts';

/**
 * What a place means, of all declarations of its name in the project. What the rules of the language prove is `exact`;
 * what only one declaration in reach speaks for is `import`; all else is `name`.
 */
export function judge(one: Case, place: Place, definitions: readonly Definition[]): Verdict {
  const constructors = constructorsAmong(definitions);
  if (constructors.size === 0) return judgeDeclared(one, place, definitions);
  // A type's name means the type; where that is called, its constructors as well.
  const verdict = judgeDeclared(
    one,
    place,
    definitions.filter((definition) => !constructors.has(definition)),
  );
  if (!place.isCall) return verdict;
  const called = [...constructors].filter((made) => verdict.meant.some((type) => makes(made, type)));
  return { ...verdict, meant: [...verdict.meant, ...called] };
}

function judgeDeclared(one: Case, place: Place, definitions: readonly Definition[]): Verdict {
  const own = definitions.filter(
    (definition) =>
      definition.family === one.file.family &&
      !isTypePlace(one, place, definition.symbol) &&
      mayBeCalledSo(one, place, definition),
  );
  if (own.length === 0) return { evidence: 'name', meant: [] };
  const found = judgeOwn(one, place, own);
  if (found === 'else') return { evidence: 'name', meant: [] };
  return found === null || found === 'unclear' || isOnlyOfTests(one, found) ? { evidence: 'name', meant: own } : found;
}

/** What has another name than a place has it from an import: the file's own declaration of that name is not meant. */
function mayBeCalledSo({ file }: Case, { name }: Place, definition: Definition): boolean {
  return definition.symbol.name === name || definition.file !== file.path;
}

/** `else`: it surely means nothing that the project declares by the name; `unclear`: nothing but the name speaks for any. */
type Finding = Verdict | 'else' | 'unclear' | null;

function judgeOwn(one: Case, place: Place, own: readonly Definition[]): Finding {
  const imported = one.names.around(place.at);
  if (imported.length > 0) return judgeImport(one, place, { own, imported });
  if (place.isKey) return null;
  if (place.path.length === 0 && !place.isOfUnknown) return judgeBare(one, place, own);
  return judgeMember(one, place, own);
}

/** A test's declaration may agree by its name, but no file of the code itself is said to lead to it without proof. */
function isOnlyOfTests({ file }: Case, { evidence, meant }: Verdict): boolean {
  return evidence !== 'exact' && file.role !== 'test' && meant.every(({ role }) => role === 'test');
}

/** Within an import statement: what the module that it names declares or gives out. */
function judgeImport(
  one: Case,
  place: Place,
  { own, imported }: { readonly own: readonly Definition[]; readonly imported: readonly ImportedName[] },
): Finding {
  const named = imported.filter((name) => name.imported === place.name || name.local === place.name);
  const through = own.filter(
    (definition) => isTop(definition) && named.some((name) => bringsIn(one, name, definition)),
  );
  return exactly(through) ?? (areOutside(one, imported) ? 'else' : null);
}

/** A name that stands alone: what is in scope here, what an import brings in, or what the package shares. */
function judgeBare(one: Case, place: Place, own: readonly Definition[]): Finding {
  // Only in scripts it is known for sure how far what hides a name reaches.
  if (one.hidden(place)) return one.file.family === 'script' ? 'else' : null;
  const constant = judgeConstant(one, place, own);
  if (constant !== null) return constant;
  const here = innermost(own.filter((definition) => isInScope(one, place, definition)));
  if (here.length > 0) return exactly(here);
  const names = one.names.named(place.name);
  if (names.length > 0) {
    const through = own.filter(
      (definition) =>
        (isTop(definition) || isStaticImport(one)) && names.some((name) => bringsIn(one, name, definition)),
    );
    return exactly(through) ?? (areOutside(one, names) ? 'else' : null);
  }
  const shared = own.filter((definition) => isTop(definition) && isShared(one, definition));
  if (shared.length > 0) return exactly(shared);
  if (NAMED_IMPORTS_ONLY.has(one.file.family) && !hasStar(one)) return null;
  const reached = own.filter((definition) => isTop(definition) && isReached(one, definition));
  const isOnly = one.file.family !== 'c' || sameFile(own);
  return isOnly && sameFile(reached) ? { evidence: 'import', meant: reached } : null;
}

/** A constant of Ruby: of the innermost module around the place that has one of the name, or of the path before it. */
function judgeConstant(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  if (one.file.family !== 'ruby' || !/^\p{Lu}/u.test(place.name)) return null;
  const nest = modulesAround(one.file, place.at);
  for (let depth = nest.length; depth >= 0; depth -= 1) {
    const path = [...nest.slice(0, depth), ...place.path, place.name].join('/');
    const found = own.filter(({ symbol }) => symbol.path.replace(/\[\d+\]/g, '') === path);
    // A class may be opened in several files.
    if (found.length > 0) return { evidence: 'exact', meant: found };
  }
  return null;
}

/** Names of the modules and classes around an offset, those left out whose head it stands in. */
function modulesAround(file: CodeFile, at: number): readonly string[] {
  const line = file.structure().lineAt(at) + 1;
  return file
    .symbols()
    .filter((symbol) => symbol.line < line && line <= symbol.endLine && isType('ruby', symbol))
    .flatMap(({ name }) => name.split('::'));
}

/** In these a name from another file is written in an import, or it is none of another file. */
const NAMED_IMPORTS_ONLY: ReadonlySet<string> = new Set(['script', 'python', 'go']);

function hasStar({ file }: Case): boolean {
  return file.family === 'python' && /^[ \t]*from\s[^\n]*\simport\s*\(?\s*\*/m.test(file.mask());
}

function isStaticImport({ file }: Case): boolean {
  return file.family === 'java' && /^[ \t]*import\s+static\s/m.test(file.mask());
}

/** A member of something: of the type around it, of a type or module that is named, or of a value with a known type. */
function judgeMember(one: Case, place: Place, own: readonly Definition[]): Finding {
  const known = place.isOfUnknown
    ? judgeMade(one, place, own)
    : (judgeConstant(one, place, own) ?? judgeOwner(one, place, own));
  if (known !== null) return known;
  if (isCommonName(place.name)) return null;
  // What tests declare is no rival where code that is no test cannot mean it.
  const rivals = one.file.role === 'test' ? own : own.filter(({ role }) => role !== 'test');
  const members = rivals.filter((definition) => definition.container !== null && !definition.isOfModule);
  // With a rival elsewhere, or a function of that name, nothing tells which one a value has.
  if (members.length === 0 || members.length < rivals.length || !sameFile(members)) return null;
  const reached = members.filter((definition) => definition.file === one.file.path || isReached(one, definition));
  return reached.length > 0 ? { evidence: 'import', meant: reached } : null;
}

const SELF: ReadonlySet<string> = new Set([
  'this',
  'self',
  'Self',
  'cls',
  '$this',
  'super',
  'base',
  'parent',
  'static',
]);

/** `self::name` and `super::name` of Rust, which are about modules; `Self` and a dot are about a type. */
function isModulePath({ file }: Case, { path, at }: Place): boolean {
  return file.family === 'rust' && file.mask()[at - 1] === ':' && (path[0] === 'self' || path[0] === 'super');
}

/** By what stands before the dot; null when that is not known. */
function judgeOwner(one: Case, place: Place, own: readonly Definition[]): Finding {
  const [first = ''] = place.path;
  const last = place.path.at(-1) ?? '';
  if (place.path.length === 1 && SELF.has(first) && !isModulePath(one, place)) return judgeSelf(one, place, own);
  const byType = own.filter((definition) => definition.container === last && knowsContainer(one, place, definition));
  if (byType.length > 0) return exactly(byType);
  return (
    judgeImported(one, place, own) ??
    judgeTyped(one, place, own) ??
    judgeNamedType(one, place, own) ??
    (isOfOthers(one, place) ? 'else' : null)
  );
}

/**
 * `Type::name` of Rust, whose types inherit nothing: of a type of that name that has such a member, and of none of these
 * when the type is the standard library's. A trait or a parameter for a type may mean any.
 */
function judgeNamedType(one: Case, place: Place, own: readonly Definition[]): Finding {
  if (one.file.family !== 'rust' || one.file.mask()[place.at - 1] !== ':') return null;
  const type = place.path.at(-1) ?? '';
  const same = own.filter(({ container }) => container === type);
  if (same.length > 0) return { evidence: 'name', meant: same };
  return RUST_TYPES.has(type) && !isRenamed(one, type) ? 'else' : null;
}

/** Whether a name is given to a type here, or comes from a file of the project, where it may be given. */
function isRenamed({ file, names, links }: Case, type: string): boolean {
  if (new RegExp(`\\btype\\s+${type}\\b`).test(file.mask())) return true;
  const targets = links.of(file.path)?.byLine;
  return names.named(type).some(({ imported, line }) => imported !== type || (targets?.get(line)?.size ?? 0) > 0);
}

/** A member of what an import here brings in, or of a path that is a link of its own. */
function judgeImported(one: Case, place: Place, own: readonly Definition[]): Finding {
  const [first = ''] = place.path;
  if (one.names.named(first).length > 0 && !one.hidden(place) && !isHiddenPackage(one, first, place.at)) {
    const through = throughModule(one, place, own);
    if (through !== null) return through;
    if (one.file.family === 'go' && place.path.length === 1) return 'else';
  }
  return one.file.family === 'rust' ? throughPath(one, place, own) : null;
}

/** Go's packages are often hidden by a variable of their name. */
function isHiddenPackage({ file }: Case, name: string, at: number): boolean {
  return file.family === 'go' && functionsAround(file, at).some((symbol) => bindsIn(file, name, symbol));
}

/** A member of what is made right before the dot: `(new Text(1)).width()`. */
function judgeMade(one: Case, place: Place, own: readonly Definition[]): Finding {
  return place.path.length > 0 ? null : judgeOfType(one, typeOfMade(one.file, place.at), own);
}

/** A member of a value whose type is written where it comes from. */
function judgeTyped(one: Case, place: Place, own: readonly Definition[]): Finding {
  return judgeOfType(one, typeOfReceiver(one, place), own);
}

function judgeOfType(one: Case, type: string | null, own: readonly Definition[]): Finding {
  if (type === null) return null;
  const known = own.filter((definition) => isOfWritten(one, type, definition));
  // A type of which nothing leads here may have it from another one, or be one of several of that name.
  return exactly(known) ?? 'unclear';
}

/** Whether a type as it is written in a file is the one that a definition is a member of. */
function isOfWritten(one: Case, type: string, definition: Definition): boolean {
  if (one.file.family !== 'go') return definition.container === type && knowsType(one, type, definition);
  const [name = '', from] = type.split('.').toReversed();
  if (definition.container !== name) return false;
  return from === undefined
    ? isShared(one, definition)
    : one.names.named(from).some((it) => leadsTo(one, it, definition));
}

/** The type that is written for `name` or `this.name` before the dot; null when none is. */
function typeOfReceiver({ file }: Case, { path, at }: Place): string | null {
  const [first = '', second] = path;
  if (path.length === 1) return typeOfName(file, first, at);
  return path.length === 2 && SELF.has(first) ? typeOfField(file, second ?? '', at) : null;
}

/** `this.name` and its like: of the type around the place, or of one that it is made from. */
function judgeSelf(one: Case, place: Place, own: readonly Definition[]): Finding {
  const type = typeAround(one.file, place.at);
  if (type === null) return null;
  const isSuper = place.path[0] === 'super' || place.path[0] === 'base' || place.path[0] === 'parent';
  const mine = isSuper
    ? []
    : own.filter(
        ({ container, file }) => container === type.name && (file === one.file.path || one.file.family === 'go'),
      );
  if (mine.length > 0) return exactly(mine.filter(({ file }) => file === one.file.path)) ?? exactly(mine);
  const supers = superNames(one.file, type.name);
  const inherited = own.filter(({ container }) => container !== null && supers.includes(container));
  const known = inherited.filter((definition) => knowsType(one, definition.container ?? '', definition));
  if (known.length > 0 && sameFile(known)) return { evidence: 'exact', meant: known };
  if (isOwnField(one.file, place)) return 'else';
  if (supers.length === 0 && one.file.family !== 'rust' && one.file.family !== 'csharp') return 'unclear';
  // Rust's and C#'s types may have their methods in any file.
  const elsewhere = own.filter(({ container }) => container === type.name);
  return (one.file.family === 'rust' || one.file.family === 'csharp') && elsewhere.length > 0 && sameFile(elsewhere)
    ? { evidence: 'import', meant: elsewhere }
    : null;
}

/** Whether the file gives the name a value of its own: `self.name = 1`. */
function isOwnField({ mask }: CodeFile, { name, path }: Place): boolean {
  return new RegExp(
    `(?<![\\w$.])${escapeRegex(path[0] ?? '')}\\s*\\.\\s*${escapeRegex(name)}\\s*(?::[^=\\n]{1,80})?=(?![=>])`,
  ).test(mask());
}

/** `module.name`, where an import here has brought the module in. */
function throughModule(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  const names = one.names.named(place.path[0] ?? '');
  if (place.path.length > 1) return null;
  const through = own.filter(
    (definition) =>
      (isTop(definition) || definition.isOfModule) &&
      names.some((name) => isModule(one, name, definition) && leadsTo(one, name, definition)),
  );
  return exactly(through);
}

/** Whether an import may stand for a module, as one by its own name does in Python only when it names a submodule. */
function isModule(one: Case, { imported }: ImportedName, { file }: Definition): boolean {
  if (imported === '*' || imported === 'default') return true;
  if (one.file.family === 'script') return false;
  const name = file.replace(/\/(?:__init__\.pyi?|mod\.rs)$/, '').replace(/\.[^./]*$/, '');
  return name.endsWith(`/${imported}`) || name === imported;
}

/** `a::b::name` of Rust, whose paths are links of their own. */
function throughPath(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  const mask = one.file.mask();
  if (mask[place.at - 1] !== ':') return null;
  const line = one.file.structure().lineAt(place.at) + 1;
  const targets = one.links.of(one.file.path)?.byLine.get(line) ?? new Set();
  const names = place.path.flatMap((word) => one.names.named(word));
  const through = own.filter(
    (definition) =>
      (isTop(definition) || definition.container === place.path.at(-1)) &&
      (one.links.leadsTo(targets, definition.file) ||
        names.some((name) => isModule(one, name, definition) && leadsTo(one, name, definition))),
  );
  return exactly(through);
}

/** Whether what stands before the dot can be a type of Go at all: fields and variables are often called like one. */
function namesType(one: Case, { path, at }: Place): boolean {
  const [first = ''] = path;
  if (isHiddenPackage(one, first, at)) return false;
  return path.length === 1 || (path.length === 2 && one.names.named(first).length > 0);
}

/** Whether a word before the dot is the type that a definition is a member of. */
function knowsContainer(one: Case, place: Place, definition: Definition): boolean {
  if (one.file.family === 'go' && !namesType(one, place)) return false;
  if (place.path.length > 1) return knowsType(one, definition.container ?? '', definition);
  return !isVariable(definition) || definition.file === one.file.path
    ? knowsType(one, definition.container ?? '', definition)
    : false;
}

function isVariable({ container }: Definition): boolean {
  return container !== null && /^[a-z_$]/.test(container);
}

/** Whether a script asks for a type where only a value is declared: types and values have their names apart. */
function isTypePlace({ file: { family, mask }, names }: Case, { at }: Place, { kind }: FileSymbol): boolean {
  // A list of imports renames by the same word.
  if (family !== 'script' || names.around(at).length > 0 || (kind !== 'variable' && kind !== 'function')) return false;
  return /\b(?:as|satisfies)\s+$|\b(?:let|const|var)\s+[\w$]+\s*[!?]?:\s*$/.test(
    mask().slice(Math.max(0, at - 80), at),
  );
}

function isTop({ symbol, container }: Definition): boolean {
  return symbol.depth === 0 && container === null;
}

/** Of several declarations in scope those that are the most deeply nested. */
function innermost(definitions: readonly Definition[]): readonly Definition[] {
  const deepest = Math.max(...definitions.map(({ symbol }) => symbol.depth), 0);
  return definitions.filter(({ symbol }) => symbol.depth === deepest);
}

/** `exact` when all are one: overloads, a declaration and its parts, or variants of one file for several systems. */
function exactly(definitions: readonly Definition[]): Verdict | null {
  if (definitions.length === 0) return null;
  const [first] = definitions;
  const isOne = definitions.every(
    ({ file, container, family }) =>
      container === first?.container &&
      (file === first?.file || (family === 'go' && folderOf(file) === folderOf(first?.file ?? ''))),
  );
  return { evidence: isOne ? 'exact' : 'import', meant: definitions };
}

function sameFile(definitions: readonly Definition[]): boolean {
  const [first] = definitions;
  return (
    first !== undefined &&
    definitions.every(({ file, container }) => file === first.file && container === first.container)
  );
}
