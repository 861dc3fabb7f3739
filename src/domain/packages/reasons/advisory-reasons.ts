import { plural } from '../../../base/plural.ts';
import { compareSeverities } from '../advisories/cvss.ts';
import { advisoriesOn, isCounted } from '../advisories/on-version.ts';
import type { Findings, JudgeOptions } from '../findings.ts';
import type { PackageReason } from '../package.ts';
import type { RawAdvisory } from '../sources.ts';
import { schemeOf } from '../versions/scheme-of.ts';

/** Characters of an advisory's summary that a reason quotes. */
const SUMMARY_LENGTH_MAX = 160;

/** What the advisories say against a package, or that they could not be asked. */
export function advisoryReasons(findings: Findings, options: JudgeOptions): readonly PackageReason[] {
  const { advisories: known, version } = findings;
  const scheme = schemeOf(findings.request.ecosystem);
  const on = version === null ? [] : advisoriesOn(scheme, known, version);
  const counted = on.filter((advisory) => isCounted(advisory, options.minSeverity));
  const reasons = [
    ...counted.filter(({ kind }) => kind === 'malware').map((advisory) => maliciousReason(findings, advisory)),
    ...vulnerableReasons(
      findings,
      counted.filter(({ kind }) => kind === 'vulnerability'),
    ),
    ...counted.filter(({ kind }) => kind === 'unmaintained').map((advisory) => unmaintainedReason(findings, advisory)),
  ];
  if (version === null) reasons.push(...withoutVersion(findings));
  if (known.gap !== null) {
    reasons.push({ code: 'not_asked', severity: 'low', text: known.gap, url: null });
  }
  return reasons;
}

function maliciousReason({ version, advisories }: Findings, advisory: RawAdvisory): PackageReason {
  const what = version === null ? 'it' : version;
  return {
    code: 'malicious',
    severity: 'critical',
    text: `${advisory.id} lists ${what} as malware${quote(advisory.summary)} (${advisories.sources.join(', ')})`,
    url: advisory.url,
  };
}

function vulnerableReasons({ version, advisories }: Findings, found: readonly RawAdvisory[]): PackageReason[] {
  const worst = found[0];
  if (worst === undefined) return [];
  const count = plural(found.length, 'known vulnerability', 'known vulnerabilities');
  const estimated = worst.isSeverityEstimated ? ' (estimated from its CVSS 4 vector)' : '';
  const severity = worst.severity === 'unknown' ? 'of unknown severity' : `${worst.severity}${estimated}`;
  const which = found.length === 1 ? severity : `the worst ${severity}`;
  return [
    {
      code: 'vulnerable',
      severity: worst.severity === 'unknown' ? 'medium' : worst.severity,
      text: `${count} in ${version}, ${which}: ${worst.id}${quote(worst.summary)} (${advisories.sources.join(', ')})`,
      url: worst.url,
    },
  ];
}

function unmaintainedReason({ advisories }: Findings, advisory: RawAdvisory): PackageReason {
  return {
    code: 'unmaintained',
    severity: 'medium',
    text: `${advisory.id} lists it as unmaintained${quote(advisory.summary)} (${advisories.sources.join(', ')})`,
    url: advisory.url,
  };
}

/** Without a version only malware that is not bound to some versions is certain. */
function withoutVersion(findings: Findings): PackageReason[] {
  const { advisories } = findings.advisories;
  const whole = advisories.filter((advisory) => advisory.kind === 'malware' && isOnEveryVersion(advisory));
  if (whole.length > 0) return whole.map((advisory) => maliciousReason(findings, advisory));
  const worst = advisories.toSorted((one, other) => compareSeverities(other.severity, one.severity))[0];
  if (worst === undefined) return [];
  const hasMalware = advisories.some(({ kind }) => kind === 'malware');
  const text = `advisories are known for some of its versions (${advisories.length}, such as ${worst.id}), but not which version this is`;
  return [{ code: 'vulnerable', severity: hasMalware ? 'medium' : 'info', text, url: worst.url }];
}

function isOnEveryVersion({ ranges, versions }: RawAdvisory): boolean {
  if (ranges.length === 0) return versions.length === 0;
  return ranges.some((events) => events.every(({ kind, version }) => kind === 'introduced' && version === '0'));
}

function quote(summary: string): string {
  const text = summary.trim();
  if (text === '') return '';
  return ` "${text.length > SUMMARY_LENGTH_MAX ? `${text.slice(0, SUMMARY_LENGTH_MAX).toWellFormed()}…` : text}"`;
}
