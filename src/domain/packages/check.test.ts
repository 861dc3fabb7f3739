import { describe, expect, test } from 'vitest';
import { manualClock } from '../../base/clock.ts';
import { DAY_MS } from '../../base/units.ts';
import { checkPackages } from './check.ts';
import type { Ecosystem, PackageReport, PackageRequest, Severity } from './package.ts';
import type {
  AdvisorySource,
  Asked,
  PackageFacts,
  RawAdvisory,
  RegistrySource,
  VersionDetails,
  VersionFacts,
} from './sources.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const answered = <Value>(value: Value, asOf = NOW): Asked<Value> => ({ ok: true, value: { value, asOf } });
const failed = { ok: false, error: { text: 'the host did not answer in time' } } as const;

const DETAILS: VersionDetails = {
  publishedAt: null,
  deprecated: null,
  license: 'MIT',
  repositoryUrl: 'https://github.com/acme/thing',
  hasInstallScript: false,
};

function facts(versions: readonly string[], changes: Partial<PackageFacts> = {}): PackageFacts {
  return {
    versions: versions.map((version) => ({ version, publishedAt: daysAgo(100), deprecated: null })),
    tags: new Map(),
    withdrawn: [],
    isHeldBack: false,
    createdAt: daysAgo(1_000),
    downloadsMonth: null,
    tellsDeprecation: true,
    ...changes,
  };
}

function advisory(id: string, changes: Partial<RawAdvisory> = {}): RawAdvisory {
  return {
    id,
    aliases: [],
    severity: 'high',
    isSeverityEstimated: false,
    kind: id.startsWith('MAL-') ? 'malware' : 'vulnerability',
    summary: 'It is bad',
    url: null,
    ranges: [],
    versions: [],
    ...changes,
  };
}

const between = (introduced: string, fixed: string) => [
  { kind: 'introduced', version: introduced } as const,
  { kind: 'fixed', version: fixed } as const,
];
const everything = [{ kind: 'introduced', version: '0' } as const];

interface World {
  readonly packages?: Readonly<Record<string, PackageFacts>>;
  readonly details?: Partial<VersionDetails>;
  readonly advisories?: Readonly<Record<string, readonly RawAdvisory[]>>;
  /** Ids that the source itself names for the asked version. */
  readonly onVersion?: readonly string[];
  readonly isRegistryDown?: boolean;
  readonly isOsvDown?: boolean;
  readonly advisoriesFrom?: Date;
  readonly missing?: string;
  readonly minSeverity?: Severity;
  readonly privateNames?: readonly string[];
}

/** Every name that was sent to any source, in order. */
const sent: string[] = [];

function sourcesOf(world: World) {
  const registry: RegistrySource = {
    name: 'npm',
    ecosystems: ['npm', 'pypi', 'cargo', 'maven'],
    async findPackage({ name }) {
      sent.push(name);
      return world.isRegistryDown === true ? failed : answered(world.packages?.[name] ?? null);
    },
    async findVersion() {
      return answered({ ...DETAILS, ...world.details });
    },
  };
  const osv: AdvisorySource = {
    name: 'osv',
    knowsMalware: true,
    covers: async () => true,
    async findAdvisories(queries) {
      sent.push(...queries.map(({ name }) => name));
      return queries.map(({ name }) => {
        if (world.isOsvDown === true) return failed;
        const missing = world.missing === undefined ? null : { text: world.missing };
        const onVersion = new Set(world.onVersion ?? []);
        return answered({ advisories: world.advisories?.[name] ?? [], onVersion, missing }, world.advisoriesFrom);
      });
    },
  };
  const isPrivate = ({ name }: { name: string }) => world.privateNames?.includes(name) ?? false;
  return { registries: [registry], advisories: [osv], isPrivate };
}

function request(name: string, requested: string | null = null, changes: Partial<PackageRequest> = {}): PackageRequest {
  const ecosystem: Ecosystem = 'npm';
  return { ecosystem, name, requested, upgradeFrom: null, usedIn: [], origin: { kind: 'registry' }, ...changes };
}

async function check(world: World, ...requests: PackageRequest[]) {
  sent.length = 0;
  const deps = { clock: manualClock(NOW), sources: sourcesOf(world) };
  const options = { minSeverity: world.minSeverity ?? ('low' as const), signal: new AbortController().signal };
  return checkPackages(deps, requests, options);
}

async function checkOne(world: World, ...wanted: Parameters<typeof request>): Promise<PackageReport> {
  const { reports } = await check(world, request(...wanted));
  if (reports[0] === undefined) throw new Error('one report for one request');
  return reports[0];
}

const codes = (report: PackageReport) => report.reasons.map(({ code }) => code);
const THING = { thing: facts(['1.0.0', '1.1.0', '1.2.0', '2.0.0-rc.1', '2.0.0', '2.1.0']) };

describe('a package is ok', () => {
  test('only when a registry has it and the advisories were asked and list nothing', async () => {
    const report = await checkOne({ packages: THING }, 'thing');
    expect(report).toMatchObject({ verdict: 'ok', exists: true, resolved: '2.1.0', safeVersion: '2.1.0', reasons: [] });
  });

  test.each<[string, World]>([
    ['the registry is down', { packages: THING, isRegistryDown: true }],
    ['the advisories are down', { packages: THING, isOsvDown: true }],
    ['everything is down', { isRegistryDown: true, isOsvDown: true }],
    ['the advisories are of last week', { packages: THING, advisoriesFrom: daysAgo(8) }],
    ['an advisory could not be read', { packages: THING, missing: 'GHSA-1 could not be read' }],
  ])('never when %s: it is unknown, with what could not be asked', async (_, world) => {
    const report = await checkOne(world, 'thing', '1.0.0');
    expect(report.verdict).toBe('unknown');
    expect(codes(report)).toContain('not_asked');
    expect(report.safeVersion).toBeNull();
  });

  test('never of an ecosystem that no registry here knows', async () => {
    const report = await checkOne({}, 'monolog/monolog', '3.0.0', { ecosystem: 'composer' });
    expect(report).toMatchObject({ verdict: 'unknown', exists: null });
    expect(report.reasons[0]?.text).toContain('no source here knows which composer packages there are');
  });

  test('never when its range cannot be read', async () => {
    const report = await checkOne({ packages: THING }, 'thing', 'what is this');
    expect(report).toMatchObject({ verdict: 'unknown', exists: true, resolved: null });
  });
});

describe('a version is found as the installer would', () => {
  test.each([
    [null, '2.1.0'],
    ['latest', '2.1.0'],
    ['^1.0.0', '1.2.0'],
    ['1.1', '1.1.0'],
    ['1', '1.2.0'],
    ['2.0.0-rc.1', '2.0.0-rc.1'],
    ['next', '2.0.0-rc.1'],
  ])('%s means %s', async (requested, resolved) => {
    const packages = {
      thing: facts(['1.0.0', '1.1.0', '1.2.0', '2.0.0-rc.1', '2.1.0'], { tags: new Map([['next', '2.0.0-rc.1']]) }),
    };
    expect((await checkOne({ packages }, 'thing', requested)).resolved).toBe(resolved);
  });

  test('a tag decides over the highest number', async () => {
    const packages = { thing: facts(['1.0.0', '2.0.0'], { tags: new Map([['latest', '1.0.0']]) }) };
    expect((await checkOne({ packages }, 'thing')).resolved).toBe('1.0.0');
    expect((await checkOne({ packages }, 'thing', '>=1')).resolved).toBe('1.0.0');
  });

  test('an upgrade tells whether the major changes, and the newest of the present one', async () => {
    const report = await checkOne({ packages: THING }, 'thing', '2.0.0', { upgradeFrom: '1.0.0' });
    expect(report).toMatchObject({ isMajorJump: true, latest: '2.1.0', latestSameMajor: '1.2.0' });
    expect(report.changelogUrl).toBe('https://github.com/acme/thing/releases');
    expect((await checkOne({ packages: THING }, 'thing', '1.2.0', { upgradeFrom: '1.0.0' })).isMajorJump).toBe(false);
  });
});

describe('a package is absent', () => {
  test('when the registry says so, with the popular name that may be meant', async () => {
    const report = await checkOne({}, 'lodahs');
    expect(report).toMatchObject({ verdict: 'absent', exists: false, resolved: null });
    expect(report.reasons.map(({ text }) => text)).toEqual([
      'npm has no npm package named lodahs',
      'perhaps lodash is meant: the name is one letter away from it',
    ]);
  });

  test('when all its versions have been taken back', async () => {
    expect(await checkOne({ packages: { thing: facts([]) } }, 'thing')).toMatchObject({
      verdict: 'absent',
      exists: false,
    });
  });

  test('when no version fits, although the package is there', async () => {
    const report = await checkOne({ packages: THING }, 'thing', '9.9.9');
    expect(report).toMatchObject({ verdict: 'absent', exists: true, resolved: null, latest: '2.1.0' });
    expect(report.reasons[0]?.text).toBe('thing exists, but no published version fits 9.9.9; newest is 2.1.0 (npm)');
  });

  test('when the version was taken back', async () => {
    const packages = { thing: facts(['1.0.0'], { withdrawn: ['1.0.1'] }) };
    const report = await checkOne({ packages }, 'thing', '1.0.1');
    expect(report.verdict).toBe('absent');
    expect(codes(report)).toEqual(['absent', 'yanked']);
  });

  test('when it is malware that was taken away, it is blocked', async () => {
    const advisories = { thing: [advisory('MAL-2024-1', { ranges: [everything] })] };
    expect((await checkOne({ advisories }, 'thing')).verdict).toBe('block');
  });

  test('when no registry takes such a name, which is then sent nowhere', async () => {
    for (const name of ['../../etc/passwd', 'lоdash', 'a b', `x${'y'.repeat(300)}`, '']) {
      expect((await checkOne({ packages: THING }, name)).verdict, name).toBe('absent');
      expect(sent).toEqual([]);
    }
  });
});

describe('advisories', () => {
  const vulnerable = { thing: [advisory('GHSA-1', { ranges: [between('1.0.0', '1.2.0')] })] };

  test('malware in the version blocks, in another version it does not', async () => {
    const advisories = { thing: [advisory('MAL-2025-1', { versions: ['1.1.0'] })] };
    expect((await checkOne({ packages: THING, advisories }, 'thing', '1.1.0')).verdict).toBe('block');
    expect((await checkOne({ packages: THING, advisories }, 'thing', '1.2.0')).verdict).toBe('ok');
  });

  test('high ones block, with the smallest safe version of the same major', async () => {
    const report = await checkOne({ packages: THING, advisories: vulnerable }, 'thing', '1.0.0');
    expect(report).toMatchObject({ verdict: 'block', safeVersion: '1.2.0' });
    expect(report.advisories).toEqual([
      {
        id: 'GHSA-1',
        aliases: [],
        severity: 'high',
        affected: '>=1.0.0 <1.2.0',
        fixedIn: ['1.2.0'],
        summary: 'It is bad',
      },
    ]);
    expect(report.reasons[0]?.text).toBe('1 known vulnerability in 1.0.0, high: GHSA-1 "It is bad" (osv)');
  });

  test('a safe version is of the next major where the present one has none, and never below', async () => {
    const advisories = { thing: [advisory('GHSA-1', { ranges: [between('0', '2.0.0')] })] };
    expect((await checkOne({ packages: THING, advisories }, 'thing', '1.1.0')).safeVersion).toBe('2.0.0');
    const never = { thing: [advisory('GHSA-1', { ranges: [everything] })] };
    expect((await checkOne({ packages: THING, advisories: never }, 'thing', '1.1.0')).safeVersion).toBeNull();
  });

  test('another advisory on the fix is taken into account', async () => {
    const advisories = {
      thing: [...vulnerable.thing, advisory('GHSA-2', { severity: 'low', ranges: [between('1.2.0', '2.0.0')] })],
    };
    expect((await checkOne({ packages: THING, advisories }, 'thing', '1.0.0')).safeVersion).toBe('2.0.0');
  });

  test.each<[Severity, string]>([
    ['critical', 'block'],
    ['high', 'block'],
    ['medium', 'caution'],
    ['low', 'caution'],
  ])('%s ones ask for %s', async (severity, verdict) => {
    const advisories = { thing: [advisory('GHSA-1', { severity, ranges: [everything] })] };
    expect((await checkOne({ packages: THING, advisories }, 'thing')).verdict).toBe(verdict);
  });

  test('below the asked severity they are left out; without a severity and as malware never', async () => {
    const low = { thing: [advisory('GHSA-1', { severity: 'low', ranges: [everything] })] };
    expect(await checkOne({ packages: THING, advisories: low, minSeverity: 'high' }, 'thing')).toMatchObject({
      verdict: 'ok',
      advisories: [],
    });
    const unrated = { thing: [advisory('RUSTSEC-1', { severity: 'unknown', ranges: [everything] })] };
    expect((await checkOne({ packages: THING, advisories: unrated, minSeverity: 'critical' }, 'thing')).verdict).toBe(
      'caution',
    );
  });

  test("the source's own word on the version counts where its ranges do not tell, and no safe version is guessed", async () => {
    const advisories = { thing: [advisory('GHSA-1')] };
    const report = await checkOne({ packages: THING, advisories, onVersion: ['GHSA-1'] }, 'thing');
    expect(report).toMatchObject({ verdict: 'block', safeVersion: null });
  });

  test('a bound that is no version makes nothing clean and nothing safe', async () => {
    const garbled = [[{ kind: 'introduced', version: 'zzz!' } as const, { kind: 'fixed', version: '??' } as const]];
    const advisories = { thing: [advisory('GHSA-1', { ranges: garbled })] };
    const report = await checkOne({ packages: THING, advisories, onVersion: ['GHSA-1'] }, 'thing', '1.0.0');
    expect(report).toMatchObject({ verdict: 'block', safeVersion: null });
    const other = [...vulnerable.thing, advisory('GHSA-2', { ranges: garbled })];
    expect(
      (await checkOne({ packages: THING, advisories: { thing: other } }, 'thing', '1.0.0')).safeVersion,
    ).toBeNull();
  });

  test("an advisory's own ranges decide over its mere mention", async () => {
    const world = { packages: THING, advisories: vulnerable, onVersion: ['GHSA-1'] };
    expect((await checkOne(world, 'thing', '1.2.0')).verdict).toBe('ok');
  });

  test('one flaw that two databases list is told once', async () => {
    const twice = [
      advisory('PYSEC-1', { aliases: ['CVE-1'], severity: 'unknown', ranges: [everything] }),
      advisory('GHSA-1', { aliases: ['CVE-1'], ranges: [everything] }),
    ];
    const report = await checkOne({ packages: THING, advisories: { thing: twice } }, 'thing');
    expect(report.advisories.map(({ id }) => id)).toEqual(['GHSA-1']);
  });

  test('findings stand although other questions could not be asked', async () => {
    const world = { packages: THING, advisories: vulnerable, missing: 'GHSA-2 could not be read' };
    expect((await checkOne(world, 'thing', '1.0.0')).verdict).toBe('block');
    expect((await checkOne({ ...world, isRegistryDown: true }, 'thing', '1.0.0')).verdict).toBe('block');
  });

  test('an exact version is looked up although no registry answers', async () => {
    const world = { isRegistryDown: true, advisories: vulnerable };
    expect(await checkOne(world, 'thing', '1.1.0')).toMatchObject({
      verdict: 'block',
      exists: null,
      resolved: '1.1.0',
    });
    expect((await checkOne(world, 'thing', '^1.0.0')).verdict).toBe('unknown');
  });
});

describe('what a registry tells', () => {
  const one = (
    changes: Partial<PackageFacts>,
    version: VersionFacts = { version: '1.0.0', publishedAt: daysAgo(100), deprecated: null },
  ) => ({
    thing: facts([], { versions: [version], ...changes }),
  });

  test.each<[string, World, string]>([
    [
      'a deprecation',
      { packages: one({}, { version: '1.0.0', publishedAt: null, deprecated: 'use other' }) },
      'caution deprecated: 1.0.0 is deprecated: "use other" (npm)',
    ],
    [
      'a release of three days ago',
      { packages: one({}, { version: '1.0.0', publishedAt: daysAgo(3), deprecated: null }) },
      'caution too_new: 1.0.0 was published 3 days ago (npm)',
    ],
    [
      'a placeholder',
      { packages: one({ isHeldBack: true }) },
      'block yanked: the registry holds this name back with a placeholder for security; it has taken away what was there (npm)',
    ],
    [
      'an install script',
      { packages: one({}), details: { hasInstallScript: true } },
      'ok install_script: installing it runs a script of the package (npm)',
    ],
    [
      'an install script of a young package',
      { packages: one({ createdAt: daysAgo(20) }), details: { hasInstallScript: true } },
      'caution install_script: installing it runs a script of the package, and the package is younger than 30 days (npm)',
    ],
    [
      'no source',
      { packages: one({}), details: { repositoryUrl: null } },
      'ok no_source: it links no source repository (npm)',
    ],
    ['no licence', { packages: one({}), details: { license: '' } }, 'ok license: it declares no licence (npm)'],
    [
      'a withheld licence',
      { packages: one({}), details: { license: 'UNLICENSED' } },
      'caution license: it says UNLICENSED: no right to use it is given (npm)',
    ],
    [
      'a copyleft licence',
      { packages: one({}), details: { license: 'AGPL-3.0-only' } },
      'ok license: licence AGPL-3.0-only is a copyleft licence (npm)',
    ],
    [
      'four years of silence',
      { packages: one({}, { version: '1.0.0', publishedAt: new Date('2022-02-01T00:00:00Z'), deprecated: null }) },
      'ok unmaintained: nothing has been published since 2022-02-01; newest is 1.0.0 (npm)',
    ],
  ])('%s is told as it is', async (_, world, expected) => {
    const report = await checkOne(world, 'thing');
    expect(report.reasons.map(({ code, text }) => `${report.verdict} ${code}: ${text}`)).toEqual([expected]);
  });

  test('a lesser copyleft licence is not called a copyleft one', async () => {
    expect((await checkOne({ packages: THING, details: { license: 'LGPL-3.0-only' } }, 'thing')).reasons).toEqual([]);
  });

  test('a known deprecation is told only where the registry does not tell any', async () => {
    const mirror = { request: facts(['2.88.2'], { tellsDeprecation: false }) };
    expect(codes(await checkOne({ packages: mirror }, 'request'))).toEqual(['deprecated']);
    expect(codes(await checkOne({ packages: { request: facts(['2.88.2']) } }, 'request'))).toEqual([]);
  });
});

describe('a name near a popular one', () => {
  const squat = async (changes: Partial<PackageFacts>, versions = ['1.0.0']) =>
    codes(await checkOne({ packages: { lodahs: facts(versions, changes) } }, 'lodahs'));

  test('is a caution for a young package, and for one of which nobody knows how much it is used', async () => {
    expect(await squat({ createdAt: daysAgo(3), downloadsMonth: 90_000 })).toEqual(['typosquat_of']);
    expect(await squat({ createdAt: daysAgo(300) })).toEqual(['typosquat_of']);
    expect(await squat({ createdAt: daysAgo(3_000), downloadsMonth: 3 })).toEqual(['typosquat_of']);
    expect(await squat({ createdAt: null })).toEqual(['typosquat_of']);
  });

  test('is none for a package that is old and much used', async () => {
    expect(await squat({ createdAt: daysAgo(300), downloadsMonth: 50 })).toEqual([]);
    expect(await squat({ createdAt: daysAgo(366) }, ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])).toEqual([]);
  });
});

describe('private packages', () => {
  test('are sent nowhere and are unknown', async () => {
    const elsewhere = request('@acme/inside', '1.0.0', {
      origin: { kind: 'elsewhere', text: "the project's .npmrc scope @acme" },
    });
    const { reports, sources } = await check({ privateNames: ['@corp/tool'] }, elsewhere, request('@corp/tool'));
    expect(sent).toEqual([]);
    expect(sources).toEqual([]);
    expect(reports.map(({ verdict, reasons }) => [verdict, reasons[0]?.code])).toEqual([
      ['unknown', 'private'],
      ['unknown', 'private'],
    ]);
  });

  test('do not disturb the order of the others', async () => {
    const elsewhere = request('@acme/inside', null, { origin: { kind: 'elsewhere', text: 'a folder' } });
    const { reports } = await check({ packages: THING }, request('thing'), elsewhere, request('gone'));
    expect(reports.map(({ request: { name }, verdict }) => `${name} ${verdict}`)).toEqual([
      'thing ok',
      '@acme/inside unknown',
      'gone absent',
    ]);
  });
});

describe('sources', () => {
  test('are told with what became of them, and how old their data are', async () => {
    const { sources } = await check({ packages: THING, advisoriesFrom: daysAgo(9) }, request('thing'));
    expect(sources).toEqual([
      { name: 'npm', status: 'ok', asOf: NOW, text: null },
      { name: 'osv', status: 'stale', asOf: daysAgo(9), text: 'its data are from 2026-02-20' },
    ]);
    const down = await check({ isRegistryDown: true, isOsvDown: true }, request('thing'));
    expect(down.sources.map(({ name, status, text }) => [name, status, text])).toEqual([
      ['npm', 'unreachable', 'the host did not answer in time'],
      ['osv', 'unreachable', 'the host did not answer in time'],
    ]);
  });
});

test('many packages with thousands of versions hold nobody up: others get their turn between any two', async () => {
  const versions = Array.from({ length: 1_000 }, (_, at) => `${at}.0.0`);
  const known = facts(versions);
  const registry: RegistrySource = {
    name: 'npm',
    ecosystems: ['npm'],
    findPackage: async () => answered(known),
    findVersion: async () => answered(DETAILS),
  };
  const requests = Array.from({ length: 10 }, (_, at) => ({ ...request(`thing-${at}`), requested: '>=1 <900' }));
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
  })();
  const sources = { registries: [registry], advisories: [], isPrivate: () => false };
  const options = { minSeverity: 'low', signal: new AbortController().signal } as const;
  const { reports } = await checkPackages({ clock: manualClock(NOW), sources }, requests, options);
  isDone = true;
  await others;
  expect(reports.map(({ resolved }) => resolved)).toEqual(requests.map(() => '899.0.0'));
  // Every package takes a turn to be resolved, one for each 200 versions, and one to be judged.
  expect(turns).toBeGreaterThanOrEqual(10 * (1 + 5 + 1));
});
