import type { Clock } from '../../base/clock.ts';
import { makeTurns } from '../../base/turns.ts';
import { type AskedLog, makeAskedLog } from './asked-log.ts';
import type { Findings, Known, KnownAdvisories } from './findings.ts';
import { type AdvisoryGathering, gatherAdvisories } from './gather-advisories.ts';
import { judge } from './judge.ts';
import { isPossibleName, purlOf } from './names.ts';
import type { PackageReport, PackageRequest, Severity, SourceReport } from './package.ts';
import { resolveVersion } from './resolve.ts';
import type { Asked, PackageFacts, PackageSources, RegistrySource, VersionDetails } from './sources.ts';
import { schemeOf } from './versions/scheme-of.ts';

/** What `checkPackages` needs. */
export interface CheckPackagesDeps {
  readonly clock: Clock;
  readonly sources: PackageSources;
}

/** How the check is done. */
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
 * something was found that is worse. Names of other origins than the public registry are sent nowhere. Never throws for
 * what a source answers. Source: docs/tools.md, "check_package".
 */
export async function checkPackages(
  deps: CheckPackagesDeps,
  requests: readonly PackageRequest[],
  options: CheckPackagesOptions,
): Promise<PackageCheck> {
  const inquiry: Inquiry = { ...deps, signal: options.signal, log: makeAskedLog(deps.clock) };
  const isAsked = (request: PackageRequest): boolean => privacyOf(deps.sources, request) === null;
  const publics = requests.filter(isAsked);
  const registered = await Promise.all(publics.map((request) => askRegistry(inquiry, request)));
  const possible = registered.filter(({ request }) => isPossibleName(request));
  const advisories = await gatherAdvisories(
    inquiry,
    possible.map(({ request, version }) => ({ ecosystem: request.ecosystem, name: request.name, version })),
  );
  const judged = { now: deps.clock.now(), minSeverity: options.minSeverity };
  const reports: PackageReport[] = [];
  for (const part of registered) {
    await nextTurn();
    reports.push(judge({ ...part, advisories: advisories[possible.indexOf(part)] ?? NOTHING_ASKED }, judged));
  }
  const byRequest = new Map(publics.map((request, index) => [request, reports[index]]));
  return {
    reports: requests.map((request) => byRequest.get(request) ?? presentPrivate(deps.sources, request)),
    sources: inquiry.log.reports(),
  };
}

/**
 * Comparing thousands of versions keeps the process busy for some 10 ms a package: one at a time of all checks under way,
 * and others in between.
 */
const nextTurn = makeTurns();

/** One check under way. */
interface Inquiry extends CheckPackagesDeps, AdvisoryGathering {
  readonly signal: AbortSignal;
  readonly log: AskedLog;
}

/** Of a name that cannot exist; it is `absent`, and its advisories are no question. */
const NOTHING_ASKED: KnownAdvisories = { advisories: [], onVersion: new Set(), sources: [], gap: null };

/** Why the name of this package must not leave; null when it may. */
function privacyOf(sources: PackageSources, { ecosystem, name, origin }: PackageRequest): string | null {
  if (origin.kind === 'elsewhere') return `it is not taken from the public registry (${origin.text})`;
  return sources.isPrivate({ ecosystem, name }) ? "npm's configuration gives its scope a registry of its own" : null;
}

function presentPrivate(sources: PackageSources, request: PackageRequest): PackageReport {
  const why = privacyOf(sources, request) ?? 'it does not come from the public registry';
  const text = `${why}, so its name was sent nowhere and nothing was asked about it`;
  return {
    request,
    purl: purlOf(request, null),
    verdict: 'unknown',
    reasons: [{ code: 'private', severity: 'low', text, url: null }],
    exists: null,
    resolved: null,
    latest: null,
    latestSameMajor: null,
    publishedAt: null,
    downloadsMonth: null,
    license: null,
    advisories: [],
    safeVersion: null,
    isMajorJump: null,
    changelogUrl: null,
  };
}

/** What the registries tell: the package, the version that is meant, and that version's details. */
async function askRegistry(inquiry: Inquiry, request: PackageRequest): Promise<Omit<Findings, 'advisories'>> {
  const scheme = schemeOf(request.ecosystem);
  const { facts, registry } = await findFacts(inquiry, request);
  const unread = { isKnown: false, text: 'not asked' } as const;
  if (!facts.isKnown || facts.value === null || facts.value.versions.length === 0 || registry === null) {
    // An exact version needs no registry to be looked up in the advisories.
    const exact = request.requested !== null && scheme.isVersion(request.requested) ? request.requested : null;
    return { request, facts, resolution: null, version: exact, details: unread };
  }
  await nextTurn();
  const resolution = await resolveVersion({ scheme, nextTurn }, facts.value, request.requested);
  if (resolution.kind !== 'version') return { request, facts, resolution, version: null, details: unread };
  const answer = await registry.findVersion(request, resolution.version, inquiry.signal);
  inquiry.log.record(registry.name, answer);
  const details: Known<VersionDetails | null> = answer.ok
    ? { isKnown: true, value: answer.value.value, source: registry.name }
    : { isKnown: false, text: answer.error.text };
  return { request, facts, resolution, version: resolution.version, details };
}

/** Asks the registries of the ecosystem in turn until one answers. */
async function findFacts(
  { sources, signal, log }: Inquiry,
  request: PackageRequest,
): Promise<{ facts: Known<PackageFacts | null>; registry: RegistrySource | null }> {
  const covering = sources.registries.filter(({ ecosystems }) => ecosystems.includes(request.ecosystem));
  const none = { facts: { isKnown: false, text: whyNoFacts(request, []) }, registry: null } as const;
  if (covering.length === 0 || !isPossibleName(request)) return none;
  const failures: string[] = [];
  for (const registry of covering) {
    const answer: Asked<PackageFacts | null> = await registry.findPackage(request, signal);
    log.record(registry.name, answer);
    if (answer.ok) return { facts: { isKnown: true, value: answer.value.value, source: registry.name }, registry };
    failures.push(`${registry.name}: ${answer.error.text}`);
  }
  return { facts: { isKnown: false, text: whyNoFacts(request, failures) }, registry: null };
}

function whyNoFacts({ ecosystem, name }: PackageRequest, failures: readonly string[]): string {
  const question = `whether ${name} exists could not be asked`;
  if (failures.length === 0) return `${question}: no source here knows which ${ecosystem} packages there are`;
  return `${question} (${failures.join('; ')})`;
}
