import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { familyOfUser } from '../code-file.ts';

/** Whether what a file imports from outside may after all be the project's own, by a setting that is not read. */
export type OwnTest = (file: string, name: string) => boolean;

/** Makes the test of a project by the names of its files alone. */
export function makeOwnTest(project: ProjectFiles): OwnTest {
  const python = pythonModules(project);
  const script = scriptFolders(project);
  const java = javaPackages(project);
  return (file, name) => {
    if (/\.pyi?$/.test(file)) return python(name);
    const family = familyOfUser(file);
    if (family === 'java') return java(name);
    return family === 'script' && script(name);
  };
}

type NameTest = (name: string) => boolean;

/** A script may put any folder on its path. */
function pythonModules({ named }: ProjectFiles): NameTest {
  let packages: ReadonlySet<string> | null = null;
  return (name) => {
    packages ??= new Set(named('__init__.py').map((path) => path.split('/').at(-2) ?? ''));
    return packages.has(name) || named(`${name}.py`.toLowerCase()).length > 0;
  };
}

/** Bundlers look for modules in the folders at the top and in `src`. */
function scriptFolders({ entries }: ProjectFiles): NameTest {
  let folders: ReadonlySet<string> | null = null;
  return (name) => {
    folders ??= new Set(entries.flatMap(({ path }) => /^(?:src\/)?([^/]+)\//.exec(path)?.[1] ?? []));
    return folders.has(name);
  };
}

/**
 * Packages of Java by their folders. Imports are followed from some files alone, so that a package is not known by what
 * is declared in it; Kotlin and Scala may leave out the first folders of theirs, or all.
 */
function javaPackages({ entries }: ProjectFiles): NameTest {
  let folders: ReadonlySet<string> | null = null;
  const known = new Map<string, boolean>();
  return (name) => {
    folders ??= new Set(
      entries.flatMap(({ path }) => (/\.(?:java|kts?|scala)$/.test(path) ? [packageFolder(path)] : [])),
    );
    const found = known.get(name) ?? isAmong(folders, name.replaceAll('.', '/'));
    known.set(name, found);
    return found;
  };
}

/** Folders with `/` at their end that may be left out before a package. */
const ROOT = /^(?:.*\/)?(?:src\/[^/]+\/(?:java|kotlin|scala)|src)(?:\/|$)/;

/** A folder that names a package: of Kotlin and Scala with a dot before it where more may be left out. */
function packageFolder(path: string): string {
  const folder = folderOf(path);
  const below = folder.replace(ROOT, '');
  return path.endsWith('.java') ? folder : `./${below}`;
}

function isAmong(folders: ReadonlySet<string>, name: string): boolean {
  for (const folder of folders) {
    const isShort = folder.startsWith('./');
    const path = isShort ? folder.slice(2) : folder;
    if (path === name || path.endsWith(`/${name}`)) return true;
    if (isShort && (path === '' || name.endsWith(`/${path}`))) return true;
  }
  return false;
}
