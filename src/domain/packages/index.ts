export { readSeverity } from './advisories/cvss.ts';
export { type CheckPackagesDeps, type CheckPackagesOptions, checkPackages, type PackageCheck } from './check.ts';
export {
  ECOSYSTEMS,
  type Ecosystem,
  type PackageAdvisory,
  type PackageReason,
  type PackageReasonCode,
  type PackageReport,
  type PackageRequest,
  type PackageVerdict,
  type Severity,
  type SourceReport,
} from './package.ts';
export { type ParsedPurl, parsePurl } from './parse-purl.ts';
export type {
  AdvisoryFacts,
  AdvisoryQuery,
  AdvisorySource,
  Asked,
  PackageFacts,
  PackageName,
  PackageSources,
  RangeEvent,
  RawAdvisory,
  RegistrySource,
  VersionDetails,
  VersionFacts,
} from './sources.ts';
