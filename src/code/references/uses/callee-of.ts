import type { CodeFile, Family } from '../code-file.ts';
import { isCommonName } from '../judge/common-names.ts';
import type { Case } from '../judge/in-reach.ts';
import { judge } from '../judge/judge.ts';
import type { Addresses } from '../names/addresses.ts';
import { type ImportedName, importedNames } from '../names/import-names.ts';
import { isLocalFunction } from '../names/local-functions.ts';
import { type Hidden, hiddenPlaces } from '../names/local-names.ts';
import type { Origins } from '../names/origins.ts';
import { inSameBranch } from '../names/python-branches.ts';
import { placesOf } from '../places/places.ts';
import { shortSetter } from '../places/ruby-setters.ts';
import type { Definition, Place, ReferenceEvidence } from '../reference.ts';
import { isConversion } from './constructed.ts';
import { mayBeMeant } from './gather.ts';
import type { Known } from './known.ts';
import type { ReferenceQuestion } from './reference-search.ts';
import { isCalledPlainly } from './uses-in-file.ts';

/** A name that is called in a file. */
export interface Call {
  readonly file: CodeFile;
  readonly place: Place;
}

/** What the calls of one step are judged with. */
export interface Judging
  extends Pick<Case, 'links' | 'types' | 'lookUpC'>,
    Pick<Addresses, 'modulesOf' | 'isOwnOf'>,
    Pick<Known, 'definitions'>,
    Pick<ReferenceQuestion, 'accepts'> {
  readonly origins: Origins;
}

/** What a call means. */
export interface Called {
  /** The one that is meant, with what a build may have in its place; by the name alone all that it may be. */
  readonly definitions: readonly Definition[];
  readonly evidence: ReferenceEvidence;
  /** Whether only one of these is meant, and nothing tells which. */
  readonly isOneOfSeveral: boolean;
}

/**
 * `outside`: no declaration of the project; `unclear`: which one is not known, or nothing but a common name speaks for it;
 * `beyond`: one that is not among the files that were asked for; `elsewhere`: nothing is called.
 */
export type NotCalled = 'outside' | 'unclear' | 'beyond' | 'elsewhere';

/** Which declaration a call means. */
export function calleeOf(judging: Judging, call: Call): Called | NotCalled {
  return plainly(call, judged(judging, call));
}

/** A name without brackets may be no call: it says nothing where it leads to no function. */
function plainly({ place }: Call, found: Called | NotCalled): Called | NotCalled {
  if (!place.isPlain) return found;
  if (typeof found === 'string' || !isCalledPlainly(found.definitions.slice(0, 1))) return 'elsewhere';
  const isBare = place.path.length === 0 && !place.isOfUnknown;
  return isBare && found.evidence === 'name' ? 'elsewhere' : found;
}

/** Names with more declarations than these say nothing on their own. */
const NAMESAKES_MAX = 2;

function judged(
  { definitions, origins, modulesOf, isOwnOf, accepts, ...known }: Judging,
  { file, place }: Call,
): Called | NotCalled {
  const names = importedNames(file);
  const one: Case = {
    ...known,
    file,
    names,
    hidden: hiddenIn(file, place),
    addresses: { files: new Set(), bringsIn: origins.bringsIn, modulesOf, isOwnOf, membersOf: () => [] },
  };
  const given = ({ line, imported }: ImportedName) => origins.namesOf({ path: file.path, line, imported });
  const { evidence, meant } = judge(one, place, mayBeMeant(names, place, definitions, given).filter(mayBeCalled));
  if (meant.length === 0) return isOwnFunction(file, place) || isListedElse(file, place) ? 'elsewhere' : 'outside';
  if (meant.every(isEnumMember) || isConversion(meant)) return 'elsewhere';
  // Code that is no test calls nothing of a test, unless the language's rules lead there.
  const source = file.role === 'test' ? meant : meant.filter(({ role }) => role !== 'test');
  const chosen = source.length === 0 && evidence === 'exact' ? meant : source;
  if (chosen.length === 0) return 'unclear';
  if (evidence === 'name') return mayMean(chosen, place, accepts);
  return meansOne(inSameBranch(file, place.at, chosen), evidence, accepts);
}

/** What hides names in a script, found once for all calls of a name. */
const hiddenByName = new WeakMap<CodeFile, Map<string, Hidden>>();

/** What hides the name of a call: of a script the blocks in which one of its other places binds it. */
function hiddenIn(file: CodeFile, place: Place): Hidden {
  if (file.family !== 'script') return hiddenPlaces(file, [place]);
  const byName = hiddenByName.get(file) ?? new Map<string, Hidden>();
  hiddenByName.set(file, byName);
  const known = byName.get(place.name) ?? hiddenPlaces(file, placesOf(file, place.name));
  byName.set(place.name, known);
  return known;
}

/** Whether it is a function within what calls it, whose calls are among those of that. */
function isOwnFunction(file: CodeFile, { name, path, at, isOfUnknown }: Place): boolean {
  return path.length === 0 && !isOfUnknown && isLocalFunction(file, name, at);
}

/** Traits of Rust whose types of values stand in round brackets. Source: The Rust Reference, "Paths in types". */
const TRAITS_OF_CALLS = /^(?:Async)?Fn(?:Mut|Once)?$/;

/** Whether it is a type, `impl Fn(&str)` calls nothing, or a setter of Ruby that an attribute may stand for under its own name. */
function isListedElse({ family }: CodeFile, { name }: Place): boolean {
  return family === 'rust' ? TRAITS_OF_CALLS.test(name) : family === 'ruby' && shortSetter(name) !== null;
}

/** What is proven: the first of what is declared several times, with what a build may have in its place. */
function meansOne(
  all: readonly Definition[],
  evidence: ReferenceEvidence,
  accepts: Judging['accepts'],
): Called | NotCalled {
  const [definition] = all;
  if (definition === undefined || !isAccepted(accepts, definition)) return 'beyond';
  const variants = all.filter((other) => isVariant(definition, other) && isAccepted(accepts, other));
  return { definitions: [definition, ...variants], evidence, isOneOfSeveral: false };
}

/** What has nothing but the name: each of a few declarations may be meant. */
function mayMean(all: readonly Definition[], { name }: Place, accepts: Judging['accepts']): Called | NotCalled {
  if (all.length > NAMESAKES_MAX || isCommonName(name)) return 'unclear';
  const shown = all.filter((one) => isAccepted(accepts, one));
  if (shown.length === 0) return 'beyond';
  return { definitions: shown, evidence: 'name', isOneOfSeveral: all.length > 1 };
}

function isAccepted(accepts: Judging['accepts'], { file, role }: Definition): boolean {
  return accepts({ path: file, role });
}

/** A module may be called like a function, and is never what is called. */
function mayBeCalled({ symbol }: Definition): boolean {
  return symbol.kind !== 'module';
}

/** What is written like a call of it is a pattern, or makes a value: `Some(one)` of Rust. */
function isEnumMember({ symbol, family, container }: Definition): boolean {
  return family === 'rust' && symbol.kind === 'variable' && container !== null;
}

/** Languages without overloads: of several functions of one name a build has one. */
const ONE_PER_BUILD: ReadonlySet<Family> = new Set(['go', 'rust']);

function isVariant(definition: Definition, other: Definition): boolean {
  return ONE_PER_BUILD.has(other.family) && other !== definition && other.symbol.kind === definition.symbol.kind;
}
