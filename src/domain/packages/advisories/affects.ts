import type { RangeEvent, RawAdvisory } from '../sources.ts';
import type { VersionScheme } from '../versions/scheme.ts';

/** Versions named in `affected` when there are no ranges. */
const NAMED_MAX = 5;

/**
 * Whether a version has what the advisory describes: it is listed, or it lies within a range. Source: OSV schema,
 * "Evaluation".
 */
export function isAffected(scheme: VersionScheme, advisory: RawAdvisory, version: string): boolean {
  if (advisory.versions.includes(version)) return true;
  if (!scheme.isVersion(version)) return false;
  const ranges = rangesOf(scheme, advisory);
  return (
    ranges.some((events) => isWithin(scheme, events, version)) || isListed(scheme, listedOf(scheme, advisory), version)
  );
}

// What an advisory says, put in order once: a safe version is looked for among thousands, each held against hundreds of
// advisories. One is about one package, so that it is only ever ordered by one scheme.
const orderedRanges = new WeakMap<RawAdvisory, readonly (readonly RangeEvent[])[]>();
const orderedVersions = new WeakMap<RawAdvisory, readonly string[]>();

function rangesOf(scheme: VersionScheme, advisory: RawAdvisory): readonly (readonly RangeEvent[])[] {
  const ranges = orderedRanges.get(advisory) ?? advisory.ranges.map((events) => sortEvents(scheme, events));
  orderedRanges.set(advisory, ranges);
  return ranges;
}

/** The versions that it names; texts that are none are left out. */
function listedOf(scheme: VersionScheme, advisory: RawAdvisory): readonly string[] {
  const listed = orderedVersions.get(advisory) ?? advisory.versions.filter(scheme.isVersion).sort(scheme.compare);
  orderedVersions.set(advisory, listed);
  return listed;
}

/** Whether one of the versions is the same, perhaps in another spelling; by halves. */
function isListed(scheme: VersionScheme, listed: readonly string[], version: string): boolean {
  let [from, to] = [0, listed.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const order = scheme.compare(listed[middle] ?? '', version);
    if (order === 0) return true;
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** `events` are in order. */
function isWithin(scheme: VersionScheme, events: readonly RangeEvent[], version: string): boolean {
  const limits = events.filter(({ kind }) => kind === 'limit');
  if (limits.length > 0 && !limits.some((limit) => compareWithEvent(scheme, version, limit) < 0)) return false;
  let isVulnerable = false;
  for (const event of events) {
    const order = compareWithEvent(scheme, version, event);
    if (event.kind === 'introduced' && order >= 0) isVulnerable = true;
    if (event.kind === 'fixed' && order >= 0) isVulnerable = false;
    if (event.kind === 'last_affected' && order > 0) isVulnerable = false;
  }
  return isVulnerable;
}

/** `0` is before every version, `*` after. */
function compareWithEvent(scheme: VersionScheme, version: string, event: RangeEvent): number {
  if (event.kind === 'introduced' && event.version === '0') return 1;
  if (event.kind === 'limit' && event.version === '*') return -1;
  return scheme.compare(version, event.version);
}

/** What is introduced at a version comes before what is fixed at the same one. */
function sortEvents(scheme: VersionScheme, events: readonly RangeEvent[]): readonly RangeEvent[] {
  const isStart = ({ kind, version }: RangeEvent): boolean => kind === 'introduced' && version === '0';
  return events.toSorted((one, other) => {
    if (isStart(one) || isStart(other)) return Number(isStart(other)) - Number(isStart(one));
    return scheme.compare(one.version, other.version) || Number(one.kind === 'fixed') - Number(other.kind === 'fixed');
  });
}

/** The affected versions in words, such as `>=1.0.0 <1.2.3 || >=2.0.0`. */
export function describeAffected(scheme: VersionScheme, advisory: RawAdvisory): string {
  const ranges = advisory.ranges.flatMap((events) => describeRange(sortEvents(scheme, events)));
  if (ranges.length > 0) return [...new Set(ranges)].join(' || ');
  const named = advisory.versions.slice(0, NAMED_MAX).join(', ');
  const rest = advisory.versions.length - NAMED_MAX;
  if (named === '') return 'not told';
  return rest > 0 ? `${named} and ${rest} more` : named;
}

function describeRange(events: readonly RangeEvent[]): string[] {
  const texts: string[] = [];
  let from: string | null = null;
  for (const { kind, version } of events) {
    if (kind === 'introduced') {
      from ??= version;
      continue;
    }
    if (from === null || version === '*') continue;
    texts.push(describeSpan(from, `${kind === 'last_affected' ? '<=' : '<'}${version}`));
    from = null;
  }
  if (from !== null) texts.push(describeSpan(from, ''));
  return texts;
}

function describeSpan(from: string, to: string): string {
  if (from !== '0') return [`>=${from}`, to].filter((text) => text !== '').join(' ');
  return to === '' ? 'all versions' : to;
}

/** The first versions without it, oldest first, one for each line of releases that has a fix. */
export function fixesOf(scheme: VersionScheme, advisory: RawAdvisory): readonly string[] {
  const fixed = advisory.ranges.flat().filter(({ kind }) => kind === 'fixed');
  return [...new Set(fixed.map(({ version }) => version))].sort(scheme.compare);
}
