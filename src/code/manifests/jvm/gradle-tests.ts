import { numberedLines } from '../../formats/lines.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { byDepth, folderOf } from '../../text/paths.ts';

/** A task that runs tests, and what says so. */
export interface TestTask {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
  /** What kind of project it runs the tests of. */
  readonly why: string;
}

/** The task of the Java plugins. */
export const GRADLE_TEST: TestTask = { name: 'test', file: null, line: null, why: 'a Gradle project' };

/**
 * Modules of Kotlin Multiplatform have no task `test`: `allTests` runs those of all platforms. Other modules do not have
 * that one, so that beside them only `check` runs the tests of all; Gradle is content with a task that one module has.
 */
export async function gradleTests(files: ProjectFiles, leading: string): Promise<TestTask> {
  const base = inFolder(folderOf(leading), '');
  const paths = files.entries.flatMap(({ path }) => (path.startsWith(base) ? [path] : []));
  const rank = (path: string): number => (isOfBuild(path) ? 0 : 1);
  const scripts = paths.filter((path) => GRADLE_SCRIPT.test(path));
  scripts.sort((a, b) => rank(a) - rank(b) || byDepth(a, b));
  let first: Pick<TestTask, 'file' | 'line'> | null = null;
  const ofPlatforms = new Set<string>();
  const others = new Set(modulesTested(paths));
  for (const path of scripts.slice(0, SCRIPTS_READ_MAX)) {
    const { multiplatform, isJvm } = readPlugins((await files.text(path)) ?? '');
    if (isJvm && !isOfBuild(path)) others.add(folderOf(path));
    if (multiplatform === null) continue;
    first ??= { file: path, line: multiplatform };
    ofPlatforms.add(folderOf(path));
  }
  if (first === null) return GRADLE_TEST;
  return [...others].some((module) => !ofPlatforms.has(module))
    ? { name: 'check', ...first, why: 'modules of Kotlin Multiplatform beside others' }
    : { name: 'allTests', ...first, why: 'a Kotlin Multiplatform project' };
}

/** Of the plugins that a script applies, the line of that for several platforms, and whether one has the task `test`. */
function readPlugins(text: string): { readonly multiplatform: number | null; readonly isJvm: boolean } {
  let multiplatform: number | null = null;
  let isJvm = false;
  for (const [line, number] of numberedLines(text)) {
    if (NOT_APPLIED.test(line)) continue;
    if (MULTIPLATFORM.test(line)) multiplatform ??= number;
    isJvm ||= JVM.test(line);
  }
  return { multiplatform, isJvm };
}

/** Modules with tests where the Java plugins have theirs, whatever plugin of the build applies these. */
function modulesTested(paths: readonly string[]): readonly string[] {
  const modules = new Set(paths.filter((path) => MODULE_SCRIPT.test(path) && !isOfBuild(path)).map(folderOf));
  const folders = paths.filter((path) => TESTS.test(path)).map((path) => path.slice(0, path.search(TESTS)));
  return folders.filter((folder) => modules.has(folder));
}

/** What a build writes for itself says it for all modules. */
function isOfBuild(path: string): boolean {
  return /(?:^|\/)(?:build-?[lL]ogic|buildSrc|gradle)\//.test(path);
}

/** Also the plugins that a build writes for itself. */
const GRADLE_SCRIPT = /\.gradle(?:\.kts)?$/;
const MODULE_SCRIPT = /(?:^|\/)build\.gradle(?:\.kts)?$/;
const TESTS = /(?:^|\/)src\/test\/(?:java|kotlin|groovy|scala)\//;
const SCRIPTS_READ_MAX = 100;
const MULTIPLATFORM =
  /^\s*(?:kotlin\(\s*"multiplatform"|id\s*(?:\(\s*)?["']org\.jetbrains\.kotlin\.multiplatform["']|alias\(\s*\w+(?:\.\w+)*\.(?:multiplatform|kotlinMultiplatform)\s*\))/;
/** Plugins whose modules have a task `test`. */
const JVM =
  /^\s*(?:kotlin\(\s*"jvm"|id\s*(?:\(\s*)?["'](?:java|java-library|org\.jetbrains\.kotlin\.jvm)["']|`?java(?:-library)?`?\s*$|alias\(\s*\w+(?:\.\w+)*\.(?:jvm|kotlinJvm)\s*\))/;
/** In a parent it only fixes the plugin's version; the task is not there. */
export const NOT_APPLIED = /\bapply\s*(?:\(\s*)?false/;
