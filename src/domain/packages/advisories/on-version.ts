import type { KnownAdvisories } from '../findings.ts';
import type { PackageAdvisory, Severity } from '../package.ts';
import type { RawAdvisory } from '../sources.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { describeAffected, fixesOf, isAffected } from './affects.ts';
import { compareSeverities } from './cvss.ts';

/**
 * Whether a version has what an advisory describes: by the advisory's own ranges and versions, or, where these cannot
 * tell, by what its source says of this version.
 */
function hasAdvisory(scheme: VersionScheme, known: KnownAdvisories, version: string, advisory: RawAdvisory): boolean {
  if (isAffected(scheme, advisory, version)) return true;
  return known.onVersion.has(advisory.id) && !isTelling(scheme, advisory, version);
}

/** Whether the advisory itself says which versions it affects, in a way that this version can be held against. */
export function isTelling(scheme: VersionScheme, { ranges, versions }: RawAdvisory, version: string): boolean {
  const events = ranges.flat();
  // A bound that is no version would be compared as the smallest one, which could make an affected version look clean.
  const isRead = events.every((event) => ['0', '*'].includes(event.version) || scheme.isVersion(event.version));
  return scheme.isVersion(version) && isRead && (versions.length > 0 || events.length > 0);
}

/** The advisories that a version has, worst first, each told once although several databases list it. */
export function advisoriesOn(scheme: VersionScheme, known: KnownAdvisories, version: string): readonly RawAdvisory[] {
  const found = known.advisories.filter((advisory) => hasAdvisory(scheme, known, version, advisory));
  return withoutAliases(found.toSorted(worstFirst));
}

/** Malware first, then by severity; among equals by id, so that an answer is the same each time. */
function worstFirst(one: RawAdvisory, other: RawAdvisory): number {
  const byKind = Number(other.kind === 'malware') - Number(one.kind === 'malware');
  return byKind || compareSeverities(other.severity, one.severity) || (one.id < other.id ? -1 : 1);
}

function withoutAliases(advisories: readonly RawAdvisory[]): readonly RawAdvisory[] {
  const told = new Set<string>();
  return advisories.filter((advisory) => {
    const names = [advisory.id, ...advisory.aliases];
    // Malware is never folded into a flaw that names it.
    const isTold = advisory.kind !== 'malware' && names.some((name) => told.has(name));
    for (const name of names) told.add(name);
    return !isTold;
  });
}

/** Whether an advisory counts when less severe ones are left out: malware and what has no severity always do. */
export function isCounted(advisory: RawAdvisory, minSeverity: Severity): boolean {
  if (advisory.kind !== 'vulnerability' || advisory.severity === 'unknown') return true;
  return compareSeverities(advisory.severity, minSeverity) >= 0;
}

/** An advisory as a report tells it. */
export function presentAdvisory(scheme: VersionScheme, advisory: RawAdvisory): PackageAdvisory {
  const { id, aliases, severity, summary } = advisory;
  return {
    id,
    aliases,
    severity,
    affected: describeAffected(scheme, advisory),
    fixedIn: fixesOf(scheme, advisory),
    summary,
  };
}
