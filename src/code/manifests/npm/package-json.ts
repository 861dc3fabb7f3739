import { DEPENDENCY_FIELDS, type DependencyField, parsePackageJson } from '../../formats/package-json.ts';
import type { ManifestScope } from '../../questions/manifests.types.ts';
import { facts, type ManifestReader, type ReadingContext, type Wanted, wantedOf } from '../manifest.ts';
import { registryWords } from '../public-registry.ts';
import { readNpmSpec } from './npm-spec.ts';

const SCOPES: Readonly<Record<DependencyField, ManifestScope>> = {
  dependencies: 'runtime',
  devDependencies: 'dev',
  peerDependencies: 'peer',
  optionalDependencies: 'optional',
};

/** package.json: the four kinds of dependencies. Overrides and resolutions ask for nothing by themselves. */
export const readPackageJson: ManifestReader = (text, context) => {
  const manifest = parsePackageJson(text);
  if (manifest === null) return 'not a JSON object of a bounded depth';
  const wanted: Wanted[] = [];
  let odd = 0;
  for (const field of DEPENDENCY_FIELDS) {
    for (const [name, { spec, line }] of manifest.requests[field]) {
      if (spec === null) odd += 1;
      else wanted.push(wantedOfNpm({ name, spec, line, scope: SCOPES[field] }, context));
    }
  }
  return facts({
    wanted,
    owner: manifest.name,
    hasWorkspaces: manifest.workspaces !== null,
    gaps: odd === 0 ? [] : [`${odd} dependencies without a text were left out`],
  });
};

interface NpmLine {
  readonly name: string;
  readonly spec: string;
  readonly line: number;
  readonly scope: ManifestScope;
}

/** One dependency: aliases resolved, catalogs looked up, private scopes told apart. */
function wantedOfNpm({ name, spec, line, scope }: NpmLine, context: ReadingContext): Wanted {
  let read = readNpmSpec(spec);
  let isVersionKnown = true;
  if (read.catalog !== null) {
    const defined = context.lookUp('catalog', `${read.catalog}\0${name}`);
    isVersionKnown = defined !== null;
    // What the catalog says takes the place of `catalog:`, and may itself be an alias.
    if (defined?.requested) read = readNpmSpec(defined.requested);
  }
  const real = read.name ?? name;
  return wantedOf({
    ecosystem: 'npm',
    name: real,
    alias: real === name ? null : name,
    requested: read.requested,
    isVersionKnown,
    scope,
    line,
    origin: read.origin ?? npmOrigin(real, context),
  });
}

/** Where the settings fetch a name from when that is not the public registry; null when it is. */
function npmOrigin(name: string, { settings }: Pick<ReadingContext, 'settings'>): string | null {
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : null;
  const own = scope === null ? undefined : settings.scopes.get(scope);
  // As for npm, a scope's own registry goes before the general one.
  return own ?? settings.registries.get('npm') ?? null;
}

/** Words for an address that a lock file gives for a package, when it is not the public registry's; null when it is. */
export function resolvedOrigin(resolved: string, isPublic: (address: string) => boolean): string | null {
  if (resolved === '' || /^https?:/.test(resolved) === false) return /^(?:git|file|link)/.exec(resolved)?.[0] ?? null;
  return isPublic(resolved) ? null : registryWords(resolved);
}
