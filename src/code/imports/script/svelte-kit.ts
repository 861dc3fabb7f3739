import { requestFor } from '../../formats/package-json.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { boundManifests, nearest } from '../manifests.ts';
import type { NodePackages } from './packages.ts';

/** Where `$lib` may lead for a file: nowhere where the settings choose. Null for another name, or without SvelteKit. */
export type KitAliases = (from: string, specifier: string) => readonly string[] | null;

const ENDINGS = ['js', 'ts', 'mjs'];
/** Be it of something else: an alias that may be another one is none that is known. */
const CHOOSES = /(?<![\w$-])['"]?(?:files|alias)['"]?\s*[:,}]/;

/** `$lib` is `src/lib` of the project. Sources: SvelteKit, "$lib"; "Configuration", "alias" and "files". */
export async function readKitAliases(project: ProjectFiles, packages: NodePackages): Promise<KitAliases> {
  const folders = new Map<string, readonly string[]>();
  for (const path of ENDINGS.flatMap((ending) => boundManifests(project, `svelte.config.${ending}`))) {
    const folder = folderOf(path);
    const own = packages.inFolder(folder);
    if (own === null || requestFor(own, '@sveltejs/kit') === null) continue;
    const isChosen = CHOOSES.test((await project.text(path)) ?? 'alias:');
    folders.set(folder, isChosen ? [] : [inFolder(folder, 'src/lib')]);
  }
  return (from, specifier) => {
    const rest = /^\$lib(\/.+)?$/s.exec(specifier);
    const found = rest === null ? null : nearest(folders, from);
    return found === null ? null : found.map((folder) => `${folder}${rest?.[1] ?? ''}`);
  };
}
