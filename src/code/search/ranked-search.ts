import { FILE_BYTES_MAX } from './limits.ts';
import { escapeRegex, lineEnd } from './matcher.ts';
import type { PathRole } from './path-role.ts';
import type { RankQuery } from './rank-query.ts';
import { asBuffer, decodeText, type Scope, scanTexts } from './scan.ts';
import { type LightRow, ROLE_RANK, roleWord, type Search, type SearchResult } from './search.ts';

// BM25 over files: words of identifiers, comments and prose alike, and the path as a second field. Only counts of the
// query's terms are kept for a file, so that memory does not grow with the size of the source.

/** How soon more of the same term stops mattering; the usual value of BM25. */
const K1 = 1.2;
/** How much a file's length takes away, from 0 to 1; the usual value of BM25. */
const B = 0.75;
/** An occurrence in the path counts as so many in the content. */
const PATH_WEIGHT = 5;
/**
 * What a file is for, as a factor: tests and prose repeat the words of a question more often than the code that is
 * asked for.
 */
const PRIOR: Readonly<Record<PathRole, number>> = { source: 1, aside: 0.6, test: 0.45 };
/** Files kept for ranking. */
const CANDIDATES_MAX = 100_000;
/** Letters that may follow a stem within its word: endings such as `-ization`. */
const ENDING_MAX = 6;

/**
 * A file with at least one term. Counts stop at 65,535: by then one more says nothing, and two bytes a term keep a
 * hundred thousand files small.
 */
interface Candidate {
  readonly file: string;
  readonly role: PathRole;
  readonly counts: Uint16Array;
  readonly bytes: number;
}

/**
 * Ranks files by how well their words fit the query. Every file counts for the mean length and for how rare a term is,
 * also those without one. Lines are looked for afterwards and only for the page, since to weigh lines costs far more
 * than to count words.
 */
export async function searchRanked(search: Search, query: RankQuery): Promise<SearchResult> {
  const candidates: Candidate[] = [];
  const count = makeCounter(query);
  let totalBytes = 0;
  const end = await scanTexts(search.scope, ({ path, role }, bytes) => {
    totalBytes += bytes.length;
    const text = decodeText(bytes);
    const counts = new Uint16Array(query.terms.length);
    count(text, counts, 1);
    count(path, counts, PATH_WEIGHT);
    if (!counts.some((n) => n > 0) || candidates.length >= CANDIDATES_MAX) return;
    candidates.push({ file: path, role, counts, bytes: bytes.length });
  });
  const scored = scoreAll(candidates, { documents: end.searched, meanBytes: totalBytes / Math.max(1, end.searched) });
  const { offset, limit } = search.input;
  return {
    mode: 'ranked',
    reading: `ranked words: ${query.terms.join(', ')}`,
    rows: await findLines(search.scope, scored.slice(offset, offset + limit), (text) => bestLine(text, count, query)),
    totals: { rows: scored.length, hits: scored.length, files: scored.length },
    ...end,
    near: [],
    insensitiveHits: null,
  };
}

type Count = (text: string, counts: Uint16Array, weight: number) => void;

/**
 * Counts words that begin with a term, at the beginning of a word or of a part of an identifier. One pattern finds all
 * terms, the longest first, so that of `parse` and `parser` the longer is seen; a whole identifier counts for its parts
 * as well, which it hides from the pattern.
 */
function makeCounter({ terms, parts }: RankQuery): Count {
  const indexOf = new Map(terms.map((term, at) => [term, at]));
  const alternatives = [...terms].sort((a, b) => b.length - a.length).map(escapeRegex);
  // Without a term the pattern would be found everywhere, at no length, and the loop below would never end.
  const pattern = new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), 'gi');
  return (text, counts, weight) => {
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      const word = found[0];
      if (!startsWord(text, found.index) || endsFarAway(text, found.index + word.length)) {
        pattern.lastIndex = found.index + 1;
        continue;
      }
      const term = indexOf.get(word.toLowerCase()) ?? -1;
      for (const at of [term, ...(parts[term] ?? [])]) {
        const counted = counts[at];
        if (counted !== undefined) counts[at] = Math.min(0xffff, counted + weight);
      }
    }
  };
}

/**
 * Whether a word or a part of an identifier begins here: after no letter, or at a capital after a small letter
 * (`readFile`), or at the last capital of a run (`HTTPServer`).
 */
function startsWord(text: string, at: number): boolean {
  const before = text.charAt(at - 1);
  if (!/\p{L}/u.test(before)) return true;
  const first = text.charAt(at);
  const isUpper = first !== first.toLowerCase();
  return isUpper && (before === before.toLowerCase() || /\p{Ll}/u.test(text.charAt(at + 1)));
}

/** Whether more small letters follow than an ending has: then the stem is the beginning of another word by chance. */
function endsFarAway(text: string, end: number): boolean {
  let letters = 0;
  while (letters <= ENDING_MAX && /\p{Ll}/u.test(text.charAt(end + letters))) letters += 1;
  return letters > ENDING_MAX;
}

/** Lines of a file that are weighed against each other. */
const LINES_WEIGHED_MAX = 2_000;

/** The first line with the most different terms; null when none of the weighed lines has one. */
function bestLine(text: string, count: Count, { terms }: RankQuery): number | null {
  let best = { line: null as number | null, different: 0 };
  let start = 0;
  for (let line = 1; line <= LINES_WEIGHED_MAX && start < text.length; line++) {
    const end = lineEnd(text, start);
    const counts = new Uint16Array(terms.length);
    count(text.slice(start, end), counts, 1);
    const different = counts.reduce((sum, n) => sum + (n > 0 ? 1 : 0), 0);
    if (different > best.different) best = { line, different };
    start = end + 1;
  }
  return best.line;
}

/** What BM25 wants to know of all files together. */
interface Corpus {
  readonly documents: number;
  readonly meanBytes: number;
}

interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
}

/** Best first; equal scores by role and path, so that the order is the same every time. */
function scoreAll(candidates: readonly Candidate[], corpus: Corpus): readonly Scored[] {
  const terms = candidates[0]?.counts.length ?? 0;
  const rarity = Array.from({ length: terms }, (_, term) => {
    const having = candidates.reduce((sum, { counts }) => sum + ((counts[term] ?? 0) > 0 ? 1 : 0), 0);
    return Math.log(1 + (corpus.documents - having + 0.5) / (having + 0.5));
  });
  const scored = candidates.map((candidate) => {
    const length = 1 - B + (B * candidate.bytes) / Math.max(1, corpus.meanBytes);
    const sum = candidate.counts.reduce(
      (total, n, term) => total + ((rarity[term] ?? 0) * n * (K1 + 1)) / (n + K1 * length),
      0,
    );
    return { candidate, score: sum * PRIOR[candidate.role] };
  });
  return scored.sort(
    (a, b) =>
      b.score - a.score ||
      ROLE_RANK[a.candidate.role] - ROLE_RANK[b.candidate.role] ||
      (a.candidate.file < b.candidate.file ? -1 : 1),
  );
}

/** Looks for the line to show only in the files that are shown. */
async function findLines(
  { source }: Scope,
  scored: readonly Scored[],
  lineIn: (text: string) => number | null,
): Promise<readonly LightRow[]> {
  const rows: LightRow[] = [];
  for (const { candidate } of scored) {
    const content = await source.read(candidate.file, FILE_BYTES_MAX);
    const line = content.ok ? lineIn(decodeText(asBuffer(content.bytes))) : null;
    const { file, role } = candidate;
    rows.push({ file, line, column: 0, role: roleWord(role), symbol: null, fit: null, hits: 0 });
  }
  return rows;
}
