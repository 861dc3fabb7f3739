import { nearest } from '../../imports/manifests.ts';
import type { GradleProjectRequest } from '../../manifests/jvm/gradle-script.ts';
import { type GradleProjects, projectOfAccessor, readGradleSettings } from '../../manifests/jvm/gradle-settings.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { addJoin, type FactSheet } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** Build scripts of a project by their custom, the one that goes first where there are both. */
const SCRIPTS = ['build.gradle', 'build.gradle.kts'];

/**
 * Writes down which projects of its build a script asks for: as the settings nearest upwards name them, and only those that
 * have a build script. Of a configuration that is a plugin's own the join is told, and nothing of what it is for.
 */
export async function makeProjectReader(
  files: ProjectFiles,
  sheet: FactSheet,
): Promise<(file: string, requests: readonly GradleProjectRequest[]) => void> {
  const builds = await readBuilds(files);
  return (file, requests) => {
    const build = nearest(builds, file) ?? new Map();
    for (const { path, accessor, configuration, scope, line } of requests) {
      const name = path ?? projectOfAccessor(build, accessor ?? '') ?? '';
      const manifest = scriptIn(files, build.get(name) ?? null);
      if (manifest === null || manifest === file) continue;
      addJoin(files, sheet, { from: file, to: manifest, scope: scope ?? null, configuration, file, line });
      if (scope === undefined) continue;
      const asked = { ecosystem: 'gradle', name, requirement: 'project', scope, manifest };
      sheet.dependencies.push({ ...asked, file, line });
    }
  };
}

function scriptIn(files: ProjectFiles, folder: string | null): string | null {
  if (folder === null) return null;
  return SCRIPTS.map((script) => inFolder(folder, script)).find((one) => files.has(one)) ?? null;
}

/** The projects of each build, by the folders of their settings; null where these work folders out. */
async function readBuilds(files: ProjectFiles): Promise<ReadonlyMap<string, GradleProjects | null>> {
  const builds = new Map<string, GradleProjects | null>();
  for (const name of ['settings.gradle.kts', 'settings.gradle']) {
    for (const path of files.named(name).slice(0, OVERVIEW_LIMITS.manifestsMax))
      builds.set(folderOf(path), readGradleSettings(path, (await files.text(path)) ?? ''));
  }
  return builds;
}
