import { err, ok, type Result } from '../../base/result.ts';
import { nameOf } from '../text/paths.ts';
import { type Glob, parseGlob, tooManyAlternatives } from './glob.ts';
import { makeRowSink } from './row-sink.ts';
import { eachFile, type ScannedFile, type Scope } from './scope.ts';
import { type LightRow, ROLE_RANK, roleWord, type Search, type SearchResult } from './search.ts';

/** A path that is looked for, and the same as a glob where it is one. */
export interface FilesQuery {
  readonly text: string;
  readonly glob: Glob | null;
}

/** Reads a query with `*`, `?` or braces as a glob; separators of Windows and a beginning at the root are taken. */
export function readFilesQuery(query: string): Result<FilesQuery, string> {
  const text = query.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
  if (!/[*?{]/.test(text)) return ok({ text, glob: null });
  // `./` and `/` hold a glob without a slash to the root.
  const glob = parseGlob(query.replaceAll('\\', '/'));
  return glob === null ? err(tooManyAlternatives(query)) : ok({ text, glob });
}

/** How a path fits, best first. */
const FITS = [
  'name',
  'beginning of a name',
  'part of a name',
  'part of a path',
  'all words',
  'letters in order',
] as const;

/** Paths between two looks at the clock. */
const PATHS_A_TURN = 1_024;

/**
 * Files by name or path; letters in order count only when nothing fits better, because to a short query nearly every
 * path fits so. Paths alone are looked at, so nothing is read, and only the time that a search may take can leave some
 * out. What a glob matches all fits alike.
 */
export function searchFiles({ scope, input }: Search, { text, glob }: FilesQuery): SearchResult {
  const wanted = text.toLowerCase();
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  const fitOf = (path: string): number | null => {
    if (glob !== null) return glob.matches(path) ? GLOB_FIT : null;
    const small = path.toLowerCase();
    const fit = closeFit(wanted, words, small);
    // Of what fits loosely nothing is shown where anything fits better.
    if (fit !== null || words.length > 1 || close.total() > 0) return fit;
    return hasLettersInOrder(wanted, small) ? LOOSE_FIT : null;
  };
  const counts = FITS.map(() => 0);
  const close = makeRowSink<LightRow>();
  const loose = makeRowSink<LightRow>();
  let seen = 0;
  for (const file of eachFile(scope)) {
    if (seen % PATHS_A_TURN === 0 && isTimeUp(scope)) break;
    seen += 1;
    const fit = fitOf(file.path);
    if (fit === null) continue;
    counts[fit] = (counts[fit] ?? 0) + 1;
    // Four ranks for each fit: within one, the role decides (`ROLE_RANK` goes to 3).
    (fit === LOOSE_FIT ? loose : close).add(fit * 4 + ROLE_RANK[file.role], fileRow(file));
  }
  const isLoose = close.total() === 0;
  const sink = isLoose ? loose : close;
  return {
    mode: 'files',
    reading: `files (${glob === null ? countWords(counts, isLoose) : `pattern ${text}`})`,
    rows: sink.page(input.offset, input.limit),
    totals: { rows: sink.total(), hits: sink.total(), files: sink.total() },
    searched: 0,
    isComplete: seen === scope.fileCount,
    isOrderOfFiles: true,
    unread: scope.fileCount - seen,
    near: [],
    insensitiveHits: null,
  };
}

const GLOB_FIT = FITS.indexOf('part of a path');
const LOOSE_FIT = FITS.indexOf('letters in order');

function isTimeUp({ cpu, context }: Scope): boolean {
  return cpu.leftMs() <= 0 || performance.now() > context.deadlineAtMs;
}

/**
 * The index in `FITS`, null when the path, in small letters, fits loosely at the most. Callers often leave out the
 * extension, so a name without it counts as the name itself; several words must all be somewhere in the path.
 */
function closeFit(wanted: string, words: readonly string[], small: string): number | null {
  if (!small.includes(wanted)) return words.length > 1 && words.every((word) => small.includes(word)) ? 4 : null;
  const name = nameOf(small);
  if (small === wanted || name === wanted || name.replace(/\.[^.]*$/, '') === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  return name.includes(wanted) ? 2 : 3;
}

/** As in an editor's quick open: `fcts` finds `find-code.test.ts`. */
function hasLettersInOrder(wanted: string, text: string): boolean {
  let at = -1;
  for (const letter of wanted) {
    at = text.indexOf(letter, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/**
 * How many files fit in which way, for the line that tells how the query was read; kinds that are not shown are not
 * told.
 */
function countWords(counts: readonly number[], isLoose: boolean): string {
  const words = FITS.map((word, fit) => ({ word, count: fit === LOOSE_FIT && !isLoose ? 0 : (counts[fit] ?? 0) }));
  const some = words.filter(({ count }) => count > 0).map(({ word, count }) => `${word} ${count}`);
  return some.join(', ') || 'none';
}

function fileRow({ path, role }: ScannedFile): LightRow {
  return { file: path, line: null, column: 0, role: roleWord(role), symbol: null, fit: null, hits: 0 };
}
