import { compareTexts } from '../../../../base/compare-texts.ts';
import type { FileSymbol, SymbolKind } from '../../../lex/symbol.ts';
import type { PathRole } from '../../../search/path-role.ts';
import { splitIdentifier } from '../../../search/words.ts';
import type { MapSymbol } from '../../overview.types.ts';
import { isNameOfLanguage } from './language-names.ts';
import { makeNearness } from './nearness.ts';
import { rankNodes, type WeightedEdges } from './rank-nodes.ts';
import { isVisibleElsewhere } from './visible.ts';

/** A source file as the map sees it. */
export interface MapFile {
  readonly path: string;
  readonly role: PathRole;
  readonly symbols: readonly FileSymbol[];
  /** Names at the top of the file that it gives away; null when the language, or the file, does not list them. */
  readonly exported: ReadonlySet<string> | null;
}

/** Where a name is used: the files' numbers in `MapFile[]`, and how often in each. */
export interface NameUses {
  readonly files: readonly number[];
  readonly counts: readonly number[];
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

/** A name that more files define than these says nothing of which one is meant: `get`, `main`, `new`. */
const DEFINERS_MAX = 6;
/** Shorter names are loop variables and type parameters more often than what they are taken for. */
const NAME_CHARACTERS_MIN = 3;
/** What tests use says what is tested, not what the project rests on. */
const USER_WEIGHT: Readonly<Record<PathRole, number>> = { source: 1, aside: 0.2, test: 0.2 };
/** Names of one word; a name of two words or more is meant where it stands. */
const PLAIN_WORD_WEIGHT = 0.2;
const SINGLE_WORD_WEIGHT = 0.5;
/** Names that say themselves that they are of no concern outside. */
const PRIVATE_WEIGHT = 0.2;
/** Methods of many types have one name, and which is meant does not stand there. */
const METHOD_WEIGHT = 0.3;
/** A use in a file that does not speak of the definer's file: most likely of something else with that name. */
const FAR_WEIGHT = 0.1;
/** The same for a name of one word, which standard libraries have as well. */
const FAR_SINGLE_WORD_WEIGHT = 0.01;
/** What a file keeps to itself: else one that uses nothing surely would give its whole vote to the first likeness. */
const NO_VOTE_WEIGHT = 2;
/** Names with a word of the task. */
const TASK_WORD_WEIGHT = 5;
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
export function rankSymbols(input: MapInput): readonly MapSymbol[] {
  const definers = findDefiners(input.files);
  const edges = collectEdges(input, definers);
  const ranks = rankNodes(edges, startsOf(input));
  const scores = new Map<FileSymbol, number>();
  for (const edge of edges.list) {
    const symbol = definers.get(edge.name)?.get(edge.to);
    if (symbol === undefined) continue;
    const share = edge.weight / (edges.out[edge.from] ?? 1);
    scores.set(symbol, (scores.get(symbol) ?? 0) + (ranks[edge.from] ?? 0) * share);
  }
  return listBest(input.files, scores);
}

type Definers = ReadonlyMap<string, ReadonlyMap<number, FileSymbol>>;

/** For each name the files that define it, with the declaration nearest to the top; names of many definers left out. */
function findDefiners(files: readonly MapFile[]): Definers {
  const definers = new Map<string, Map<number, FileSymbol>>();
  for (const [number, file] of files.entries()) {
    for (const symbol of candidatesOf(file)) {
      const known = definers.get(symbol.name) ?? new Map<number, FileSymbol>();
      definers.set(symbol.name, known);
      const before = known.get(number);
      if (before === undefined || symbol.depth < before.depth) known.set(number, symbol);
    }
  }
  for (const [name, known] of definers) if (known.size > DEFINERS_MAX) definers.delete(name);
  return definers;
}

/** What other files may mean by its name. Symbols come outer before inner, so the last one less deep is the outer one. */
function candidatesOf({ path, role, symbols, exported }: MapFile): readonly FileSymbol[] {
  if (role !== 'source') return [];
  const outer: SymbolKind[] = [];
  return symbols.filter((symbol) => {
    outer.length = Math.min(outer.length, symbol.depth);
    const kind = outer.at(-1) ?? null;
    outer[symbol.depth] = symbol.kind;
    const { name } = symbol;
    const isName = name.length >= NAME_CHARACTERS_MIN && /^[\p{L}_$]/u.test(name);
    // `View.prototype.lookup` is a member though nothing encloses it.
    const isHidden = exported !== null && !symbol.path.includes('/') && !exported.has(name);
    if (!isName || isHidden || !MEANT.has(symbol.kind) || isNameOfLanguage(path, symbol)) return false;
    return isVisibleElsewhere(path, symbol, kind);
  });
}

interface NamedEdge {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly weight: number;
}

interface NamedEdges extends WeightedEdges {
  readonly list: readonly NamedEdge[];
}

function collectEdges(input: MapInput, definers: Definers): NamedEdges {
  const list: NamedEdge[] = [];
  const out = new Float64Array(input.files.length).fill(NO_VOTE_WEIGHT);
  const isNear = makeNearness(input);
  for (const [name, known] of definers) {
    const { near, far } = weightsOf(name, input.words);
    for (const { from, use } of usersOf(input, name, known)) {
      for (const [to, { kind }] of known) {
        const ofPair = (isNear(from, to) ? near : far) * (kind === 'method' ? METHOD_WEIGHT : 1);
        const weight = (ofPair * use) / known.size;
        list.push({ from, to, name, weight });
        out[from] = (out[from] ?? 0) + weight;
      }
    }
  }
  return { nodes: input.files.length, list, out };
}

/** Files that use a name; one that declares it itself means its own. Ten uses say less than ten times one. */
function* usersOf({ files, usesOf }: MapInput, name: string, known: ReadonlyMap<number, FileSymbol>) {
  const uses = usesOf(name);
  for (const [at, from] of uses.files.entries()) {
    const role = files[from]?.role ?? 'aside';
    if (!known.has(from)) yield { from, use: USER_WEIGHT[role] * Math.sqrt(uses.counts[at] ?? 0) };
  }
}

/**
 * How much a use of the name counts in a file that speaks of the definer's, and in one that does not: what is one word is
 * often prose or another thing's name, more so in small letters.
 */
function weightsOf(name: string, words: ReadonlySet<string>): { readonly near: number; readonly far: number } {
  const parts = splitIdentifier(name).map((part) => part.toLowerCase());
  const isSingle = parts.length < 2;
  const ofWords = !isSingle ? 1 : name === name.toLowerCase() ? PLAIN_WORD_WEIGHT : SINGLE_WORD_WEIGHT;
  const ofTask = parts.some((part) => words.has(part)) ? TASK_WORD_WEIGHT : 1;
  const near = ofWords * ofTask * (name.startsWith('_') ? PRIVATE_WEIGHT : 1);
  return { near, far: near * (isSingle ? FAR_SINGLE_WORD_WEIGHT : FAR_WEIGHT) };
}

/** Where walks begin: at the sources alike, or mostly at the files of the task. */
function startsOf({ files, seeds }: MapInput): Float64Array {
  const starts = new Float64Array(files.length);
  const sources = files.filter(({ role }) => role === 'source').length;
  const seedSum = [...seeds.values()].reduce((sum, weight) => sum + weight, 0);
  const everywhere = seedSum > 0 ? 1 - SEED_SHARE : 1;
  for (const [number, { role }] of files.entries()) if (role === 'source') starts[number] = everywhere / sources;
  for (const [number, weight] of seeds) starts[number] = (starts[number] ?? 0) + (SEED_SHARE * weight) / seedSum;
  return starts;
}

/** Symbols that a map holds at the most; more than any budget shows. */
const MAP_SYMBOLS_MAX = 600;

function listBest(files: readonly MapFile[], scores: ReadonlyMap<FileSymbol, number>): readonly MapSymbol[] {
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
  return rows.slice(0, MAP_SYMBOLS_MAX).map(({ symbol }) => symbol);
}
