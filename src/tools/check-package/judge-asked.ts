import type { PackageCheck, PackageReport, PackageVerdict } from '../../domain/packages/index.ts';
import type { Asked } from './asked.ts';

/** A package with what was found out about it. */
export interface Judged {
  readonly asked: Asked;
  readonly report: PackageReport;
}

/** Puts reports to what was asked, in the same order. */
export function judgeAsked(asked: readonly Asked[], check: PackageCheck): readonly Judged[] {
  let at = 0;
  return asked.map((one) => {
    const reports = check.reports.slice(at, at + 1 + one.shorter.length);
    at += 1 + one.shorter.length;
    return { asked: one, report: withoutVersion(one, chooseModule(reports)) };
  });
}

/**
 * Of a Go path and its beginnings the longest that exists is the module. While a longer one could not be asked about
 * nothing is said of a shorter one. Source: Go Modules Reference, "Resolving a package to a module".
 */
function chooseModule(reports: readonly PackageReport[]): PackageReport {
  const [whole] = reports;
  if (whole === undefined) throw new Error('a report for every request');
  return reports.find(({ exists }) => exists !== false) ?? whole;
}

/**
 * Where a parent or platform that is not at hand sets the version, only the newest could be looked at: that it is well
 * says nothing about the one that is used.
 */
function withoutVersion({ isVersionKnown }: Asked, report: PackageReport): PackageReport {
  if (isVersionKnown || report.verdict === 'absent' || report.request.origin.kind === 'elsewhere') return report;
  const looked = report.resolved === null ? '' : `; what was found out is about the newest, ${report.resolved}`;
  const text = `its version is set by a parent, BOM, platform or plugin that is not in the project${looked}`;
  const isMalware = report.reasons.some(({ code }) => code === 'malicious');
  const verdict: PackageVerdict = isMalware ? report.verdict : 'unknown';
  return {
    ...report,
    verdict,
    resolved: null,
    safeVersion: null,
    reasons: [{ code: 'not_asked', severity: 'low', text, url: null }, ...report.reasons],
  };
}
