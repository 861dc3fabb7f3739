import { fieldOf, parseJson, stringAt } from '../../formats/json.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { boundManifests } from '../manifests.ts';
import { findFile, TYPED_PROGRAM } from './find-file.ts';

/** A library of Angular: the folder of its package.json, what its built file is called without ending, and its source. */
interface Packed {
  readonly folder: string;
  readonly name: string;
  readonly source: string;
}

/** Settings that are read, nearest to the top first. */
const SETTINGS_MAX = 500;

/**
 * What ng-packagr builds of the entry file that its settings name: one file called by the package, whatever the folder of
 * the format. Sources: ng-packagr, `ng-package.json`, `lib.entryFile`; Angular Package Format, "FESM".
 */
export async function packedLibraries(project: ProjectFiles): Promise<readonly Packed[]> {
  const found: Packed[] = [];
  for (const path of boundManifests(project, 'ng-package.json', SETTINGS_MAX)) {
    const folder = folderOf(path);
    const settings = parseJson((await project.text(path)) ?? '') ?? undefined;
    const beside = inFolder(folder, 'package.json');
    // A further entry point of a package has settings without one.
    if (!project.has(beside)) continue;
    const manifest = parseJson((await project.text(beside)) ?? '') ?? undefined;
    const name = stringAt(manifest, 'name')?.text;
    const entry = stringAt(fieldOf(settings, 'lib'), 'entryFile')?.text ?? 'src/public_api.ts';
    const target = resolveTarget(folder, entry);
    const source = target === null ? null : findFile(project, target, TYPED_PROGRAM);
    if (name === undefined || source === null) continue;
    found.push({ folder, name: name.replace('@', '').replaceAll('/', '-'), source });
  }
  return found;
}
