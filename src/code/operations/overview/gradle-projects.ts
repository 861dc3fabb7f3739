import { nearest } from '../../imports/manifests.ts';
import type { GradleProjectRequest } from '../../manifests/jvm/gradle-script.ts';
import { type GradleProjects, projectOfAccessor, readGradleSettings } from '../../manifests/jvm/gradle-settings.ts';
import { inFolder, nearestAround, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { addJoin, type FactSheet } from './fact-sheet.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** Build scripts of a project by their custom, the one that goes first where there are both. */
const SCRIPTS = ['build.gradle', 'build.gradle.kts'];

/**
 * Writes down which projects of its build a script asks for: as the settings nearest upwards name them, and only those that
 * have a build script or lie beyond the part that is asked about. Of a configuration that is a plugin's own the join is told,
 * and nothing of what it is for.
 */
export async function makeProjectReader(
  files: ProjectFiles,
  sheet: FactSheet,
): Promise<(file: string, requests: readonly GradleProjectRequest[]) => void> {
  const builds = await readBuilds(files);
  return (file, requests) => {
    const build = nearest(builds, file) ?? new Map();
    for (const request of requests) {
      const asked = projectAsked(files, build, request);
      if (asked !== null && asked.manifest !== file) addProject(files, sheet, { ...request, ...asked, file });
    }
  };
}

/** A project that a script asks for: its path, and its build script where that is below what is asked about. */
interface ProjectAsked {
  readonly name: string;
  readonly manifest: string | null;
}

/** Null where the settings name no such project, or one without a build script. */
function projectAsked(
  files: ProjectFiles,
  build: GradleProjects,
  { path, accessor }: GradleProjectRequest,
): ProjectAsked | null {
  const name = path ?? projectOfAccessor(build, accessor ?? '') ?? '';
  const folder = build.get(name) ?? null;
  if (folder === null) return null;
  const isBeyond = !inFolder(folder, '').startsWith(files.base);
  const manifest = scriptIn(files, folder);
  return manifest === null && !isBeyond ? null : { name, manifest };
}

function addProject(
  files: ProjectFiles,
  sheet: FactSheet,
  { name, manifest, configuration, scope, file, line }: ProjectAsked & GradleProjectRequest & { readonly file: string },
): void {
  if (manifest !== null)
    addJoin(files, sheet, { from: file, to: manifest, scope: scope ?? null, configuration, file, line });
  if (scope === undefined) return;
  const asked = { ecosystem: 'gradle', name, requirement: 'project', scope, file, line };
  sheet.dependencies.push(manifest === null ? asked : { ...asked, manifest });
}

function scriptIn(files: ProjectFiles, folder: string): string | null {
  return SCRIPTS.map((script) => inFolder(folder, script)).find((one) => files.has(one)) ?? null;
}

/** The projects of each build, by the folders of their settings; null where these work folders out. */
async function readBuilds(files: ProjectFiles): Promise<ReadonlyMap<string, GradleProjects | null>> {
  const builds = new Map<string, GradleProjects | null>();
  for (const name of ['settings.gradle.kts', 'settings.gradle']) {
    const around = nearestAround(files, files.base.replace(/\/$/, ''), name) ?? [];
    for (const path of new Set([around, files.named(name).slice(0, OVERVIEW_LIMITS.manifestsMax)].flat()))
      builds.set(folderOf(path), readGradleSettings(path, (await files.text(path)) ?? ''));
  }
  return builds;
}
