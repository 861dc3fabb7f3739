import type { PackageFacts, VersionDetails, VersionFacts } from '../../domain/packages/index.ts';
import { dateIn, fieldOf, recordOf, repositoryUrlOf, textIn } from './read.ts';

/** Versions of one package that are read; the largest packages have some 5,000. */
const VERSIONS_MAX = 20_000;
const WITHDRAWN_MAX = 500;

/** What the registry's document of a package tells. */
export interface NpmPackage {
  readonly facts: PackageFacts;
  /** Empty where the document was the abbreviated one, which tells too little. */
  readonly details: ReadonlyMap<string, VersionDetails>;
}

/**
 * Reads a package document; null when it is none. `isWhole` is false for the abbreviated form. Source: npm registry,
 * "Package metadata".
 */
export function readNpmDocument(document: unknown, name: string, isWhole: boolean): NpmPackage | null {
  const named = textIn(document, 'name');
  const versions = recordOf(fieldOf(document, 'versions'));
  const time = recordOf(fieldOf(document, 'time')) ?? {};
  // A package that was taken back has a date of that and no versions at all.
  const isUnpublished = recordOf(time.unpublished) !== null;
  if ((named !== null && named.toLowerCase() !== name.toLowerCase()) || (versions === null && !isUnpublished))
    return null;
  const manifests = Object.entries(versions ?? {}).slice(0, VERSIONS_MAX);
  const listed = manifests.map(([version, manifest]) => readVersion(version, manifest, time));
  const tags = readTags(fieldOf(document, 'dist-tags'), versions ?? {});
  return {
    facts: {
      versions: listed,
      tags,
      withdrawn: withdrawnOf(time, versions ?? {}),
      isHeldBack: isPlaceholder(fieldOf(versions, tags.get('latest') ?? '')),
      createdAt: dateIn(time, 'created') ?? oldestOf(listed),
      downloadsMonth: null,
      // The public registry dates the document itself; copies that leave that out leave deprecations out as well.
      tellsDeprecation: 'modified' in time || listed.some(({ deprecated }) => deprecated !== null),
    },
    details: new Map(isWhole ? manifests.map(([version, manifest]) => [version, readManifest(manifest)]) : []),
  };
}

function readVersion(version: string, manifest: unknown, time: Readonly<Record<string, unknown>>): VersionFacts {
  return { version, publishedAt: dateIn(time, version), deprecated: deprecationOf(manifest) };
}

/** A message; npm also knows `true` and, for a deprecation that was taken back, an empty text or `false`. */
function deprecationOf(manifest: unknown): string | null {
  const deprecated = fieldOf(manifest, 'deprecated');
  if (deprecated === true) return '';
  return textIn(manifest, 'deprecated') || null;
}

function readTags(tags: unknown, versions: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const entries = Object.keys(recordOf(tags) ?? {}).map((tag) => [tag, textIn(tags, tag) ?? ''] as const);
  return new Map(entries.filter(([, version]) => Object.hasOwn(versions, version)));
}

function withdrawnOf(
  time: Readonly<Record<string, unknown>>,
  versions: Readonly<Record<string, unknown>>,
): readonly string[] {
  const others = new Set(['created', 'modified', 'unpublished']);
  return Object.keys(time)
    .filter((version) => !others.has(version) && !Object.hasOwn(versions, version))
    .slice(0, WITHDRAWN_MAX);
}

function oldestOf(versions: readonly VersionFacts[]): Date | null {
  return versions.reduce<Date | null>(
    (oldest, { publishedAt }) =>
      publishedAt !== null && (oldest === null || publishedAt < oldest) ? publishedAt : oldest,
    null,
  );
}

/** What npm puts in the place of a package that it took away for security. */
function isPlaceholder(manifest: unknown): boolean {
  const repository = repositoryOf(manifest);
  return repository === 'https://github.com/npm/security-holder' && /-security/.test(textIn(manifest, 'version') ?? '');
}

/** Reads the manifest of one version. */
export function readManifest(manifest: unknown): VersionDetails {
  return {
    publishedAt: null,
    deprecated: deprecationOf(manifest),
    license: licenseOf(manifest),
    repositoryUrl: repositoryOf(manifest),
    hasInstallScript: hasInstallScript(manifest),
  };
}

/** Today a text; older packages have `{type}` or a list of them. */
function licenseOf(manifest: unknown): string {
  const license = fieldOf(manifest, 'license') ?? fieldOf(manifest, 'licenses');
  const all = Array.isArray(license) ? license.slice(0, 10) : [license];
  const texts = all.map((one) => (typeof one === 'string' ? one : textIn(one, 'type')) ?? '');
  return texts
    .filter((text) => text !== '')
    .join(' OR ')
    .slice(0, 200);
}

function repositoryOf(manifest: unknown): string | null {
  const repository = fieldOf(manifest, 'repository');
  return repositoryUrlOf(typeof repository === 'string' ? repository.slice(0, 500) : textIn(repository, 'url'));
}

function hasInstallScript(manifest: unknown): boolean {
  if (fieldOf(manifest, 'hasInstallScript') === true || fieldOf(manifest, 'gypfile') === true) return true;
  const scripts = fieldOf(manifest, 'scripts');
  return ['preinstall', 'install', 'postinstall'].some((name) => (textIn(scripts, name) ?? '') !== '');
}
