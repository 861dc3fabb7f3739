import type { ManifestEcosystem } from '../questions/manifests.types.ts';
import type { ManifestSettings } from './manifest.ts';
import { readNpmrc, readYarnrc } from './npm/npmrc.ts';
import { readNugetConfig } from './nuget.ts';

/** Whether a file holds settings of a package manager that say where packages come from. */
export function isSettingsFile(path: string): boolean {
  return /(?:^|\/)(?:\.npmrc|\.yarnrc\.yml|nuget\.config)$/i.test(path);
}

/**
 * The settings of a project together: where any of its files sends a scope elsewhere, it is elsewhere. Of what a file that
 * could not be read (`unread`, paths) says nothing is known, so that no name may leave for it.
 */
export function readSettings(
  files: readonly { readonly path: string; readonly text: string }[],
  unread: readonly string[],
): ManifestSettings {
  const scopes = new Map<string, string>();
  const registries = new Map<ManifestEcosystem, string>();
  for (const path of unread) {
    const ecosystem = /nuget\.config$/i.test(path) ? 'nuget' : 'npm';
    registries.set(ecosystem, `a registry that ${path} may name, which was not read`);
  }
  for (const { path, text } of files) {
    if (/nuget\.config$/i.test(path)) {
      const other = readNugetConfig(text);
      if (other !== null) registries.set('nuget', other);
      continue;
    }
    const read = path.endsWith('.npmrc') ? readNpmrc(text) : readYarnrc(text);
    for (const [scope, words] of read.scopes) scopes.set(scope, words);
    if (read.registry !== null) registries.set('npm', read.registry);
  }
  return { scopes, registries };
}
