import type { ProjectFiles } from '../source/project-files.ts';
import { folderOf } from '../text/paths.ts';
import { IMPORT_LIMITS } from './limits.ts';

/** Manifests of a name as far as there is room for them. */
export function boundManifests(project: ProjectFiles, name: string): readonly string[] {
  const paths = project.named(name.toLowerCase());
  const over = paths.length - IMPORT_LIMITS.manifestsMax;
  if (over > 0) project.gap(`${over} files ${name} were not read: more than ${IMPORT_LIMITS.manifestsMax}`);
  return paths.slice(0, IMPORT_LIMITS.manifestsMax);
}

/** The value of the nearest folder upwards that has one. */
export function nearest<Value>(byFolder: ReadonlyMap<string, Value>, path: string): Value | null {
  for (let folder: string | null = folderOf(path); folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    const found = byFolder.get(folder);
    if (found !== undefined) return found;
  }
  return null;
}
