import { isGlobalOfLanguage, isMemberOfAll, isMemberOfLanguage } from '../../../lex/builtin-names.ts';
import { languageOf } from '../../../lex/languages.ts';
import type { ScannedLanguage } from '../../../lex/lex-rules.ts';
import type { FileSymbol } from '../../../lex/symbol.ts';
import { outerOf } from '../../../lex/symbol-path.ts';
import { containerOf } from '../../../search/symbols-of.ts';
import { nameOf } from '../../../text/paths.ts';
import { splitIdentifier } from '../../../text/words.ts';
import { calledOn, type NameUses } from './collect-names.ts';
import type { Nearness } from './nearness.ts';
import { DECLARED_HERE, type PackedUses, SPOKEN_BY_IMPORT, usesIn } from './packed-uses.ts';
import { countedAs } from './use-form.ts';

/** A declaration that uses of its name may mean. */
export interface Target {
  readonly symbol: FileSymbol;
  /** Whether it is called on a value, or stands by itself. */
  readonly isMember: boolean;
  /** What it is a member of; null when it is none. */
  readonly container: string | null;
  /** Whether its language calls members of the own class without a receiver. */
  readonly isImplicit: boolean;
  /** Whether the language's own types have a member of this name, and whether every value has one. */
  readonly isOfLanguage: boolean;
  readonly isOfAll: boolean;
  /** Whether the language itself has something of this name that stands alone, which packages declare anew: `Result`. */
  readonly isGlobal: boolean;
  /** The folder, with its slash, that holds all files which can see it; null where that is not known. */
  readonly within: string | null;
  /** The namespace of a script around it: what is in none of that name has to say it (`Worker.Env`). Null for none. */
  readonly namespace: string | null;
}

/** Names of one word; a name of two words or more is meant where it stands. */
const PLAIN_WORD_WEIGHT = 0.2;
const SINGLE_WORD_WEIGHT = 0.6;
/** One that an import of the file names. */
const IMPORTED_WORD_WEIGHT = 0.6;
/** Names that say themselves that they are of no concern outside. */
const PRIVATE_WEIGHT = 0.2;
/** Methods of many types have one name, and which is meant does not stand there. */
const METHOD_WEIGHT = 0.3;
/** A use in a file that does not speak of the definer's file: most likely of something else with that name. */
const FAR_WEIGHT = 0.1;
/** The same for a name of one word, which standard libraries have as well. */
const FAR_SINGLE_WORD_WEIGHT = 0.01;
/** The file imports something of that name: what a package gives out at its top is declared elsewhere. */
const FAR_IMPORTED_WEIGHT = 0.2;
/** A member of some value is seldom what stands by itself in another file. */
const MEMBER_AS_FREE_WEIGHT = 0.05;
/** A receiver that is named as the type is; what it holds is not known all the same. */
const CALLED_WEIGHT = 1;

/** In these languages what belongs to a class is never called by its name alone. */
const EXPLICIT: ReadonlySet<ScannedLanguage> = new Set<ScannedLanguage>(['script', 'python', 'rust', 'go', 'php']);

/** Describes a declaration as uses of its name need it; `modules` are the paths of those in its file. */
export function targetOf(path: string, symbol: FileSymbol, modules: ReadonlySet<string>): Target {
  const scanner = languageOf(path)?.scanner ?? null;
  // `app.use = function` belongs to a value though nothing encloses it.
  const isAssigned = scanner === 'script' && symbol.kind === 'function' && symbol.path.includes('/');
  const isMember = symbol.kind === 'method' || isAssigned;
  return {
    symbol,
    isMember,
    container: isMember ? containerOf(symbol) : null,
    isImplicit: scanner !== null && !EXPLICIT.has(scanner),
    isOfLanguage: scanner !== null && isMemberOfLanguage(scanner, symbol.name),
    isOfAll: isMember && scanner !== null && isMemberOfAll(scanner, symbol.name),
    isGlobal: !isMember && scanner !== null && isGlobalOfLanguage(scanner, symbol.name),
    within: scanner === 'rust' && /^pub\s*\(/.test(symbol.signature) ? crateOf(path) : null,
    namespace: scanner === 'script' && modules.has(outerOf(symbol.path)) ? containerOf(symbol) : null,
  };
}

/** The folder of a crate, as Cargo lays it out; null elsewhere. Source: The Cargo Book, "Package Layout". */
function crateOf(path: string): string | null {
  const at = `/${path}`.lastIndexOf('/src/');
  return at === -1 ? null : path.slice(0, at);
}

/** What other files call a declaration: what a script gives without a name is mostly called as its file is. */
export function nameElsewhere(path: string, { name, kind }: FileSymbol): string {
  if (kind === 'macro' && languageOf(path)?.scanner === 'rust') return countedAs(name, true);
  if (name !== 'default' || languageOf(path)?.scanner !== 'script') return name;
  const parts = path.replace(/\.\w+$/, '').split('/');
  return (parts.at(-1) === 'index' ? parts.at(-2) : undefined) ?? parts.at(-1) ?? nameOf(path);
}

/** The uses of a name in one file. */
export interface FileUses {
  /** The file's number. */
  readonly from: number;
  readonly uses: PackedUses;
}

/** How much the uses of a name in one file count for a declaration; 0 when they say nothing. */
export type WeighUses = (uses: FileUses, target: Target, nearness: () => Nearness) => number;

/** A name, and what its weight depends on. */
export interface WeighedName {
  readonly name: string;
  readonly usesOf: (name: string) => NameUses;
  /** Whether so many files declare it that it says nothing by itself. */
  readonly isCommon: boolean;
}

/** Reads what a name is like, once for all its uses. */
export function makeUseWeights(of: WeighedName): WeighUses {
  const { usesOf, isCommon } = of;
  const { ofName, ofWords, isSingle } = readName(of);
  // The more files call one word on some value, the less it says which is meant.
  const ofMember = isSingle ? 1 / Math.sqrt(Math.max(1, countCallers(usesOf(of.name)))) : 1;
  const callsOf = makeReceiverReader(of.name, usesOf);
  const countOpen = makeUseCounter(usesOf);

  function weighByName(ofFile: FileUses, target: Target, nearness: () => Nearness): number {
    const open = countOpen(ofFile, target);
    if (target.isOfAll || open.sure + open.loose === 0) return 0;
    const place = nearness();
    if (target.isGlobal && place === 'far') return 0;
    const isSaid = place === 'spoken' && !(isCommon && target.isMember);
    const { sure, loose } = isSaid ? open : countUnspoken(open, target, isCommon);
    const isImported = (ofFile.uses & SPOKEN_BY_IMPORT) !== 0;
    const ofWord = isImported ? Math.max(ofWords, IMPORTED_WORD_WEIGHT) : ofWords;
    const ofLoose = target.isMember ? ofMember : MEMBER_AS_FREE_WEIGHT;
    return ofWord * placeWeight(place, isImported, isSingle) * (Math.sqrt(sure) + Math.sqrt(loose) * ofLoose);
  }

  return (ofFile, target, nearness) => {
    const byName = weighByName(ofFile, target, nearness);
    if (!target.isMember) return ofName * byName;
    return ofName * METHOD_WEIGHT * (byName + Math.sqrt(callsOf(target, ofFile.from)) * CALLED_WEIGHT);
  };
}

/** Files that call the name on some value. */
function countCallers({ uses }: NameUses): number {
  let count = 0;
  for (const one of uses) if (usesIn(one, 'member') > 0) count++;
  return count;
}

function readName({ name }: WeighedName) {
  const isSingle = splitIdentifier(name).length < 2;
  return {
    isSingle,
    ofName: name.startsWith('_') ? PRIVATE_WEIGHT : 1,
    ofWords: !isSingle ? 1 : name === name.toLowerCase() ? PLAIN_WORD_WEIGHT : SINGLE_WORD_WEIGHT,
  };
}

function placeWeight(place: Nearness, isImported: boolean, isSingle: boolean): number {
  if (place !== 'far') return 1;
  if (isImported) return FAR_IMPORTED_WEIGHT;
  return isSingle ? FAR_SINGLE_WORD_WEIGHT : FAR_WEIGHT;
}

/** Uses by the form in which they stand. */
interface CountedUses {
  /** Those whose form shows that such a declaration is meant. */
  readonly sure: number;
  /** Those that leave it open. */
  readonly loose: number;
}

/** What is left where the file does not speak of the other: a name of many, or of the language, says nothing then. */
function countUnspoken(open: CountedUses, { isMember, isOfLanguage }: Target, isCommon: boolean): CountedUses {
  const isSaying = !isCommon && !(isOfLanguage && isMember);
  return { sure: isSaying ? open.sure : 0, loose: isSaying && !isOfLanguage ? open.loose : 0 };
}

/** How often a file calls a member on what is named as its type is. */
function makeReceiverReader(name: string, usesOf: (name: string) => NameUses) {
  const byContainer = new Map<string, ReadonlyMap<number, number>>();
  return ({ container }: Target, file: number): number => {
    if (container === null) return 0;
    let calls = byContainer.get(container);
    if (calls === undefined) {
      const { files, uses } = usesOf(calledOn(container, name));
      calls = new Map(files.map((one, at) => [one, usesIn(uses[at] ?? 0, 'qualified')]));
      byContainer.set(container, calls);
    }
    return calls.get(file) ?? 0;
  };
}

/** Counts the uses in a file; those of what is in a namespace, where the file has no part of that, behind a name alone. */
function makeUseCounter(usesOf: (name: string) => NameUses) {
  const byName = new Map<string, ReadonlySet<number>>();
  const partsOf = (namespace: string): ReadonlySet<number> => {
    const { files, uses } = usesOf(namespace);
    const parts = byName.get(namespace) ?? new Set(files.filter((_, at) => ((uses[at] ?? 0) & DECLARED_HERE) !== 0));
    byName.set(namespace, parts);
    return parts;
  };
  return ({ from, uses }: FileUses, target: Target): CountedUses => {
    const { namespace, isMember } = target;
    if (namespace === null || isMember || partsOf(namespace).has(from)) return countUses(uses, target);
    return { sure: usesIn(uses, 'qualified'), loose: 0 };
  };
}

/** Ten uses say less than ten times one: whoever weighs them takes the root. */
function countUses(
  uses: PackedUses,
  { isMember, isImplicit }: Target,
): { readonly sure: number; readonly loose: number } {
  const qualified = usesIn(uses, 'qualified');
  // A file that declares the name itself means its own, but where an import or a type before it says otherwise.
  if ((uses & DECLARED_HERE) !== 0) return { sure: isMember ? 0 : qualified, loose: 0 };
  const loose = usesIn(uses, 'member');
  const own = usesIn(uses, 'own');
  const free = usesIn(uses, 'free');
  if (!isMember) return { sure: free + qualified, loose: loose + own };
  return { sure: qualified + own + (isImplicit ? free : 0), loose };
}
