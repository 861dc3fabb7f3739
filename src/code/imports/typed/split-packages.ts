import type { ReadFile } from '../import-language.ts';
import type { TypeFacts } from './facts.ts';

/**
 * Tells whether a package may be another's that the project only adds to: of all whose names begin alike one file alone
 * declares one, and no import leads to that file. What such a package is not seen to declare says nothing, then. A file
 * of the package itself is asked about its own.
 */
export function findSplitPackages(files: readonly ReadFile<TypeFacts>[]): (name: string, from: TypeFacts) => boolean {
  const alone = new Map<string, TypeFacts | null>();
  for (const { facts } of files) {
    const root = rootOf(facts.packages[0] ?? '');
    // A second file of it.
    alone.set(root, alone.has(root) ? null : facts);
  }
  for (const root of importedRoots(files, alone)) alone.set(root, null);
  return (name, from) => {
    const adding = alone.get(rootOf(name)) ?? null;
    return adding !== null && adding !== from;
  };
}

/** The beginnings of packages that one file declares and an import leads to. */
function importedRoots(
  files: readonly ReadFile<TypeFacts>[],
  alone: ReadonlyMap<string, TypeFacts | null>,
): ReadonlySet<string> {
  const names = new Map<TypeFacts, ReadonlySet<string>>();
  for (const facts of alone.values()) {
    if (facts !== null) names.set(facts, new Set([...facts.declared, ...(facts.members?.declared ?? [])]));
  }
  const found = new Set<string>();
  for (const { facts } of files) {
    for (const { path } of facts.imports) {
      const root = rootOf(path);
      const declaring = alone.get(root) ?? null;
      if (declaring === null || declaring === facts || found.has(root)) continue;
      if (isWithin(path, names.get(declaring))) found.add(root);
    }
  }
  return found;
}

/** Whether a path is one of some names, or leads on from one. */
function isWithin(path: string, names: ReadonlySet<string> = new Set()): boolean {
  for (let end = path.length; end !== -1; end = path.lastIndexOf('.', end - 1)) {
    if (names.has(path.slice(0, end))) return true;
    if (end === 0) return false;
  }
  return false;
}

/** The two first parts of a name: by custom whose it is. */
function rootOf(name: string): string {
  return name.split('.', 2).join('.');
}
