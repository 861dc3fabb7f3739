/**
 * Scripts that build a program, or tell where its documentation and source are found; those in a folder of settings, such
 * as `.github/`, serve the work on it.
 */
const BUILD_SCRIPT =
  /(?:^|\/)\.[a-z][\w-]*\/|\.(?:gradle|gradle\.kts|sbt|gemspec|podspec)$|(?:^|\/)(?:buildSrc|build-(?:[a-z]+-)?logic)\/|(?:^|\/)project\/[^/]+\.scala$|(?:^|\/)(?:setup\.py|Package\.swift|Rakefile|MODULE\.bazel)$/;

/** Whether a file serves the building of a program or the work on it, and is no part of it. */
export function isBuildScript(file: string): boolean {
  return BUILD_SCRIPT.test(file);
}
