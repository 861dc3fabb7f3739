/** Where borrowed code of Go lies: `go mod vendor` and its likes put it into the one, godep put it into the other. */
const VENDORED = /(?:^|\/)(?:vendor|Godeps\/_workspace)\//;

/** Whether it lies where Go's tools put other people's packages. A folder's path ends in a slash. */
export function isVendored(path: string): boolean {
  return VENDORED.test(path);
}

/** What `go mod vendor` writes beside the packages that it copies. Source: Go Modules Reference, "Vendoring". */
const LIST = 'vendor/modules.txt';

/**
 * Whether `go mod vendor` put a file there. It copies whole packages, with their C and scripts: these belong to packages
 * that Go's imports name, and no import of their own languages could tell that they are used.
 */
export function copiedByGo(paths: readonly string[]): (path: string) => boolean {
  const folders = paths
    .filter((path) => path === LIST || path.endsWith(`/${LIST}`))
    .map((path) => path.slice(0, path.lastIndexOf('/') + 1));
  return folders.length === 0 ? () => false : (path) => folders.some((folder) => path.startsWith(folder));
}
