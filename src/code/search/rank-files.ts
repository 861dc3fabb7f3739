import type { PathRole } from '../source/path-role.ts';
import type { ContentWords, NumberedFiles } from './rank-contents.ts';
import type { RankHistory } from './rank-history.ts';
import type { PathWords } from './rank-paths.ts';
import type { RankQuery } from './rank-query.ts';

/*
 * The first step of ranking: BM25 over the words of contents, to which paths and commit subjects add for each term what
 * they alone say, times what is known of a file beforehand. Fields are added up and not mixed into one count: a name
 * says as much of a long file as of a short one. The weights were set by hand on three repositories; `npm run
 * bench:code -- localisation` measures what each is worth.
 */

/** How soon more of the same term stops mattering; the usual value of BM25. */
const K1 = 1.2;
/** How much a file's length takes away, from 0 to 1. Less than usual: long files are also changed more often. */
const B = 0.5;
/** What a term in a folder's name adds, in parts of its rarity. */
const FOLDER_WEIGHT = 0.3;
/** What a name adds of which half of the words are the term; all of them add as much again. */
const NAME_WEIGHT = 4;
/** What commit subjects add at the most, and with how many subjects they have said half of it. */
const MESSAGE_WEIGHT = 2;
const MESSAGE_HALF = 3;
/**
 * What a file is for, as a factor: tests and prose repeat the words of a question more often than the code that is
 * asked for.
 */
const PRIOR: Readonly<Record<PathRole, number>> = { source: 1, aside: 0.6, test: 0.45 };
/** What a change by the newest commits adds, by its logarithm: what is worked on is what is asked for. */
const CHURN_WEIGHT = 0.1;

/** A history with the numbers of its paths. */
export interface FileHistory extends Pick<RankHistory, 'messages'> {
  /** For each path of the history its file; -1 when there is none. */
  readonly files: Int32Array;
  /** How much the newest commits changed each file. */
  readonly churn: Float32Array;
}

/** What files are ranked by. */
export interface RankFacts {
  readonly query: RankQuery;
  readonly files: NumberedFiles;
  readonly contents: ContentWords;
  readonly paths: PathWords;
  /** Null where there are no commits. */
  readonly history: FileHistory | null;
}

/** Files by how well their words fit. */
export interface RankedFiles {
  /** For each file its score; 0 when it has no term in its content or name. */
  readonly scores: Float64Array;
  /** Files with a score. */
  readonly total: number;
  /** For each file what its score was multiplied by. */
  prior(file: number): number;
  /** For each term how rare it is, times what it counts. */
  readonly rarities: readonly number[];
  /** Terms that no content and no name of a file has. */
  readonly absent: readonly string[];
}

/** Scores every file of the scope. */
export function scoreFiles(facts: RankFacts): RankedFiles {
  const { query, files } = facts;
  const scores = new Float64Array(files.count);
  const { beside, found } = roomFor(files.count);
  const added = query.terms.map((_, term) => addTerm(facts, term, { scores, beside, found }));
  const prior = priorOf(facts);
  let total = 0;
  for (let file = 0; file < scores.length; file++) {
    const score = scores[file] ?? 0;
    if (score <= 0) continue;
    scores[file] = (score + (beside[file] ?? 0)) * prior(file);
    total += 1;
  }
  const absent = query.words.filter((_, term) => added[term]?.isThere === false);
  return { scores, total, prior, rarities: added.map(({ rarity }) => rarity), absent };
}

/** What terms add to. */
interface Sums {
  readonly scores: Float64Array;
  /** What folders and subjects say, which counts only for files that have a term themselves. */
  readonly beside: Float64Array;
  /** Room for the files of one term and what it says of each: a common one has most of them. */
  readonly found: { readonly files: Uint32Array; readonly shares: Float64Array };
}

/** What nobody needs any more when all terms are added. */
type Room = Omit<Sums, 'scores'>;

/** Files of a project whose room is kept: two megabytes. */
const ROOM_FILES_MAX = 100_000;

/** One for all questions of a thread, the scores of which are added up in one go: memory of this size is cleared, and soon collected. */
let keptRoom: Room = makeRoom(0);

function roomFor(files: number): Room {
  if (files > ROOM_FILES_MAX) return makeRoom(files);
  if (files > keptRoom.beside.length) keptRoom = makeRoom(files);
  keptRoom.beside.fill(0);
  return keptRoom;
}

function makeRoom(files: number): Room {
  return {
    beside: new Float64Array(files),
    found: { files: new Uint32Array(files), shares: new Float64Array(files) },
  };
}

interface AddedTerm {
  readonly rarity: number;
  /** Whether the content or the name of some file has it. */
  readonly isThere: boolean;
}

/** Adds what one term says. */
function addTerm(facts: RankFacts, term: number, { scores, beside, found }: Sums): AddedTerm {
  const { query, contents, paths, history } = facts;
  const stem = query.terms[term] ?? '';
  let count = 0;
  contents.visit(term, (file, frequency, length) => {
    const weighed = frequency / (1 - B + (B * length) / contents.meanLength);
    found.files[count] = file;
    found.shares[count] = (weighed * (K1 + 1)) / (weighed + K1);
    count += 1;
  });
  const rarity = rarityOf(count, contents.texts) * (query.weights[term] ?? 1);
  for (let at = 0; at < count; at++) add(scores, found.files[at] ?? 0, rarity * (found.shares[at] ?? 0));
  let isNamed = false;
  paths.inName(stem, (file, words) => {
    if (!contents.has(file)) return;
    isNamed = true;
    add(scores, file, (rarity * NAME_WEIGHT) / (1 + words));
  });
  for (const file of paths.inFolders(stem)) add(beside, file, rarity * FOLDER_WEIGHT);
  history?.messages(stem, (path, share) => {
    const file = history.files[path] ?? -1;
    if (file >= 0) add(beside, file, (rarity * MESSAGE_WEIGHT * share) / (share + MESSAGE_HALF));
  });
  return { rarity, isThere: count > 0 || isNamed };
}

function add(sums: Float64Array, file: number, more: number): void {
  sums[file] = (sums[file] ?? 0) + more;
}

/** The usual inverse frequency of BM25, never below zero. */
function rarityOf(having: number, all: number): number {
  return Math.log(1 + Math.max(0, all - having + 0.5) / (having + 0.5));
}

function priorOf({ files, history }: RankFacts): (file: number) => number {
  return (file) => {
    const changes = history?.churn[file] ?? 0;
    const prior = PRIOR[files.role(file)];
    // Of many files most have not been changed by the newest commits.
    return changes === 0 ? prior : prior * (1 + CHURN_WEIGHT * Math.log1p(changes));
  };
}

/** The best files, best first; equal ones in the order of their numbers. */
export function bestFiles(scores: Float64Array, count: number): readonly number[] {
  if (count === 0) return [];
  let best: number[] = [];
  let least = 0;
  // Few of many: what is no better than all that are wanted so far is passed over, and of the others few are sorted.
  const cut = (): void => {
    best = best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, count);
    least = best.length < count ? 0 : (scores[best[count - 1] ?? 0] ?? 0);
  };
  for (let file = 0; file < scores.length; file++) {
    if ((scores[file] ?? 0) <= least) continue;
    best.push(file);
    if (best.length === 2 * count) cut();
  }
  cut();
  return best;
}
