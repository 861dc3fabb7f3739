import type { NextTurn } from '../../base/turns.ts';
import type { PackageFacts } from './sources.ts';
import type { VersionScheme } from './versions/scheme.ts';

/** Which version a request means now. */
export type Resolution =
  | { readonly kind: 'version'; readonly version: string }
  /** Nothing that is published fits. */
  | { readonly kind: 'none' }
  /** The request could not be read as a version, a range or a tag. */
  | { readonly kind: 'not_understood' };

/** Words that mean the newest release everywhere. */
const NEWEST: ReadonlySet<string> = new Set(['', '*', 'latest', 'any', 'x']);

/** Versions that are held against a range in one go. */
const TURN_VERSIONS = 200;

/**
 * Finds the version that an installer would take today. `requested` null means the newest. Takes turns with others, since
 * some packages have thousands of versions and some ranges dozens of parts.
 */
export async function resolveVersion(
  { scheme, nextTurn }: { readonly scheme: VersionScheme; readonly nextTurn: NextTurn },
  facts: PackageFacts,
  requested: string | null,
): Promise<Resolution> {
  const wanted = (requested ?? '').trim();
  const tagged = facts.tags.get(wanted);
  if (tagged !== undefined) return { kind: 'version', version: tagged };
  if (NEWEST.has(wanted.toLowerCase())) return found(latestOf(scheme, facts));
  const versions = facts.versions.map(({ version }) => version);
  if (versions.includes(wanted)) return { kind: 'version', version: wanted };
  if (scheme.isVersion(wanted)) {
    const same = versions.find((version) => scheme.compare(version, wanted) === 0);
    if (same !== undefined) return { kind: 'version', version: same };
  }
  const matches: string[] = [];
  for (let from = 0; from < versions.length; from += TURN_VERSIONS) {
    await nextTurn();
    const fitting = scheme.fitting(versions.slice(from, from + TURN_VERSIONS), wanted);
    if (fitting === null) return { kind: 'not_understood' };
    for (const version of fitting) matches.push(version);
  }
  // npm prefers what its `latest` points to over newer versions that fit as well; the others have no such tag.
  const latest = facts.tags.get('latest');
  if (latest !== undefined && matches.includes(latest)) return { kind: 'version', version: latest };
  return found(newest(scheme, matches));
}

function found(version: string | null): Resolution {
  return version === null ? { kind: 'none' } : { kind: 'version', version };
}

/** The version that is installed when none is named: the tagged one, else the newest release. */
export function latestOf(scheme: VersionScheme, facts: PackageFacts): string | null {
  return facts.tags.get('latest') ?? newestOf(scheme, facts);
}

const known = new WeakMap<PackageFacts, string | null>();

/** The newest of all versions. Sources keep their answers, so that what follows from one is kept with it. */
export function newestOf(scheme: VersionScheme, facts: PackageFacts): string | null {
  const versions = facts.versions.map(({ version }) => version);
  const found = known.has(facts) ? (known.get(facts) ?? null) : newest(scheme, versions);
  known.set(facts, found);
  return found;
}

/** The newest of some versions, a release before anything that comes before one; null of none. */
export function newest(scheme: VersionScheme, versions: readonly string[]): string | null {
  const releases = versions.filter((version) => !scheme.isPrerelease(version));
  // Not sorted: some packages have thousands of versions.
  return (releases.length > 0 ? releases : versions).reduce<string | null>(
    (best, version) => (best === null || scheme.compare(version, best) > 0 ? version : best),
    null,
  );
}
