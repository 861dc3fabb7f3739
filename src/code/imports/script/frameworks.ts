import type { ProjectFiles } from '../../source/project-files.ts';
import { readNuxtAliases } from './nuxt.ts';
import type { NodePackages } from './packages.ts';
import { readKitAliases } from './svelte-kit.ts';
import { readViteRoots } from './vite-root.ts';

/** Where a framework leads a name that nothing else explains. */
export interface FrameworkName {
  /** Paths of which the first that is there is meant; none where the settings may choose others. */
  readonly paths: readonly string[];
  /** Why it leads nowhere, where none of them is there. */
  readonly otherwise: string;
}

/** What frameworks make of a name in a file; null where none does anything. */
export type Frameworks = (from: string, specifier: string) => FrameworkName | null;

/** Reads the settings of the frameworks that give names to folders. */
export async function readFrameworks(project: ProjectFiles, packages: NodePackages): Promise<Frameworks> {
  const known = [
    { pathsOf: await readViteRoots(project), file: 'vite.config', folder: 'root' },
    { pathsOf: await readNuxtAliases(project, packages), file: 'nuxt.config', folder: 'folder of sources' },
    { pathsOf: await readKitAliases(project, packages), file: 'svelte.config', folder: '$lib' },
  ];
  return (from, specifier) => {
    for (const { pathsOf, file, folder } of known) {
      const paths = pathsOf(from, specifier);
      if (paths === null) continue;
      const isChosen = paths.length === 0;
      const chosen = `up to ${file}, which may choose its ${folder}`;
      return { paths, otherwise: isChosen ? chosen : `no such file from the folder of ${file} on` };
    }
    return null;
  };
}
