import { type CodeFile, lineAt } from '../code-file.ts';
import { takesArguments } from '../judge/c-sorts.ts';
import { isOfWrittenType } from '../judge/hidden-containers.ts';
import type { Case } from '../judge/in-reach.ts';
import { judge } from '../judge/judge.ts';
import { offsetOf } from '../names/declarations.ts';
import { type ImportedName, importedNames } from '../names/import-names.ts';
import { hiddenPlaces } from '../names/local-names.ts';
import { isAttribute, shortAttribute } from '../places/csharp-attributes.ts';
import { isDeclared, isOfDirective } from '../places/declared.ts';
import { type FoundPlaces, findPlaces } from '../places/places.ts';
import { setterCall, shortSetter } from '../places/ruby-setters.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { aliasedMembers } from './aliased-members.ts';
import type { Known } from './known.ts';
import type { FoundUses, Use } from './use.ts';

/** The uses of one file in the order of their places. */
export function usesIn(
  file: CodeFile,
  {
    definitions,
    ...known
  }: Pick<Known, 'definitions'> & Pick<Case, 'links' | 'addresses' | 'types' | 'lookUpC' | 'unlisted'>,
): FoundUses {
  const names = importedNames(file);
  const uses: Use[] = [];
  let isCut = false;
  for (const [name, own] of definitions) {
    const { places, isCut: hasMore } = placesIn(file, name);
    isCut ||= hasMore;
    const one: Case = { file, names, hidden: hiddenPlaces(file, places), ...known };
    const heads = new Set(own.filter((one) => one.file === file.path).map(({ symbol }) => offsetOf(file, symbol)));
    for (const place of places) {
      const isHead = heads.has(place.at) || (names.around(place.at).length === 0 && isDeclaredHere(file, place, own));
      if (isHead && !isOfThis(file, place)) continue;
      const use = { file, place, verdict: asImported(one, place, judge(one, place, own)) };
      if (!isHead || givesAnew(use)) uses.push(plainly(use));
    }
    const others = aliasUses(file, { ...known, names, name, own });
    isCut ||= others.isCut;
    for (const use of others.uses) uses.push(use);
  }
  return { uses: uses.toSorted((a, b) => a.place.at - b.place.at), isCut };
}

/** Places of a name in a file, and of what it may be written as: an attribute of C# without its ending, a setter of Ruby. */
function placesIn(file: CodeFile, name: string): FoundPlaces {
  const whole = findPlaces(file, name);
  const shortOf = SHORT[file.family];
  const short = shortOf?.name(name) ?? null;
  if (shortOf === undefined || short === null) return whole;
  const shorter = findPlaces(file, short);
  const meant = shorter.places.flatMap((place) => shortOf.read(file, place) ?? []);
  return { places: [...whole.places, ...meant], isCut: whole.isCut || shorter.isCut };
}

interface Short {
  /** What a name may be written as; null where it is only written as it is. */
  readonly name: (name: string) => string | null;
  /** What a place of that means; null where it is no use of the whole name. */
  readonly read: (file: CodeFile, place: Place) => Place | null;
}

const SHORT: Readonly<Partial<Record<CodeFile['family'], Short>>> = {
  csharp: { name: shortAttribute, read: (file, place) => (isAttribute(file, place) ? place : null) },
  ruby: { name: shortSetter, read: setterCall },
};

/** What a script has from where only a name leads is known no better. */
function asImported({ file, names, links }: Case, { at, name, path }: Place, verdict: Verdict): Verdict {
  if (file.family !== 'script' || verdict.evidence === 'name') return verdict;
  const byName = links.of(file.path)?.byName;
  if (byName === undefined || byName.size === 0) return verdict;
  const imports = [...names.named(path[0] ?? name), ...names.around(at)];
  const isByName = imports.length > 0 && imports.every(({ line }) => byName.has(line));
  return isByName ? { ...verdict, evidence: 'name' } : verdict;
}

/** What has the form of a declaration and is a macro's name is what the macro stands for: `int a GUARDED_BY(lock);`. */
function isDeclaredHere(file: CodeFile, place: Place, own: readonly Definition[]): boolean {
  const isMacro = file.family === 'c' && own.length > 0 && own.every(({ symbol }) => symbol.kind === 'macro');
  if (!isMacro) return isDeclared(file, place);
  // What takes something and is given nothing stands for itself: `int f(long max, long min);`
  const isItself = !place.isCall && own.every(({ symbol }) => takesArguments(symbol.signature, place.name));
  return isOfDirective(file, place) || (isItself && isDeclared(file, place));
}

/** Whether a script gives a value to a member of what it is in, or of a type, which the scanner lists like a declaration. */
function isOfThis(file: CodeFile, { path, at }: Place): boolean {
  const [first = ''] = path;
  return file.family === 'script' && path.length === 1 && (first === 'this' || isOfWrittenType(file, first, at));
}

/** Whether what is given a value so is for sure declared elsewhere, and here only used. */
function givesAnew({ file, place, verdict: { evidence, meant } }: Use): boolean {
  const line = lineAt(file, place.at);
  return evidence === 'exact' && !meant.some(({ file: path, symbol }) => path === file.path && symbol.line === line);
}

/** A use by the name alone calls a function that it surely means, or one behind a dot: a value is only read by it. */
function plainly(use: Use): Use {
  const { place, verdict } = use;
  if (readsAccessor(use)) return { ...use, place: { ...place, isCall: true } };
  if (!place.isPlain) return use;
  const isBare = place.path.length === 0 && !place.isOfUnknown;
  const isCall = isCalledPlainly(verdict.meant) && !(isBare && verdict.evidence === 'name');
  return isCall ? use : { ...use, place: { ...place, isCall } };
}

/** Whether a member is read, or given a value, that is a function in all that it may mean. */
function readsAccessor({ place: { path, isOfUnknown }, verdict: { meant } }: Use): boolean {
  return (path.length > 0 || isOfUnknown) && meant.length > 0 && meant.every(({ isAccessor }) => isAccessor);
}

/** Whether one of some declarations is a function. */
export function isCalledPlainly(meant: readonly Definition[]): boolean {
  return meant.some(({ symbol: { kind } }) => kind === 'function' || kind === 'method');
}

interface Aliasing extends Pick<Case, 'names' | 'links' | 'addresses' | 'types'> {
  readonly name: string;
  readonly own: readonly Definition[];
}

/** Uses under another name that an import of the file has given (`import { add as plus }`), or that it is given out by. */
function aliasUses(file: CodeFile, { name, own, ...known }: Aliasing): FoundUses {
  const { names } = known;
  const given = new Set(givenTo(file, known, own));
  const aliases = new Set([...names.aliasesOf(name), ...given]);
  let isCut = false;
  const members = aliasedMembers(file, known, own);
  isCut ||= members.isCut;
  const uses = [...aliases].flatMap((alias) => {
    const found = findPlaces(file, alias);
    isCut ||= found.isCut;
    const places = found.places.filter(
      // An import that renames holds the name itself.
      ({ at, path }) => path.length === 0 && (given.has(alias) || names.around(at).length === 0),
    );
    const hidden = hiddenPlaces(file, places);
    return places.flatMap((place) => {
      const verdict = judgeAlias({ file, ...known, hidden }, place, own);
      return verdict === null ? [] : [{ file, place, verdict }];
    });
  });
  return { uses: [...uses, ...members.uses], isCut };
}

/** Only what the import surely leads to: the alias itself says nothing. */
function judgeAlias(one: Case, place: Place, own: readonly Definition[]): Verdict | null {
  if (isDeclared(one.file, place)) return null;
  const verdict = judge(one, place, own);
  return verdict.evidence === 'exact' ? verdict : null;
}

/** Names by which a file imports what some declarations declare, where these are not their own. */
export function givenTo(
  file: CodeFile,
  { names, addresses }: Pick<Case, 'names' | 'addresses'>,
  own: readonly Definition[],
): readonly string[] {
  const isGiven = (one: ImportedName): boolean =>
    own.some(
      (definition) =>
        one.imported !== definition.symbol.name &&
        one.local !== definition.symbol.name &&
        one.local !== '' &&
        addresses.bringsIn(file.path, one, definition),
    );
  return [...new Set(names.all.filter(isGiven).map(({ local }) => local))];
}
