import { DEPENDENCY_FIELDS, requestFor } from '../../formats/package-json.ts';
import type { NodePackage, NodePackages } from './packages.ts';

/** How a manifest comes to a name: one above the file, one elsewhere, none though all were read, or not all were. */
export type Naming = 'above' | 'elsewhere' | 'nowhere' | 'unknown';

/** What the manifests of a project depend on. */
export interface Declared {
  /** The nearest package.json above the file that depends on a package of this name; null when none does. */
  above(from: string, name: string): { readonly folder: string; readonly wanted: string } | null;
  /** Who names a package that a file imports. */
  naming(from: string, name: string): Naming;
}

/**
 * Dependencies of any kind. A project whose manifests have none at all keeps no list of them, as a package.json with
 * nothing but `"type": "module"` shows: then nothing is known of any name.
 */
export function readDeclared(packages: NodePackages): Declared {
  const everywhere = new Set(packages.all.flatMap(namesOf));
  return {
    above: (from, name) => findAbove(packages, from, name),
    naming(from, name) {
      const names = [name, typesOf(name)];
      if (names.some((one) => findAbove(packages, from, one) !== null)) return 'above';
      if (names.some((one) => everywhere.has(one))) return 'elsewhere';
      return everywhere.size === 0 || packages.isUnread(from) ? 'unknown' : 'nowhere';
    },
  };
}

function findAbove(packages: NodePackages, from: string, name: string): ReturnType<Declared['above']> {
  for (let at = packages.around(from); at; at = at.folder === '' ? null : packages.around(at.folder)) {
    const request = requestFor(at, name);
    if (request !== null || at.describedPeers.has(name)) return { folder: at.folder, wanted: request?.spec ?? '' };
  }
  return null;
}

function namesOf({ requests, describedPeers }: NodePackage): readonly string[] {
  return [...DEPENDENCY_FIELDS.flatMap((field) => [...requests[field].keys()]), ...describedPeers];
}

/** The package with a package's types: `@types/a`, and `@types/scope__a` for `@scope/a`. */
function typesOf(name: string): string {
  return `@types/${name.replace(/^@([^/]+)\//, '$1__')}`;
}
