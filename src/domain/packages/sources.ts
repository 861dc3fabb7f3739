import type { Result } from '../../base/result.ts';
import type { Ecosystem, Severity, SourceReport } from './package.ts';

/** Which package a source is asked about. */
export interface PackageName {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/** Why a source could not tell; the text is for the caller and names no address of the inside. */
export interface SourceFailure {
  readonly text: string;
}

/** What a source told and from when that is. */
export interface SourceAnswer<Value> {
  readonly value: Value;
  readonly asOf: Date;
}

/** An answer, or why there is none. A source never throws. */
export type Asked<Value> = Result<SourceAnswer<Value>, SourceFailure>;

/** One published version; a null is a fact that the source does not tell. */
export interface VersionFacts {
  readonly version: string;
  readonly publishedAt: Date | null;
  /** The message with which it was deprecated; empty when there is none; null when it is not, or it is not told. */
  readonly deprecated: string | null;
}

/** What a registry tells about a package as a whole. */
export interface PackageFacts {
  /** In no particular order. */
  readonly versions: readonly VersionFacts[];
  /** Names for versions, such as npm's `latest`. */
  readonly tags: ReadonlyMap<string, string>;
  /** Versions that were published once and taken back since. */
  readonly withdrawn: readonly string[];
  /** The registry has put a placeholder where a package was, most often malware. */
  readonly isHeldBack: boolean;
  /** When its first version came out. */
  readonly createdAt: Date | null;
  readonly downloadsMonth: number | null;
  /** False where this registry never says whether a version is deprecated. */
  readonly tellsDeprecation: boolean;
}

/** What a registry tells about one version beyond `VersionFacts`. */
export interface VersionDetails {
  readonly publishedAt: Date | null;
  readonly deprecated: string | null;
  /** As the package declares it, SPDX in most; empty when it declares none, null when not told. */
  readonly license: string | null;
  /** An https address of the source repository; null when none is linked. */
  readonly repositoryUrl: string | null;
  /** Whether installing runs a script of the package; null when not told. */
  readonly hasInstallScript: boolean | null;
}

/** A source that knows which packages and versions exist. */
export interface RegistrySource {
  readonly name: SourceReport['name'];
  readonly ecosystems: readonly Ecosystem[];
  /** Null: the registry answered that there is no such package. */
  findPackage(name: PackageName, signal: AbortSignal): Promise<Asked<PackageFacts | null>>;
  /** Null: the registry answered that there is no such version. */
  findVersion(name: PackageName, version: string, signal: AbortSignal): Promise<Asked<VersionDetails | null>>;
}

/** A bound on a line of versions. Source: OSV schema, "affected[].ranges[].events". */
export type RangeEvent =
  | { readonly kind: 'introduced'; readonly version: string }
  | { readonly kind: 'fixed'; readonly version: string }
  | { readonly kind: 'last_affected'; readonly version: string }
  | { readonly kind: 'limit'; readonly version: string };

/** An advisory on one package as its source tells it. Withdrawn ones never get this far. */
export interface RawAdvisory {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly severity: Severity | 'unknown';
  /** Whether the severity was only estimated from what the advisory says of its effects. */
  readonly isSeverityEstimated: boolean;
  readonly kind: 'vulnerability' | 'malware' | 'unmaintained';
  readonly summary: string;
  readonly url: string | null;
  /** Each range is a list of events on the same line of versions. */
  readonly ranges: readonly (readonly RangeEvent[])[];
  /** Versions that are affected whatever the ranges say. */
  readonly versions: readonly string[];
}

/** Which advisories are asked for: all of a package, and those that the source itself finds for a version. */
export interface AdvisoryQuery extends PackageName {
  /** Null: no version is known yet. */
  readonly version: string | null;
}

/** The advisories on a package. */
export interface AdvisoryFacts {
  readonly advisories: readonly RawAdvisory[];
  /** Ids of those that the source itself says the asked version has. */
  readonly onVersion: ReadonlySet<string>;
  /** Why some advisories could not be read in full; null when all were. */
  readonly missing: SourceFailure | null;
}

/** A source that knows vulnerabilities and malware. */
export interface AdvisorySource {
  readonly name: SourceReport['name'];
  /** Whether it lists malicious packages too; without that a package cannot be called clean. */
  readonly knowsMalware: boolean;
  /** Whether it has anything to say about this ecosystem; another source is asked when not. */
  covers(ecosystem: Ecosystem): Promise<boolean>;
  /** One answer a query, in their order. */
  findAdvisories(queries: readonly AdvisoryQuery[], signal: AbortSignal): Promise<readonly Asked<AdvisoryFacts>[]>;
}

/** Everything that can be asked about packages, in order of preference. */
export interface PackageSources {
  /** The first that covers an ecosystem and can be reached answers for it. */
  readonly registries: readonly RegistrySource[];
  /** Asked in turn until one has answered in full, with fresh data, and knows malware. */
  readonly advisories: readonly AdvisorySource[];
  /** Whether the operator's own settings fetch it from a registry of its own, so that its name must not leave. */
  isPrivate(name: PackageName): boolean;
}
