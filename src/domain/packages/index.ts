export { readSeverity } from './advisories/cvss.ts';
export type { PackageCheck } from './check.ts';
export { checkPackages } from './check-when-asked.ts';
export {
  ECOSYSTEMS,
  type Ecosystem,
  type PackageReason,
  type PackageReport,
  type PackageRequest,
  type PackageVerdict,
  type SourceReport,
} from './package.ts';
export { parsePurl } from './parse-purl.ts';
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
