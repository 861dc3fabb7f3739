import type { IndexedSymbol } from '../index/symbols-format.ts';
import { languageOf } from '../lex/languages.ts';
import type { ScannedLanguage } from '../lex/lex-rules.ts';
import { namesOf } from '../lex/symbol-path.ts';
import { folderOf } from '../text/paths.ts';

/**
 * How near a symbol lies to what was asked for, nearest first:
 *
 * - 0, the names around it end with those that were asked for, or it lies in the very file;
 * - 1, it lies in a file whose path ends with the one that was asked for, or they are its package or module, and the names around it: the folder or the file, as its language has it; or with
 *   the nameless companion object of Kotlin, whose name stands in no path of its members;
 * - 2, as 0 in another case;
 * - 3, as 1 in another case, or the same by what is no module in its language: a file of Go, a folder of Python;
 * - 4, they stand one behind the other in its path and the names around it, the file's own name or a later one among them;
 * - 5, they are found there in their order.
 *
 * Callers write names from memory: all are also compared in any case, but `FIT_NOTES` has words for what that leads to.
 */
export type ContainerFit = (typeof CONTAINER_FITS)[number];

/** Every fit, nearest first. */
export const CONTAINER_FITS = [0, 1, 2, 3, 4, 5] as const;

/** Fits beyond are by folders and files that are called alike, and say nothing of a type of that name. */
export const OWN_FIT_MAX = 2 satisfies ContainerFit;

/** What an answer says of the names before a name, by how near what it found lies; null where they are what was written. */
export const FIT_NOTES: Readonly<Record<ContainerFit, string | null>> = {
  0: null,
  1: null,
  2: 'the name before it in another case',
  3: 'the name before it taken for a folder or file called so, in any case',
  4: 'the names before it taken for parts of a path, in any case',
  5: 'the names before it taken for parts of a path, in any case and with others between',
};

/** The names before that of a symbol, as a caller wrote them. */
export interface Qualifier {
  /** All of them, from the outside in, those of a file without its extension among them. */
  readonly containers: readonly string[];
  /** The file, when one was named with its extension; null when none was. */
  readonly file: string | null;
  /** Those behind the file; all when there is none. */
  readonly inFile: readonly string[];
  /** Packages among these names that are not called like their folders, by folder. */
  readonly packages?: ReadonlyMap<string, string>;
}

/** Languages where a package is a folder, and the names of its files mean nothing or are those of their types. */
const OF_FOLDERS: ReadonlySet<ScannedLanguage | null> = new Set([
  'go',
  'java',
  'kotlin',
  'scala',
  'csharp',
  'php',
  'swift',
]);

/** A file that is the module of its folder. */
const FOLDER_FILE = /^(?:index|mod|lib|__init__)$/;

/** Whether a symbol of a file lies in what was asked for; null when not. */
export function containerFit(asked: Qualifier, symbol: Pick<IndexedSymbol, 'path'>, path: string): ContainerFit | null {
  const fit = nearness(asked, symbol, path);
  if (fit !== null && fit <= 1) return fit;
  if (!asked.containers.includes(COMPANION) || languageOf(path)?.scanner !== 'kotlin') return fit;
  const containers = asked.containers.filter(isNoCompanion);
  const inner = nearness({ ...asked, containers, inFile: asked.inFile.filter(isNoCompanion) }, symbol, path);
  return inner !== null && inner <= 1 ? 1 : fit;
}

/** What Kotlin calls a companion object without a name. Source: Kotlin language specification, "Class declaration". */
const COMPANION = 'Companion';

function isNoCompanion(name: string): boolean {
  return name !== COMPANION;
}

function nearness(
  { containers, file, inFile, packages }: Qualifier,
  symbol: Pick<IndexedSymbol, 'path'>,
  path: string,
): ContainerFit | null {
  if (containers.length === 0) return 0;
  const around = namesOf(symbol.path).slice(0, -1);
  if (file === null)
    return isInPackage(containers, around, packages?.get(folderOf(path))) ? 1 : placeFit(containers, around, path);
  if (isSamePath(file, path)) {
    const fit = inFile.length === 0 ? 0 : placeFit(inFile, around, '');
    // What is called by its whole path is not to stand behind others that are called so, too.
    return fit === 0 && path !== belowRoot(file) ? 1 : fit;
  }
  return placeFit(containers, around, path) === null ? null : 5;
}

/** Whether the names before a name are those around it, with the name of its package before them. */
function isInPackage(containers: readonly string[], around: readonly string[], name: string | undefined): boolean {
  return name !== undefined && !endsWith(around, containers) && endsWith([name, ...around], containers);
}

/** Whether a file that was named by its path or the end of it is the one at a path, in any case. */
export function isSamePath(asked: string, path: string): boolean {
  const [wanted, own] = [belowRoot(asked).toLowerCase(), path.toLowerCase()];
  return own === wanted || own.endsWith(`/${wanted}`);
}

function belowRoot(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '');
}

function placeFit(containers: readonly string[], around: readonly string[], file: string): ContainerFit | null {
  if (endsWith(around, containers)) return 0;
  const own = placesOf(file);
  if (endsWith(moduleOf(file, own, around), containers)) return 1;
  const wanted = containers.map(looseName);
  const outer = around.map(looseName);
  if (endsWith(outer, wanted)) return 2;
  const path = own.map(looseName);
  if (endsWith([...path.slice(0, -1), ...outer], wanted) || endsWith([...path, ...outer], wanted)) return 3;
  return looseFit(wanted, path, outer);
}

/** A name in any case; what is called `a_b` in code lies in a folder `a-b` where that is a package of its own. */
function looseName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

/** The folders of a file and its name without the ending. */
function placesOf(file: string): readonly string[] {
  const folders = file.split('/');
  const name = folders.pop() ?? '';
  return [...folders, name.replace(/\.[^.]*$/, '')];
}

/** The names of a symbol's package or module and those around it, as its language has them. */
function moduleOf(file: string, places: readonly string[], around: readonly string[]): readonly string[] {
  const isOfFolders = OF_FOLDERS.has(languageOf(file)?.scanner ?? null) || FOLDER_FILE.test(places.at(-1) ?? '');
  return [...(isOfFolders ? places.slice(0, -1) : places), ...around];
}

/** Both in small letters. */
function looseFit(
  wanted: readonly string[],
  path: readonly string[],
  outer: readonly string[],
): Extract<ContainerFit, 4 | 5> | null {
  const places = [...path, ...outer];
  for (let at = path.length - wanted.length; at <= places.length - wanted.length; at += 1) {
    if (standAt(wanted, places, at)) return 4;
  }
  let next = 0;
  for (const name of wanted) {
    next = places.findIndex((place, at) => at >= next && isNamed(place, name)) + 1;
    if (next === 0) return null;
  }
  return 5;
}

/** Whether a symbol lies in one of a name, whatever is between. */
export function liesIn(symbol: Pick<IndexedSymbol, 'path'>, name: string): boolean {
  return namesOf(symbol.path)
    .slice(0, -1)
    .some((place) => isNamed(place, name));
}

function endsWith(places: readonly string[], wanted: readonly string[]): boolean {
  return standAt(wanted, places, places.length - wanted.length);
}

function standAt(wanted: readonly string[], places: readonly string[], at: number): boolean {
  return at >= 0 && wanted.every((name, index) => isNamed(places[at + index] ?? '', name));
}

/** A generic type is also found by its bare name: `Vec` for `Vec<T>`. */
function isNamed(place: string, name: string): boolean {
  return place === name || (place.startsWith(name) && place[name.length] === '<');
}
