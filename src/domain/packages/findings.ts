import type { PackageRequest, Severity, SourceReport } from './package.ts';
import type { Resolution } from './resolve.ts';
import type { PackageFacts, RawAdvisory, VersionDetails } from './sources.ts';

/** A fact or the reason why it could not be asked. */
export type Known<Value> =
  | { readonly isKnown: true; readonly value: Value; readonly source: SourceReport['name'] }
  | { readonly isKnown: false; readonly text: string };

/** What the advisory sources told about a package, all put together. */
export interface KnownAdvisories {
  readonly advisories: readonly RawAdvisory[];
  /** Ids that a source itself says the asked version has. */
  readonly onVersion: ReadonlySet<string>;
  readonly sources: readonly SourceReport['name'][];
  /** What could not be asked about vulnerabilities or malware; null when everything was. */
  readonly gap: string | null;
}

/** Everything that was found out about one request, before it is judged. */
export interface Findings {
  readonly request: PackageRequest;
  /** Null inside: there is no such package. */
  readonly facts: Known<PackageFacts | null>;
  /** Null when it is not known which versions there are. */
  readonly resolution: Resolution | null;
  /** The version that the advisories and details are about; null when none could be found. */
  readonly version: string | null;
  /** Null inside: the registry has nothing more on the version. */
  readonly details: Known<VersionDetails | null>;
  readonly advisories: KnownAdvisories;
}

/** What a judgement depends on besides the findings. */
export interface JudgeOptions {
  readonly now: Date;
  readonly minSeverity: Severity;
}
