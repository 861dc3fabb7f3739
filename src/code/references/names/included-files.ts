import { familyOfUser } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { ProjectLinks } from './file-links.ts';

// What C and C++ include stands in the text of who includes it, with all that this includes in turn.

/** Steps from a file to what it includes. */
const HOPS_MAX = 20;
/** Files that one file is taken to include: with more of them the rest is not known to be. */
const INCLUDED_MAX = 2_000;

/** Whether what a file includes may be used by who includes that. */
function mayInclude(path: string): boolean {
  return familyOfUser(path) === 'c';
}

/** Reads what some files include, and what that includes in turn, as `link` reads the imports of files not known yet. */
export async function followIncludes(
  paths: Iterable<string>,
  targetsOf: (path: string) => ReadonlySet<string> | null,
  link: (paths: ReadonlySet<string>) => Promise<void>,
): Promise<void> {
  const seen = new Set([...paths].filter(mayInclude));
  let step: readonly string[] = [...seen];
  for (let hop = 0; hop <= HOPS_MAX && step.length > 0; hop += 1) {
    if (seen.size > REFERENCE_LIMITS.linkedFilesMax) return;
    const unknown = step.filter((path) => targetsOf(path) === null);
    if (unknown.length > 0) await link(new Set(unknown));
    const next = new Set(step.flatMap((path) => [...(targetsOf(path) ?? [])]));
    step = [...next].filter((path) => !seen.has(path) && mayInclude(path));
    for (const path of step) seen.add(path);
  }
}

/** What files include, found once for a question. */
const included = new WeakMap<ProjectLinks, Map<string, ReadonlySet<string>>>();

/** All that a file of C or C++ includes, over any number of steps, without itself. */
export function includedFiles(links: ProjectLinks, path: string): ReadonlySet<string> {
  const byPath = included.get(links) ?? new Map<string, ReadonlySet<string>>();
  included.set(links, byPath);
  const known = byPath.get(path);
  if (known !== undefined) return known;
  const found = new Set(links.of(path)?.targets ?? []);
  // What is added while the set is gone through is gone through as well.
  for (const one of found) {
    if (found.size >= INCLUDED_MAX) break;
    for (const target of links.of(one)?.targets ?? []) found.add(target);
  }
  if (links.of(path) !== null) byPath.set(path, found);
  return found;
}
