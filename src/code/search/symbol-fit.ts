import { languageOf } from '../lex/languages.ts';
import { editDistance, splitIdentifier } from '../text/words.ts';
import type { Qualifier } from './symbol-container.ts';

/** How a symbol's name fits a query, best first. */
export const FITS = ['exact', 'case', 'prefix', 'hump', 'typo'] as const;

/** One of `FITS`. */
export type SymbolFit = (typeof FITS)[number];

/** A symbol that is looked for, with the names before it in a name path such as `Router/add` or `Router.add`. */
export interface SymbolQuery extends Qualifier {
  readonly name: string;
  /** The query as one name, for names that hold such signs, as `#size` and `A.B` do; null when it is `name`. */
  readonly whole: string | null;
  /** The names that are before it then: those of the file that it is looked for in. */
  readonly wholeContainers: readonly string[];
}

/** What callers write before a name, in the languages that are scanned. */
const KEYWORDS =
  /^(?:(?:export|default|async|public|private|protected|static|final|abstract|pub|const|let|var|val|function|fn|func|fun|def|class|interface|type|struct|enum|trait|impl|mod|module|macro|namespace|object)\s+)+(?=\S)/;

/** A file and its name without the extension, and what follows the mark behind it. */
const FILE = /^((.+)\.\w{1,8})#(.+)$/s;

/** Between the names of a path; a `#` at the beginning of one is a part of it, as scripts write what is private. */
const PARTS = /\/|::|->|\.|(?<![/.])#|\\/;

/** An extension at the end of a path, with a name before it. */
const EXTENSION = /[^/]\.\w{1,8}$/;

/**
 * Reads `add`, `Router/add`, `Router.add`, `Router#add`, `Router::add` and `Router->add`, also as `fn add()` and behind
 * its file, as `src/router.ts#add` and `src/router.ts/add`, and as Go's `(*Router).add`.
 */
export function readSymbolQuery(query: string): SymbolQuery {
  // Go's way to write a method of a pointer.
  const whole = query
    .replace(KEYWORDS, '')
    .trim()
    .replace(/^\(\*?([\w$]+)\)(?=\.)/, '$1');
  const { file, stem, inFile } = readFileMark(whole) ?? { file: null, stem: '', inFile: whole };
  const names = namesIn(inFile.replace(/\([^()]*\)?$/, '').split(PARTS));
  // Dots in the name of a file part nothing.
  const wholeContainers = namesIn(stem.split('/'));
  // In Rust the root of all, which has no folder of its own.
  const parts = names.length > 1 && names[0] === 'crate' ? names.slice(1) : names;
  const name = parts.at(-1) ?? inFile;
  const around = parts.slice(0, -1);
  return {
    name,
    containers: [...wholeContainers, ...around],
    file,
    inFile: around,
    whole: inFile === name ? null : inFile,
    wholeContainers,
  };
}

/**
 * Parts `src/router.ts#add`; null when there is no file before a mark. `play.mvc.Results#ok` names none: its last part is
 * the extension of no language.
 */
export function readFileMark(
  text: string,
): { readonly file: string; readonly stem: string; readonly inFile: string } | null {
  const [, file, stem, inFile] = FILE.exec(text) ?? [];
  if (file === undefined || stem === undefined || inFile === undefined) return readFileSlash(text);
  return languageOf(file) === null ? null : { file, stem, inFile };
}

/** The last part of a path that is a file of code ends it. */
function readFileSlash(text: string): ReturnType<typeof readFileMark> {
  for (let at = text.lastIndexOf('/'); at > 0; at = text.lastIndexOf('/', at - 1)) {
    const file = text.slice(0, at);
    // Only the end is looked at: a text may have as many slashes as letters.
    const end = file.slice(-EXTENDED_NAME_MAX);
    const inFile = text.slice(at + 1);
    if (inFile !== '' && EXTENSION.test(end) && languageOf(end.slice(end.lastIndexOf('/') + 1)) !== null)
      return { file, stem: file.slice(0, file.lastIndexOf('.')), inFile };
  }
  return null;
}

/** More than a name of a file has. */
const EXTENDED_NAME_MAX = 300;

/** What a symbol must lie in: when the query as it stands is its name, only the file before it. */
export function qualifierOf(query: SymbolQuery, isWhole: boolean): Qualifier {
  return isWhole ? { containers: query.wholeContainers, file: query.file, inFile: [] } : query;
}

function namesIn(parts: readonly string[]): readonly string[] {
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '.');
}

/** Names shorter than this have too many neighbours for a typo to mean anything. */
export const TYPO_NAME_MIN = 4;
const HUMP_QUERY_MIN = 2;
/** Longer names are compared by equality and beginning only. */
const FUZZY_NAME_MAX = 100;

/** Null when the name does not fit; `isFuzzy` also tries camel humps and one typo. */
export function fitOf(wanted: string, name: string, isFuzzy: boolean): SymbolFit | null {
  if (name === wanted) return 'exact';
  const small = wanted.toLowerCase();
  const smallName = name.toLowerCase();
  if (smallName === small) return 'case';
  if (smallName.startsWith(small)) return 'prefix';
  if (!isFuzzy || Math.max(name.length, wanted.length) > FUZZY_NAME_MAX) return null;
  if (wanted.length >= HUMP_QUERY_MIN && fitsHumps(small, splitIdentifier(name))) return 'hump';
  return wanted.length >= TYPO_NAME_MIN && editDistance(small, smallName, 1) <= 1 ? 'typo' : null;
}

/**
 * How a name fits a query at best: as the last of its names, or as the whole of it, whatever signs are in it. Null when
 * it does not.
 */
export function bestFit(
  { name: wanted, whole }: SymbolQuery,
  name: string,
  isFuzzy: boolean,
): { readonly fit: SymbolFit; readonly isWhole: boolean } | null {
  const own = fitOf(wanted, name, isFuzzy);
  const asWhole = whole === null ? null : fitOf(whole, name, false);
  if (asWhole !== null && (own === null || FITS.indexOf(asWhole) <= FITS.indexOf(own)))
    return { fit: asWhole, isWhole: true };
  return own === null ? null : { fit: own, isWhole: false };
}

/** Whether the query can be cut into beginnings of words of the name, in their order, from its first word on. */
function fitsHumps(query: string, humps: readonly string[]): boolean {
  if (humps.length < 2 || humps[0]?.[0]?.toLowerCase() !== query[0]) return false;
  // Every length of the query that can be used up by the words so far.
  let used = new Set([0]);
  for (const [at, hump] of humps.entries()) {
    const small = hump.toLowerCase();
    const next = at === 0 ? new Set<number>() : new Set(used);
    for (const from of used) {
      for (let length = 1; length <= small.length && query[from + length - 1] === small[length - 1]; length++) {
        next.add(from + length);
      }
    }
    used = next;
  }
  return used.has(query.length);
}
