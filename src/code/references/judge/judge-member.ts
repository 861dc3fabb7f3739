import { before } from '../../lex/code-text.ts';
import { namesOf } from '../../lex/symbol-path.ts';
import type { CodeFile } from '../code-file.ts';
import type { ImportedName } from '../names/import-names.ts';
import { hidesImport, importsAt } from '../names/local-names.ts';
import { writtenBefore } from '../names/php-names.ts';
import { ownerInCallable } from '../places/php-callables.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isSaidByOne } from './asked-imports.ts';
import { typeOfCast } from './cast-types.ts';
import { mayBeOfLibrary } from './common-names.ts';
import { inheritedInCSharp } from './csharp-members.ts';
import { ofValueCalledLikeType, typesOfPath } from './csharp-paths.ts';
import { isOfCall, typeOfField } from './field-types.ts';
import { exactly, type Finding, isTop, sameFile } from './findings.ts';
import { isOfGoType, typeOfGoField } from './go-fields.ts';
import { isHiddenContainer } from './hidden-containers.ts';
import { type Case, isReached, knowsType, leadsTo, leadsToMember, sought } from './in-reach.ts';
import { judgeCMember } from './judge-c-member.ts';
import { isSelf, judgeSelf, judgeSuperCall } from './judge-self.ts';
import { mayBeGivenElse } from './kotlin-makers.ts';
import { mayBeMember, mayHandOn } from './may-be-member.ts';
import { memberOfThis, memberOfType } from './members-around.ts';
import { isOfNameless, isTypeOfOthers, judgeOfPackage, membersOf } from './nested-types.ts';
import { isAddedTo, isOfForeignValue, isOfOthers, mayBeAdded } from './outside.ts';
import { ofClassAround, ofIncluded, ownFirst } from './own-first.ts';
import { isHiddenPackage, knowsQualified } from './qualified-names.ts';
import { typeOfMade, typeOfName } from './receiver-types.ts';
import { judgeConstant } from './ruby-constants.ts';
import { areOfBothSides } from './ruby-sides.ts';
import { areOfForeignTrait } from './rust-members.ts';
import { isBehindModule, isOfLibraryModule, isOfRustPath, judgeNamedType, withoutEnding } from './rust-paths.ts';

/** A member of something: of the type around it, of a type or module that is named, or of a value with a known type. */
export function judgeMember(one: Case, place: Place, own: readonly Definition[]): Finding {
  const ofBody = judgeCMember(one, place, own);
  if (ofBody !== null) return ofBody;
  const known =
    judgeConstant(one, place, own) ??
    judgeSuperCall(one, place, own) ??
    (place.isOfUnknown ? judgeMade(one, place, own) : judgeOwner(one, place, own));
  if (known !== null) return known;
  if (mayBeOfLibrary(one.file, place.name) || isOfForeignValue(one, place)) return null;
  // What tests declare is no rival where code that is no test cannot mean it.
  const rivals = one.file.role === 'test' ? own : own.filter(({ role }) => role !== 'test');
  const members = rivals.filter(mayBeMember(one, place));
  // With a rival elsewhere, or a function of that name, nothing tells which one a value has.
  if (members.length === 0 || members.length < rivals.length || !sameFile(members)) return null;
  // Other types may have a field of that name, which nothing lists, and what Go does not call is a field more often.
  const isRead = one.file.family === 'go' && !place.isCall;
  const isUnlisted = one.unlisted?.has(place.name) === true || members.every((member) => member.isUnlisted);
  if (isRead || isUnlisted || isBehindModule(one, place) || areOfForeignTrait(members)) return null;
  const near = members.filter((definition) => definition.file === one.file.path || isReached(one, definition));
  const isSure = near.length > 0 && !areOfBothSides(near) && !near.some(mayHandOn(one.file, place));
  return isSure ? { evidence: 'import', meant: near } : null;
}

/** A member of what is made right before the dot: `(new Text(1)).width()`. */
function judgeMade(one: Case, place: Place, own: readonly Definition[]): Finding {
  const type = place.path.length > 0 ? null : typeOfMade(one.file, place.at);
  const said = type ?? (place.path.length > 0 ? null : typeOfCast(one.file, place.at));
  const found = judgeOfType(one, { type: said, at: place.at }, own);
  if (type !== null && mayBeGivenElse(one, type)) return 'unclear';
  // What is made is of that very type, while a value of it may be one of the project that derives from it.
  const isOfOthers = one.file.family === 'java' && type !== null && found === 'unclear' && !mayBeAdded(one, own);
  return isOfOthers && isTypeOfOthers(one, { path: type.split('.'), at: place.at }) ? 'else' : found;
}

/** By what stands before the dot; null when that is not known. */
function judgeOwner(one: Case, place: Place, own: readonly Definition[]): Finding {
  const [first = ''] = place.path;
  const ofThis = one.file.family === 'java' ? memberOfThis(one, place, own) : null;
  if (ofThis !== null) return ofThis;
  const isSelfOfCSharp = one.file.family === 'csharp' && place.path.length === 1 && isSelf(one.file, first);
  const inherited = isSelfOfCSharp ? inheritedInCSharp(one, place, own) : null;
  if (inherited !== null) return inherited;
  if (place.path.length === 1 && isSelf(one.file, first) && !isModulePath(one, place))
    return judgeSelf(one, place, own);
  const byType = ofNamedType(one, place, own);
  if (byType.length > 0) return exactly(byType);
  const ofObject = ofImportedObject(one, place, own);
  if (ofObject.length > 0) return exactly(ofObject);
  if (isOfLibraryModule(one, place, own)) return 'else';
  const ofPackage = judgeOfPackage(one, place.path, own);
  if (ofPackage !== null) return ofPackage === 'else' ? 'else' : exactly(ofPackage);
  return (
    judgeImported(one, place, own) ??
    judgeTyped(one, place, own) ??
    judgeNamedType(one, place, own) ??
    ofValueCalledLikeType(one, place, own) ??
    (isOfOthers(one, place, own) ? 'else' : null)
  );
}

/** Members of a type that the word before the dot names; of C# also types that the words before it lead to. */
function ofNamedType(one: Case, place: Place, own: readonly Definition[]): readonly Definition[] {
  const types = typesOfPath(one, place, own);
  if (types.length > 0) return types;
  const last = place.path.at(-1) ?? '';
  // In C and PHP a name before a dot or an arrow is never that of a type.
  if (BY_COLONS.has(one.file.family) && !isBehindColons(one.file, place.at)) return [];
  const isNamed = ({ container, enumOf, family }: Definition): boolean =>
    container === last || enumOf === last || (container !== null && family === 'php');
  const named = own.filter((definition) => isNamed(definition) && !isOfNameless(definition));
  if (one.file.family === 'java' && /^\p{Lu}/u.test(last)) return membersOf(one, place, named);
  const known = named.filter(
    (definition) => knowsContainer(one, place, definition) && !isHiddenContainer(one, place, definition),
  );
  return ofIncluded(one, ofClassAround(one, place, known));
}

const BY_COLONS: ReadonlySet<CodeFile['family']> = new Set(['c', 'php']);

/** Whether a name stands behind `::`, or is that of a method that PHP hands on with its class. */
function isBehindColons({ family, mask }: CodeFile, at: number): boolean {
  return mask()[before(mask(), at)] === ':' || (family === 'php' && ownerInCallable(mask(), at) !== null);
}

/** Members of an object or class of a script that an import here brings in, under whatever name. */
function ofImportedObject(one: Case, { path, at }: Place, own: readonly Definition[]): readonly Definition[] {
  const [first = ''] = path;
  if (one.file.family !== 'script' || path.length !== 1 || hidesImport(one.file, first, at)) return [];
  const names = importsAt(one.file, one.names.named(first), at);
  return own.filter(
    (definition) => isMemberAtTop(definition) && isSaidByOne(one, { names, test: isMemberOf }, definition),
  );
}

/** Whether an import brings in what a definition is a member of. */
function isMemberOf(one: Case, name: ImportedName, definition: Definition): boolean {
  return name.imported === definition.container && leadsTo(one, name, definition);
}

/** Whether it is a member of what stands at the top of its file; a function within a function is none. */
function isMemberAtTop({ symbol }: Definition): boolean {
  return symbol.kind !== 'function' && namesOf(symbol.path).length === 2;
}

/** `self::name` and `super::name` of Rust, which are about modules; `Self` and a dot are about a type. */
function isModulePath({ file }: Case, { path, at }: Place): boolean {
  return file.family === 'rust' && file.mask()[at - 1] === ':' && (path[0] === 'self' || path[0] === 'super');
}

/** Whether a word before the dot is the type that a definition is a member of. */
function knowsContainer(one: Case, place: Place, definition: Definition): boolean {
  if (one.file.family === 'go' && !namesType(one, place)) return false;
  if (place.path.length > 1 && one.file.family === 'rust' && one.file.mask()[place.at - 1] === ':')
    return isNearPath(one, place, definition);
  if (place.path.length > 1) return knowsQualified(one, place, definition);
  const isPhp = one.file.family === 'php';
  const type = { type: isPhp ? writtenBefore(one.file, place.at) : (definition.container ?? ''), at: place.at };
  // In C++ two colons stand behind no variable; namespaces are opened in many files.
  const isType = !/^[a-z_$]/.test(definition.container ?? '') || (one.file.family === 'c' && !definition.isOfNamespace);
  return isType || definition.file === one.file.path ? knowsType(one, type, definition) : false;
}

/** Whether the path before a type of Rust stays in the file that declares it: others are links of their own. */
function isNearPath({ file }: Case, { path }: Place, { file: declaring, symbol }: Definition): boolean {
  const outer = namesOf(symbol.path).slice(0, -2);
  const near = path.slice(0, -1).filter((name) => name !== 'self' && name !== 'super');
  return (
    declaring === file.path &&
    near.length <= outer.length &&
    near.every((name, at) => outer.at(at - near.length) === name)
  );
}

/** Whether what stands before the dot can be a type of Go at all: fields and variables are often called like one. */
function namesType(one: Case, { path, at }: Place): boolean {
  const [first = ''] = path;
  if (isHiddenPackage(one, first, at)) return false;
  return path.length === 1 || (path.length === 2 && one.names.named(first).length > 0);
}

/** A member of what an import here brings in, or of a path that is a link of its own. */
function judgeImported(one: Case, place: Place, own: readonly Definition[]): Finding {
  const [first = ''] = place.path;
  // What a function of Go calls by the name of a member hides none of it.
  const isHidden = one.file.family !== 'go' && one.hidden(place);
  if (one.names.named(first).length > 0 && !isHidden && !isHiddenPackage(one, first, place.at)) {
    const through = throughModule(one, place, own);
    if (through !== null) return through;
    if (one.file.family === 'go' && place.path.length === 1) return 'else';
  }
  return one.file.family === 'rust' ? throughPath(one, place, own) : null;
}

/** `module.name`, where an import here has brought the module in, which Python may call by a path. */
function throughModule(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  if (place.path.length > 1 && one.file.family !== 'python') return null;
  // Of PHP a class stands before the sign.
  if (one.file.family === 'php') return null;
  const names = one.names.named(place.path.join('.'));
  const through = own.filter(
    (definition) =>
      (isTop(definition) || definition.isOfModule) && isSaidByOne(one, { names, test: isOfImported }, definition),
  );
  return exactly(ownFirst(one, names, through));
}

/** Whether a definition is a member of the module that an import brings in. */
function isOfImported(one: Case, name: ImportedName, definition: Definition): boolean {
  return (isModule(one, name, definition) && leadsToMember(one, name, definition)) || isGivenIn(one, name, definition);
}

/** Whether an import brings in a module that another file gives out whole, with a definition among what that gives out. */
function isGivenIn(one: Case, name: ImportedName, { file: declaring, symbol, isExported }: Definition): boolean {
  if (one.file.family !== 'script' || !isExported) return false;
  const modules = one.addresses.modulesOf(one.file.path, name);
  return modules.size > 0 && one.links.leadsTo(modules, declaring, sought(one, symbol.name));
}

/** Whether an import may stand for a module, as one by its own name does in Python only when it names a submodule. */
function isModule(one: Case, { imported }: ImportedName, { file }: Definition): boolean {
  if (imported === '*' || imported === 'default') return true;
  if (one.file.family === 'script') return false;
  const name = withoutEnding(file);
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

/** A member of a value whose type is written where it comes from. */
function judgeTyped(one: Case, place: Place, own: readonly Definition[]): Finding {
  const field = typeOfGoField(one, place);
  if (field !== null) return judgeOfType(field.there, field, own);
  const type = typeOfReceiver(one, place);
  if (type !== null && isOfCall(one.file, place) && mayBeGivenElse(one, type)) return 'unclear';
  return judgeOfType(one, { type, at: place.at }, own);
}

/** The type that is written for `name` or `this.name` before the dot; null when none is. */
function typeOfReceiver({ file }: Case, { path, at }: Place): string | null {
  const [first = '', second] = path;
  if (path.length === 1) return typeOfName(file, first, at);
  return path.length === 2 && isSelf(file, first) ? typeOfField(file, second ?? '', at) : null;
}

/** A type as it is written for a value; null where none is. */
interface ValueType {
  readonly type: string | null;
  readonly at: number;
}

type Written = ValueType & { readonly type: string };

/** A member of what has a type that is written somewhere. */
export function judgeOfType(one: Case, { type, at }: ValueType, own: readonly Definition[]): Finding {
  if (type === null) return null;
  // What an array has is the language's.
  if (one.file.scanner === 'java' && type.endsWith('[]')) return 'else';
  const member = one.file.family === 'java' ? memberOfType(one, type, { at, own }) : null;
  if (member !== null) return member;
  const known =
    one.file.family === 'java'
      ? membersOf(one, { path: type.split('.'), at }, own)
      : own.filter((definition) => isOfWritten(one, { type, at }, definition));
  // A type of which nothing leads here may have it from another one, or be one of several of that name.
  return exactly(known) ?? (own.some((definition) => isAddedTo(type, definition)) ? null : 'unclear');
}

/** Whether a type as it is written in a file is the one that a definition is a member of. */
function isOfWritten(one: Case, { type, at }: Written, definition: Definition): boolean {
  if (one.file.family === 'php') return knowsType(one, { type, at }, definition);
  if (one.file.family === 'rust' && type.includes('::')) return isOfRustPath(one, type.split('::'), definition);
  if (one.file.family === 'go') return isOfGoType(one, { type, at }, definition);
  return knowsQualified(one, { path: type.split('.'), at }, definition);
}
