import type { ReadFile } from '../import-language.ts';
import type { JavaFacts } from './mentions.ts';

/** The types of a project by their packages. */
export interface JavaClasses {
  hasPackage(name: string): boolean;
  /**
   * The file that declares a type, seen from another file: of several the one of the same sources, then of the same
   * module. Null when there is none, `several` when more than one is equally near.
   */
  find(packageName: string, name: string, from: string): string | 'several' | null;
}

/** Whether two files belong to one module, as far as their paths tell. */
export function isSameModule(a: string, b: string): boolean {
  return moduleOf(a) === moduleOf(b);
}

/** Indexes what files declare. */
export function indexClasses(files: readonly ReadFile<JavaFacts>[]): JavaClasses {
  const packages = new Map<string, Map<string, string[]>>();
  for (const { path, facts } of files) {
    const types = packages.get(facts.package) ?? new Map<string, string[]>();
    packages.set(facts.package, types);
    for (const name of facts.declared) types.set(name, [...(types.get(name) ?? []), path]);
  }
  return {
    hasPackage: (name) => packages.has(name),
    find(packageName, name, from) {
      const paths = packages.get(packageName)?.get(name) ?? [];
      if (paths.length <= 1) return paths[0] ?? null;
      return nearest(paths, from, sourcesOf) ?? nearest(paths, from, moduleOf) ?? 'several';
    },
  };
}

/** The only path in the same place; null when there is none or more than one. */
function nearest(paths: readonly string[], from: string, placeOf: (path: string) => string): string | null {
  const same = paths.filter((path) => placeOf(path) === placeOf(from));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** `module/src/main/java/`: where the folders of packages begin, by the layout of Maven and Gradle. */
function sourcesOf(path: string): string {
  return /^(?:.*\/)?src\/[^/]+\/[^/]+\//.exec(path)?.[0] ?? '';
}

function moduleOf(path: string): string {
  return /^((?:.*\/)?)src\/[^/]+\/[^/]+\//.exec(path)?.[1] ?? '';
}
