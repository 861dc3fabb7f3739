import { parseVersionCatalog } from '../../formats/version-catalog.ts';
import { facts, type ManifestReader, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';
import { readGradleScript } from './gradle-script.ts';

/**
 * build.gradle(.kts): coordinates that are written out; those of the catalog are listed by the catalog. A configuration
 * that is any plugin's own counts as part of the build.
 */
export const readGradle: ManifestReader = (text, { path }) => {
  const { requests, repositories } = readGradleScript(path, text);
  // A repository of its own may hold any name.
  const other = repositories.find((address) => !isPublicRegistry('maven', address));
  const origin = other === undefined ? null : registryWords(other);
  const wanted = requests.flatMap(({ scope = 'build', name, version, line }) => {
    if (name === null) return [];
    const isVersionKnown = version !== null && !version.includes('$');
    const requested = isVersionKnown ? version : null;
    return wantedOf({ ecosystem: 'maven', name, requested, isVersionKnown, scope, line, origin });
  });
  const open = wanted.filter(({ isVersionKnown }) => !isVersionKnown).length;
  const gaps = [
    `${path.endsWith('.kts') ? 'Kotlin' : 'Groovy'} is not run: only coordinates that are written out are listed`,
  ];
  if (open > 0) gaps.push(`the versions of ${open} of its ${wanted.length} packages are set by a platform or plugin`);
  return facts({ wanted, gaps });
};

/** libs.versions.toml: what builds of the project may use by name. */
export const readVersionCatalog: ManifestReader = (text) => {
  const entries = parseVersionCatalog(text);
  if (typeof entries === 'string') return entries;
  const wanted = entries.map(({ name, version, line }) =>
    wantedOf({ ecosystem: 'maven', name, requested: version, isVersionKnown: version !== null, line }),
  );
  return facts({ wanted });
};
