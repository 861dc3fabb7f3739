import type { Clock } from '../../base/clock.ts';
import { err, ok } from '../../base/result.ts';
import { HOUR_MS, MIB, MINUTE_MS } from '../../base/units.ts';
import type {
  AdvisoryFacts,
  AdvisoryQuery,
  AdvisorySource,
  Asked,
  Ecosystem,
  PackageFacts,
  PackageName,
  RawAdvisory,
  RegistrySource,
  VersionDetails,
} from '../../domain/packages/index.ts';
import { readSeverity } from '../../domain/packages/index.ts';
import { bareAdvisory } from './advisory.ts';
import type { AskJson } from './ask-json.ts';
import { makeCache } from './cache.ts';
import { absentOr } from './npm-registry.ts';
import { dateIn, fieldOf, listIn, recordOf, repositoryUrlOf, textIn, textsIn } from './read.ts';
import { untilAborted } from './until-aborted.ts';

/** Its name for each ecosystem that it knows. Source: deps.dev API v3, "System". */
const SYSTEMS: Readonly<Partial<Record<Ecosystem, string>>> = {
  npm: 'npm',
  pypi: 'pypi',
  go: 'go',
  maven: 'maven',
  cargo: 'cargo',
  nuget: 'nuget',
  gem: 'rubygems',
};
const PACKAGE_BYTES_MAX = 8 * MIB;
const VERSION_BYTES_MAX = 2 * MIB;
const VERSIONS_MAX = 20_000;
const ADVISORIES_MAX = 50;
const KEEP = { foundMs: HOUR_MS, advisoriesMs: 15 * MINUTE_MS, absentMs: 5 * MINUTE_MS, entriesMax: 500 } as const;

/** What the client needs. `baseUrl` ends with a slash. */
export interface DepsDevDeps {
  readonly ask: AskJson;
  readonly clock: Clock;
  readonly baseUrl: string;
}

/** What deps.dev tells of one version. */
interface VersionAnswer {
  readonly details: VersionDetails;
  readonly advisoryIds: readonly string[];
}

/** deps.dev as a registry of seven ecosystems, and as a source of the advisories on a version; it lists no malware. */
export function makeDepsDev(deps: DepsDevDeps): RegistrySource & AdvisorySource {
  const documents = makeDocuments(deps);
  return {
    name: 'deps.dev',
    // Listed by hand for its order; the table above decides what is asked.
    ecosystems: ['npm', 'pypi', 'cargo', 'go', 'maven', 'nuget', 'gem'],
    knowsMalware: false,
    async covers(ecosystem) {
      return SYSTEMS[ecosystem] !== undefined;
    },
    findPackage: (name, signal) => untilAborted(documents.findPackage(name), signal),
    async findVersion(name, version, signal) {
      const found = await untilAborted(documents.findVersion(name, version), signal);
      return found.ok ? ok({ value: found.value.value?.details ?? null, asOf: found.value.asOf }) : found;
    },
    findAdvisories: (queries, signal) =>
      Promise.all(queries.map((query) => untilAborted(findAdvisoriesOn(documents, query), signal))),
  };
}

/** Its documents, each kept for a while; what is under way is shared by all who ask, so that no caller can end it. */
interface Documents {
  findPackage(name: PackageName): Promise<Asked<PackageFacts | null>>;
  findVersion(name: PackageName, version: string): Promise<Asked<VersionAnswer | null>>;
  findAdvisory(id: string): Promise<Asked<RawAdvisory | null>>;
}

function makeDocuments({ ask, clock, baseUrl }: DepsDevDeps): Documents {
  const packages = makeCache(clock, { entriesMax: KEEP.entriesMax, keepMs: keepFor<PackageFacts>(KEEP.foundMs) });
  const versions = makeCache(clock, { entriesMax: KEEP.entriesMax, keepMs: keepFor<VersionAnswer>(KEEP.advisoriesMs) });
  const advisories = makeCache(clock, { entriesMax: KEEP.entriesMax, keepMs: keepFor<RawAdvisory>(KEEP.advisoriesMs) });

  /** Asks once and reads; a document that cannot be read is a failure, not an absence. */
  async function fetchRead<Value>(
    question: { path: string; bytesMax: number },
    read: (document: unknown) => Value | null,
  ): Promise<Asked<Value | null>> {
    const answer = await ask({ url: `${baseUrl}v3/${question.path}`, bytesMax: question.bytesMax });
    if (!answer.ok) return absentOr(answer, clock);
    const value = read(answer.value.value);
    return value === null ? err({ text: 'its answer could not be read' }) : ok({ value, asOf: answer.value.asOf });
  }

  return {
    findPackage(name) {
      const path = pathOf(name);
      return packages.get(path, () => fetchRead({ path, bytesMax: PACKAGE_BYTES_MAX }, readPackage));
    },
    findVersion(name, version) {
      const path = `${pathOf(name)}/versions/${encodeURIComponent(version)}`;
      return versions.get(path, () => fetchRead({ path, bytesMax: VERSION_BYTES_MAX }, readVersion));
    },
    findAdvisory(id) {
      const path = `advisories/${encodeURIComponent(id)}`;
      return advisories.get(path, () => fetchRead({ path, bytesMax: VERSION_BYTES_MAX }, readAdvisory));
    },
  };
}

/** A version that it does not know is no clean one: it may only be too new for it. */
async function findAdvisoriesOn(documents: Documents, query: AdvisoryQuery): Promise<Asked<AdvisoryFacts>> {
  if (query.version === null) return err({ text: 'it knows advisories by version only' });
  const found = await documents.findVersion(query, query.version);
  if (!found.ok) return found;
  if (found.value.value === null) return err({ text: 'it does not know this version' });
  const ids = found.value.value.advisoryIds;
  const told = await Promise.all(ids.map((id) => documents.findAdvisory(id)));
  // An advisory whose document is missing still holds: its id alone is told.
  const advisories = told.map((answer, at) => (answer.ok ? answer.value.value : null) ?? bareAdvisory(ids[at] ?? ''));
  return ok({ value: { advisories, onVersion: new Set(ids), missing: null }, asOf: found.value.asOf });
}

/** Failures are kept for nobody: the next caller may have more luck. */
function keepFor<Value>(foundMs: number): (answer: Asked<Value | null>) => number {
  return (answer) => {
    if (!answer.ok) return 0;
    return answer.value.value === null ? KEEP.absentMs : foundMs;
  };
}

/** Everything in a name is encoded, its slashes and colons too. Source: deps.dev API v3, "Using the API". */
function pathOf({ ecosystem, name }: PackageName): string {
  return `systems/${SYSTEMS[ecosystem] ?? ecosystem}/packages/${encodeURIComponent(name)}`;
}

/** Source: deps.dev API v3, "GetPackage". */
function readPackage(document: unknown): PackageFacts | null {
  if (!Array.isArray(fieldOf(document, 'versions'))) return null;
  const listed = listIn(document, 'versions', VERSIONS_MAX).map((entry) => ({
    version: textIn(fieldOf(entry, 'versionKey'), 'version') ?? '',
    publishedAt: dateIn(entry, 'publishedAt'),
    deprecated: fieldOf(entry, 'isDeprecated') === true ? (textIn(entry, 'deprecatedReason') ?? '') : null,
    isDefault: fieldOf(entry, 'isDefault') === true,
  }));
  const versions = listed.filter(({ version }) => version !== '');
  const latest = versions.find(({ isDefault }) => isDefault);
  const times = versions.map(({ publishedAt }) => publishedAt?.getTime()).filter((time) => time !== undefined);
  return {
    versions,
    tags: new Map(latest === undefined ? [] : [['latest', latest.version]]),
    withdrawn: [],
    isHeldBack: false,
    createdAt: times.length === 0 ? null : new Date(times.reduce((oldest, time) => Math.min(oldest, time))),
    downloadsMonth: null,
    tellsDeprecation: true,
  };
}

/** Source: deps.dev API v3, "GetVersion". */
function readVersion(document: unknown): VersionAnswer | null {
  if (recordOf(fieldOf(document, 'versionKey')) === null) return null;
  const links = listIn(document, 'links', 50);
  const repository = links.find((link) => textIn(link, 'label') === 'SOURCE_REPO');
  const licenses = textsIn(document, 'licenses', 20);
  const keys = listIn(document, 'advisoryKeys', ADVISORIES_MAX);
  return {
    details: {
      publishedAt: dateIn(document, 'publishedAt'),
      deprecated: fieldOf(document, 'isDeprecated') === true ? (textIn(document, 'deprecatedReason') ?? '') : null,
      // An empty list only means that it could not find out.
      license: licenses.length === 0 ? null : licenses.join(' / ').slice(0, 200),
      repositoryUrl: repositoryUrlOf(textIn(repository, 'url')),
      hasInstallScript: null,
    },
    advisoryIds: keys.map((key) => textIn(key, 'id') ?? '').filter((id) => id !== ''),
  };
}

/** Source: deps.dev API v3, "GetAdvisory". */
function readAdvisory(document: unknown): RawAdvisory | null {
  const id = textIn(fieldOf(document, 'advisoryKey'), 'id');
  if (id === null) return null;
  const { severity, isEstimated } = readSeverity([], [textIn(document, 'cvss3Vector') ?? '']);
  return {
    ...bareAdvisory(id),
    aliases: textsIn(document, 'aliases', 50),
    severity,
    isSeverityEstimated: isEstimated,
    summary: textIn(document, 'title') ?? '',
    url: textIn(document, 'url'),
  };
}
