import { type GoMod, type GoReplace, type GoRequire, parseGoWork } from '../../formats/go-mod.ts';
import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** A go.mod with its place. */
export interface GoManifest extends GoMod {
  readonly path: string;
}

/** The go.mod of the project from which a module takes what it asks for; null where it comes from elsewhere. */
export type ModuleFinder = (from: string, asked: Pick<GoRequire, 'path' | 'version'>) => string | null;

/**
 * Leads a requirement to the folder that replaces it, else to the module of its path in the same go.work. Source: Go
 * Modules Reference, "replace directive" and "Workspaces".
 */
export async function makeModuleFinder(files: ProjectFiles, modules: readonly GoManifest[]): Promise<ModuleFinder> {
  const byPath = new Map(modules.map((one) => [one.path, one]));
  const workspaces: (readonly GoManifest[])[] = [];
  for (const work of files.named('go.work').slice(0, OVERVIEW_LIMITS.manifestsMax)) {
    const folders = parseGoWork((await files.text(work)) ?? '').map((folder) => resolveTarget(folderOf(work), folder));
    workspaces.push(folders.flatMap((at) => (at === null ? [] : (byPath.get(inFolder(at, 'go.mod')) ?? []))));
  }
  const replacedBy = (from: string, target: string): string | null => {
    const folder = target.startsWith('/') ? null : resolveTarget(folderOf(from), target);
    return folder === null ? null : (byPath.get(inFolder(folder, 'go.mod'))?.path ?? null);
  };
  return (from, { path, version }) => {
    const isMeant = (one: GoReplace): boolean => one.path === path && (one.version ?? version) === version;
    const replaced = byPath.get(from)?.replaces.find(isMeant);
    if (replaced !== undefined) return replaced.targetVersion === null ? replacedBy(from, replaced.target) : null;
    const together = workspaces.find((all) => all.some((one) => one.path === from)) ?? [];
    return together.find(({ module }) => module?.path === path)?.path ?? null;
  };
}
