import type { ProjectFiles } from '../../source/project-files.ts';
import { boundPaths } from '../manifests.ts';

/** Definitions that are read; a project has a few for each platform. */
const DEFINITIONS_MAX = 300;

const PACKAGE = /^[ \t]*package[ \t]*=[ \t]*([\w.]{1,300})[ \t]*\r?$/m;
/** What follows is code of C. Source: Kotlin/Native, "Definition file". */
const CODE = /^---[ \t]*\r?$/m;

/** Packages that Kotlin/Native makes of libraries of C for this project, by its `.def` files: no file declares them. */
export async function nativePackages(project: ProjectFiles): Promise<ReadonlySet<string>> {
  const paths = project.entries.flatMap(({ path }) => (path.endsWith('.def') ? [path] : []));
  const names = new Set<string>();
  for (const path of boundPaths(project, '*.def', paths, DEFINITIONS_MAX)) {
    const [settings = ''] = ((await project.text(path)) ?? '').split(CODE, 1);
    const name = PACKAGE.exec(settings)?.[1];
    if (name !== undefined) names.add(name);
  }
  return names;
}
