import { parseGlob } from './glob.ts';
import { makeRowSink } from './row-sink.ts';
import type { ScannedFile } from './scan.ts';
import { type LightRow, ROLE_RANK, roleWord, type Search, type SearchResult } from './search.ts';

/** How a path fits, best first. */
const FITS = [
  'name',
  'beginning of a name',
  'part of a name',
  'part of a path',
  'all words',
  'letters in order',
] as const;

/**
 * Files by name or path; letters in order count only when nothing fits better, because to a short query nearly every
 * path fits so. Paths alone are looked at, so nothing is read and nothing can be left out: the answer is always
 * complete. A query with `*`, `?` or braces is a glob, whose matches all fit alike.
 */
export function searchFiles(search: Search, query: string): SearchResult {
  const wanted = query.replaceAll('\\', '/').replace(/^\.\//, '').toLowerCase();
  const glob = /[*?{]/.test(wanted) ? parseGlob(query) : null;
  const fitOf =
    glob === null ? (path: string) => pathFit(wanted, path) : (path: string) => (glob.matches(path) ? 3 : null);
  const found: { readonly file: ScannedFile; readonly fit: number }[] = [];
  for (const file of search.scope.files) {
    const fit = fitOf(file.path);
    if (fit !== null) found.push({ file, fit });
  }
  const loose = FITS.length - 1;
  const isLoose = found.every(({ fit }) => fit === loose);
  const sink = makeRowSink<LightRow>();
  // Four ranks for each fit: within one, the role decides (`ROLE_RANK` goes to 3).
  for (const { file, fit } of found) {
    if (isLoose || fit !== loose) sink.add(fit * 4 + ROLE_RANK[file.role], fileRow(file));
  }
  const words = glob === null ? countWords(found, isLoose) : `pattern ${query}`;
  return {
    mode: 'files',
    reading: `files (${words})`,
    rows: sink.page(search.input.offset, search.input.limit),
    totals: { rows: sink.total(), hits: sink.total(), files: sink.total() },
    searched: 0,
    isComplete: true,
    unread: 0,
    near: [],
    insensitiveHits: null,
  };
}

/**
 * The index in `FITS`, null when the path does not fit. Callers often leave out the extension, so a name without it
 * counts as the name itself; several words must all be somewhere in the path.
 */
function pathFit(wanted: string, path: string): number | null {
  const small = path.toLowerCase();
  const name = small.slice(small.lastIndexOf('/') + 1);
  if (small === wanted || name === wanted || name.replace(/\.[^.]*$/, '') === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (small.includes(wanted)) return 3;
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  if (words.length > 1) return words.every((word) => small.includes(word)) ? 4 : null;
  return hasLettersInOrder(wanted, small) ? 5 : null;
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
function countWords(found: readonly { readonly fit: number }[], isLoose: boolean): string {
  const shown = isLoose ? FITS : FITS.slice(0, -1);
  const counts = shown.map((word, fit) => ({ word, count: found.filter((row) => row.fit === fit).length }));
  const some = counts.filter(({ count }) => count > 0).map(({ word, count }) => `${word} ${count}`);
  return some.join(', ') || 'none';
}

function fileRow({ path, role }: ScannedFile): LightRow {
  return { file: path, line: null, column: 0, role: roleWord(role), symbol: null, fit: null, hits: 0 };
}
