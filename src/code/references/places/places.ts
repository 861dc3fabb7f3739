import { after } from '../../lex/code-text.ts';
import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import { FILLER } from '../../lex/mask.ts';
import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Place } from '../reference.ts';
import { isDeclared } from './declared.ts';
import { isOfImport } from './import-attributes.ts';
import { isOfIncludedPath } from './included-path.ts';
import { callForm, isRubyKey } from './is-call.ts';
import { isAttribute, isElement, isElementText } from './jsx.ts';
import { isLiteralPrefix } from './literal-prefixes.ts';
import { pathBefore } from './path-before.ts';
import { isPartOfQuoted } from './quoted-names.ts';
import { isReserved, isScriptKeyword } from './reserved-words.ts';
import { setterCall } from './ruby-setters.ts';
import { beforeAttributes } from './rust-attributes.ts';
import { isNamedPart } from './script-members.ts';
import { isScriptWord } from './script-words.ts';
import { SIGNED } from './signed-names.ts';
import { isSwiftLabel } from './swift-labels.ts';
import { isAccessor, isPackageClause } from './syntax-words.ts';
import { isToldParameter, isTypeWord } from './type-words.ts';

/** What names are made of, in the scanned languages. */
const NAME_CHARACTER = /[\p{L}\p{N}_$]/u;

/** Places of a file: the first of them where it has more than are looked at. */
export interface FoundPlaces {
  readonly places: readonly Place[];
  readonly isCut: boolean;
}

/** Places of a name in the code of a file, as a whole word, outside of comments and strings; declarations too. */
export function findPlaces(file: CodeFile, name: string): FoundPlaces {
  const last = lastPlaces.get(file);
  if (last?.name === name) return last.found;
  const found = readPlaces(file, name);
  lastPlaces.set(file, { name, found });
  return found;
}

/** The name whose places were asked for last: those who ask for one ask several times. */
const lastPlaces = new WeakMap<CodeFile, { readonly name: string; readonly found: FoundPlaces }>();

function readPlaces(file: CodeFile, name: string): FoundPlaces {
  // Most of the work is the mask, which no file needs that does not even hold the name.
  if (!file.text.includes(name)) return { places: [], isCut: false };
  const mask = file.mask();
  const places: Place[] = [];
  for (let at = mask.indexOf(name); at !== -1; at = mask.indexOf(name, at + 1)) {
    if (!isWhole(file, at, name) || isOfCompiler(file, at, name) || isPackageClause(file, at)) continue;
    if (isOfIncludedPath(file, at) || isNoName(file, at, name)) continue;
    const place = readPlace(file, at, name);
    if (isSyntax(file, place)) continue;
    if (places.length >= REFERENCE_LIMITS.placesPerFileMax) return { places, isCut: true };
    places.push(place);
  }
  return { places, isCut: false };
}

/** The same for who says nothing of those that are not looked at. */
export function placesOf(file: CodeFile, name: string): readonly Place[] {
  return findPlaces(file, name).places;
}

/** What the compiler means by a name in an attribute. Source: The Rust Reference, "Attributes", "Conditional compilation". */
const RUST_ATTRIBUTES = new Set(
  'test bench ignore cfg cfg_attr derive allow expect warn deny forbid inline cold must_use doc path repr deprecated feature link should_panic'.split(
    ' ',
  ),
);
const RUST_CONDITIONS = new Set('test unix windows feature all any not debug_assertions doc doctest miri'.split(' '));

/** `#[test]` and `#[cfg(test)]` mean the compiler's `test`, whatever is declared under that name. */
function isOfCompiler(file: CodeFile, at: number, name: string): boolean {
  if (file.family !== 'rust' || !(RUST_ATTRIBUTES.has(name) || RUST_CONDITIONS.has(name))) return false;
  const ahead = file.mask().slice(Math.max(0, at - 200), at);
  return /#!?\[\s*$/.test(ahead)
    ? RUST_ATTRIBUTES.has(name)
    : RUST_CONDITIONS.has(name) && /(?:#!?\[\s*cfg(?:_attr)?|\bcfg!)\s*\([^\]\n;]*$/.test(ahead);
}

function isWhole(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const [first, last] = [mask.charAt(at - 1), mask.charAt(at + name.length)];
  // What is private in a script has the `#` in its name.
  if (file.family === 'script' && first === '#') return false;
  // In Ruby `@name`, `name?` and `name!` are called otherwise.
  if (file.family === 'ruby' && (first === '@' || isSignedAfter(mask, at + name.length))) return false;
  const isInName = NAME_CHARACTER.test(first) && !(first === '$' && SIGNED.has(file.family));
  return !isInName && !NAME_CHARACTER.test(last);
}

function isSignedAfter(mask: string, end: number): boolean {
  return NAME_CHARACTER.test(mask.charAt(end - 1)) && /^(?:\?|!(?![=~]))/.test(mask.slice(end, end + 2));
}

/** Whether a place is a word of the language: the name of a member only stands behind a dot, or as a key. */
function isSyntax(file: CodeFile, { at, name, path, isOfUnknown, isKey }: Place): boolean {
  if (path.length > 0 || isOfUnknown) return false;
  if (isElement(file, at, name) || isElementText(file, at) || isFlags(file, at)) return true;
  if (isTypeWord(file, at, name) || isToldParameter(file, at, name)) return true;
  if (isKey ? isOfImport(file, at) : isScriptWord(file, at, name) || isSwiftLabel(file, at, name)) return true;
  if (isAccessor(file, at, name)) return !isDeclared(file, { at, name });
  if (file.family !== 'script' || !isScriptKeyword(name) || isDefaultGivenOn(file, at, name)) return false;
  if (isDeclared(file, { at, name })) return false;
  // `switch (a) { default: }`
  return !isKey || /\)\s*\{\s*$/.test(file.mask().slice(Math.max(0, at - 80), at));
}

/** `export { a, default } from './a'`: what another module gives out without a name. */
function isDefaultGivenOn(file: CodeFile, at: number, name: string): boolean {
  if (name !== 'default') return false;
  const mask = file.mask();
  const open = file.structure().around(at);
  const isListed = mask[open] === '{' && /\bexport\s*$/.test(mask.slice(Math.max(0, open - 20), open));
  return isListed && /^\s*[,}]/.test(mask.slice(at + name.length, at + name.length + 20));
}

/** Whether a word marks the end of a declaration, or is a part of a longer name or of a literal. */
function isNoName(file: CodeFile, at: number, name: string): boolean {
  return isEndMarker(file, at, name) || isPartOfQuoted(file, at, name) || isLiteralPrefix(file, at, name);
}

/** `end name` alone on a line of Scala ends what is declared. Source: Scala 3 Reference, "The End Marker". */
function isEndMarker({ scanner, mask }: CodeFile, at: number, name: string): boolean {
  if (scanner !== 'scala' || !/^[ \t]*(?:\r?\n|$)/.test(mask().slice(at + name.length, at + name.length + 80)))
    return false;
  return /(?:^|\n)[ \t]*end[ \t]+$/.test(mask().slice(Math.max(0, at - 200), at));
}

/** Whether a name is what stands behind a regular expression: `/a/gi`. */
function isFlags({ family, mask }: CodeFile, at: number): boolean {
  return family === 'script' && mask()[at - 1] === '/' && mask()[at - 2] === FILLER;
}

const CALLED = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*(?=[ \t]*(?:\?\.)?\(|!?[ \t]*[([{]|(?:::|\?\.)?<|`)/gu;

/** What is private in a class of a script is called by `#name`, a component by its tag. */
const SCRIPT_CALLED =
  /(?<![\p{L}\p{N}_$])(?:#?[\p{L}_$][\p{L}\p{N}_$]*(?=!?[ \t]*(?:\?\.)?[(<`])|(?<=<(?:[\w$]{1,100}\.){0,4})\p{Lu}[\p{L}\p{N}_$]*(?=[\s/>]))/gu;

/** Ruby calls by the name alone; whether that is a variable is asked afterwards. */
const RUBY_CALLED = /(?<![\p{L}\p{N}_$@])[\p{L}_][\p{L}\p{N}_]*(?:\?|!(?![=~]))?/gu;

const ANY_NAME = /(?<![\p{L}\p{N}_$])[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Languages in which a name may call without a bracket behind it, so that each is asked. */
const CALLED_IN: Partial<Record<ScannedLanguage, RegExp>> = {
  script: SCRIPT_CALLED,
  swift: ANY_NAME,
  kotlin: ANY_NAME,
  scala: ANY_NAME,
  csharp: ANY_NAME,
  ruby: RUBY_CALLED,
  shell: ANY_NAME,
};

/** Places of all calls within offsets, in order. */
export function callsWithin(file: CodeFile, from: number, to: number): FoundPlaces {
  const mask = file.mask();
  const names = new RegExp(CALLED_IN[file.scanner] ?? CALLED);
  names.lastIndex = from;
  const places: Place[] = [];
  for (let match = names.exec(mask); match !== null && match.index < to; match = names.exec(mask)) {
    const [name] = match;
    if (isReserved(file, match.index, name) || isScriptWord(file, match.index, name)) continue;
    for (const place of calledBy(file, match.index, name)) {
      if (isDeclared(file, place) || isAccessor(file, match.index, name) || isNoName(file, match.index, name)) continue;
      if (places.length >= REFERENCE_LIMITS.placesPerFileMax) return { places, isCut: true };
      places.push(place);
    }
  }
  return { places, isCut: false };
}

/** What a name calls where it stands: most call nothing, and need no closer look; `one.count += 1` of Ruby calls two methods. */
function calledBy(file: CodeFile, at: number, name: string): readonly Place[] {
  const form = callForm(file, at, name);
  const called = form === 'none' ? [] : [readPlace(file, at, name, form)];
  if (file.family !== 'ruby') return called;
  const setter = setterCall(file, called[0] ?? readPlace(file, at, name, form));
  return setter === null ? called : [...called, setter];
}

/** How a name stands at an offset of a file's code. */
export function readPlace(file: CodeFile, at: number, name: string, form = callForm(file, at, name)): Place {
  const { path, isOfUnknown } = pathBefore(file, at);
  const isAlone = path.length === 0 && !isOfUnknown;
  return {
    at,
    name,
    path,
    isOfUnknown,
    isCall: form !== 'none',
    isPlain: form === 'plain',
    isKey: file.family === 'ruby' ? isRubyKey(file, at, name) : isAlone && isKey(file, at, name),
  };
}

/** `{ name: 1 }` and `f(name=1)` say something of a name that means nothing outside of that bracket. */
function isKey(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const next = mask.slice(after(mask, at + name.length), after(mask, at + name.length) + 2);
  const previous = mask[beforeAttributes(file, at)] ?? '';
  if (file.family === 'python')
    return next[0] === '=' && next[1] !== '=' && /[(,]/.test(previous) && isInCall(file, at);
  if (file.family === 'script') return isNamedPart(file, at, name) || isAttribute(file, at);
  if (next[0] !== ':' || next[1] === ':') return false;
  return (file.family === 'go' || file.family === 'rust') && /[{,]/.test(previous);
}

function isInCall(file: CodeFile, at: number): boolean {
  return file.mask()[file.structure().around(at)] === '(';
}
