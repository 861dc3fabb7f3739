import { DAY_MS } from '../../../base/units.ts';
import { describeDays, isYounger, NEW_MS } from '../age.ts';
import type { Findings, JudgeOptions, Known } from '../findings.ts';
import { KNOWN_DEPRECATED } from '../known-deprecated.ts';
import type { PackageReason } from '../package.ts';
import { newestOf } from '../resolve.ts';
import type { PackageFacts, VersionDetails } from '../sources.ts';
import { schemeOf } from '../versions/scheme-of.ts';

/** A package younger than this has not proven itself: what would only be noted elsewhere is a caution. */
const YOUNG_MS = 30 * DAY_MS;
const UNMAINTAINED_MS = 3 * 365 * DAY_MS;
const MESSAGE_LENGTH_MAX = 200;

/** What a registry says of a package and its version: age, deprecation, scripts, source, licence. */
export function packageReasons(findings: Findings, options: JudgeOptions): readonly PackageReason[] {
  const { facts, details, version } = findings;
  if (!facts.isKnown || facts.value === null || version === null) return [];
  const told = details.isKnown ? details.value : null;
  const age = { isYoung: isYounger(facts.value.createdAt, options.now, YOUNG_MS) };
  const by = ` (${facts.source})`;
  const detailsBy = details.isKnown ? ` (${details.source})` : '';
  const texts = [
    heldBack(facts.value, by),
    deprecated(findings, facts.value, told),
    tooNew(version, publishedAtOf(findings), options.now, by),
    ...(told === null
      ? []
      : [script(told, age, detailsBy), source(findings, told, age, detailsBy), license(told, detailsBy)]),
    unmaintained(findings, facts.value, options.now),
  ];
  return texts.filter((reason) => reason !== null);
}

/** When the version came out, from whichever answer tells it. */
export function publishedAtOf({ facts, details, version }: Findings): Date | null {
  const listed = facts.isKnown ? facts.value?.versions.find((published) => published.version === version) : undefined;
  return listed?.publishedAt ?? valueIn(details)?.publishedAt ?? null;
}

function valueIn<Value>(known: Known<Value | null>): Value | null {
  return known.isKnown ? known.value : null;
}

/** npm puts a placeholder where it took a package away, so that nobody can take the name again. */
function heldBack({ isHeldBack }: PackageFacts, by: string): PackageReason | null {
  if (!isHeldBack) return null;
  const text = `the registry holds this name back with a placeholder for security; it has taken away what was there${by}`;
  return { code: 'yanked', severity: 'high', text, url: null };
}

/** The list of the whole package comes first: a version's own document may be older. */
function deprecated(findings: Findings, facts: PackageFacts, told: VersionDetails | null): PackageReason | null {
  const { request, version } = findings;
  const listed = facts.versions.find((published) => published.version === version)?.deprecated;
  const message = listed ?? told?.deprecated ?? null;
  if (message !== null) {
    const quoted = message.trim() === '' ? '' : `: "${message.trim().slice(0, MESSAGE_LENGTH_MAX).toWellFormed()}"`;
    const by = findings.facts.isKnown ? ` (${findings.facts.source})` : '';
    return { code: 'deprecated', severity: 'medium', text: `${version} is deprecated${quoted}${by}`, url: null };
  }
  if (facts.tellsDeprecation || request.ecosystem !== 'npm') return null;
  const known = Object.hasOwn(KNOWN_DEPRECATED, request.name) ? KNOWN_DEPRECATED[request.name] : undefined;
  if (known === undefined) return null;
  const text = `deprecated by its authors: "${known}" (Portico's own list; this registry does not tell deprecations)`;
  return { code: 'deprecated', severity: 'medium', text, url: null };
}

/** Stolen releases are mostly found within days, so that waiting a week costs little and saves much. */
function tooNew(version: string, publishedAt: Date | null, now: Date, by: string): PackageReason | null {
  if (publishedAt === null || !isYounger(publishedAt, now, NEW_MS)) return null;
  return {
    code: 'too_new',
    severity: 'low',
    text: `${version} was published ${describeDays(publishedAt, now)} ago${by}`,
    url: null,
  };
}

interface Age {
  readonly isYoung: boolean;
}

/** Many good packages have one; it is the way malware starts, too. */
function script({ hasInstallScript }: VersionDetails, { isYoung }: Age, by: string): PackageReason | null {
  if (hasInstallScript !== true) return null;
  const young = isYoung ? ', and the package is younger than 30 days' : '';
  const text = `installing it runs a script of the package${young}${by}`;
  return { code: 'install_script', severity: isYoung ? 'medium' : 'info', text, url: null };
}

function source(findings: Findings, told: VersionDetails, { isYoung }: Age, by: string): PackageReason | null {
  // A Go module's path says where its source is.
  if (told.repositoryUrl !== null || findings.request.ecosystem === 'go') return null;
  const young = isYoung ? ', and it is younger than 30 days' : '';
  const text = `it links no source repository${young}${by}`;
  return { code: 'no_source', severity: isYoung ? 'medium' : 'info', text, url: null };
}

const COPYLEFT = /(?:^|[\s(])(?:A?GPL|SSPL|EUPL|OSL|CC-BY-SA)-/;

/** Names of licences only: what they mean for a project is not ours to say. */
function license({ license: declared }: VersionDetails, by: string): PackageReason | null {
  if (declared === null) return null;
  const text = declared.trim().slice(0, MESSAGE_LENGTH_MAX).toWellFormed();
  if (text === '') return { code: 'license', severity: 'info', text: `it declares no licence${by}`, url: null };
  if (text.toUpperCase() === 'UNLICENSED') {
    return {
      code: 'license',
      severity: 'medium',
      text: `it says UNLICENSED: no right to use it is given${by}`,
      url: null,
    };
  }
  if (!COPYLEFT.test(text)) return null;
  return { code: 'license', severity: 'info', text: `licence ${text} is a copyleft licence${by}`, url: null };
}

/** Small finished packages rest for years, so that this is a fact and no warning. */
function unmaintained({ request, facts: known }: Findings, facts: PackageFacts, now: Date): PackageReason | null {
  const latest = newestOf(schemeOf(request.ecosystem), facts);
  const dates = facts.versions.map(({ publishedAt }) => publishedAt?.getTime() ?? Number.NaN);
  // One date that is not told could be the newest.
  const lastMs = dates.reduce((last, date) => Math.max(last, date), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(lastMs) || now.getTime() - lastMs < UNMAINTAINED_MS) return null;
  const on = new Date(lastMs).toISOString().slice(0, 10);
  const by = known.isKnown ? ` (${known.source})` : '';
  return {
    code: 'unmaintained',
    severity: 'info',
    text: `nothing has been published since ${on}; newest is ${latest}${by}`,
    url: null,
  };
}
