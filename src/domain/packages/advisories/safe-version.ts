import type { KnownAdvisories } from '../findings.ts';
import type { PackageFacts } from '../sources.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { isAffected } from './affects.ts';
import { isTelling } from './on-version.ts';

/** What is known when a safe version is looked for. */
export interface SafeVersionInput {
  readonly scheme: VersionScheme;
  readonly facts: PackageFacts;
  readonly known: KnownAdvisories;
  readonly version: string;
}

/**
 * The smallest published version, not below the given one, that no known advisory affects: of the same major if there is
 * one, else of the next; always a release. Null when there is none, or it cannot be told.
 */
export function findSafeVersion({ scheme, facts, known, version }: SafeVersionInput): string | null {
  const isClean = (published: string): boolean =>
    !known.advisories.some((advisory) => isAffected(scheme, advisory, published));
  // What a source says of this version without ranges that tell it could be true of any other version as well.
  const blamed = known.advisories.filter(({ id }) => known.onVersion.has(id));
  if (!blamed.every((advisory) => isTelling(scheme, advisory, version))) return null;
  if (isClean(version)) return version;
  // One that does not say what it affects could affect each of the others.
  if (!known.advisories.every((advisory) => isTelling(scheme, advisory, version))) return null;
  const newer = facts.versions
    .map((published) => published.version)
    .filter((published) => scheme.compare(published, version) > 0 && !scheme.isPrerelease(published))
    .sort(scheme.compare);
  const major = scheme.majorOf(version);
  return newer.find((next) => scheme.majorOf(next) === major && isClean(next)) ?? newer.find(isClean) ?? null;
}
