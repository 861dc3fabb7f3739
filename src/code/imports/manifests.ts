import type { ProjectFiles } from '../source/project-files.ts';
import { folderOf } from '../text/paths.ts';
import { IMPORT_LIMITS } from './limits.ts';

/** Manifests of a name as far as there is room for them. */
export function boundManifests(project: ProjectFiles, name: string, max?: number): readonly string[] {
  return boundPaths(project, name, project.named(name.toLowerCase()), max);
}

/** Files of a kind as far as there is room for them, and a gap for the others. */
export function boundPaths(
  project: ProjectFiles,
  kind: string,
  paths: readonly string[],
  max: number = IMPORT_LIMITS.manifestsMax,
): readonly string[] {
  const over = paths.length - max;
  if (over > 0) project.gap(`${over} files ${kind} were not read: more than ${max}`);
  return paths.slice(0, max);
}

/** The value of the nearest folder upwards that has one. */
export function nearest<Value>(byFolder: ReadonlyMap<string, Value>, path: string): Value | null {
  for (let folder: string | null = folderOf(path); folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    const found = byFolder.get(folder);
    if (found !== undefined) return found;
  }
  return null;
}
