import { isForOtherPackager } from '../formats/requirements-txt.ts';
import type { ManifestEcosystem } from '../questions/manifests.types.ts';
import { nameOf } from '../text/paths.ts';
import { readCargoLock, readCargoToml, readCargoWorkspace } from './cargo.ts';
import { readComposerJson, readComposerLock } from './composer.ts';
import { readGoMod, readGoSum } from './go.ts';
import { readGradle, readGradleDefinitions, readVersionCatalog } from './jvm/gradle.ts';
import { readPom } from './jvm/pom.ts';
import type { Definition, ManifestReader, ReadingContext } from './manifest.ts';
import { readPackageJson } from './npm/package-json.ts';
import { readPackageLock } from './npm/package-lock.ts';
import { readCatalogs, readPnpmLock } from './npm/pnpm-lock.ts';
import { readYarnLock } from './npm/yarn-lock.ts';
import { readCentralVersions, readNugetLock, readPackagesConfig, readPackagesProps, readProject } from './nuget.ts';
import { readPipfile, readPipfileLock, readPoetryLock, readUvLock } from './python/locks.ts';
import { readPyproject } from './python/pyproject.ts';
import { readRequirements } from './python/requirements.ts';
import { readSetupCfg } from './python/setup-cfg.ts';
import { readGemfile, readGemfileLock, readGemspec } from './ruby.ts';

/** One kind of file that is read. */
export interface ManifestKind {
  readonly ecosystem: ManifestEcosystem;
  /** `sums` is read only when it is given alone. */
  readonly role: 'manifest' | 'lock' | 'sums';
  readonly read: ManifestReader;
}

type Row = readonly [names: RegExp, ecosystem: ManifestEcosystem, role: ManifestKind['role'], read: ManifestReader];

/** Files by their names in small letters; the first that fits counts. */
const KINDS: readonly Row[] = [
  [/^package\.json$/, 'npm', 'manifest', readPackageJson],
  [/^(?:package-lock|npm-shrinkwrap)\.json$/, 'npm', 'lock', readPackageLock],
  [/^yarn\.lock$/, 'npm', 'lock', readYarnLock],
  [/^pnpm-lock\.yaml$/, 'npm', 'lock', readPnpmLock],
  [/^cargo\.toml$/, 'cargo', 'manifest', readCargoToml],
  [/^cargo\.lock$/, 'cargo', 'lock', readCargoLock],
  [/^go\.mod$/, 'go', 'manifest', readGoMod],
  [/^go\.sum$/, 'go', 'sums', readGoSum],
  [/^pyproject\.toml$/, 'pypi', 'manifest', readPyproject],
  [/^(?:[\w.-]*requirements[\w.-]*|constraints[\w.-]*)\.(?:txt|in)$/, 'pypi', 'manifest', readRequirements],
  [/^setup\.cfg$/, 'pypi', 'manifest', readSetupCfg],
  [/^pipfile$/, 'pypi', 'manifest', readPipfile],
  [/^pipfile\.lock$/, 'pypi', 'lock', readPipfileLock],
  [/^poetry\.lock$/, 'pypi', 'lock', readPoetryLock],
  [/^uv\.lock$/, 'pypi', 'lock', readUvLock],
  [/^pom\.xml$/, 'maven', 'manifest', readPom],
  [/^build\.gradle(?:\.kts)?$/, 'maven', 'manifest', readGradle],
  [/\.versions\.toml$/, 'maven', 'manifest', readVersionCatalog],
  [/\.(?:cs|fs|vb)proj$|^directory\.build\.(?:props|targets)$/, 'nuget', 'manifest', readProject],
  [/^directory\.packages\.props$/, 'nuget', 'manifest', readPackagesProps],
  [/^packages\.config$/, 'nuget', 'manifest', readPackagesConfig],
  [/^packages\.lock\.json$/, 'nuget', 'lock', readNugetLock],
  [/^(?:gemfile|gems\.rb)$/, 'gem', 'manifest', readGemfile],
  [/\.gemspec$/, 'gem', 'manifest', readGemspec],
  [/^(?:gemfile\.lock|gems\.locked)$/, 'gem', 'lock', readGemfileLock],
  [/^composer\.json$/, 'composer', 'manifest', readComposerJson],
  [/^composer\.lock$/, 'composer', 'lock', readComposerLock],
];

/** Names for a text that says what can be read. */
export const KNOWN_MANIFESTS =
  'package.json, package-lock.json, npm-shrinkwrap.json, yarn.lock, pnpm-lock.yaml, Cargo.toml, Cargo.lock, go.mod, go.sum, pyproject.toml, requirements*.txt, setup.cfg, Pipfile, Pipfile.lock, poetry.lock, uv.lock, pom.xml, build.gradle(.kts), libs.versions.toml, *.csproj, Directory.Packages.props, packages.config, packages.lock.json, Gemfile, Gemfile.lock, *.gemspec, composer.json, composer.lock';

/** The kind of a file by its name; null when it is none. */
export function kindOfManifest(path: string): ManifestKind | null {
  const lower = path.toLowerCase().replaceAll('\\', '/');
  const name = nameOf(lower);
  // `requirements/dev.txt` is as common as `requirements-dev.txt`.
  const known = /(?:^|\/)requirements\/[\w.-]+\.(?:txt|in)$/.test(lower) ? 'requirements.txt' : name;
  const row = KINDS.find(([names]) => names.test(known));
  if (row?.[3] === readRequirements && isForOtherPackager(name)) return null;
  return row === undefined ? null : { ecosystem: row[1], role: row[2], read: row[3] };
}

/** What a file defines for others: under which kind, and how to read it. Null when it defines nothing. */
export function definitionsOf(path: string): DefinitionKind | null {
  const name = nameOf(path).toLowerCase();
  return Object.hasOwn(DEFINITIONS, name) ? (DEFINITIONS[name] ?? null) : null;
}

interface DefinitionKind {
  readonly kind: Parameters<ReadingContext['lookUp']>[0];
  readonly read: (text: string, path: string) => readonly Definition[];
}

const DEFINITIONS: Readonly<Record<string, DefinitionKind>> = {
  'pnpm-workspace.yaml': { kind: 'catalog', read: readCatalogs },
  'cargo.toml': { kind: 'workspace', read: readCargoWorkspace },
  'build.gradle': { kind: 'gradle', read: readGradleDefinitions },
  'build.gradle.kts': { kind: 'gradle', read: readGradleDefinitions },
  'directory.packages.props': { kind: 'nuget', read: readCentralVersions },
};
