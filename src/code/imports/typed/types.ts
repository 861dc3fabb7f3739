import type { ReadFile } from '../import-language.ts';
import type { TypeFacts } from './facts.ts';

/** The types of a project by their packages. */
export interface ProjectTypes {
  hasPackage(name: string): boolean;
  /**
   * The files that declare a type, seen from another file: of several those of the same sources, then of the same
   * module. More than one where equally near ones are left; none where the project does not declare it.
   */
  find(packageName: string, name: string, from: string): readonly string[];
}

/** Where a path lies: in which sources, and in which module. */
export interface Places {
  sourcesOf(path: string): string;
  moduleOf(path: string): string;
}

/** Files that one type is looked for in; more declare it only in a tree of copies. */
const FILES_MAX = 200;

/** Indexes what files declare. */
export function indexTypes(files: readonly ReadFile<TypeFacts>[], { sourcesOf, moduleOf }: Places): ProjectTypes {
  const packages = new Map<string, Map<string, string[]>>();
  for (const { path, facts } of files) {
    for (const name of facts.packages) if (!packages.has(name)) packages.set(name, new Map());
    for (const full of facts.declared) addType(packages, full, path);
  }
  return {
    hasPackage: (name) => packages.has(name),
    find(packageName, name, from) {
      const paths = packages.get(packageName)?.get(name) ?? [];
      if (paths.length <= 1) return paths;
      return nearest(paths, from, sourcesOf) ?? nearest(paths, from, moduleOf) ?? paths;
    },
  };
}

function addType(packages: Map<string, Map<string, string[]>>, full: string, path: string): void {
  const dot = full.lastIndexOf('.');
  const packageName = dot === -1 ? '' : full.slice(0, dot);
  const types = packages.get(packageName) ?? new Map<string, string[]>();
  packages.set(packageName, types);
  const name = full.slice(dot + 1);
  const paths = types.get(name) ?? [];
  types.set(name, paths);
  if (paths.length < FILES_MAX && !paths.includes(path)) paths.push(path);
}

/** The paths in the same place; null when there are none. */
function nearest(paths: readonly string[], from: string, placeOf: (path: string) => string): readonly string[] | null {
  const place = placeOf(from);
  const same = paths.filter((path) => placeOf(path) === place);
  return same.length === 0 ? null : same;
}
