import { roleOfPath } from '../../source/path-role.ts';
import { inFolder } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { ImportPaths } from './import-paths.ts';

/** The folders that hold parts of the namespace `top` which a file may import from. */
type NamespaceParts = (from: string, top: string) => readonly string[];

/**
 * Says which folders hold a part of a namespace that is not in the file's own package: a package without `__init__.py` is
 * put together from all folders of its name that code imports from (PEP 420), so that each installed package may have
 * modules of it. A folder of that name counts where its manifest writes it, and is none of tests.
 */
export function namespaceParts(
  installed: ReadonlySet<string>,
  paths: ImportPaths,
  isNamespace: (root: string, top: string) => boolean,
): NamespaceParts {
  const known = new Map<string, readonly string[]>();
  const isPart = (root: string, top: string): boolean =>
    placesOf(root, top).some((place) => paths.isNamed(place)) &&
    isNamespace(root, top) &&
    roleOfPath(inFolder(root, `${top}/module.py`)) !== 'test';
  return (from, top) => {
    const roots = known.get(top) ?? [...installed].filter((root) => isPart(root, top));
    known.set(top, roots);
    return roots.filter((root) => paths.mayImportFrom(from, root));
  };
}

/** Whether a file is a module of a namespace, and so no script of its folder; `roots` are the folders above it. */
export function isOfPart(partsOf: NamespaceParts, roots: readonly string[], file: string): boolean {
  return roots.some((root) => {
    const top = firstBelow(root, file);
    return top !== null && partsOf(file, top).includes(root);
  });
}

/** The name of the folder of a root that a file lies in; null when it lies in none. */
function firstBelow(root: string, path: string): string | null {
  const start = inFolder(root, '');
  return path.startsWith(start) ? (/^([^/]+)\//.exec(path.slice(start.length))?.[1] ?? null) : null;
}

/** A manifest writes a package as a path from its own folder or from the one that it keeps its sources in. */
function placesOf(root: string, top: string): readonly string[] {
  const place = inFolder(root, top);
  return /^(?:src|lib)$/.test(nameOf(root)) ? [place, inFolder(folderOf(root), top)] : [place];
}
