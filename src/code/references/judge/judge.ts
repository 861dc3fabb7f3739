import { isGlobalOfLanguage } from '../../lex/builtin-names.ts';
import type { Family } from '../code-file.ts';
import type { ImportedName } from '../names/import-names.ts';
import { isLocalFunction } from '../names/local-functions.ts';
import { importsAt, isTakenFromValue } from '../names/local-names.ts';
import { isRustParameter } from '../names/rust-parameters.ts';
import { reachByStar } from '../names/rust-stars.ts';
import { bindsItself } from '../names/script-bindings.ts';
import { calledSo } from '../names/statements.ts';
import { mayBeField } from '../places/c-fields.ts';
import { shortAttribute } from '../places/csharp-attributes.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isSaidByOne } from './asked-imports.ts';
import { constructorsAmong, makes } from './constructors.ts';
import { mayBeExtension } from './csharp-extensions.ts';
import { inheritedInCSharp } from './csharp-members.ts';
import { mayBeOfTypeOutside } from './csharp-sorts.ts';
import { exactly, type Finding, isTop, sameFile } from './findings.ts';
import { importedMember, starredMember } from './imported-members.ts';
import { bringsIn, type Case, isInScope, isKeptFrom, isReached, isShared, isStarredAt } from './in-reach.ts';
import { judgeLabel } from './java-names.ts';
import { judgeBraces } from './judge-braces.ts';
import { judgeCMember } from './judge-c-member.ts';
import { judgeIncluded, orIncluded } from './judge-included.ts';
import { judgeKey, judgeShort } from './judge-key.ts';
import { judgeMember } from './judge-member.ts';
import { ofReceiver } from './kotlin-receivers.ts';
import { memberAround } from './members-around.ts';
import { inheritedTypes, mayInherit } from './nested-types.ts';
import { otherSorts } from './other-sorts.ts';
import { areComponents, areOutside, hasStar } from './outside.ts';
import { ownFirst } from './own-first.ts';
import { isOtherClass, judgeClass } from './php-classes.ts';
import { isReadByMagic } from './php-sorts.ts';
import { givesToAttribute } from './ruby-attributes.ts';
import { judgeConstant } from './ruby-constants.ts';
import { isOfOtherSide } from './ruby-sides.ts';
import { rustFit } from './rust-members.ts';
import { areOfLibrary } from './rust-paths.ts';

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
  const isOfOtherSort = otherSorts(one, place, definitions);
  const own = definitions.filter(
    (definition) =>
      definition.family === one.file.family &&
      !isKeptFrom(one, definition) &&
      !isOfOtherSort(definition) &&
      mayBeCalledSo(one, place, definition),
  );
  if (own.length === 0) return { evidence: 'name', meant: [] };
  const found = judgeOwn(one, place, own);
  if (found === 'else') return { evidence: 'name', meant: [] };
  if (found === null || found === 'unclear' || isOnlyOfTests(one, found)) return { evidence: 'name', meant: own };
  const isUnproven =
    isMadeByMacro(one, place, found) ||
    isOfOtherSide(one.file, place, found) ||
    isReadByMagic(one, place, found) ||
    mayBeExtension(one, place, { meant: found.meant, own }) ||
    mayBeOfTypeOutside(one, place, { meant: found.meant, all: definitions });
  return isUnproven ? { ...found, evidence: 'name' } : found;
}

/** Whether only a macro of Rust, which may make anything of what it is given, could make a place mean what was found. */
function isMadeByMacro({ file }: Case, place: Place, { meant }: Verdict): boolean {
  return meant.some((definition) => rustFit(file, place, definition) === 'made');
}

/**
 * What has another name than a place has it from an import, where it is no attribute: the file's own declaration of that
 * name is not meant.
 */
function mayBeCalledSo({ file }: Case, { name }: Place, { symbol, file: declaring }: Definition): boolean {
  return symbol.name === name || declaring !== file.path || shortAttribute(symbol.name) === name;
}

function judgeOwn(one: Case, place: Place, own: readonly Definition[]): Finding {
  const ofClass = judgeClass(one, place, own);
  if (ofClass !== null) return ofClass;
  const found = judgeForm(one, place, own);
  return isOtherClass(one, place, found) ? 'unclear' : found;
}

/** By how the name stands: in an import, as a key, alone or as a member. */
function judgeForm(one: Case, place: Place, own: readonly Definition[]): Finding {
  const imported = one.names.around(place.at);
  if (imported.length > 0) return judgeImport(one, place, { own, imported });
  const key = judgeBraces(one, place, own);
  if (key !== null) return key.isOnly ? key.verdict : withVariable(key.verdict, judgeBare(one, place, own));
  if (place.isKey && givesToAttribute(one, place, own)) return judgeMember(one, { ...place, isKey: false }, own);
  // The name of a parameter is read like a key, and hides what is called like it.
  if (place.isKey) return one.hidden(place) && meansVariable(one, place, own) ? 'else' : judgeKey(one, place, own);
  if (place.path.length === 0 && !place.isOfUnknown) return judgeAlone(one, place, own);
  return judgeMember(one, place, own);
}

/** `{ name }` means the member and what the name stands for. */
function withVariable(member: Verdict, variable: Finding): Verdict {
  if (variable === null || typeof variable === 'string') return member;
  return { evidence: variable.evidence, meant: [...variable.meant, ...member.meant] };
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
  const names = calledSo(imported, place.name);
  const through = own.filter((definition) => isTop(definition) && isBroughtIn(one, names, definition));
  const meant = brought(one, ownFirst(one, names, through)) ?? importedMember(one, names, own);
  return meant ?? (meansOther(one, place, { names: imported, own }) ? 'else' : null);
}

/** Whether one of some imports of a name brings in a definition. */
function isBroughtIn(one: Case, names: readonly ImportedName[], definition: Definition): boolean {
  return isSaidByOne(one, { names, test: bringsIn }, definition);
}

/** What an import brings in: a declaration for types and the program that it is about are one. */
function brought({ links }: Case, through: readonly Definition[]): Verdict | null {
  const files = through.map(({ file }) => file);
  const programs = through.filter(({ file }) => !links.describes(file, files));
  const verdict = exactly(programs);
  return verdict && { ...verdict, meant: through };
}

/** What imports of a name may bring in. */
interface Imports {
  readonly names: readonly ImportedName[];
  readonly own: readonly Definition[];
}

/** Whether imports bring in none of the declarations for sure: something from outside, or a module as a whole. */
function meansOther(one: Case, place: Place, imports: Imports): boolean {
  return areOfOthers(one, place, imports) || areModules(one, place, imports) || areComponents(one, imports.names);
}

/**
 * Whether imports bring in whole modules of the project that are none of the declarations. What is called is no module,
 * whatever the import says: older ones are one value.
 */
function areModules(one: Case, { isCall }: Place, { names, own }: Imports): boolean {
  const { file, links } = one;
  const targets = links.of(file.path)?.byLine;
  if (file.family !== 'script' || isCall || targets === undefined) return false;
  if (!names.every(({ imported, line }) => imported === '*' && (targets.get(line)?.size ?? 0) > 0)) return false;
  return !own.some((definition) => isSaidByOne(one, { names, test: isValueOf }, definition));
}

/** Whether a definition is what the module is as one value that an import brings in. */
function isValueOf({ file, addresses }: Case, name: ImportedName, definition: Definition): boolean {
  return addresses.bringsIn(file.path, { ...name, imported: 'default' }, definition);
}

/** Whether imports bring in what is no part of the project, and nothing that goes before them may be meant. */
function areOfOthers(one: Case, place: Place, { names, own }: Imports): boolean {
  if (!areOutside(one, names)) return areOfLibrary(one, place, names);
  if (one.file.family !== 'java') return true;
  // Functions of one name may be told apart by what they take, wherever they come from.
  return /^\p{Lu}/u.test(place.name) && (one.names.around(place.at).length > 0 || !mayInherit(one, place.at, own));
}

/** A name that stands alone: what is in scope here, what an import brings in, or what the package shares. */
function judgeBare(one: Case, place: Place, own: readonly Definition[]): Finding {
  if (isOfFunction(one, place)) return 'else';
  if (one.hidden(place)) return meansVariable(one, place, own) ? 'else' : null;
  const constant = judgeConstant(one, place, own);
  if (constant !== null) return constant;
  const starred = starredValues(one, place, own);
  const here = exactly(starred.inBlock) ?? judgeInScope(one, place, own);
  if (here !== null) return orIncluded(one, place, { here, own });
  const names = importsAt(one.file, one.names.named(place.name), place.at);
  if (names.length > 0) return judgeBrought(one, place, { names, own });
  if (starred.inModule.length > 0) return exactly(starred.inModule);
  const shared = own.filter((definition) => isTop(definition) && isShared(one, definition));
  if (shared.length > 0) return exactly(shared);
  if (NAMED_IMPORTS_ONLY.has(one.file.family) && !hasStar(one)) return judgeUnbound(one, place);
  if (one.file.family === 'c') return judgeIncluded(one, place, own);
  const reached = own.filter((definition) => isTop(definition) && mayReach(one, place, definition));
  return sameFile(reached) ? { evidence: 'import', meant: reached } : starredMember(one, own);
}

/** Whether a name is that of a parameter of Rust, or of a function within a method of C#. */
function isOfFunction({ file }: Case, { name, at }: Place): boolean {
  return isRustParameter(file, name, at) || isLocalFunction(file, name, at);
}

/** A name that nothing in its file binds: of Python what the language gives every file is nothing else. */
function judgeUnbound({ file }: Case, { name }: Place): Finding {
  return file.family === 'python' && isGlobalOfLanguage(file.scanner, name) ? 'else' : null;
}

/** A name that nothing stands before: what the language means by it where it stands, else what is known by it there. */
function judgeAlone(one: Case, place: Place, own: readonly Definition[]): Finding {
  if (one.file.family === 'c') return judgeBareInC(one, place, own);
  return judgeShort(one, place, own) ?? judgeLabel(one, place, own) ?? judgeBare(one, place, own);
}

/** The same of C and C++: what is a member of the class around it goes before all else but local variables. */
function judgeBareInC(one: Case, place: Place, own: readonly Definition[]): Finding {
  const ofClass = one.hidden(place) ? null : judgeCMember(one, place, own);
  if (ofClass !== null) return ofClass;
  // A macro may be given the name of a field, which stands for nothing by itself.
  const rest = own.filter((definition) => isTop(definition) || !definition.isUnlisted);
  const found = rest.length === 0 ? null : judgeBare(one, place, rest);
  return mayBeField(one.file, place.at) ? withoutValues(found) : found;
}

/** What is found by a name that may be a field: a value or function is known by its name alone. */
function withoutValues(found: Finding): Finding {
  if (found === null || typeof found === 'string') return found;
  const hasValue = found.meant.some(({ symbol: { kind } }) => kind === 'variable' || kind === 'function');
  return hasValue ? { ...found, evidence: 'name' } : found;
}

/** A name that an import of the file brings in; of Rust also a value of an enum. */
function judgeBrought(one: Case, place: Place, { names, own }: Imports): Finding {
  const through = ownFirst(
    one,
    names,
    own.filter((definition) => isBroughtIn(one, names, definition)),
  );
  const atTop = through.filter((definition) => isTop(definition) || isStaticImport(one));
  const values = one.file.family === 'rust' ? through.filter(({ symbol }) => symbol.kind === 'variable') : [];
  const meant =
    importedMember(one, names, own) ?? brought(one, atTop.length > 0 ? ofReceiver(one, place, atTop) : values);
  return meant ?? (meansOther(one, place, { names, own }) ? 'else' : null);
}

/** Rust knows by its bare name what a star brings in, and macros; Source: The Rust Reference, "Name resolution". */
function mayReach(one: Case, { at }: Place, definition: Definition): boolean {
  if (!isReached(one, definition)) return false;
  return one.file.family !== 'rust' || definition.symbol.kind === 'macro' || isStarredAt(one, at, definition);
}

/** Values of enums that a star of Rust brings in, in a block around a place or in its module. */
function starredValues({ file, links }: Case, { at }: Place, own: readonly Definition[]) {
  const byReach = Map.groupBy(own, (declared) =>
    declared.symbol.kind === 'variable' && declared.container !== null
      ? reachByStar(file, links, { at, declared, of: declared.container })
      : null,
  );
  return { inBlock: byReach.get('block') ?? [], inModule: byReach.get('module') ?? [] };
}

/** Whether what hides a name surely is something else: only in scripts it is known how far that reaches. */
function meansVariable(one: Case, { name, at }: Place, own: readonly Definition[]): boolean {
  return one.file.family === 'script' && !isTakenFromValue(one.file, name, at) && !bindsItself(one.file, own);
}

function judgeInScope(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  return memberOfTypes(one, place, own) ?? exactly(inScope(one, place, own));
}

function memberOfTypes(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  if (one.file.family === 'csharp') return inheritedInCSharp(one, place, own);
  return one.file.family === 'java' ? memberAround(one, place, own) : null;
}

/** What is in scope at a place and nearest to it: what a type around it inherits goes before what is around that. */
function inScope(one: Case, place: Place, own: readonly Definition[]): readonly Definition[] {
  const inherited = inheritedTypes(one, place.at, own);
  if (inherited.length > 0) return inherited;
  return innermost(own.filter((definition) => isInScope(one, place, definition)));
}

/** Of several declarations in scope those that are the most deeply nested. */
function innermost(definitions: readonly Definition[]): readonly Definition[] {
  const deepest = Math.max(...definitions.map(({ symbol }) => symbol.depth), 0);
  return definitions.filter(({ symbol }) => symbol.depth === deepest);
}

/** In these a name from another file is written in an import, or it is none of another file. */
const NAMED_IMPORTS_ONLY: ReadonlySet<Family> = new Set(['script', 'python', 'go']);

function isStaticImport({ file }: Case): boolean {
  return file.family === 'java' && /^[ \t]*import\s+static\s/m.test(file.mask());
}
