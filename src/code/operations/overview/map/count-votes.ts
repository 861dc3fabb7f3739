import type { ScannedLanguage } from '../../../lex/lex-rules.ts';
import type { FileSymbol, SymbolKind } from '../../../lex/symbol.ts';
import { reachesOf } from '../../../lex/visibility.ts';
import type { MapSymbol } from '../../../questions/overview.types.ts';
import type { PathRole } from '../../../source/path-role.ts';
import { folderOf } from '../../../text/paths.ts';
import type { NameUses } from './collect-names.ts';
import { isNameOfLanguage } from './language-names.ts';
import { makeNearness } from './nearness.ts';
import { isUsed } from './packed-uses.ts';
import { makeUseWeights, nameElsewhere, type Target, targetOf } from './use-weights.ts';
import { startWeight, userWeight } from './user-weights.ts';

/** A source file as the map sees it. */
export interface MapFile {
  readonly path: string;
  readonly role: PathRole;
  /** Languages that share declarations; null for a template. */
  readonly family: string | null;
  readonly scanner: ScannedLanguage | null;
  readonly symbols: readonly FileSymbol[];
  /** Names at the top of the file that it gives away; null when the language, or the file, does not list them. */
  readonly exported: ReadonlySet<string> | null;
}

/** What votes are counted of. */
export interface VotersInput {
  readonly files: readonly MapFile[];
  /** How often files use the names that are defined somewhere, definitions included. */
  usesOf(name: string): NameUses;
}

/**
 * Files vote for the files whose names they use, with one vote for each name. Nothing here depends on what is asked, so
 * that another task of the same tree is ranked by the same votes; a project has some hundred thousand of them.
 */
export interface Votes {
  /** Files by their numbers, and how often walks begin at each. */
  readonly paths: readonly string[];
  readonly starts: Float64Array;
  /** The names that are voted by, and the declarations that are voted for; null for one that no map shows. */
  readonly names: readonly string[];
  readonly targets: readonly (MapSymbol | null)[];
  /** Who votes for whom, each pair once. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Of each vote its pair, its name, its target and its weight. */
  readonly pairOf: Uint32Array;
  readonly nameOf: Uint32Array;
  readonly targetOf: Uint32Array;
  readonly weights: Float64Array;
}

/** A name that more files define than these says by itself nothing of which one is meant: `get`, `main`, `new`. */
const DEFINERS_MAX = 6;
/** Of up to so many an import may say which. */
const DEFINERS_READ_MAX = 30;
/** Shorter names are loop variables and type parameters more often than what they are taken for. */
const NAME_CHARACTERS_MIN = 3;

const SHOWN: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'function',
  'method',
  'class',
  'interface',
  'type',
  'enum',
  'struct',
  'trait',
  'macro',
]);

/** Not shown, for what it holds is; but who uses the name may mean it, and not a class of the same name. */
const MEANT: ReadonlySet<SymbolKind> = new Set<SymbolKind>([...SHOWN, 'module']);

/** Counts the votes of all files; the same tree gives the same votes in the same order. */
export function countVotes(input: VotersInput): Votes {
  const { files } = input;
  const nearnessOf = makeNearness(input);
  const names: string[] = [];
  // By target and not by symbol, which two files of the same content share.
  const targets = new Map<Target, number>();
  const shown: (MapSymbol | null)[] = [];
  const pairs = new Map<number, number>();
  const columns = { pairOf: [] as number[], nameOf: [] as number[], targetOf: [] as number[], weights: [] as number[] };
  const numberOf = (target: Target, file: number): number => {
    const number = numbered(targets, target);
    if (number === shown.length) shown.push(asShown(files[file]?.path ?? '', target.symbol));
    return number;
  };
  for (const defined of findDefiners(files)) {
    const before = columns.weights.length;
    for (const { from, to, target, weight } of votesFor({ input, defined, nearnessOf })) {
      columns.pairOf.push(numbered(pairs, from * files.length + to));
      columns.nameOf.push(names.length);
      columns.targetOf.push(numberOf(target, to));
      columns.weights.push(weight);
    }
    if (columns.weights.length > before) names.push(defined.name);
  }
  return {
    paths: files.map(({ path }) => path),
    starts: Float64Array.from(files, startWeight),
    names,
    targets: shown,
    from: Uint32Array.from(pairs.keys(), (pair) => Math.floor(pair / files.length)),
    to: Uint32Array.from(pairs.keys(), (pair) => pair % files.length),
    pairOf: Uint32Array.from(columns.pairOf),
    nameOf: Uint32Array.from(columns.nameOf),
    targetOf: Uint32Array.from(columns.targetOf),
    weights: Float64Array.from(columns.weights),
  };
}

/** Things get numbers in the order in which they are seen. */
function numbered<Thing>(numbers: Map<Thing, number>, thing: Thing): number {
  const known = numbers.get(thing);
  if (known !== undefined) return known;
  numbers.set(thing, numbers.size);
  return numbers.size - 1;
}

function asShown(file: string, { line, kind, path: name, signature }: FileSymbol): MapSymbol | null {
  return SHOWN.has(kind) ? { file, line, kind, name, signature } : null;
}

/** What one language knows by one name. */
interface Defined {
  readonly name: string;
  readonly family: string;
  /** The declaration nearest to the top of each file, by the file's number. */
  readonly files: Map<number, Target>;
}

/** For each name of each language the files that define it; names of many definers left out. */
function findDefiners(files: readonly MapFile[]): Iterable<Defined> {
  const definers = new Map<string, Defined>();
  for (const [number, file] of files.entries()) {
    const family = file.family ?? '';
    const modules = new Set(file.symbols.flatMap(({ kind, path }) => (kind === 'module' ? [path] : [])));
    for (const symbol of candidatesOf(file)) {
      const name = nameElsewhere(file.path, symbol);
      const key = `${family} ${name}`;
      const known = definers.get(key) ?? { name, family, files: new Map<number, Target>() };
      definers.set(key, known);
      const before = known.files.get(number);
      if (before === undefined || symbol.depth < before.symbol.depth)
        known.files.set(number, targetOf(file.path, symbol, modules));
    }
  }
  for (const [key, known] of definers) if (known.files.size > DEFINERS_READ_MAX) definers.delete(key);
  return definers.values();
}

/** What other files may mean by its name. */
function candidatesOf({ path, role, scanner, symbols, exported }: MapFile): readonly FileSymbol[] {
  if (role !== 'source') return [];
  const reaches = reachesOf(scanner, symbols);
  return symbols.filter((symbol, at) => {
    const { name } = symbol;
    const isName = name.length >= NAME_CHARACTERS_MIN && /^[\p{L}_$]/u.test(name);
    // `View.prototype.lookup` is a member though nothing encloses it.
    const isHidden = exported !== null && !symbol.path.includes('/') && !exported.has(name);
    if (!isName || isHidden || !MEANT.has(symbol.kind) || isNameOfLanguage(path, symbol)) return false;
    return reaches[at] !== 'own' && !isOfUnknownType(path, symbol);
  });
}

/** A method of Rust that no block of a type is known to be around, as in what a macro writes: no name alone means it. */
function isOfUnknownType(path: string, { kind, signature }: FileSymbol): boolean {
  return kind === 'function' && path.endsWith('.rs') && /\(\s*(?:&\s*(?:'\w+\s+)?)?(?:mut\s+)?self\b/.test(signature);
}

interface Vote {
  readonly from: number;
  readonly to: number;
  readonly target: Target;
  readonly weight: number;
}

/** A name whose uses are weighed. */
interface Weighing {
  readonly input: VotersInput;
  readonly defined: Defined;
  readonly nearnessOf: ReturnType<typeof makeNearness>;
}

function* votesFor({ input, defined, nearnessOf }: Weighing): Generator<Vote> {
  const { name, family, files: known } = defined;
  const isCommon = known.size > DEFINERS_MAX;
  const weigh = makeUseWeights({ name, usesOf: input.usesOf, isCommon });
  const { files: users, uses } = input.usesOf(name);
  const homes = countPlaces(
    Array.from(known.keys(), (to) => ({ to })),
    input.files,
  );
  for (const [at, from] of users.entries()) {
    const user = input.files[from];
    const ofFile = { from, uses: uses[at] ?? 0 };
    if (user === undefined || !isUsed(ofFile.uses) || !mayMean(user, family) || known.has(from)) continue;
    const meant: Omit<Vote, 'from'>[] = [];
    known.forEach((target, to) => {
      if (target.within !== null && !user.path.startsWith(target.within)) return;
      const weight = weigh(ofFile, target, () => nearnessOf(from, to));
      if (weight > 0) meant.push({ to, target, weight });
    });
    if (meant.length === 0) continue;
    // Of a common name only what an import shows is left, and the use is divided among that.
    const among = isCommon ? countPlaces(meant, input.files) : homes;
    if (among > DEFINERS_MAX) continue;
    for (const one of meant) yield { ...one, from, weight: (userWeight(user) * one.weight) / among };
  }
}

/** Templates may mean any language's. */
function mayMean(user: MapFile, family: string): boolean {
  return user.family === null || user.family === family;
}

/** How many things declarations of one name are: a package of Go may declare one anew for each way to build it. */
function countPlaces(declared: readonly Pick<Vote, 'to'>[], files: readonly MapFile[]): number {
  const places = declared.map(({ to }) => files[to]?.path ?? '');
  return new Set(places.map((path) => (path.endsWith('.go') ? folderOf(path) : path))).size;
}
