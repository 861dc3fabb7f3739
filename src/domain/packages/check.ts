import type { Clock } from '../../base/clock.ts';
import type { PackageReport, PackageRequest, Severity, SourceReport } from './package.ts';
import type { PackageSources } from './sources.ts';

/** What `checkPackages` needs. */
export interface CheckPackagesDeps {
  readonly clock: Clock;
  readonly sources: PackageSources;
}

export interface CheckPackagesOptions {
  /** Advisories below it are neither listed nor judged; those of unknown severity and malware always are. */
  readonly minSeverity: Severity;
  readonly signal: AbortSignal;
}

/** One report a request, in their order, and what became of every source that was asked. */
export interface PackageCheck {
  readonly reports: readonly PackageReport[];
  readonly sources: readonly SourceReport[];
}

/**
 * Finds out about packages. Never `ok` without evidence: what could not be asked makes the verdict `unknown`, unless
 * something was found that is worse. Names of other origins than the public registry are sent nowhere. Never throws.
 * Source: docs/tools.md, "check_package".
 */
export async function checkPackages(
  deps: CheckPackagesDeps,
  requests: readonly PackageRequest[],
  options: CheckPackagesOptions,
): Promise<PackageCheck> {
  void deps;
  void options;
  return {
    reports: requests.map(() => {
      throw new Error('not built yet');
    }),
    sources: [],
  };
}
