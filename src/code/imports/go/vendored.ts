/** Where borrowed code of Go lies: `go mod vendor` and its likes put it into the one, godep put it into the other. */
const VENDORED = /(?:^|\/)(?:vendor|Godeps\/_workspace)\//;

/** Whether it lies where Go's tools put other people's packages. A folder's path ends in a slash. */
export function isVendored(path: string): boolean {
  return VENDORED.test(path);
}

const FOLDER = 'vendor/';
/** What `go mod vendor` writes beside the packages that it copies. Source: Go Modules Reference, "Vendoring". */
const LIST = `${FOLDER}modules.txt`;

/**
 * Whether `go mod vendor` put a file there. It copies whole packages, with their C and scripts: these belong to packages
 * that Go's imports name, and no import of their own languages could tell that they are used.
 */
export function copiedByGo(paths: readonly string[]): (path: string) => boolean {
  const lists = paths.filter((path) => path === LIST || path.endsWith(`/${LIST}`));
  const folders = new Set(lists.map((path) => path.slice(0, path.lastIndexOf('/') + 1)));
  if (folders.size === 0) return () => false;
  return (path) => {
    for (let at = path.indexOf(FOLDER); at >= 0; at = path.indexOf(FOLDER, at + 1))
      if (folders.has(path.slice(0, at + FOLDER.length))) return true;
    return false;
  };
}
