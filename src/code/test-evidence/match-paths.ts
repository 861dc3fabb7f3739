import { nameOf } from '../text/paths.ts';

/** Leads paths of another machine to files of the project. */
export interface PathMatcher {
  /** The file of the project that is meant; null when none is, or several may be. */
  find(path: string): string | null;
}

/** Folders of other people's code on the machine that ran the tests: what lies there is not the project's, whatever it is called. */
const FOREIGN =
  /(?:^|\/)(?:node_modules|bower_components|site-packages|dist-packages|\.cargo\/registry|rustc|pkg\/mod|\.m2|\.gradle|vendor\/bundle|lib\/python[\d.]*|go\/src|rustlib)(?:\/|$)|^node:|^<|^internal\//;

/** Makes a matcher. `rootNames` are what the folder of the project may be called elsewhere, such as a Go module's path. */
export function makePathMatcher(paths: readonly string[], rootNames: readonly string[]): PathMatcher {
  const exact = new Set(paths);
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const same = byName.get(nameOf(path));
    if (same === undefined) byName.set(nameOf(path), [path]);
    else same.push(path);
  }
  return {
    find(given) {
      const path = cleaned(given);
      const relative = path.replace(/^(?:\.\/)+/, '');
      if (exact.has(relative)) return relative;
      if (FOREIGN.test(path)) return null;
      const same = byName.get(nameOf(path)) ?? [];
      const within = same.filter((own) => path.endsWith(`/${own}`));
      const longest = within.sort((a, b) => b.length - a.length)[0];
      if (longest !== undefined) return longest.includes('/') || isRoot(path, longest, rootNames) ? longest : null;
      // A path below some folder of the project, as packages and class paths have it.
      const below = same.filter((own) => own.endsWith(`/${relative}`));
      return below.length === 1 && !path.startsWith('/') ? (below[0] ?? null) : null;
    },
  };
}

/** A file at the top is told from its namesakes elsewhere by the name of the folder. */
function isRoot(path: string, own: string, rootNames: readonly string[]): boolean {
  const folder = path.slice(0, path.length - own.length - 1);
  return rootNames.some((name) => folder === name || folder.endsWith(`/${name}`));
}

function cleaned(path: string): string {
  const plain = path.replace(/^file:\/\/(?:localhost)?(?=\/)/, '').replaceAll('\\', '/');
  return /^\/[A-Za-z]:\//.test(plain) ? plain.slice(1) : plain;
}
