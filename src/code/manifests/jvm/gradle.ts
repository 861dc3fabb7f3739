import { parseVersionCatalog } from '../../formats/version-catalog.ts';
import { type Definition, facts, type ManifestReader, wantedOf } from '../manifest.ts';
import { isPublicRegistry, registryWords } from '../public-registry.ts';
import { readGradleScript } from './gradle-script.ts';

/**
 * build.gradle(.kts): coordinates that are written out; those of the catalog are listed by the catalog. A configuration
 * that is any plugin's own counts as part of the build.
 */
export const readGradle: ManifestReader = (text, { path, settings, lookUp }) => {
  const { requests, repositories } = readGradleScript(path, text);
  // A repository of its own, of the whole build or of a project above may hold any name.
  const origin = otherOf(repositories) ?? settings.registries.get('maven') ?? lookUp('gradle', SHARED)?.origin ?? null;
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
export const readVersionCatalog: ManifestReader = (text, { settings, lookUp }) => {
  const entries = parseVersionCatalog(text);
  if (typeof entries === 'string') return entries;
  // Which of the scripts uses a name is not known: it may come from where any of them fetches.
  const origin = settings.registries.get('maven') ?? lookUp('gradle', ANY)?.origin ?? null;
  const wanted = entries.map(({ name, version, line }) =>
    wantedOf({ ecosystem: 'maven', name, requested: version, isVersionKnown: version !== null, line, origin }),
  );
  return facts({ wanted });
};

/** Names of definitions: a repository that some script has, and one that a script gives to those below. */
const ANY = 'any';
const SHARED = 'shared';

/** What a build script gives to others. Source: Gradle, "Sharing configuration via cross project configuration". */
export function readGradleDefinitions(text: string, path: string): readonly Definition[] {
  const origin = otherGradleRegistry(path, text);
  if (origin === null) return [];
  const names = /\b(?:allprojects|subprojects)\b/.test(text) ? [ANY, SHARED] : [ANY];
  return names.map((name) => ({ name, requested: null, origin }));
}

/** Another registry than the public one that a script fetches from; null when it names none. */
export function otherGradleRegistry(path: string, text: string): string | null {
  return otherOf(readGradleScript(path, text).repositories);
}

function otherOf(repositories: readonly string[]): string | null {
  const other = repositories.find((address) => !isPublicRegistry('maven', address));
  return other === undefined ? null : registryWords(other);
}
