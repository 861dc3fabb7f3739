import { compareTexts } from '../../../base/compare-texts.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { folderOf } from '../../text/paths.ts';
import { familyOfUser } from '../code-file.ts';
import type { Gathering } from './gather.ts';
import type { Known } from './known.ts';

/**
 * Files of C that are judged together. What they mean depends on all that they include, which for thousands of them takes
 * longer than a question may: some after the others, a part of the answer is there when the time is over.
 */
const TOGETHER_MAX = 500;
const STEP = 100;

/** Files that are visited in order of path. Of more the time may not suffice for all, and the first must be worth it. */
const UNORDERED_MAX = 100;

/** Whether so many files are visited by how near they lie to what is asked for. */
export function isOrdered(files: number): boolean {
  return files > UNORDERED_MAX;
}

/** Few files in order of path, of many those first that lie nearest to one of some others. */
export function visitOrder(paths: readonly string[], to: ReadonlySet<string>): readonly string[] {
  return isOrdered(paths.length) && to.size > 0 ? nearestFirst(paths, to) : paths.toSorted(compareTexts);
}

/** Files that may hold a name, in the steps in which they are visited: each file in one. */
export interface VisitSteps {
  readonly steps: readonly ReadonlySet<string>[];
  /** False where all files that hold a name are visited together. */
  readonly isSplit: boolean;
}

/**
 * Splits the files of C where there are too many for one go: those nearest to a declaration come first, and what is not
 * asked about is left out, since no file of C gives a name out for another. Other languages' files come first and together.
 * Without an index nothing is split: each step would go through all files of the project.
 */
export function visitSteps(
  { files, definitions }: Pick<Known, 'files' | 'definitions'>,
  { texts, accepts }: { readonly texts: Pick<Gathering['texts'], 'isIndexed'> } & Pick<Gathering, 'accepts'>,
): VisitSteps {
  const [ofC, others] = partition(files, (path) => familyOfUser(path) === 'c');
  if (ofC.length <= TOGETHER_MAX || !texts.isIndexed) return { steps: [files], isSplit: false };
  const asked = ofC.filter((path) => accepts({ path, role: roleOfPath(path) }));
  const declaring = [...definitions.values()].flatMap((all) => all.map(({ file }) => file));
  const nearest = nearestFirst(asked, new Set(declaring));
  const steps = others.length === 0 ? [] : [new Set(others)];
  for (let at = 0; at < nearest.length; at += STEP) steps.push(new Set(nearest.slice(at, at + STEP)));
  return { steps, isSplit: true };
}

function partition<One>(all: Iterable<One>, test: (one: One) => boolean): readonly [One[], One[]] {
  const parts: [One[], One[]] = [[], []];
  for (const one of all) parts[test(one) ? 0 : 1].push(one);
  return parts;
}

/** Paths by how much of their folder they share with one of some others; in order of path where that is the same. */
function nearestFirst(paths: readonly string[], to: ReadonlySet<string>): readonly string[] {
  const depthOf = sharedDepth(to);
  const ranked = paths.map((path) => ({ path, depth: depthOf(path) }));
  return ranked.sort((a, b) => b.depth - a.depth || compareTexts(a.path, b.path)).map(({ path }) => path);
}

/** How many folders a path shares with the nearest of some others; itself is nearer than its neighbours. */
function sharedDepth(to: ReadonlySet<string>): (path: string) => number {
  const folders = new Map<string, number>();
  for (const path of to) for (const [depth, folder] of foldersOf(path).entries()) folders.set(folder, depth);
  return (path) => {
    if (to.has(path)) return Number.POSITIVE_INFINITY;
    return Math.max(...foldersOf(path).map((folder) => folders.get(folder) ?? 0));
  };
}

/** The folders around a path, from the root on. */
function foldersOf(path: string): readonly string[] {
  const names = folderOf(path).split('/');
  return ['', ...names.map((_, at) => names.slice(0, at + 1).join('/'))];
}
