import { numberedLines } from '../../formats/lines.ts';
import { nearestAround, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';

/** Scripts that others apply and that are read. */
const APPLIED_MAX = 100;

/** A script that is applied by its file: of the project at the top, or from the folder of the script that applies it. */
const APPLY =
  /^\s{0,40}apply\s*(?:\(\s*)?from\s*[:=]\s*(?:(rootProject\.)?file\s*\(\s*)?["'](\$\{?(?:rootDir|rootProject\.(?:projectDir|rootDir)|project\.rootDir)\}?\/|\$\{?projectDir\}?\/)?([\w./-]{1,200})["']/;

/**
 * Tells of a row of a build script whether it applies another script of the project that has a row of some kind. Source:
 * Gradle, "Using Plugins", "Script plugins".
 */
export async function followApplied(
  files: ProjectFiles,
  scripts: readonly string[],
  isRow: (row: string) => boolean,
): Promise<(script: string, row: string) => boolean> {
  const known = new Map<string, boolean>();
  for (const script of scripts) {
    for (const [row] of numberedLines((await files.text(script)) ?? '')) {
      const path = appliedBy(files, script, row);
      if (path === null || known.has(path) || known.size === APPLIED_MAX) continue;
      const text = (await files.text(path)) ?? '';
      known.set(path, Array.from(numberedLines(text), ([own]) => own.trimEnd()).some(isRow));
    }
  }
  return (script, row) => known.get(appliedBy(files, script, row) ?? '') === true;
}

/** The script that a row applies; null for none, or one that is not in the project. */
function appliedBy(files: ProjectFiles, script: string, row: string): string | null {
  const [, ofRoot, within, written] = APPLY.exec(row) ?? [];
  if (written === undefined) return null;
  const isOfRoot = ofRoot !== undefined || within?.includes('root') === true;
  const path = resolveTarget(isOfRoot ? rootOf(files, script) : folderOf(script), written);
  return path !== null && files.has(path) ? path : null;
}

/** The folder of the settings nearest upwards: that of the project at the top of a build. */
function rootOf(files: ProjectFiles, script: string): string {
  const settings = ['settings.gradle', 'settings.gradle.kts'].flatMap(
    (name) => nearestAround(files, folderOf(script), name) ?? [],
  );
  return settings.map(folderOf).sort((a, b) => b.length - a.length)[0] ?? '';
}
