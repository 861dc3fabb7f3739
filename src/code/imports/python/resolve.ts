import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { PYTHON_STANDARD } from './standard-library.ts';

/** Where a dotted module leads. */
export type ModuleTarget =
  | { readonly kind: 'file'; readonly path: string }
  /**
   * A folder without `__init__.py`, which holds modules and runs nothing. At the top any folder may be called as a
   * package from outside is, which then is the one that is meant by all but its modules.
   */
  | { readonly kind: 'namespace'; readonly folder: string; readonly outside: string | null }
  | { readonly kind: 'external'; readonly name: string; readonly isStandard: boolean }
  | { readonly kind: 'unresolved'; readonly why: string };

/** Leads module names to files. */
export interface PythonResolver {
  absolute(from: string, module: string): ModuleTarget;
  relative(from: string, level: number, module: string): ModuleTarget;
  /** The module of this name in a package or namespace; null when there is none. */
  submodule(target: ModuleTarget, name: string): string | null;
}

// The order in which a module is looked for; what is compiled (`.pyx`) stands for itself.
const ENDINGS = ['/__init__.py', '.py', '/__init__.pyi', '.pyi', '.pyx'];
const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/** Makes the resolver of a project by its file names alone. */
export function makePythonResolver(project: ProjectFiles): PythonResolver {
  const folders = foldersWithPython(project);
  const roots = manifestRoots(project);
  const topLevel = topLevelNames(project);
  const find = (folder: string, module: string): ModuleTarget | null => {
    const stem = inFolder(folder, module.replaceAll('.', '/'));
    const ending = ENDINGS.find((end) => project.has(stem + end));
    if (ending !== undefined) return { kind: 'file', path: stem + ending };
    return folders.has(stem) ? { kind: 'namespace', folder: stem, outside: null } : null;
  };

  function standard(from: string, module: string, top: string): ModuleTarget {
    // The folder that a script is run in comes first, even before the standard library.
    const shadow = find(scriptFolder(project, from), module);
    return shadow?.kind === 'file' ? shadow : { kind: 'external', name: top, isStandard: true };
  }

  function absolute(from: string, module: string): ModuleTarget {
    const top = module.split('.', 1)[0] ?? '';
    if (PYTHON_STANDARD.has(top)) return standard(from, module, top);
    const near = [scriptFolder(project, from), ...rootsAbove(roots, from)];
    const elsewhere = (topLevel.get(top) ?? []).filter((root) => !near.includes(root));
    // Beyond what is near to the file a name must be the only one in the project.
    const places = elsewhere.length === 1 ? [...near, ...elsewhere] : near;
    const found = places.flatMap((root) => find(root, module) ?? []);
    const target = found.find(({ kind }) => kind === 'file') ?? found[0];
    if (target) return target.kind === 'namespace' && module === top ? { ...target, outside: top } : target;
    return notFound(top, { isOurs: places.some((root) => find(root, top)?.kind === 'file'), same: elsewhere.length });
  }

  return {
    absolute,
    relative(from, level, module) {
      const folder = climb(folderOf(from), level - 1);
      if (folder === null) return { kind: 'unresolved', why: 'it leads out of the project' };
      if (module !== '') return find(folder, module) ?? { kind: 'unresolved', why: 'no such module' };
      const ending = ENDINGS.find((end) => end.startsWith('/') && project.has(`${folder}${end}`.replace(/^\//, '')));
      if (ending === undefined) return { kind: 'namespace', folder, outside: null };
      return { kind: 'file', path: `${folder}${ending}`.replace(/^\//, '') };
    },
    submodule(target, name) {
      const folder = packageFolder(target);
      const found = folder === null ? null : find(folder, name);
      return found?.kind === 'file' ? found.path : null;
    },
  };
}

function notFound(top: string, { isOurs, same }: { readonly isOurs: boolean; readonly same: number }): ModuleTarget {
  if (isOurs) return { kind: 'unresolved', why: `${top} is in the project, this module of it is not` };
  if (same > 1) return { kind: 'unresolved', why: `several packages of the project are named ${top}` };
  return { kind: 'external', name: top, isStandard: false };
}

/** The folder whose modules a target has; null when it has none. */
function packageFolder(target: ModuleTarget): string | null {
  if (target.kind === 'namespace') return target.folder;
  return target.kind === 'file' && /(?:^|\/)__init__\.pyi?$/.test(target.path) ? folderOf(target.path) : null;
}

/** Folders upwards; null beyond the top of the project. */
function climb(folder: string, steps: number): string | null {
  let at = folder;
  for (let step = 0; step < steps; step += 1) {
    if (at === '') return null;
    at = folderOf(at);
  }
  return at;
}

/** The folder that holds the outermost package of a file: what is put on the path to run it or to test it. */
function scriptFolder(project: ProjectFiles, path: string): string {
  let folder = folderOf(path);
  while (folder !== '' && project.has(inFolder(folder, '__init__.py'))) folder = folderOf(folder);
  return folder;
}

/** Folders that an installed package is taken from, nearest first: those of manifests, and `src` in them. */
function rootsAbove(roots: ReadonlySet<string>, path: string): readonly string[] {
  const above: string[] = [];
  for (let folder: string | null = folderOf(path); folder !== null; folder = folder === '' ? null : folderOf(folder)) {
    if (roots.has(folder)) above.push(inFolder(folder, 'src'), inFolder(folder, 'lib'), folder);
  }
  return above;
}

function manifestRoots(project: ProjectFiles): ReadonlySet<string> {
  return new Set(['', ...MANIFESTS.flatMap((name) => project.named(name).map(folderOf))]);
}

function foldersWithPython(project: ProjectFiles): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const { path } of project.entries) {
    if (!/\.pyi?$/.test(path)) continue;
    for (let folder = folderOf(path); folder !== '' && !folders.has(folder); folder = folderOf(folder)) {
      folders.add(folder);
    }
  }
  return folders;
}

/** Outermost packages by their name, with the folders that they stand in. */
function topLevelNames(project: ProjectFiles): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const path of project.named('__init__.py')) {
    const folder = folderOf(path);
    const parent = folderOf(folder);
    if (folder === '' || project.has(inFolder(parent, '__init__.py'))) continue;
    const name = folder.slice(parent === '' ? 0 : parent.length + 1);
    const known = names.get(name);
    if (known) known.push(parent);
    else names.set(name, [parent]);
  }
  return names;
}
