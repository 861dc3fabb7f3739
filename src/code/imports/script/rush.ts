import { fieldOf, parseJson, stringAt, stringsOf } from '../../formats/json.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { boundManifests } from '../manifests.ts';

/** What a rush.json joins, which stands for the workspaces of a manifest. */
export interface RushProjects {
  readonly folder: string;
  /** By the folders of the projects: the names that each takes from a registry, though they are of a project here. */
  readonly decoupled: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Lists of names that are not linked; the second is what older releases of Rush call them. */
const DECOUPLED = ['decoupledLocalDependencies', 'cyclicDependencyProjects'] as const;

/** Rush links the projects that it lists by their folders, and no pattern finds others. Source: Rush, "rush.json", "projects". */
export async function readRush(project: ProjectFiles): Promise<readonly RushProjects[]> {
  const found: RushProjects[] = [];
  for (const path of boundManifests(project, 'rush.json')) {
    const listed = fieldOf(parseJson((await project.text(path)) ?? ''), 'projects')?.value;
    const decoupled = new Map<string, ReadonlySet<string>>();
    for (const one of Array.isArray(listed) ? listed : []) {
      const folder = resolveTarget(folderOf(path), stringAt(one, 'projectFolder')?.text ?? '');
      if (folder !== null) decoupled.set(folder, new Set(DECOUPLED.flatMap((name) => stringsOf(fieldOf(one, name)))));
    }
    found.push({ folder: folderOf(path), decoupled });
  }
  return found;
}
