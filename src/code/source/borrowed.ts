/*
 * Code of others in a project, by where it lies: the kinds of it, of which each asker takes the one that it can answer for.
 * What a language has as a rule of its own stands with that: where npm looks for packages, what Go calls vendored, which
 * of these folders Python's code imports from.
 */

/** Where package managers put what they install: npm, Bower, Yarn, CocoaPods, LibMan and ABP (`abp install-libs`). */
const INSTALLED = '(?:^|/)(?:node_modules|bower_components|\\.yarn|Pods|wwwroot/libs?)/';
/** Where projects keep copies of what they use, by custom or by `go mod vendor` and its likes. */
const COPIED = '(?:^|/)(?:_?vendor|Godeps/_workspace|third[_-]?party)/';

const INSTALLED_PATH = new RegExp(INSTALLED);
const BORROWED_PATH = new RegExp(`${INSTALLED}|${COPIED}`);

/** Whether a package manager put it there: it is not the project's even where it is committed. */
export function isInstalled(path: string): boolean {
  return INSTALLED_PATH.test(path);
}

/** Whether it lies in a folder of other people's code, whoever put it there. A folder's path ends in a slash. */
export function isBorrowed(path: string): boolean {
  return BORROWED_PATH.test(path);
}

/** What is built, or packed for browsers whatever its folder. */
const BUILT = /(?:^|\/)dist\/|[.-]min\.[cm]?js$/;

/** Whether it is what a build gives. A folder's path ends in a slash. */
export function isBuilt(path: string): boolean {
  return BUILT.test(path);
}

/** Copies whose folders mean them in one place alone. Source: GitHub Linguist, "vendor.yml". */
const COPIED_THERE = /^external\/|(?:^|\/)deps\/v8\//;
/** Where programs of C keep the libraries that they bring along; of other languages it may be a folder of packages. */
const DEPS_OF_C = /^deps\/[\w.-]+\/(?:.*\.(?:c|h|cc|cpp|cxx|hpp|ac|cmake)|(?:.*\/)?(?:CMakeLists\.txt|Makefile))$/;

/** Whether a path lies in a folder of other people's code or of build results, or is minified. */
export function isVendored(path: string): boolean {
  return isBorrowed(path) || isBuilt(path) || COPIED_THERE.test(path) || DEPS_OF_C.test(path);
}
