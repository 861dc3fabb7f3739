import { isVendored } from '../../source/borrowed.ts';
import { isSample, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';

/** What a package may be about that others test with; folders of tests and of examples have other names. */
const ABOUT_TESTS = /^(?:testing|test[-_]?(?:fixtures?|data))$/i;
/** Packages of the same kind in the folder around, which make a package of one that is called so. */
const SIBLINGS_MIN = 2;

/**
 * Whether a manifest in a folder such as `testing/` is that of a package: the folder lies beside other packages of the
 * same kind, and not itself among tests or examples.
 */
export function isAmongPackages({ base, named }: Pick<ProjectFiles, 'base' | 'named'>, path: string): boolean {
  const folder = folderOf(path);
  if (!ABOUT_TESTS.test(nameOf(folder))) return false;
  const around = folderOf(folder);
  return (siblingsIn(named(nameOf(path).toLowerCase()), base.length).get(around) ?? 0) >= SIBLINGS_MIN;
}

/** Counts are kept with the list that they are of, which is the same for all questions about one name. */
const counted = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** How many packages lie in each folder, but for those among tests, examples and other people's code. */
function siblingsIn(paths: readonly string[], baseLength: number): ReadonlyMap<string, number> {
  const known = counted.get(paths);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const path of paths) {
    const relative = path.slice(baseLength);
    if (!relative.includes('/') || isSample(relative) || isVendored(relative)) continue;
    const around = folderOf(folderOf(path));
    counts.set(around, (counts.get(around) ?? 0) + 1);
  }
  counted.set(paths, counts);
  return counts;
}
