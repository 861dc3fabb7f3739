import { fieldOf } from '../../formats/json.ts';
import type { FoundFile } from './built.ts';
import { targetsOf } from './exports-field.ts';
import type { Asker } from './find-file.ts';
import { firstFile, type Places } from './package-files.ts';
import type { NodePackage } from './packages.ts';

/** What a package means by `#x`: one of its files, or a package's name; null where its file is not there. */
export type OwnImport = { readonly file: FoundFile } | { readonly name: string | null };

/**
 * `#x`, by the `imports` of the package that the file belongs to; null when they do not name it. Source: Node.js
 * documentation, "Modules: Packages", "Subpath imports".
 */
export function findOwnImport(places: Places, asker: Asker, specifier: string): OwnImport | null {
  const own = places.packages.around(asker.from);
  return own && importOf(places, asker, { own, specifier });
}

/**
 * The same by a package further up. Node looks for none, and a build may take the files out of their packages: known by
 * the name alone. Source: Node.js documentation, "Modules: ECMAScript modules", LOOKUP_PACKAGE_SCOPE.
 */
export function findImportAbove(places: Places, asker: Asker, specifier: string): OwnImport | null {
  for (let own = places.packages.around(asker.from); own !== null && own.folder !== ''; ) {
    own = places.packages.around(own.folder);
    const found = own && importOf(places, asker, { own, specifier });
    if (found !== null) return 'file' in found ? { file: { ...found.file, isByName: true } } : found;
  }
  return null;
}

function importOf(
  places: Places,
  asker: Asker,
  { own, specifier }: { readonly own: NodePackage; readonly specifier: string },
): OwnImport | null {
  const field = fieldOf(own.json, 'imports');
  const targets = field ? targetsOf(field, specifier) : null;
  if (targets === null) return null;
  const file = firstFile(places, own, { targets, asker });
  return file === null ? { name: targets.find(({ path }) => !path.startsWith('.'))?.path ?? null } : { file };
}
