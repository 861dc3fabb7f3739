import type { ManifestEcosystem } from '../questions/manifests.types.ts';

/**
 * The label before the last one in the address of each public registry, so that one that is written out in a project's
 * settings is not taken for another. Only names are compared, nothing is ever fetched from here.
 */
const PUBLIC_LABELS: Readonly<Record<ManifestEcosystem, readonly string[]>> = {
  npm: ['npmjs', 'yarnpkg'],
  pypi: ['pypi', 'pythonhosted'],
  cargo: ['crates'],
  go: ['golang'],
  maven: ['maven', 'apache'],
  nuget: ['nuget'],
  gem: ['rubygems'],
  composer: ['packagist'],
};

/** Whether an address is that of the ecosystem's public registry. False for what is no address. */
export function isPublicRegistry(ecosystem: ManifestEcosystem, address: string): boolean {
  const host = hostOf(address);
  const label = host?.split('.').at(-2);
  return label !== undefined && PUBLIC_LABELS[ecosystem].includes(label);
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
