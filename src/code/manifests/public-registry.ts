import type { ManifestEcosystem } from '../questions/manifests.types.ts';

/** A domain by its labels. */
type Domain = readonly string[];

/** Copies of Maven Central and of nothing else. Source: Google, "Google-hosted Maven Central mirror". */
const CENTRAL_MIRRORS = ['maven-central', 'maven-central-eu', 'maven-central-asia'].flatMap((bucket) =>
  ['storage', 'storage-download'].map((service): Domain => [bucket, service, 'googleapis', 'com']),
);

/**
 * The domains of each public registry, so that one that is written out in a project's settings is not taken for another.
 * Only names are compared, nothing is ever fetched from here. Whole domains: `pypi.internal` is a company's own, and
 * what Packagist has below `com` sells private packages.
 */
const PUBLIC_DOMAINS: Readonly<Record<ManifestEcosystem, readonly Domain[]>> = {
  npm: [
    ['npmjs', 'org'],
    ['npmjs', 'com'],
    ['yarnpkg', 'com'],
  ],
  pypi: [
    ['pypi', 'org'],
    ['pypi', 'python', 'org'],
    ['pythonhosted', 'org'],
  ],
  cargo: [['crates', 'io']],
  go: [['golang', 'org']],
  maven: [['maven', 'org'], ['apache', 'org'], ...CENTRAL_MIRRORS],
  nuget: [['nuget', 'org']],
  gem: [['rubygems', 'org']],
  composer: [['packagist', 'org']],
};

/** Whether an address is that of the ecosystem's public registry. False for what is no address. */
export function isPublicRegistry(ecosystem: ManifestEcosystem, address: string): boolean {
  const labels = hostOf(address)?.split('.') ?? [];
  return PUBLIC_DOMAINS[ecosystem].some((domain) =>
    domain.every((label, at) => labels.at(at - domain.length) === label),
  );
}

/** Where an address leads, for a text: its host, without user and password; null for what is no address. */
export function hostOf(address: string): string | null {
  try {
    const { host } = new URL(address.replace(/^(?:sparse|registry)\+/, ''));
    return host === '' ? null : host;
  } catch {
    // A relative address, or one with a variable such as ${REGISTRY}.
    return null;
  }
}

/** Words for another registry; its path and credentials stay out. */
export function registryWords(address: string): string {
  return `registry ${hostOf(address) ?? 'of its own'}`;
}
