import type { ManifestEcosystem } from '../questions/manifests.types.ts';
import { nameOf } from '../text/paths.ts';
import { otherGradleRegistry } from './jvm/gradle.ts';
import type { ManifestSettings } from './manifest.ts';
import { type NpmSettings, readNpmrc, readOldYarnrc, readYarnrc } from './npm/npmrc.ts';
import { readNugetConfig } from './nuget.ts';
import { readUvSettings } from './python/pyproject.ts';

interface SettingsFile {
  readonly ecosystem: ManifestEcosystem;
  readonly read: (text: string, path: string) => NpmSettings;
}

/** Files of settings by their names in small letters. */
const FILES: ReadonlyMap<string, SettingsFile> = new Map<string, SettingsFile>([
  ['.npmrc', { ecosystem: 'npm', read: readNpmrc }],
  ['.yarnrc', { ecosystem: 'npm', read: readOldYarnrc }],
  ['.yarnrc.yml', { ecosystem: 'npm', read: readYarnrc }],
  ['nuget.config', { ecosystem: 'nuget', read: (text) => ofAll(readNugetConfig(text)) }],
  ['settings.gradle', { ecosystem: 'maven', read: ofGradle }],
  ['settings.gradle.kts', { ecosystem: 'maven', read: ofGradle }],
  ['uv.toml', { ecosystem: 'pypi', read: (text) => ofAll(readUvSettings(text)) }],
]);

function ofAll(registry: string | null): NpmSettings {
  return { scopes: new Map(), registry };
}

/**
 * Repositories of all projects of the build. Those of `pluginManagement`, which stands first, are for plugins alone. Source:
 * Gradle, "Centralizing repository declarations".
 */
function ofGradle(text: string, path: string): NpmSettings {
  const at = text.indexOf('dependencyResolutionManagement');
  return ofAll(at === -1 ? null : otherGradleRegistry(path, text.slice(at)));
}

function fileOf(path: string): SettingsFile | null {
  return FILES.get(nameOf(path).toLowerCase()) ?? null;
}

/** Whether a file holds settings of a package manager that say where packages come from. */
export function isSettingsFile(path: string): boolean {
  return fileOf(path) !== null;
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
    const ecosystem = fileOf(path)?.ecosystem ?? 'npm';
    registries.set(ecosystem, `a registry that ${path} may name, which was not read`);
  }
  for (const { path, text } of files) {
    const file = fileOf(path);
    if (file === null) continue;
    const read = file.read(text, path);
    for (const [scope, words] of read.scopes) scopes.set(scope, words);
    if (read.registry !== null) registries.set(file.ecosystem, read.registry);
  }
  return { scopes, registries };
}
