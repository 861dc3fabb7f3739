import { parseComposerJson } from '../formats/composer-json.ts';
import { parsePackageJson } from '../formats/package-json.ts';
import type { FrameworkFact, TestFramework } from '../questions/tests.types.ts';
import { isBorrowed } from '../source/borrowed.ts';
import { nameOf } from '../text/paths.ts';

/** What detection asks of a project: `ProjectFiles` of the overview fits. */
export interface FrameworkFiles {
  readonly entries: readonly { readonly path: string }[];
  /** Paths of files with this name (lower-cased), nearest to the top first. */
  named(name: string): readonly string[];
  /** Text of a file of bounded size; null when it cannot be read. */
  text(path: string): Promise<string | null>;
}

/** Manifests of one name that are read, nearest to the top first: workspaces have hundreds that say the same. */
const MANIFESTS_MAX = 12;

/**
 * The test frameworks that manifests and configuration name, each with its first proof, manifests nearest to the top
 * first. What only test files show is in their `TestFileFacts.frameworks`.
 */
export async function detectFrameworks(files: FrameworkFiles): Promise<readonly FrameworkFact[]> {
  const found = new Map<TestFramework, FrameworkFact>();
  const add = (fact: FrameworkFact): void => {
    if (!found.has(fact.name)) found.set(fact.name, fact);
  };
  for (const file of nearest(files, 'package.json')) readPackage(file, await files.text(file)).forEach(add);
  for (const file of nearest(files, 'composer.json')) readComposer(file, await files.text(file)).forEach(add);
  for (const { manifest, rules } of MANIFESTS) {
    for (const file of manifest.flatMap((name) => nearest(files, name))) {
      readLines(file, (await files.text(file)) ?? '', rules).forEach(add);
    }
  }
  const projects = files.entries.map(({ path }) => path).filter((path) => /\.(?:cs|fs|vb)proj$/.test(path));
  for (const file of projects.slice(0, MANIFESTS_MAX))
    readLines(file, (await files.text(file)) ?? '', DOTNET).forEach(add);
  readPaths(files.entries).forEach(add);
  return [...found.values()];
}

function nearest(files: FrameworkFiles, name: string): readonly string[] {
  return files
    .named(name)
    .filter((path) => !isForOthers(path))
    .slice(0, MANIFESTS_MAX);
}

/** What others' code is tested with, or what tests read, says nothing of the project's own tests. */
function isForOthers(path: string): boolean {
  return isBorrowed(path) || /(?:^|\/)(?:fixtures?|testdata)\//.test(path);
}

/** Packages of npm by the framework that they are. */
const PACKAGES: Readonly<Record<string, TestFramework>> = {
  jest: 'jest',
  '@jest/globals': 'jest',
  'ts-jest': 'jest',
  vitest: 'vitest',
  mocha: 'mocha',
  ava: 'ava',
  tap: 'tap',
  tape: 'tape',
  borp: 'node:test',
  jasmine: 'jasmine',
  'jasmine-core': 'jasmine',
  qunit: 'qunit',
  '@playwright/test': 'playwright',
  cypress: 'cypress',
};

/** Dependencies and scripts of one package.json. What only a script runs (`node --test`) is proven by the script. */
function readPackage(file: string, text: string | null): readonly FrameworkFact[] {
  const manifest = text === null ? null : parsePackageJson(text);
  if (manifest === null) return [];
  const tables = ['devDependencies', 'dependencies', 'peerDependencies'] as const;
  const dependencies = tables.flatMap((table) =>
    [...manifest.requests[table]].map(([name, { line }]) => {
      const framework = Object.hasOwn(PACKAGES, name) ? PACKAGES[name] : undefined;
      return framework === undefined ? null : { name: framework, file, line, evidence: `${table}.${name}` };
    }),
  );
  const scripts = [...manifest.scripts].map(([name, { text: script, line }]) => {
    const framework = SCRIPTS.find(([pattern]) => pattern.test(script))?.[1];
    return framework === undefined ? null : { name: framework, file, line, evidence: `scripts.${name}` };
  });
  return [...dependencies, ...scripts].filter((fact) => fact !== null);
}

/** Packages of Composer by the framework that they are. */
const COMPOSER_PACKAGES: ReadonlyMap<string, TestFramework> = new Map([
  ['pestphp/pest', 'pest'],
  ['phpunit/phpunit', 'phpunit'],
]);

/** What a composer.json requires; what it suggests, or does not go with, proves nothing. */
function readComposer(file: string, text: string | null): readonly FrameworkFact[] {
  const requests = (text === null ? null : parseComposerJson(text))?.requests ?? [];
  return requests.flatMap(({ name: request, isDev, line }) => {
    const name = COMPOSER_PACKAGES.get(request);
    return name === undefined
      ? []
      : [{ name, file, line, evidence: `${isDev ? 'require-dev' : 'require'}.${request}` }];
  });
}

const SCRIPTS: readonly (readonly [pattern: RegExp, name: TestFramework])[] = [
  [/\bnode\b[^&|;]*\s--test\b/, 'node:test'],
  [/\bbun test\b/, 'bun'],
  [/\bdeno test\b/, 'deno'],
];

/** One line of a manifest that proves a framework. */
interface Rule {
  readonly pattern: RegExp;
  readonly name: TestFramework;
}

/** Rules as `pattern name` pairs; the patterns are tried on one line at a time. */
function rules(...pairs: readonly (readonly [pattern: RegExp, name: TestFramework])[]): readonly Rule[] {
  return pairs.map(([pattern, name]) => ({ pattern, name }));
}

const PYTHON = rules(
  [/^\s*["']?pytest["'\s=<>~![;,]|^\s*["']?pytest$|^\[tool[.:]pytest|^\[pytest\]|["']pytest["'<>=~!]/, 'pytest'],
  [/\bpython\d? -m unittest\b/, 'unittest'],
  [/--doctest-modules\b/, 'doctest'],
);
const JVM = rules(
  [/(?<![\w-])junit-jupiter\b|\borg\.junit\.jupiter\b|\buseJUnitPlatform\b/, 'junit5'],
  [/<artifactId>junit<|\bjunit:junit:|["']junit:junit["']/, 'junit4'],
  [/<artifactId>testng<|\borg\.testng:testng\b|\buseTestNG\b/, 'testng'],
  [/\bio\.kotest\b|\bkotest-(?:runner|assertions)\b/, 'kotest'],
);

/** Manifests read by lines, with what proves a framework in each. */
const MANIFESTS: readonly { readonly manifest: readonly string[]; readonly rules: readonly Rule[] }[] = [
  {
    manifest: [
      'pyproject.toml',
      'pytest.ini',
      'setup.cfg',
      'tox.ini',
      'requirements.txt',
      'requirements-dev.txt',
      'dev-requirements.txt',
      'pipfile',
    ],
    rules: PYTHON,
  },
  {
    manifest: ['go.mod'],
    rules: rules([/github\.com\/stretchr\/testify\s/, 'testify'], [/github\.com\/onsi\/ginkgo/, 'ginkgo']),
  },
  { manifest: ['cargo.toml'], rules: rules([/^\s*rstest\b/, 'rstest'], [/^\s*proptest\b/, 'proptest']) },
  { manifest: ['pom.xml', 'build.gradle', 'build.gradle.kts', 'libs.versions.toml'], rules: JVM },
  {
    manifest: ['gemfile'],
    rules: rules([/^\s*gem\s+["']rspec(?:-rails)?["']/, 'rspec'], [/^\s*gem\s+["']minitest["']/, 'minitest']),
  },
  { manifest: ['deno.json', 'deno.jsonc'], rules: rules([/\bdeno test\b/, 'deno']) },
];
/** What project files of .NET include. */
const DOTNET = rules(
  [/Include="xunit(?:\.v3(?:\.mtp-\w{1,10})?)?"/i, 'xunit'],
  [/Include="NUnit"/i, 'nunit'],
  [/Include="MSTest(?:\.TestFramework)?"|\bSdk="MSTest\.Sdk["/]/i, 'mstest'],
);

/** Lines of a manifest that are looked at, and characters of each. */
const LINES_MAX = 5_000;
const LINE_CHARACTERS_MAX = 400;

function readLines(file: string, text: string, list: readonly Rule[]): readonly FrameworkFact[] {
  const found: FrameworkFact[] = [];
  for (const [index, whole] of text.split('\n', LINES_MAX).entries()) {
    const line = whole.slice(0, LINE_CHARACTERS_MAX);
    if (/^\s*(?:#|\/\/|;|<!--)/.test(line)) continue;
    for (const { pattern, name } of list) {
      if (!pattern.test(line) || found.some((fact) => fact.name === name)) continue;
      found.push({ name, file, line: index + 1, evidence: line.trim().replace(/\s+/g, ' ').slice(0, 80) });
    }
  }
  return found;
}

/** Files whose name alone proves a framework. */
const FILES: readonly (readonly [pattern: RegExp, name: TestFramework])[] = [
  [/(?:^|\/)jest\.config\.[cm]?[jt]s(?:on)?$/, 'jest'],
  [/(?:^|\/)vitest\.(?:config|workspace)\.[cm]?[jt]s$/, 'vitest'],
  [/(?:^|\/)\.mocharc\.(?:[cm]?js|json|jsonc|ya?ml)$/, 'mocha'],
  [/(?:^|\/)ava\.config\.[cm]?js$/, 'ava'],
  [/(?:^|\/)\.taprc$/, 'tap'],
  [/(?:^|\/)playwright\.config\.[cm]?[jt]s$/, 'playwright'],
  [/(?:^|\/)cypress\.config\.[cm]?[jt]s$|(?:^|\/)cypress\.json$/, 'cypress'],
  [/(?:^|\/)jasmine\.json$/, 'jasmine'],
  [/(?:^|\/)conftest\.py$/, 'pytest'],
  [/_test\.go$/, 'go test'],
  [/(?:^|\/)\.rspec$/, 'rspec'],
  [/(?:^|\/)phpunit(?:\.dist)?\.xml(?:\.dist)?$/, 'phpunit'],
];

function readPaths(entries: readonly { readonly path: string }[]): readonly FrameworkFact[] {
  const found = new Map<TestFramework, FrameworkFact>();
  for (const { path } of entries) {
    if (isForOthers(path)) continue;
    for (const [pattern, name] of FILES) {
      if (found.has(name) || !pattern.test(path)) continue;
      found.set(name, { name, file: path, line: null, evidence: nameOf(path) });
    }
  }
  return [...found.values()];
}
