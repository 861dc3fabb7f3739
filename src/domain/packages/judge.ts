import { unreachable } from '../../base/assert.ts';
import { compareSeverities } from './advisories/cvss.ts';
import { advisoriesOn, isCounted, presentAdvisory } from './advisories/on-version.ts';
import { findSafeVersion } from './advisories/safe-version.ts';
import type { Findings, JudgeOptions } from './findings.ts';
import { purlOf } from './names.ts';
import type { PackageReason, PackageReport, PackageVerdict } from './package.ts';
import { advisoryReasons } from './reasons/advisory-reasons.ts';
import { existenceReasons } from './reasons/existence-reasons.ts';
import { packageReasons, publishedAtOf } from './reasons/package-reasons.ts';
import { latestOf, newest } from './resolve.ts';
import type { PackageFacts } from './sources.ts';
import { schemeOf } from './versions/scheme-of.ts';

/** What follows for the whole package, worst first. */
const VERDICTS = ['block', 'absent', 'caution', 'unknown', 'ok'] as const satisfies readonly PackageVerdict[];

/** Turns findings into a report. The verdict is the worst that any reason asks for; see `verdictOfReason`. */
export function judge(findings: Findings, options: JudgeOptions): PackageReport {
  const reasons = [
    ...existenceReasons(findings, options),
    ...advisoryReasons(findings, options),
    ...packageReasons(findings, options),
  ];
  const asked = reasons.map((reason) => verdictOfReason(reason));
  return {
    ...versionFacts(findings, options),
    request: findings.request,
    purl: purlOf(findings.request, findings.version),
    verdict: VERDICTS.find((verdict) => asked.includes(verdict)) ?? 'ok',
    reasons: reasons.toSorted(worstFirst),
  };
}

/** What decides stands first, so that whoever reads one reason reads that one. */
function worstFirst(one: PackageReason, other: PackageReason): number {
  const byVerdict = VERDICTS.indexOf(verdictOfReason(one)) - VERDICTS.indexOf(verdictOfReason(other));
  const [a, b] = [one, other].map(({ severity }) => (severity === 'info' ? 'unknown' : severity));
  return byVerdict || compareSeverities(b ?? 'unknown', a ?? 'unknown');
}

/** What is only noted asks for nothing. A gap in what could be asked never lets a package be `ok`. */
function verdictOfReason({ code, severity }: PackageReason): PackageVerdict {
  if (severity === 'info') return 'ok';
  switch (code) {
    case 'malicious':
      return 'block';
    case 'vulnerable':
    case 'yanked':
      return severity === 'critical' || severity === 'high' ? 'block' : 'caution';
    case 'absent':
      return 'absent';
    case 'private':
    case 'not_asked':
      return 'unknown';
    case 'deprecated':
    case 'typosquat_of':
    case 'too_new':
    case 'install_script':
    case 'no_source':
    case 'license':
    case 'unmaintained':
      return 'caution';
    default:
      return unreachable(code);
  }
}

/** Everything of a report that is no judgement. */
function versionFacts(findings: Findings, options: JudgeOptions) {
  const { request, version, advisories } = findings;
  const scheme = schemeOf(request.ecosystem);
  const facts = findings.facts.isKnown ? findings.facts.value : null;
  const details = findings.details.isKnown ? findings.details.value : null;
  const on = version === null ? [] : advisoriesOn(scheme, advisories, version);
  // With a gap in what was asked no version can be called safe.
  const mayBeSafe = facts !== null && version !== null && advisories.gap === null;
  const latest = facts === null ? null : latestOf(scheme, facts);
  return {
    exists: findings.facts.isKnown ? facts !== null && facts.versions.length > 0 : null,
    resolved: version,
    latest,
    latestSameMajor: facts === null ? null : latestSameMajor(findings, facts),
    publishedAt: publishedAtOf(findings),
    downloadsMonth: facts?.downloadsMonth ?? null,
    license: details?.license || null,
    advisories: on
      .filter((advisory) => isCounted(advisory, options.minSeverity))
      .map((advisory) => presentAdvisory(scheme, advisory)),
    safeVersion: mayBeSafe ? findSafeVersion({ scheme, facts, known: advisories, version }) : null,
    isMajorJump: isMajorJump(findings),
    changelogUrl: changelogOf(details?.repositoryUrl ?? null),
  };
}

/** The newest release of the major that the project has now, or that it asks for. */
function latestSameMajor({ request, version }: Findings, facts: PackageFacts): string | null {
  const scheme = schemeOf(request.ecosystem);
  const base = request.upgradeFrom ?? version;
  const major = base === null ? null : scheme.majorOf(base);
  if (major === null) return null;
  return newest(
    scheme,
    facts.versions.map((published) => published.version).filter((published) => scheme.majorOf(published) === major),
  );
}

/** By the first number alone, also below 1.0: what that means differs between ecosystems. */
function isMajorJump({ request, version }: Findings): boolean | null {
  if (request.upgradeFrom === null || version === null) return null;
  const { majorOf } = schemeOf(request.ecosystem);
  const [from, to] = [majorOf(request.upgradeFrom), majorOf(version)];
  return from === null || to === null ? null : from !== to;
}

/** The page on which the hosts that we know list releases; null for other hosts. */
function changelogOf(repositoryUrl: string | null): string | null {
  const form = /^https:\/\/(github\.com|gitlab\.com)\/([\w.-]+)\/([\w.-]+)$/;
  const [, host, owner, name] = form.exec(repositoryUrl ?? '') ?? [];
  if (host === undefined) return null;
  return `https://${host}/${owner}/${name}/${host === 'gitlab.com' ? '-/releases' : 'releases'}`;
}
