import { before } from '../../lex/code-text.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, type Family, isComponentPath } from '../code-file.ts';
import { bindingAround } from '../names/binding-places.ts';
import type { ImportedName } from '../names/import-names.ts';
import { scriptBindingFrom } from '../names/local-names.ts';
import { separatorBefore } from '../places/path-before.ts';
import type { Definition, Place } from '../reference.ts';
import { isOfForeignCall } from './go-sorts.ts';
import type { Case } from './in-reach.ts';
import { isOfLanguage } from './of-language.ts';

/** Languages whose imports that lead out of the project are known to do so. */
const KNOWN_OUTSIDE: ReadonlySet<Family> = new Set(['script', 'python', 'java']);

/** Whether all of some imports, of which there are any, bring in what is no part of the project. */
export function areOutside({ file, links }: Case, names: readonly ImportedName[]): boolean {
  if (names.length === 0 || !KNOWN_OUTSIDE.has(file.family)) return false;
  const known = links.of(file.path);
  return known !== null && names.every(({ line }) => known.outside.has(line) && !known.byLine.has(line));
}

/** Whether all of some imports, of which there are any, bring in components: what one gives as its default is itself. */
export function areComponents({ file, links }: Case, names: readonly ImportedName[]): boolean {
  const targets = links.of(file.path)?.byLine;
  if (file.family !== 'script' || names.length === 0 || targets === undefined) return false;
  return names.every(({ imported, line }) => {
    const paths = [...(targets.get(line) ?? [])];
    return imported === 'default' && paths.length > 0 && paths.every(isComponentPath);
  });
}

/** Whether what stands before the dot is no part of the project: imported from outside, or the language's own (`Name.class` of Java). */
export function isOfOthers(one: Case, place: Place, own: readonly Definition[]): boolean {
  const { file } = one;
  const { path, at } = place;
  const [first = ''] = path;
  const ofLanguage = isOfLanguage(one, place, own);
  if (ofLanguage !== null) return ofLanguage;
  if (path.length !== 1 && !isTypeOf(file, path)) return false;
  // A value from outside may be one of the project, and what Kotlin and Scala declare may be added to types from outside.
  if (file.family === 'java' && (file.scanner === 'scala' || !/^[A-Z]\w*[a-z]/.test(first) || mayBeAdded(one, own)))
    return false;
  const names = one.names.named(first);
  const isOutside = names.length > 0 ? areOutside(one, names) && !mayHold(one, names, own) : isStandard(one, first);
  // A class of Ruby may be opened, and one of the same name lie in a module.
  if (
    !isOutside ||
    (path.length === 1 && own.some(({ container }) => container === first)) ||
    file.symbols().some(({ name }) => name === first)
  )
    return false;
  return !isBoundIn(file, first, at);
}

function isBoundIn(file: CodeFile, name: string, at: number): boolean {
  return file.family === 'script' ? scriptBindingFrom(file, name, at) !== -1 : bindingAround(file, name, at) !== null;
}

/**
 * Whether what stands before the dots begins with what a script or Python imports from outside, or in Go with a call of
 * that: whatever it holds, a project's own is there only by chance.
 */
export function isOfForeignValue(one: Case, place: Place): boolean {
  if (isOfForeignCall(one, place) || isOfText(one.file, place)) return true;
  const { path, at } = place;
  const [first = ''] = path;
  if (one.file.family === 'csharp') return path.length === 1 && OF_SYSTEM.has(first) && !isListed(one.file, first);
  if (one.file.family !== 'script' && one.file.family !== 'python') return false;
  return areOutside(one, one.names.named(first)) && !isBoundIn(one.file, first, at);
}

/** Languages in which nothing is added to a text, or hardly ever. */
const FIXED_TEXTS: ReadonlySet<CodeFile['scanner']> = new Set(['java', 'python', 'script']);

/** Whether a text stands before the dot: `"a".toCharArray()`. */
function isOfText(file: CodeFile, { at, isOfUnknown }: Place): boolean {
  if (!isOfUnknown || !FIXED_TEXTS.has(file.scanner)) return false;
  const mask = file.mask();
  const dot = separatorBefore(file, at);
  return dot !== -1 && /["'`]/.test(mask[before(mask, dot)] ?? '');
}

/**
 * Types of C# whose static methods programs call everywhere. A value may bear such a name, too, so that this proves nothing.
 * Source: .NET API, `System` and `System.IO`.
 */
const OF_SYSTEM = new Set(
  'Array Attribute BitConverter Console Convert Directory Enum Environment File GC Math Path Regex Task'.split(' '),
);

function isListed({ symbols }: CodeFile, name: string): boolean {
  return symbols().some((symbol) => symbol.name === name);
}

/** Whether a name is what its language has by it. Of Java a type of the project goes before it, wherever that stands. */
function isStandard({ file, types }: Case, name: string): boolean {
  if (!mayBeStandard(file, name)) return false;
  return file.family !== 'java' || types.named.get(name)?.length === 0;
}

/**
 * Whether a name may be that of a type which the language gives every file, if the project has none of that name. In Kotlin
 * a property or an entry of an enum may bear it as well, which goes before the type where one asks it for something.
 */
export function mayBeStandard({ family, scanner }: CodeFile, name: string): boolean {
  return scanner !== 'kotlin' && (STANDARD[family]?.has(name) ?? false);
}

/**
 * Whether some of what is declared may be added to a type from outside: a function of Kotlin says so by what stands before
 * its dot, in Scala an extension or a conversion may. Sources: Kotlin, "Extensions"; Scala 3 Reference, "Extension Methods".
 */
export function mayBeAdded({ file }: Case, own: readonly Definition[]): boolean {
  const isAdded = ({ file: path, symbol: { name, signature } }: Definition): boolean =>
    path.endsWith('.scala') || signature.includes(`.${name}`) || signature.includes(`.\`${name}`);
  return file.scanner !== 'java' && own.some(isAdded);
}

/** Whether a function of Kotlin says before its dot that it is added to values of a type that is written, or of any. */
export function isAddedTo(written: string, { file, symbol: { name, signature } }: Definition): boolean {
  if (!/\.kts?$/.test(file)) return false;
  const [, receiver] =
    new RegExp(`(\\w+)(?:<[^<>]{0,80}>)?\\??\\.\`?${escapeRegex(name)}(?!\\w)`).exec(signature) ?? [];
  return receiver !== undefined && (receiver === written.split('.').at(-1) || /^\p{Lu}$/u.test(receiver));
}

/** Whether words may name a type, an enum of it, of what an import of a script or of Python brings in: `api.Kind`. */
function isTypeOf({ family }: CodeFile, path: readonly string[]): boolean {
  return path.length === 2 && (family === 'script' || family === 'python') && /^\p{Lu}/u.test(path[1] ?? '');
}

/**
 * Whether what is imported from outside may hold what the project declares. Of Python's packages that is a value which
 * they make of it (`from django.conf import settings`), by custom no name with a capital; of a script a value to which
 * the project adds something, which cannot be added to a module as a whole.
 */
function mayHold({ file, links }: Case, names: readonly ImportedName[], own: readonly Definition[]): boolean {
  const values = names.filter(({ imported }) => imported !== '*');
  if (file.family === 'script') return values.length > 0 && own.some(({ isAdded }) => isAdded);
  const ofPackages = links.of(file.path)?.ofPackages;
  return file.family === 'python' && values.some(({ imported, line }) => isValue(imported) && ofPackages?.has(line));
}

function isValue(name: string): boolean {
  return !/^_*\p{Lu}.*\p{Ll}/u.test(name);
}

/**
 * What every file of a language has. Source: ECMAScript, "The Global Object"; Ruby 3.4, "Core"; The Java Language
 * Specification, "Import Declarations", of `java.lang`; Python, "Built-in Types".
 */
const STANDARD: Readonly<Partial<Record<Family, ReadonlySet<string>>>> = {
  script: new Set(
    'JSON Math Object Array Number String Boolean Symbol BigInt Promise Reflect Date RegExp Intl Atomics console'.split(
      ' ',
    ),
  ),
  java: new Set('Boolean Byte Character Double Float Integer Long Math Short String System Thread'.split(' ')),
  python: new Set('bool bytearray bytes complex dict float frozenset int list object set str tuple'.split(' ')),
  ruby: new Set(
    (
      'Array Comparable Complex Dir Encoding Enumerable Enumerator Fiber File Float GC Hash Integer IO Kernel Marshal Math ' +
      'ObjectSpace Proc Process Ractor Random Range Rational Regexp Signal String Struct Symbol Thread Time'
    ).split(' '),
  ),
};

/** Which files of Python import a star: each place of a name asks for it. */
const withStars = new WeakMap<CodeFile, boolean>();

/** Whether a file of Python imports all that another one has, under names that it does not tell. */
export function hasStar({ file }: Pick<Case, 'file'>): boolean {
  if (file.family !== 'python') return false;
  const known = withStars.get(file) ?? /^[ \t]*from[ \t].*[ \t]import(?:[ \t]*\()?[ \t]*\*/m.test(file.mask());
  withStars.set(file, known);
  return known;
}
