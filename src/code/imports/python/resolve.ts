import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { keepLastAsked } from '../last-asked.ts';
import { type ImportPaths, isAside, readImportPaths } from './import-paths.ts';
import type { PythonFacts } from './mentions.ts';
import { isOfPart, namespaceParts } from './namespaces.ts';
import { PYTHON_2_STANDARD, PYTHON_STANDARD } from './standard-library.ts';

/** Where a dotted module leads. */
export type ModuleTarget =
  | { readonly kind: 'file'; readonly path: string }
  /**
   * A folder without `__init__.py`, which holds modules and runs nothing, or its parts in several packages. At the top
   * any folder may be called as a package from outside is, which then is the one that is meant by all but its modules.
   */
  | { readonly kind: 'namespace'; readonly folders: readonly string[]; readonly outside: string | null }
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

/** What files say of where code is run. */
export interface RunFacts {
  readonly added: (file: string) => readonly string[];
  readonly beside: (file: string) => PythonFacts['beside'];
  /** Whether a file imports a module or package of this name, not from its own package. */
  readonly imports: (file: string, top: string) => boolean;
}

/** Makes the resolver of a project by its file names, and by what is written of where code is run. */
export async function makePythonResolver(project: ProjectFiles, run: RunFacts): Promise<PythonResolver> {
  const { added, beside } = run;
  const folders = foldersWithPython(project);
  const roots = manifestRoots(project);
  const topLevel = topLevelNames(project);
  const onPath = new Set(project.entries.flatMap(({ path }) => (beside(path) === 'all' ? [folderOf(path)] : [])));
  const installed = new Set([...roots].flatMap(rootFolders));
  const paths = await readImportPaths({ project, installed, added });
  const find = finderIn(project, folders);
  const isWrapper = wrapperTest(find, run);
  const partsOf = namespaceParts(installed, paths, (root, top) => find(root, top)?.kind === 'namespace');

  function standard(from: string, module: string, top: string): ModuleTarget {
    // The folder that a script is run in comes first, even before the standard library; a module of a package is in none.
    const folder = scriptFolder(project, from);
    const isApart = isOfPart(partsOf, rootsAbove(roots, from), from) || isWrapper(folder, top);
    const shadow = isApart ? null : find(folder, module);
    return shadow?.kind === 'file' ? shadow : { kind: 'external', name: top, isStandard: true };
  }

  function absolute(from: string, module: string): ModuleTarget {
    const top = module.split('.', 1)[0] ?? '';
    if (PYTHON_STANDARD.has(top)) return standard(from, module, top);
    const near = [scriptFolder(project, from), ...rootsAbove(roots, from)];
    const elsewhere = (topLevel.get(top) ?? []).filter((root) => !near.includes(root));
    const places = [...near, ...reachedBeyond(paths, from, elsewhere)].filter((root) => !isWrapper(root, top));
    const isOurs = places.some((root) => find(root, top)?.kind === 'file');
    const parts = isOurs || elsewhere.length > 0 ? [] : partsOf(from, top);
    const name = parts.length === 0 ? top : module.split('.', 2).join('.');
    return (
      inFolders(find, places, parts, module) ??
      onAdded(from, module) ??
      besideIt(from, module) ??
      notFound(name, { isOurs, elsewhere })
    );
  }

  const addedFolders = keepLastAsked((from) => {
    const words = paths.addedFor(from);
    const places = words.length === 0 ? [] : upwards(from).flatMap((at) => words.map((added) => inFolder(at, added)));
    return places.filter((place) => folders.has(place));
  });

  /** A module in a folder that code puts on the path, of several so called in the one nearest to the file. */
  function onAdded(from: string, module: string): ModuleTarget | null {
    const found = addedFolders(from).map((folder) => find(folder, module));
    return found.find((target) => target?.kind === 'file') ?? null;
  }

  /**
   * A module beside a file of a package, where it is imported without that. A file that is called so means another, and one
   * that imports that name itself wraps what others mean by it, too.
   */
  function besideIt(from: string, module: string): ModuleTarget | null {
    const folder = folderOf(from);
    const found = onPath.has(folder) || beside(from) !== null ? find(folder, module) : null;
    const isMeant =
      found?.kind === 'file' && found.path !== from && !run.imports(found.path, module.split('.', 1)[0] ?? '');
    return isMeant ? found : null;
  }

  return {
    absolute,
    relative(from, level, module) {
      const folder = climb(folderOf(from), level - 1);
      if (folder === null) return { kind: 'unresolved', why: 'it leads out of the project' };
      if (module !== '') return find(folder, module) ?? { kind: 'unresolved', why: 'no such module' };
      return packageAt(project, folder);
    },
    submodule(target, name) {
      const found = packageFolders(target).flatMap((folder) => find(folder, name) ?? []);
      return found.find(isFile)?.path ?? null;
    },
  };
}

/** A module by its dotted name below a folder; null when there is none. */
type FindModule = (folder: string, module: string) => ModuleTarget | null;

function finderIn(project: ProjectFiles, folders: ReadonlySet<string>): FindModule {
  return (folder, module) => {
    const stem = inFolder(folder, module.replaceAll('.', '/'));
    const ending = ENDINGS.find((end) => project.has(stem + end));
    if (ending !== undefined) return { kind: 'file', path: stem + ending };
    return folders.has(stem) ? { kind: 'namespace', folders: [stem], outside: null } : null;
  };
}

/** What has a module, of the folders that are near, else of those with parts of its namespace. */
function inFolders(
  find: FindModule,
  places: readonly string[],
  parts: readonly string[],
  module: string,
): ModuleTarget | null {
  const near = places.flatMap((root) => find(root, module) ?? []);
  const far = parts.filter((root) => !places.includes(root)).flatMap((root) => find(root, module) ?? []);
  const file = near.find(isFile);
  if (file) return file;
  const [part, other] = far.filter(isFile);
  if (other) return { kind: 'unresolved', why: 'several packages of the project have such a module in one namespace' };
  if (part) return part;
  const all = [...near.slice(0, 1), ...far].flatMap((target) => (target.kind === 'namespace' ? target.folders : []));
  const isOutside = parts.length === 0 && !module.includes('.');
  return all.length === 0 ? null : { kind: 'namespace', folders: all, outside: isOutside ? module : null };
}

/** A folder by what it runs when it is imported. */
function packageAt(project: ProjectFiles, folder: string): ModuleTarget {
  const ending = ENDINGS.find((end) => end.startsWith('/') && project.has(`${folder}${end}`.replace(/^\//, '')));
  if (ending === undefined) return { kind: 'namespace', folders: [folder], outside: null };
  return { kind: 'file', path: `${folder}${ending}`.replace(/^\//, '') };
}

/**
 * Tells whether what a folder has by a name is a module that imports that name itself: it wraps what others mean by it,
 * since where it lies on the path it would find itself.
 */
function wrapperTest(find: FindModule, run: RunFacts): (folder: string, top: string) => boolean {
  const known = new Map<string, boolean>();
  return (folder, top) => {
    const found = find(folder, top);
    if (found?.kind !== 'file' || packageFolders(found).length > 0) return false;
    const told = known.get(found.path) ?? run.imports(found.path, top);
    known.set(found.path, told);
    return told;
  };
}

/**
 * Beyond what is near to the file a name must be the only one in the project, or in the example that the file is of, and
 * something has to say that code imports from there.
 */
function reachedBeyond(paths: ImportPaths, from: string, elsewhere: readonly string[]): readonly string[] {
  const reached = elsewhere.filter((root) => paths.mayImportFrom(from, root));
  if (elsewhere.length === 1) return reached;
  const own = isAside(folderOf(from)) ? reached.filter(isAside) : [];
  return own.length === 1 ? own : [];
}

function notFound(
  top: string,
  { isOurs, elsewhere }: { readonly isOurs: boolean; readonly elsewhere: readonly string[] },
): ModuleTarget {
  if (isOurs) return { kind: 'unresolved', why: `${top} is in the project, this module of it is not` };
  // An example may be called like a package of others.
  const [folder, other] = elsewhere.filter((root) => !isAside(root));
  if (other !== undefined) return { kind: 'unresolved', why: `several packages of the project are named ${top}` };
  if (folder === undefined) return { kind: 'external', name: top, isStandard: PYTHON_2_STANDARD.has(top) };
  const why = `${inFolder(folder, top)} is called so, but neither code nor settings of build or tests say that ${folder} is where this file imports from`;
  return { kind: 'unresolved', why };
}

function isFile(target: ModuleTarget): target is ModuleTarget & { readonly kind: 'file' } {
  return target.kind === 'file';
}

/** The folders whose modules a target has; none when it is no package. */
function packageFolders(target: ModuleTarget): readonly string[] {
  if (target.kind === 'namespace') return target.folders;
  return target.kind === 'file' && /(?:^|\/)__init__\.pyi?$/.test(target.path) ? [folderOf(target.path)] : [];
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
  while (folder !== '' && hasInit(project, folder)) folder = folderOf(folder);
  return folder;
}

/** Whether a folder is a package, be it of declarations alone (PEP 561). */
function hasInit(project: ProjectFiles, folder: string): boolean {
  return project.has(inFolder(folder, '__init__.py')) || project.has(inFolder(folder, '__init__.pyi'));
}

/** Folders that an installed package is taken from, nearest first: those of manifests, and `src` in them. */
function rootsAbove(roots: ReadonlySet<string>, path: string): readonly string[] {
  return upwards(path).flatMap((folder) => (roots.has(folder) ? rootFolders(folder) : []));
}

/** The folders that a file lies in, the innermost first. */
function upwards(path: string): readonly string[] {
  const above = [folderOf(path)];
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) above.push(folderOf(folder));
  return above;
}

function rootFolders(folder: string): readonly string[] {
  return [inFolder(folder, 'src'), inFolder(folder, 'lib'), folder];
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
