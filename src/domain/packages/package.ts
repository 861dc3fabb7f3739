/** Package worlds that are known. Source: docs/tools.md, "check_package". */
export const ECOSYSTEMS = ['npm', 'pypi', 'cargo', 'go', 'maven', 'nuget', 'gem', 'composer'] as const;
/** One of them. */
export type Ecosystem = (typeof ECOSYSTEMS)[number];

/** A package as somebody asks for it. */
export interface PackageRequest {
  readonly ecosystem: Ecosystem;
  /** As the ecosystem writes it; Maven's is `group:artifact`. */
  readonly name: string;
  /** Exact version, range or tag as written; null for the newest. */
  readonly requested: string | null;
  /** The version that the project has now; null when nothing is upgraded. */
  readonly upgradeFrom: string | null;
  /** Where the project asks for it, `file:line`; empty when it was asked for by name. */
  readonly usedIn: readonly string[];
  /** Whether it comes from elsewhere than the public registry (file, git, workspace, private scope), and from where. */
  readonly origin: { readonly kind: 'registry' } | { readonly kind: 'elsewhere'; readonly text: string };
}

/** What is advised: `absent` is a name that the registry does not have, `unknown` one of which too little could be asked. */
export type PackageVerdict = 'ok' | 'caution' | 'block' | 'absent' | 'unknown';
/** Why, in a word that callers may rely on; `not_asked` names what was left open. */
export type PackageReasonCode =
  | 'malicious'
  | 'vulnerable'
  | 'deprecated'
  | 'yanked'
  | 'typosquat_of'
  | 'too_new'
  | 'install_script'
  | 'no_source'
  | 'license'
  | 'absent'
  | 'unmaintained'
  | 'private'
  | 'not_asked';
/** As the advisories grade it, by the bands of CVSS. */
export type Severity = 'low' | 'medium' | 'high' | 'critical';

/** One reason of a verdict; `info` is noted and decides nothing. */
export interface PackageReason {
  readonly code: PackageReasonCode;
  readonly severity: Severity | 'info';
  readonly text: string;
  readonly url: string | null;
}

/** An advisory that holds for the version that was looked at. */
export interface PackageAdvisory {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly severity: Severity | 'unknown';
  readonly affected: string;
  /** The first versions without it, per line of releases; empty when none is known. */
  readonly fixedIn: readonly string[];
  readonly summary: string;
}

/** Everything that was found out about one package; a null is a fact that no source gave. */
export interface PackageReport {
  readonly request: PackageRequest;
  readonly purl: string;
  readonly verdict: PackageVerdict;
  readonly reasons: readonly PackageReason[];
  readonly exists: boolean | null;
  /** The version that the request means now. */
  readonly resolved: string | null;
  readonly latest: string | null;
  readonly latestSameMajor: string | null;
  readonly publishedAt: Date | null;
  readonly downloadsMonth: number | null;
  readonly license: string | null;
  readonly advisories: readonly PackageAdvisory[];
  /** The smallest version, not below the resolved one, without a known advisory; null when none is known. */
  readonly safeVersion: string | null;
  readonly isMajorJump: boolean | null;
  readonly changelogUrl: string | null;
}

/** What became of one source during a check. */
export interface SourceReport {
  readonly name: 'npm' | 'osv' | 'osv-offline' | 'deps.dev';
  readonly status: 'ok' | 'stale' | 'unreachable';
  readonly asOf: Date | null;
  /** Why it was not reached; null when it was. */
  readonly text: string | null;
}
