import type { ManifestSettings } from '../manifest.ts';

/** One requirement in the form of PEP 508. */
export interface Requirement {
  readonly name: string;
  /** The version part as written, without marker; null when there is none. */
  readonly requested: string | null;
  /** Where it comes from when an address is given. */
  readonly origin: string | null;
}

/** Reads one requirement; null when it is none. Source: PEP 508. */
export function readRequirement(text: string): Requirement | null {
  const found = /^\s*([A-Za-z0-9](?:[\w.-]{0,212}[A-Za-z0-9])?)\s*(?:\[[^\]]{0,200}\])?\s*(.*)$/.exec(text);
  if (found?.[1] === undefined) return null;
  const [, name, rest = ''] = found;
  if (rest.startsWith('@')) {
    const address = rest.slice(1).trim();
    return { name, requested: address.split(/\s*;/, 1)[0] ?? null, origin: addressWords(address) };
  }
  const version = (rest.split(';', 1)[0] ?? '').replace(/^\s*\((.*)\)\s*$/, '$1').trim();
  // A word where a comparison should be: not a requirement but prose, or a form that is not known.
  if (version !== '' && !/^(?:[<>=!~]=?|===)/.test(version)) return null;
  return { name, requested: version === '' ? null : version, origin: null };
}

/** Where an address leads, in a word. */
export function addressWords(address: string): string {
  if (/^(?:git|hg|svn|bzr)[+:@]/.test(address)) return address.slice(0, 3) === 'git' ? 'git' : 'version control';
  return /^https?:/.test(address) ? 'address of a file' : 'file';
}

/** Names are the same whatever their case and separators. Source: PEP 503, "Normalized Names". */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Where the settings of the project fetch Python packages from; null for the public index. */
export function pypiOrigin(settings: ManifestSettings): string | null {
  return settings.registries.get('pypi') ?? null;
}
