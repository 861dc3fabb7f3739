import { expect, test } from 'vitest';
import { projectManifests } from '../../../test/support/project-manifests.ts';
import { asked, pinned } from '../../../test/support/read-manifest.ts';
import { makeFolder } from '../../../test/support/repository.ts';
import type { ManifestEcosystem } from '../questions/manifests.types.ts';
import { isPublicRegistry } from './public-registry.ts';

/** Ends of registries' hosts. */
const [ORG, COM, IO] = ['org', 'com', 'io'];

/** Where each package of a project comes from, by its name; null for the public registry. */
async function originsIn(
  files: Readonly<Record<string, string>>,
  part: Parameters<typeof projectManifests>[1] = {},
): Promise<Readonly<Record<string, string | null>>> {
  const folder = makeFolder(files);
  try {
    const { packages } = await projectManifests(folder.path, part);
    return Object.fromEntries(packages.map(({ name, origin }) => [name, origin]));
  } finally {
    folder.remove();
  }
}

test("a company's own registry is not public because of its name", () => {
  const own: readonly (readonly [ManifestEcosystem, string])[] = [
    ['pypi', 'https://pypi.internal/simple'],
    ['maven', 'https://maven.corp/repo'],
    ['maven', 'http://apache.internal/m2'],
    ['maven', 'https://acme-maven.storage.googleapis.com/m2'],
    ['nuget', 'https://nuget.lan/v3/index.json'],
    ['npm', 'https://registry.npmjs.internal'],
    ['npm', `https://registry.npmjs.${ORG}.acme.example/`],
    ['npm', `https://notnpmjs.${ORG}/`],
    ['npm', `https://u:registry.npmjs.${ORG}@npm.corp/`],
    ['composer', `https://repo.packagist.${COM}/acme/`],
    ['cargo', 'sparse+https://crates.internal/index/'],
    ['gem', 'https://rubygems.lan'],
    ['go', 'https://golang.internal'],
  ];
  for (const [ecosystem, address] of own) expect(isPublicRegistry(ecosystem, address), address).toBe(false);
  const known: readonly (readonly [ManifestEcosystem, string])[] = [
    ['pypi', `https://pypi.${ORG}/simple`],
    ['pypi', `https://pypi.python.${ORG}/simple`],
    ['pypi', `https://files.pythonhosted.${ORG}/x.whl`],
    ['maven', `https://repo1.maven.${ORG}/maven2`],
    ['maven', `https://repo.maven.apache.${ORG}/maven2/`],
    ['maven', 'https://maven-central-eu.storage-download.googleapis.com/maven2/'],
    ['nuget', `https://api.nuget.${ORG}/v3/index.json`],
    ['npm', `https://registry.npmjs.${ORG}`],
    ['npm', `https://registry.yarnpkg.${COM}/a/-/a-1.tgz`],
    ['cargo', `sparse+https://index.crates.${IO}/`],
    ['gem', `https://RubyGems.${ORG}/`],
    ['composer', `https://repo.packagist.${ORG}`],
    ['go', `https://proxy.golang.${ORG}`],
  ];
  for (const [ecosystem, address] of known) expect(isPublicRegistry(ecosystem, address), address).toBe(true);
});

test('a lock of Cargo is of the public registry only where it names that', () => {
  const lock = (source: string): readonly string[] =>
    pinned('Cargo.lock', `[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "${source}"\n`);
  expect(lock('registry+https://github.com/rust-lang/crates.io-index')).toEqual(['a | 1.0.0 | 2 | ']);
  expect(lock('registry+https://crates.internal/index')).toEqual(['a | 1.0.0 | 2 | registry crates.internal']);
});

test('indexes of uv and PDM, in whatever form, make all names come from elsewhere', () => {
  const head = '[project]\nname = "a"\nversion = "1"\ndependencies = ["secret-pkg"]\n';
  const settings = [
    '[tool.uv]\nindex-url = "https://pip.acme.example/simple"\n',
    `[tool.uv]\nextra-index-url = ["https://pypi.${ORG}/simple", "https://pip.acme.example/simple"]\n`,
    '[tool.uv]\nindex = [{ name = "acme", url = "https://pip.acme.example/simple" }]\n',
    '[[tool.uv.index]]\nurl = "https://pip.acme.example/simple"\n',
    '[tool.uv.pip]\nextra-index-url = ["https://pip.acme.example/simple"]\n',
    '[[tool.pdm.source]]\nname = "acme"\nurl = "https://pip.acme.example/simple"\n',
  ];
  for (const one of settings) {
    expect(asked('pyproject.toml', head + one), one).toEqual([
      'secret-pkg |  | runtime | 4 | registry pip.acme.example',
    ]);
  }
  const others = [
    `[tool.uv]\nindex-url = "https://pypi.${ORG}/simple"\n`,
    '[tool.uv]\nindex = [{ name = "acme", url = "https://pip.acme.example/simple", explicit = true }]\n',
    '[tool.other]\nindex-url = "https://pip.acme.example/simple"\n',
  ];
  for (const one of others)
    expect(asked('pyproject.toml', head + one), one).toEqual(['secret-pkg |  | runtime | 4 | ']);
});

test('a uv.toml beside a project holds for it', async () => {
  const pyproject = '[project]\nname = "a"\nversion = "1"\ndependencies = ["secret-pkg"]\n';
  expect(
    await originsIn({ 'pyproject.toml': pyproject, 'uv.toml': 'extra-index-url = ["https://pip.acme.example"]\n' }),
  ).toEqual({ 'secret-pkg': 'registry pip.acme.example' });
  expect(
    await originsIn({ 'pyproject.toml': pyproject, 'uv.toml': `[[index]]\nurl = "https://pypi.${ORG}"\n` }),
  ).toEqual({
    'secret-pkg': null,
  });
});

test('repositories of a parent in the project, of profiles and for plugins are those of a pom.xml', async () => {
  const repository = '<url>https://maven.corp/repo</url>';
  const dependency =
    '<dependencies><dependency><groupId>g</groupId><artifactId>d</artifactId></dependency></dependencies>';
  const pom = (artifact: string, rest: string): string =>
    `<project><groupId>g</groupId><artifactId>${artifact}</artifactId><version>1</version>${rest}</project>`;
  const parents = [
    `<repositories><repository>${repository}</repository></repositories>`,
    `<profiles><profile><repositories><repository>${repository}</repository></repositories></profile></profiles>`,
    `<pluginRepositories><pluginRepository>${repository}</pluginRepository></pluginRepositories>`,
  ];
  const child = `<project><parent><groupId>g</groupId><artifactId>p</artifactId><version>1</version></parent><artifactId>c</artifactId>${dependency}</project>`;
  for (const parent of parents) {
    expect(await originsIn({ 'pom.xml': pom('p', parent + dependency) }), parent).toEqual({
      'g:d': 'registry maven.corp',
    });
    expect(await originsIn({ 'pom.xml': pom('p', parent), 'c/pom.xml': child }), parent).toMatchObject({
      'g:d': 'registry maven.corp',
    });
  }
  expect(await originsIn({ 'pom.xml': pom('p', ''), 'c/pom.xml': child })).toMatchObject({ 'g:d': null });
});

test('repositories of a whole build of Gradle hold for its scripts and its catalog', async () => {
  const script = 'dependencies {\n  implementation "g:written:1"\n}\n';
  const catalog = '[libraries]\nlisted = "g:listed:1"\n';
  const files = { 'app/build.gradle': script, 'gradle/libs.versions.toml': catalog };
  const both = { 'g:written': 'registry maven.corp', 'g:listed': 'registry maven.corp' };
  const central = 'dependencyResolutionManagement {\n  repositories {\n    mavenCentral()\n    ';
  for (const one of [
    'maven { url = uri("https://maven.corp/m2") }',
    'maven("https://maven.corp/m2")',
    'maven(url = "https://maven.corp/m2")',
    'maven { setUrl("https://maven.corp/m2") }',
    'maven { url.set(uri("https://maven.corp/m2")) }',
  ]) {
    expect(await originsIn({ ...files, 'settings.gradle.kts': `${central}${one}\n  }\n}\n` }), one).toEqual(both);
  }
  const plugins = 'pluginManagement {\n  repositories {\n    maven { url "https://maven.corp" }\n  }\n}\n';
  expect(await originsIn({ ...files, 'settings.gradle': `${plugins}${central}}}\n` })).toEqual({
    'g:written': null,
    'g:listed': null,
  });
  const shared = 'subprojects {\n  repositories {\n    maven { url "https://maven.corp/m2" }\n  }\n}\n';
  expect(await originsIn({ ...files, 'build.gradle': shared })).toEqual(both);
  const published = [
    'publishing {\n  repositories {\n    maven {\n      url "https://maven.corp/m2"\n    }\n  }\n}\n',
    'publishing { repositories { maven { url "https://maven.corp/m2" } } }\n',
  ];
  for (const one of published) {
    const origins = await originsIn({ ...files, 'build.gradle': `subprojects {}\n${one}` });
    expect(origins, one).toEqual({ 'g:written': null, 'g:listed': null });
  }
  // A name of the catalog may be used by any script, one that a script writes out comes from its own repositories.
  const own = { ...files, 'lib/build.gradle': 'repositories {\n  maven { url "https://maven.corp/m2" }\n}\n' };
  expect(await originsIn(own)).toEqual({ ...both, 'g:written': null });
});

test('a .yarnrc of Yarn 1 tells registries as an .npmrc does', async () => {
  const files = { 'package.json': '{"dependencies": {"@acme/secret": "1", "left-pad": "1"}}' };
  expect(
    await originsIn({ ...files, '.yarnrc': '"@acme:registry" "https://npm.acme.example/"\nlastUpdateCheck 1\n' }),
  ).toEqual({ '@acme/secret': 'registry npm.acme.example', 'left-pad': null });
  expect(await originsIn({ ...files, '.yarnrc': '# yarn\nregistry "https://npm.acme.example/"\n' })).toEqual({
    '@acme/secret': 'registry npm.acme.example',
    'left-pad': 'registry npm.acme.example',
  });
  expect(await originsIn({ ...files, '.yarnrc': `registry "https://registry.yarnpkg.${COM}"\n` })).toEqual({
    '@acme/secret': null,
    'left-pad': null,
  });
});

test("a workspace's own packages are its own, whichever part of it is asked about", async () => {
  const origin = 'workspace (p/b/package.json)';
  const packages = {
    'p/a/package.json': '{"name":"@acme/a","dependencies":{"@acme/secret":"1.0.0","left-pad":"1"}}',
    'p/b/package.json': '{"name":"@acme/secret","version":"1.0.0"}',
  };
  const npm = { 'package.json': '{"name":"r","workspaces":["p/*"]}', ...packages };
  const pnpm = { 'pnpm-workspace.yaml': 'packages:\n  - p/*\n', 'package.json': '{"name":"r"}', ...packages };
  const expected = { '@acme/secret': origin, 'left-pad': null };
  for (const files of [npm, pnpm]) {
    expect(await originsIn(files)).toEqual(expected);
    expect(await originsIn(files, { file: 'p/a/package.json' })).toEqual(expected);
    expect(await originsIn(files, { prefix: 'p/a' })).toEqual(expected);
    expect(await originsIn(files, { prefix: 'p/a', file: 'package.json' })).toEqual(expected);
  }
});

const DEPENDENCY = (group: string, artifact: string, version = ''): string =>
  `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${version}</dependency>`;

/** A project whose modules have their parent beside them. */
function besideParent(relativePath: string): Readonly<Record<string, string>> {
  const parent = '<groupId>com.acme</groupId><artifactId>acme-parent</artifactId><version>1</version>';
  return {
    'pom.xml': `<project><groupId>com.acme</groupId><artifactId>root</artifactId><version>1</version>
      <modules><module>parent</module><module>app</module><module>lib</module></modules></project>`,
    'parent/pom.xml': `<project>${parent}<properties><jackson.version>2.15.0</jackson.version></properties>
      <repositories><repository><url>https://nexus.acme.example/m2</url></repository></repositories></project>`,
    'app/pom.xml': `<project><parent>${parent}${relativePath}</parent><artifactId>app</artifactId><dependencies>
      ${DEPENDENCY('com.fasterxml.jackson.core', 'jackson-core', `<version>\${jackson.version}</version>`)}
      ${DEPENDENCY('com.acme', 'lib')}</dependencies></project>`,
    'lib/pom.xml': `<project><parent>${parent}</parent><artifactId>lib</artifactId></project>`,
  };
}

test("a Maven parent beside its modules gives them its registry and versions, of the whole project and of one's folder", async () => {
  for (const relativePath of [
    '<relativePath>../parent/pom.xml</relativePath>',
    '<relativePath>../parent</relativePath>',
    '',
  ]) {
    const folder = makeFolder(besideParent(relativePath));
    try {
      for (const part of [{}, { prefix: 'app' }, { file: 'app/pom.xml' }]) {
        const { packages, gaps } = await projectManifests(folder.path, part);
        const app = packages.filter(({ places }) => places.some((place) => place.startsWith('app/')));
        expect(app.map(({ name, requested, origin }) => [name, requested, origin])).toEqual([
          ['com.acme:acme-parent', '1', 'module of the project'],
          ['com.fasterxml.jackson.core:jackson-core', '2.15.0', 'registry nexus.acme.example'],
          ['com.acme:lib', null, 'module of the project'],
        ]);
        expect(gaps).toEqual([
          'app/pom.xml: the versions of 1 of its 3 packages are set neither by it nor by its parents in the project',
        ]);
      }
    } finally {
      folder.remove();
    }
  }
});

test('of two Maven parents of one artifact the one that is named counts, and none where nothing decides', async () => {
  const pom = (group: string, rest: string): string =>
    `<project><groupId>${group}</groupId><artifactId>parent</artifactId><version>1</version>${rest}</project>`;
  const registry = (host: string): string =>
    `<repositories><repository><url>https://${host}/m2</url></repository></repositories>`;
  const child = (group: string, path = ''): string =>
    `<project><parent><groupId>${group}</groupId><artifactId>parent</artifactId><version>1</version>${path}</parent>
      <artifactId>c</artifactId><dependencies>${DEPENDENCY('x', `of-${group}${path === '' ? '' : '-path'}`, '<version>1</version>')}</dependencies></project>`;
  const origins = await originsIn({
    'a/pom.xml': pom('a', registry('a.example')),
    'b/pom.xml': pom('b', registry('b.example')),
    'b2/pom.xml': pom('b', registry('b2.example')),
    'ofA/pom.xml': child('a'),
    'ofB/pom.xml': child('b'),
    'ofB2/pom.xml': child('b', '<relativePath>../b2</relativePath>'),
  });
  expect(origins).toMatchObject({
    'x:of-a': 'registry a.example',
    'x:of-b': null,
    'x:of-b-path': 'registry b2.example',
  });
});
