import semver from 'semver';
import { overAllTexts, type VersionScheme } from './scheme.ts';

/** npm's own library decides. Source: Semantic Versioning 2.0.0; node-semver, "Ranges". */
export const NPM_SCHEME: VersionScheme = semverScheme({ versionOf: readSemver, rangeOf: (range) => range });

/** A bare version means `^`, commas mean "and". Source: The Cargo Book, "Version requirement syntax". */
export const CARGO_SCHEME: VersionScheme = semverScheme({ versionOf: readSemver, rangeOf: cargoRange });

/**
 * Versions have a `v`; `+incompatible` is no part of the order. A requirement is a version, the beginning of one, or a
 * comparison. Source: Go Modules Reference, "Versions", "Version queries".
 */
export const GO_SCHEME: VersionScheme = semverScheme({
  versionOf: (text) => readSemver(text.replace(/^v/, '')),
  rangeOf: goRange,
});

interface Dialect {
  /** A version in the library's form; null when it is none. */
  readonly versionOf: (text: string) => string | null;
  readonly rangeOf: (range: string) => string;
}

function semverScheme({ versionOf, rangeOf }: Dialect): VersionScheme {
  const padded = (text: string): string | null => versionOf(pad(text));
  const compareVersions = (one: string, other: string): number =>
    semver.compare(padded(one) ?? '0.0.0', padded(other) ?? '0.0.0');
  return {
    // Strict: `14` is a range here, and asks for the newest 14.
    isVersion: (text) => versionOf(text) !== null,
    compare: overAllTexts((text) => padded(text) !== null, compareVersions),
    fitting(versions, range) {
      const wanted = range.length > 1_000 ? null : semver.validRange(rangeOf(range));
      if (wanted === null) return null;
      const read = new semver.Range(rangeOf(range));
      return versions.filter((version) => {
        const parsed = versionOf(version);
        return parsed !== null && read.test(parsed);
      });
    },
    isPrerelease: (version) => (semver.prerelease(versionOf(version) ?? '0.0.0') ?? []).length > 0,
    majorOf(version) {
      const read = padded(version);
      return read === null ? null : String(semver.major(read));
    },
  };
}

/** Advisories write `1.2` where they mean `1.2.0`. */
function pad(text: string): string {
  const numbers = /^v?\d+(?:\.\d+)?$/.test(text) ? text.split('.').length : 3;
  return text + '.0'.repeat(3 - numbers);
}

function readSemver(text: string): string | null {
  return text.length > 200 ? null : semver.valid(text);
}

function cargoRange(range: string): string {
  const parts = range.split(',').map((part) => part.trim());
  return parts.map((part) => (/^\d/.test(part) && !part.includes('*') ? `^${part}` : part)).join(' ');
}

/** A beginning such as `v1.2` means the newest version with it, which is what the library takes `1.2` for. */
function goRange(range: string): string {
  return range.trim().replace(/^([<>]=?)?\s*v/, '$1');
}
