import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { boundManifests, nearest } from '../manifests.ts';

/**
 * Where `/a.js` may lie for a file, the first that is there counts: none where Vite's settings choose the folder. Null
 * where the path is no matter of Vite.
 */
export type ViteRoots = (from: string, specifier: string) => readonly string[] | null;

const ENDINGS = ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'];
/** Be it of something else: a folder that may be another one is none that is known. */
const CHOOSES = /(?<![\w$-])['"]?(?:root|publicDir)['"]?\s*[:,}]/;

/**
 * A path from `/` on is one from Vite's root, the folder of its settings unless they say otherwise; what lies in
 * `public/` is served from there, too. Sources: Vite, "Getting Started", "index.html and Project Root"; "Static Asset
 * Handling", "The public Directory".
 */
export async function readViteRoots(project: ProjectFiles): Promise<ViteRoots> {
  const roots = new Map<string, readonly string[]>();
  for (const path of ENDINGS.flatMap((ending) => boundManifests(project, `vite.config.${ending}`))) {
    const folder = folderOf(path);
    const isChosen = CHOOSES.test((await project.text(path)) ?? 'root:');
    roots.set(folder, isChosen ? [] : [folder, inFolder(folder, 'public')]);
  }
  return (from, specifier) => {
    if (!/^\/[^/]/.test(specifier)) return null;
    const folders = nearest(roots, from);
    return folders === null ? null : folders.map((folder) => inFolder(folder, specifier.slice(1)));
  };
}
