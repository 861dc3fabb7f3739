import { compareTexts } from '../../../../base/compare-texts.ts';
import { languageOf } from '../../../lex/languages.ts';
import type { FileSymbol, SymbolKind } from '../../../lex/symbol.ts';
import { reachesOf } from '../../../lex/visibility.ts';
import type { MapSymbol, SymbolMap } from '../../../questions/overview.types.ts';
import type { PathRole } from '../../../source/path-role.ts';
import { folderOf } from '../../../text/paths.ts';
import type { NameUses } from './collect-names.ts';
import { isNameOfLanguage } from './language-names.ts';
import { makeNearness } from './nearness.ts';
import { isUsed } from './packed-uses.ts';
import { rankNodes, type WeightedEdges } from './rank-nodes.ts';
import { makeUseWeights, nameElsewhere, type Target, targetOf } from './use-weights.ts';
import { startWeight, userWeight } from './user-weights.ts';

/** A source file as the map sees it. */
export interface MapFile {
  readonly path: string;
  readonly role: PathRole;
  /** Languages that share declarations; null for one without a scanner. */
  readonly family: string | null;
  readonly symbols: readonly FileSymbol[];
  /** Names at the top of the file that it gives away; null when the language, or the file, does not list them. */
  readonly exported: ReadonlySet<string> | null;
}

/** What a map is made of. */
export interface MapInput {
  readonly files: readonly MapFile[];
  /** How often files use the names that are defined somewhere, definitions included. */
  usesOf(name: string): NameUses;
  /** Files that a task points at, by number, with their weights; empty without a task. */
  readonly seeds: ReadonlyMap<number, number>;
  /** Lower-cased words of the task, which names may contain. */
  readonly words: ReadonlySet<string>;
}

/** A name that more files define than these says by itself nothing of which one is meant: `get`, `main`, `new`. */
const DEFINERS_MAX = 6;
/** Of up to so many an import may say which. */
const DEFINERS_READ_MAX = 30;
/** Shorter names are loop variables and type parameters more often than what they are taken for. */
const NAME_CHARACTERS_MIN = 3;
/** What a file keeps to itself: else one that uses nothing surely would give its whole vote to the first likeness. */
const NO_VOTE_WEIGHT = 16;
/** Share of the walks that begin at the files of the task. */
const SEED_SHARE = 0.8;

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

/**
 * Ranks declarations by how much the rest of the project leans on them: files vote for the files whose names they use
 * (PageRank, begun at the task's files where there is a task), and a file's vote is divided among the names that earned
 * it. The same tree gives the same order.
 */
export function rankSymbols(input: MapInput): Pick<SymbolMap, 'symbols' | 'total'> {
  const definers = findDefiners(input.files);
  const edges = collectEdges(input, definers);
  const ranks = rankNodes(edges, startsOf(input));
  const scores = new Map<FileSymbol, number>();
  for (const edge of edges.list) {
    const symbol = definers.get(edge.key)?.files.get(edge.to)?.symbol;
    if (symbol === undefined) continue;
    const share = edge.weight / (edges.out[edge.from] ?? 1);
    scores.set(symbol, (scores.get(symbol) ?? 0) + (ranks[edge.from] ?? 0) * share);
  }
  return listBest(input.files, scores);
}

/** What one language knows by one name. */
interface Defined {
  readonly name: string;
  readonly family: string;
  /** The declaration nearest to the top of each file, by the file's number. */
  readonly files: Map<number, Target>;
}

type Definers = ReadonlyMap<string, Defined>;

/** For each name of each language the files that define it; names of many definers left out. */
function findDefiners(files: readonly MapFile[]): Definers {
  const definers = new Map<string, Defined>();
  for (const [number, file] of files.entries()) {
    const family = file.family ?? '';
    for (const symbol of candidatesOf(file)) {
      const name = nameElsewhere(file.path, symbol);
      const key = `${family} ${name}`;
      const known = definers.get(key) ?? { name, family, files: new Map<number, Target>() };
      definers.set(key, known);
      const before = known.files.get(number);
      if (before === undefined || symbol.depth < before.symbol.depth) known.files.set(number, targetOf(file, symbol));
    }
  }
  for (const [key, known] of definers) if (known.files.size > DEFINERS_READ_MAX) definers.delete(key);
  return definers;
}

/** What other files may mean by its name. */
function candidatesOf({ path, role, symbols, exported }: MapFile): readonly FileSymbol[] {
  if (role !== 'source') return [];
  const reaches = reachesOf(languageOf(path)?.scanner ?? null, symbols);
  return symbols.filter((symbol, at) => {
    const { name } = symbol;
    const isName = name.length >= NAME_CHARACTERS_MIN && /^[\p{L}_$]/u.test(name);
    // `View.prototype.lookup` is a member though nothing encloses it.
    const isHidden = exported !== null && !symbol.path.includes('/') && !exported.has(name);
    if (!isName || isHidden || !MEANT.has(symbol.kind) || isNameOfLanguage(path, symbol)) return false;
    return reaches[at] !== 'own';
  });
}

interface NamedEdge {
  readonly from: number;
  readonly to: number;
  readonly key: string;
  readonly weight: number;
}

interface NamedEdges extends WeightedEdges {
  readonly list: readonly NamedEdge[];
}

function collectEdges(input: MapInput, definers: Definers): NamedEdges {
  const list: NamedEdge[] = [];
  const out = new Float64Array(input.files.length).fill(NO_VOTE_WEIGHT);
  const nearnessOf = makeNearness(input);
  for (const [key, defined] of definers) {
    for (const edge of edgesOf({ input, key, defined, nearnessOf })) {
      list.push(edge);
      out[edge.from] = (out[edge.from] ?? 0) + edge.weight;
    }
  }
  return { nodes: input.files.length, list, out };
}

/** A name whose uses are weighed. */
interface Weighing {
  readonly input: MapInput;
  readonly key: string;
  readonly defined: Defined;
  readonly nearnessOf: ReturnType<typeof makeNearness>;
}

function* edgesOf({ input, key, defined, nearnessOf }: Weighing): Generator<NamedEdge> {
  const { name, family, files: known } = defined;
  const isCommon = known.size > DEFINERS_MAX;
  const weigh = makeUseWeights({ name, usesOf: input.usesOf, words: input.words, isCommon });
  const { files: users, uses } = input.usesOf(name);
  const homes = countPlaces(known.keys(), input.files);
  for (const [at, from] of users.entries()) {
    const user = input.files[from];
    const ofFile = { from, uses: uses[at] ?? 0 };
    if (user === undefined || !isUsed(ofFile.uses) || !mayMean(user, family) || known.has(from)) continue;
    const meant = new Map<number, number>();
    known.forEach((target, to) => {
      if (target.within !== null && !user.path.startsWith(target.within)) return;
      const weight = weigh(ofFile, target, () => nearnessOf(from, to));
      if (weight > 0) meant.set(to, weight);
    });
    if (meant.size === 0) continue;
    // Of a common name only what an import shows is left, and the use is divided among that.
    const among = isCommon ? countPlaces(meant.keys(), input.files) : homes;
    if (among > DEFINERS_MAX) continue;
    for (const [to, weight] of meant) yield { from, to, key, weight: (userWeight(user) * weight) / among };
  }
}

/** Templates, which have no scanner, may mean any language's. */
function mayMean(user: MapFile, family: string): boolean {
  return user.family === null || user.family === family;
}

/** How many things declarations of one name are: a package of Go may declare one anew for each way to build it. */
function countPlaces(numbers: Iterable<number>, files: readonly MapFile[]): number {
  const places = [...numbers].map((number) => files[number]?.path ?? '');
  return new Set(places.map((path) => (path.endsWith('.go') ? folderOf(path) : path))).size;
}

/** Where walks begin: at the sources alike, or mostly at the files of the task. */
function startsOf({ files, seeds }: MapInput): Float64Array {
  const starts = new Float64Array(files.length);
  const all = files.reduce((sum, file) => sum + startWeight(file), 0);
  const seedSum = [...seeds.values()].reduce((sum, weight) => sum + weight, 0);
  const everywhere = seedSum > 0 ? 1 - SEED_SHARE : 1;
  for (const [number, file] of files.entries()) starts[number] = (everywhere * startWeight(file)) / all;
  for (const [number, weight] of seeds) starts[number] = (starts[number] ?? 0) + (SEED_SHARE * weight) / seedSum;
  return starts;
}

/** Symbols that a map holds at the most; more than any budget shows. */
const MAP_SYMBOLS_MAX = 600;

function listBest(files: readonly MapFile[], scores: ReadonlyMap<FileSymbol, number>): ReturnType<typeof rankSymbols> {
  const rows: { readonly score: number; readonly symbol: MapSymbol }[] = [];
  for (const { path, symbols } of files) {
    for (const symbol of symbols) {
      const score = scores.get(symbol);
      if (score === undefined || !SHOWN.has(symbol.kind)) continue;
      const { line, kind, signature } = symbol;
      rows.push({ score, symbol: { file: path, line, kind, name: symbol.path, signature } });
    }
  }
  rows.sort((a, b) => b.score - a.score || compareTexts(a.symbol.file, b.symbol.file) || a.symbol.line - b.symbol.line);
  return { symbols: rows.slice(0, MAP_SYMBOLS_MAX).map(({ symbol }) => symbol), total: rows.length };
}
