import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder, makeRepository } from '../../../test/support/repository.ts';
import { testCursors, toolContext } from '../../../test/support/tool-context.ts';
import { untold } from '../../../test/support/untold.ts';
import { manualClock } from '../../base/clock.ts';
import { err, ok } from '../../base/result.ts';
import { manifests } from '../../code/operations/manifests.ts';
import { openSource } from '../../code/source/open-source.ts';
import type {
  AdvisoryFacts,
  Asked,
  PackageFacts,
  PackageSources,
  VersionDetails,
} from '../../domain/packages/index.ts';
import type { Project } from '../../domain/projects/index.ts';
import { readArguments } from '../shared/arguments.ts';
import type { ToolAnswer } from '../tool.ts';
import { type CheckPackageDeps, makeCheckPackage } from './check-package.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const OLD = new Date('2020-01-01T00:00:00Z');

const shop = makeRepository({
  'package.json': `{
  "name": "shop",
  "dependencies": {
    "good": "^1.0.0",
    "@acme/secret": "^1.0.0",
    "holed": "1.0.0"
  },
  "devDependencies": { "old": "^2.0.0" }
}
`,
  '.npmrc': '@acme:registry=https://npm.acme.example/\n//npm.acme.example/:_authToken=abc\n',
  'package-lock.json': `{"lockfileVersion": 3, "packages": {
"": {},
"node_modules/good": { "version": "1.1.0" },
"node_modules/holed": { "version": "1.0.0" },
"node_modules/old": { "version": "2.0.0" },
"node_modules/deep": { "version": "3.0.0" }
}}
`,
  'src/a.js': "// import x from 'good'\nimport good from 'good';\nconst holed = require('holed/sub');\n",
  'requirements/dev.txt': 'flask==2.0\n',
});
const plain = makeFolder({
  'pom.xml':
    '<project><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId></dependency></dependencies></project>',
});
afterAll(() => {
  shop.remove();
  plain.remove();
});

const SHOP: Project = project('shop', shop.path);
const PLAIN: Project = project('plain', plain.path);

function project(name: string, location: string): Project {
  return { id: name, accountId: 'a', name, kind: 'local', location, origin: 'added', createdAt: NOW };
}

/** What the fake registry knows: versions by name. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  good: ['1.0.0', '1.1.0', '2.0.0'],
  holed: ['1.0.0', '1.0.1', '2.0.0'],
  old: ['2.0.0'],
  deep: ['3.0.0'],
  'g:a': ['1.0'],
  'golang.org/x/tools': ['v0.1.0'],
};

interface Fake {
  readonly registry?: 'down' | 'never';
  readonly advisories?: 'down';
  readonly asked?: string[];
}

function answer<Value>(value: Value): Asked<Value> {
  return ok({ value, asOf: NOW });
}

function fakeSources({ registry, advisories, asked = [] }: Fake): PackageSources {
  const down = err({ text: 'the host refused the connection' });
  return {
    registries: [
      {
        name: 'npm',
        ecosystems: ['npm', 'pypi', 'cargo', 'go', 'maven', 'nuget', 'gem', 'composer'],
        async findPackage({ name }, signal) {
          asked.push(name);
          if (registry === 'never')
            await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
          return registry === undefined ? answer(factsOf(name)) : down;
        },
        async findVersion({ name }) {
          return registry === undefined ? answer(detailsOf(name)) : down;
        },
      },
    ],
    advisories: [
      {
        name: 'osv',
        knowsMalware: true,
        covers: async () => true,
        findAdvisories: async (queries) => {
          asked.push(...queries.map(({ name }) => name));
          return queries.map(({ name }) => (advisories === 'down' ? down : answer(advisoriesOf(name))));
        },
      },
    ],
    isPrivate: () => false,
  };
}

function factsOf(name: string): PackageFacts | null {
  const versions = Object.hasOwn(VERSIONS, name) ? VERSIONS[name] : undefined;
  if (versions === undefined) return null;
  return {
    versions: versions.map((version) => ({
      version,
      publishedAt: OLD,
      deprecated: name === 'old' ? 'use good \u202einstead' : null,
    })),
    tags: new Map([['latest', versions.at(-1) ?? '']]),
    withdrawn: [],
    isHeldBack: false,
    createdAt: OLD,
    downloadsMonth: 1_000_000,
    tellsDeprecation: true,
  };
}

function detailsOf(name: string): VersionDetails {
  return {
    publishedAt: OLD,
    deprecated: name === 'old' ? 'use good \u202einstead' : null,
    license: 'MIT',
    repositoryUrl: 'https://github.com/o/r',
    hasInstallScript: false,
  };
}

function advisoriesOf(name: string): AdvisoryFacts {
  const advisory = {
    id: 'GHSA-xxxx-yyyy-zzzz',
    aliases: ['CVE-2025-1'],
    severity: 'high',
    isSeverityEstimated: false,
    kind: 'vulnerability',
    summary: 'a hole',
    url: 'https://osv.example/GHSA-xxxx-yyyy-zzzz',
    ranges: [
      [
        { kind: 'introduced', version: '0' },
        { kind: 'fixed', version: '1.0.1' },
      ],
    ],
    versions: [],
  } as const;
  return { advisories: name === 'holed' ? [advisory] : [], onVersion: new Set(), missing: null };
}

/** Calls the tool as a caller does, argument reading included. */
async function call(
  given: unknown,
  fake: Fake & { projects?: readonly Project[]; signal?: AbortSignal } = {},
): Promise<ToolAnswer> {
  const { projects = [SHOP, PLAIN], signal = new AbortController().signal } = fake;
  const deps = {
    engine: {
      call: async (_operation: string, input: Parameters<typeof manifests>[0]) =>
        await manifests(input, {
          signal,
          deadlineAtMs: performance.now() + 20_000,
          openSource: async (selector) => await openSource(selector),
        }),
    },
    clock: manualClock(NOW),
    cursors: testCursors,
    packageSources: fakeSources(fake),
    projects: { list: async () => projects },
    lookUpPlace: async () => null,
    directory: shop.path,
    denied: [],
  };
  // The engine of the test answers one operation only.
  const tool = makeCheckPackage(deps as unknown as CheckPackageDeps);
  const args = readArguments(tool, given);
  if (!args.ok) return { text: args.error, isError: true };
  return await tool.run(args.value, { ...CONTEXT, signal });
}

const CONTEXT = toolContext('a', { now: NOW });

describe('packages by name', () => {
  test('an existing one without advisories is ok, with the sources that say so', async () => {
    const { text, structured } = await call({ packages: [{ name: 'good', version: '1.1.0' }] });
    expect(text).toContain('ok: 1 ok, 0 caution, 0 block, 0 absent, 0 unknown of 1 package\nok      npm good@1.1.0');
    expect(text).toContain('sources: npm ok as of now; osv ok as of now');
    expect(structured).toMatchObject({
      status: 'ok',
      summary: { ok: 1 },
      packages: [{ purl: 'pkg:npm/good@1.1.0', verdict: 'ok', resolved: '1.1.0' }],
    });
  });

  test('texts are taken for packages, alone and in a list, with versions and ecosystems', async () => {
    for (const packages of [
      'good@1.0.0, nope',
      ['good@1.0.0', 'nope'],
      '["good@1.0.0","nope"]',
      [{ name: 'good@1.0.0' }, 'npm:nope'],
    ]) {
      const { structured } = await call({ packages });
      expect(structured).toMatchObject({ summary: { ok: 1, absent: 1 } });
    }
    expect((await call({ name: 'good', version: '1.0.0' })).structured).toMatchObject({ summary: { ok: 1 } });
  });

  test('a vulnerable one is blocked, with the advisory and the version to use', async () => {
    const { text } = await call({ packages: ['holed@1.0.0'] });
    expect(text).toContain('block   npm holed@1.0.0');
    expect(text).toContain('<https://osv.example/GHSA-xxxx-yyyy-zzzz>');
    expect(text).toContain('  use: holed@1.0.1');
  });

  test("a deprecated one is a caution, and its author's words hide nothing", async () => {
    const { text } = await call({ packages: ['old'] });
    expect(text).toMatch(/^caution npm old@2\.0\.0/m);
    expect(text).toContain('use good \\u{202e}instead');
  });

  test('one that does not exist is absent', async () => {
    expect((await call({ packages: ['nope'] })).text).toMatch(/^absent {2}npm nope/m);
  });
});

describe('other forms', () => {
  test('package URLs are checked, several at a time', async () => {
    const { structured } = await call({
      purl: 'pkg:npm/good@1.0.0, pkg:npm/nope pkg:golang/golang.org/x/tools@v0.1.0',
    });
    expect(structured).toMatchObject({ total: 3, summary: { ok: 2, absent: 1 } });
  });

  test('a command is checked by what it installs, of a Go path the part that is a module', async () => {
    const { structured } = await call({ command: 'npm i good && go install golang.org/x/tools/cmd/goimports@latest' });
    expect(structured).toMatchObject({
      packages: [{ purl: 'pkg:npm/good@2.0.0' }, { purl: 'pkg:golang/golang.org/x/tools@v0.1.0' }],
    });
  });

  test('a command that only a shell could work out is refused', async () => {
    const { text, isError } = await call({ command: 'npm i $(cat list)' });
    expect(isError).toBe(true);
    expect(text).toContain('substitution');
  });

  test('requirements that a command takes in are read from the project', async () => {
    const { text } = await call({ command: 'pip install -r requirements/dev.txt', path: 'shop' });
    expect(text).toMatch(/pypi flask/);
    expect((await call({ command: 'pip install -r requirements/dev.txt' })).text).toContain('was not read');
  });

  test('a pasted manifest is checked, each package with its line', async () => {
    const content = '{\n"dependencies": {\n"holed": "1.0.0",\n"good": "^1.0.0"\n}}';
    const { text } = await call({ manifest: { filename: 'package.json', content } });
    expect(text).toContain('block   npm holed@1.0.0 · newest 2.0.0 · newest of this major 1.0.1 · package.json:3');
    expect(text).toContain('1 without a problem are not listed (only=all shows them)');
  });

  test('a manifest that is none is refused with why', async () => {
    expect((await call({ manifest: { filename: 'package.json', content: '{' } })).text).toContain('not a JSON object');
    expect((await call({ manifest: { filename: 'notes.md', content: '' } })).text).toContain('known are package.json');
  });

  test('two forms at once are refused', async () => {
    expect((await call({ purl: 'pkg:npm/a', command: 'npm i a' })).isError).toBe(true);
  });
});

describe('a project', () => {
  test('is checked by what its lock file fixes, with the lines that ask and import', async () => {
    const { text, structured } = await call({ path: 'shop', only: 'all' });
    expect(text).toMatch(/^shop@main [0-9a-f]{7} · work tree · package-lock\.json, package\.json/);
    expect(text).toContain('ok      npm good@1.1.0 (asked ^1.0.0, locked) · newest 2.0.0 · package.json:4, src/a.js:2');
    expect(text).toContain('npm deep@3.0.0 (named by the lock file) · package-lock.json:6');
    expect(structured).toMatchObject({ total: 6, checked: 6 });
  });

  test('private scopes are unknown, and their names are sent nowhere', async () => {
    const asked: string[] = [];
    const { text } = await call({ path: 'shop' }, { asked });
    expect(text).toContain('unknown npm @acme/secret');
    expect(text).toContain('registry npm.acme.example');
    expect(asked).not.toContain('@acme/secret');
    expect(text).not.toContain('abc');
  });

  test.each([
    'mcp_live_abc12345.deadbeefDEADBEEFdeadbeef',
    'mcp-live-first-key-4dz8m6.i6v6rfq53crbmr2zilnx8czpfzmz1yd0jxjmfoignzj3f7xij',
    `ghp_${'0123456789abcdefghij'.repeat(2)}`,
    'good@AKIAIOSFODNN7EXAMPLE',
  ])('what looks like a credential is sent nowhere: %s', async (secret) => {
    for (const args of [{ packages: [`pypi:${secret}`] }, { command: `pip install ${secret.replace('@', '==')}` }]) {
      const asked: string[] = [];
      const { text } = await call(args, { asked });
      expect(asked).toEqual([]);
      expect(text).toContain('(what looks like a credential), so its name was sent nowhere');
    }
  });

  test("the only project's private scopes and uses hold for packages by name as well", async () => {
    const asked: string[] = [];
    const { text } = await call({ packages: ['@acme/other', 'good'] }, { asked, projects: [SHOP] });
    expect(asked).toEqual(expect.not.arrayContaining(['@acme/other']));
    expect(text).toContain('package.json:4, src/a.js:2');
  });

  test('a name that the project has in another ecosystem is pointed out', async () => {
    const { text } = await call({ packages: ['flask'], path: 'shop' });
    expect(text).toContain('note: the project has flask as a package of pypi: ecosystem=pypi asks about that one');
  });

  test('a version that another file decides is unknown, whatever the newest is', async () => {
    const { text } = await call({ path: 'plain' });
    expect(text).toContain('unknown maven g:a');
    expect(text).toContain('what was found out is about the newest, 1.0');
  });

  test('what is not listed can be paged to, and a cursor of other arguments is refused', async () => {
    const content = JSON.stringify({
      dependencies: Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`nope-${at}`, '1'])),
    });
    const given = { manifest: { filename: 'package.json', content } };
    const seen = new Set<string>();
    let cursor: unknown;
    for (let page = 0; page < 20; page++) {
      const { structured } = await call(cursor === undefined ? given : { ...given, cursor });
      expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(8_192);
      // The shape that the tool gives.
      for (const row of (structured?.packages ?? []) as { purl: string }[]) seen.add(row.purl);
      cursor = structured?.cursor;
      if (cursor === undefined) break;
    }
    expect(seen.size).toBe(120);
    const first = await call(given);
    expect((await call({ packages: ['good'], cursor: first.structured?.cursor })).text).toMatch(
      /^(?:bad|stale)_cursor/,
    );
  });
});

describe('nothing is ok without evidence', () => {
  test('without the registry nothing is known, and nothing told is an error', async () => {
    const { text, isError, structured } = await call({ packages: ['good'] }, { registry: 'down', advisories: 'down' });
    expect(isError).toBe(true);
    expect(text).toMatch(/^upstream_failed: 0 ok, 0 caution, 0 block, 0 absent, 1 unknown/);
    expect(text).toContain('the operator can');
    expect(structured).toMatchObject({ status: 'upstream_failed', summary: { unknown: 1 } });
  });

  test('without the advisories an existing package is unknown', async () => {
    const { text, isError } = await call({ packages: ['good'] }, { advisories: 'down' });
    expect(isError).toBeUndefined();
    expect(text).toMatch(/^partial: 0 ok/);
    expect(text).toContain('unknown npm good@2.0.0');
  });

  test('a project is told with its lines though no source can be asked', async () => {
    const { text, isError } = await call({ path: 'shop' }, { registry: 'down', advisories: 'down' });
    expect(isError).toBeUndefined();
    expect(text).toContain('unknown npm good@1.1.0 (asked ^1.0.0, locked) · package.json:4');
  });

  test('a registry that never answers is given up when the caller goes', async () => {
    const controller = new AbortController();
    const pending = call({ packages: ['good'] }, { registry: 'never', signal: controller.signal });
    setImmediate(() => controller.abort());
    expect((await pending).structured).toMatchObject({ summary: { ok: 0, unknown: 1 } });
  });
});

describe('whoever reads only the structured value', () => {
  test('learns what the text says', async () => {
    const answers = [
      await call({ packages: ['holed@1.0.0', 'old', 'nope', 'good'] }),
      await call({ path: 'shop', only: 'problems' }),
      await call({ packages: ['good'], detail: 'full' }),
      await call({ packages: ['good'] }, { advisories: 'down' }),
      await call({ command: 'pip install -r requirements/dev.txt' }),
      await call({ command: 'npm i $(cat list)' }),
      await call({ path: 'nowhere' }),
      await call({ packages: ['good'], cursor: 'x' }),
    ];
    // Words that only join facts: scopes, places and dates are told under other names.
    const phrasing = `as of now newest indirect dev locked asked only no fix known affects fixed in published days ago
      downloads a month licence named by the lock file note npm this major more further`;
    for (const answer of answers) expect(untold(answer, phrasing), answer.text).toEqual([]);
    expect(answers[0]?.structured).toMatchObject({ packages: [{ use: 'holed@1.0.1' }, {}, {}, {}] });
    expect(answers[3]?.structured?.next).toContain('nothing is called ok for want of an answer');
  });

  test('gets at most 8 KiB, and the way to the rest', async () => {
    const packages = Array.from({ length: 50 }, (_, i) => ({
      name: i % 2 === 0 ? 'holed' : 'old',
      version: `1.0.${i}`,
    }));
    const { structured } = await call({ packages, detail: 'full' });
    expect(Buffer.byteLength(JSON.stringify(structured))).toBeLessThanOrEqual(8_192);
    expect(structured?.message).toContain('detail=verdict holds more packages');
    expect(structured).toHaveProperty('cursor');
  });
});
