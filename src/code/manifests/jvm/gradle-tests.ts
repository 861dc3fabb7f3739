import { numberedLines } from '../../formats/lines.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { byDepth, folderOf } from '../../text/paths.ts';

/** A task that runs tests, and what says so. */
export interface TestTask {
  readonly name: string;
  readonly file: string | null;
  readonly line: number | null;
}

/** The task of the Java plugins. */
export const GRADLE_TEST: TestTask = { name: 'test', file: null, line: null };

/** Modules of Kotlin Multiplatform have no task `test`: `allTests` runs those of all platforms. */
export async function gradleTests(files: ProjectFiles, leading: string): Promise<TestTask> {
  const within = files.entries.filter(
    ({ path }) => path.startsWith(inFolder(folderOf(leading), '')) && GRADLE_SCRIPT.test(path),
  );
  // What a build writes for itself says it for all modules.
  const rank = (path: string): number => (/(?:^|\/)(?:build-?[lL]ogic|buildSrc|gradle)\//.test(path) ? 0 : 1);
  const scripts = within.map(({ path }) => path).sort((a, b) => rank(a) - rank(b) || byDepth(a, b));
  for (const path of scripts.slice(0, SCRIPTS_READ_MAX)) {
    for (const [line, number] of numberedLines((await files.text(path)) ?? '')) {
      if (MULTIPLATFORM.test(line) && !NOT_APPLIED.test(line)) return { name: 'allTests', file: path, line: number };
    }
  }
  return GRADLE_TEST;
}

/** Also the plugins that a build writes for itself. */
const GRADLE_SCRIPT = /\.gradle(?:\.kts)?$/;
const SCRIPTS_READ_MAX = 100;
const MULTIPLATFORM =
  /^\s*(?:kotlin\(\s*"multiplatform"|id\s*(?:\(\s*)?["']org\.jetbrains\.kotlin\.multiplatform["']|alias\(\s*\w+(?:\.\w+)*\.(?:multiplatform|kotlinMultiplatform)\s*\))/;
/** In a parent it only fixes the plugin's version; the task is not there. */
export const NOT_APPLIED = /\bapply\s*(?:\(\s*)?false/;
