import { PackageURL } from 'packageurl-js';
import type { Ecosystem } from './package.ts';
import type { PackageName } from './sources.ts';

const PURL_TYPES: Readonly<Record<Ecosystem, string>> = {
  npm: 'npm',
  pypi: 'pypi',
  cargo: 'cargo',
  go: 'golang',
  maven: 'maven',
  nuget: 'nuget',
  gem: 'gem',
  composer: 'composer',
};

/** The package URL of a name, with its version if there is one. Source: the purl specification, ECMA-427. */
export function purlOf({ ecosystem, name }: PackageName, version: string | null): string {
  const type = PURL_TYPES[ecosystem];
  const cut = ecosystem === 'maven' ? name.indexOf(':') : name.lastIndexOf('/');
  const namespace = cut <= 0 ? undefined : name.slice(0, cut);
  try {
    return new PackageURL(type, namespace, name.slice(cut + 1), version ?? undefined).toString();
  } catch {
    // The library refuses names that no registry takes; what was asked is still to be named.
    return `pkg:${type}/${encodeURIComponent(name.toWellFormed())}`;
  }
}

const NPM_NAME = /^(?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~!'()*-]*$/i;
const OTHER_NAME = /^[a-z0-9_][a-z0-9._+~-]*(?:[/:][a-z0-9_~][a-z0-9._+~-]*)*$/i;
const NAME_LENGTH_MAX = 214;

/** Whether any registry of the ecosystem could hold such a name; one that none could is not sent anywhere. */
export function isPossibleName({ ecosystem, name }: PackageName): boolean {
  return name.length <= NAME_LENGTH_MAX && (ecosystem === 'npm' ? NPM_NAME : OTHER_NAME).test(name);
}
