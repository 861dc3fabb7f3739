import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { askOverview, commandsOf, entriesOf, overviewOf } from '../../../test/support/overview-of.ts';
import { makeFolder, makeRepository } from '../../../test/support/repository.ts';

test('languages are those of the files, and not what shares an ending with them', async () => {
  const { languages } = await overviewOf({
    'src/main.cpp': 'int main() { return 0; }\n',
    'translations/app_de.ts': '<TS version="2.1">\n<context/>\n</TS>\n',
    'test/run.t': '  $ app --help\n',
  });
  expect(languages?.shares.map(({ name, files }) => `${name} ${files}`)).toEqual(['C++ 1']);
});

test('programs without an ending are counted in the languages that their first lines ask for', async () => {
  const { languages, gaps } = await overviewOf({
    'bin/composer': '#!/usr/bin/env php\n<?php\nrun();\n',
    'scripts/build': '#!/bin/sh\nmake\n',
    'src/a.php': '<?php\n',
    'data/golden': 'no program\n',
    // Credentials are not opened to see what they are.
    '.ssh/build': '#!/bin/sh\nmake\n',
  });
  expect(languages?.shares.map(({ name, files, codeLines }) => `${name} ${files} ${codeLines}`)).toEqual([
    'PHP 2 3',
    'Shell 1 1',
  ]);
  expect(gaps).toEqual([]);
});

test('a tree of more files without an ending than are looked into says how many are not', async () => {
  const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`data/d${at}`, '']));
  const { gaps } = await overviewOf({ ...many, 'a.ts': 'let a;\n' }, { parts: ['summary'] });
  expect(gaps).toEqual(['1 file without an ending not looked into: programs among them are not known']);
});

test("what only tests, extras or documents need is not told as the project's own", async () => {
  const found = await overviewOf({
    'pyproject.toml':
      '[project]\nname = "acme"\ndependencies = ["click"]\n[project.optional-dependencies]\ndev = ["numpy"]\n[tool.black]\n',
    'doc/en/requirements.txt': 'furo\n',
    'testing/plugins/requirements.txt': 'django\n',
    '.pre-commit-config.yaml': 'repos:\n  - hooks:\n      - id: ruff-format\n',
    'integration-tests/package.json': '{"dependencies":{"express":"5"}}',
    'Cargo.toml':
      '[package]\nname = "a"\n[dependencies]\nserde = { version = "1", optional = true }\n[dependencies.clap]\nversion = "4"\noptional = true\n',
    'Package.swift':
      'let p = Package(\n dependencies: [\n .package(url: "https://x.test/a/ssl.git", from: "2.1.0"),\n ],\n targets: [\n .testTarget(name: "T", dependencies: [\n .product(name: "SSL", package: "ssl"),\n ]),\n ])\n',
  });
  expect(found.frameworks.map(({ name }) => name)).toEqual(['Click']);
  expect(found.dependencies.map(({ name, scope }) => `${name} ${scope}`).sort()).toEqual([
    'clap optional',
    'click runtime',
    'express runtime',
    'furo dev',
    'numpy optional',
    'serde optional',
    'ssl dev',
  ]);
  expect(commandsOf(found)).toContain('lint pre-commit run --all-files convention .pre-commit-config.yaml:null');
  expect(commandsOf(found).some((command) => command.includes('black'))).toBe(false);
});

test('manifests of line ends, or of one line over and over, are read to their end', async () => {
  const found = await overviewOf({
    'pyproject.toml': '[project]\nname = "a"\n',
    '.pre-commit-config.yaml': '\n'.repeat(300_000),
    'a.gemspec': ' s.executables=Dir\n'.repeat(20_000),
    'bin/a': '',
    Gemfile: `gem "a",${' '.repeat(1_900)}\n`.repeat(100),
  });
  expect(entriesOf(found)).toEqual(['bin a a.gemspec:1 bin/a true']);
});

test('mains of tests are no entry points, headers of C++ are not C, a program is called by its file', async () => {
  const found = await overviewOf({
    'db/tool.cc': 'int main(int argc, char** argv) {\n}\n',
    'db/db.h': 'class DB;\n',
    'db/db_test.cc': 'int main(int argc, char** argv) {\n}\n',
    'db/c_test.c': 'int main(int argc, char** argv) {\n}\n',
    'app/src/jvmTest/kotlin/Try.kt': 'fun main() {\n}\n',
  });
  expect(entriesOf(found)).toEqual(['main tool db/tool.cc:1 null null']);
  expect(found.languages?.shares.map(({ name, files }) => [name, files])).toEqual([
    ['C++', 3],
    ['C', 1],
    ['Kotlin', 1],
  ]);
});

test('a main of C that only tries a part of a library is no entry point', async () => {
  const found = await overviewOf({
    'src/crc.c': '#ifdef CRC_TEST_MAIN\n#include <stdio.h>\nint main(int argc, char** argv) {\n}\n#endif\n',
    'src/sds.c': '#if 1\n#endif\n#if defined(SDS_TEST_MAIN)\nint main(void) {\n}\n#endif\n',
    'src/server.c': '#ifdef SERVER_TEST\n#endif\n#ifdef FUZZ_MAIN\n#else\nint main(void) {\n}\n#endif\n',
    'src/tool.c': '#ifndef NO_MAIN\nint main(void) {\n}\n#endif\n',
  });
  expect(entriesOf(found)).toEqual(['main tool src/tool.c:2 null null', 'main server src/server.c:5 null null']);
});

test('libraries that a program of C brings along are not its own', async () => {
  const found = await overviewOf({
    'src/server.c': 'int main(void) {\n}\n',
    'deps/lua/src/lua.c': 'int main(void) {\n}\n',
    'deps/hiredis/CMakeLists.txt': 'project(hiredis)\nenable_testing()\n',
    'deps/graph/src/index.ts': 'export const a = 1;\n',
  });
  expect(entriesOf(found)).toEqual(['main server src/server.c:1 null null']);
  expect(found.commands).toEqual([]);
  expect(found.languages?.shares.map(({ name, files }) => [name, files])).toEqual([
    ['C', 1],
    ['TypeScript', 1],
  ]);
});

test('what only tests hold is not what a project is built with', async () => {
  const found = await overviewOf({
    'a.rs': '',
    'tests/highlighted/solution.slnx': '<Solution><Project Path="A.csproj" /></Solution>',
    'tests/highlighted/A.csproj': '<Project/>',
  });
  expect(found.commands).toEqual([]);
  expect(found.packageManagers).toEqual([]);
});

test('one file that is not counted is told in the singular', async () => {
  const found = await overviewOf({ 'src/a.js': 'const a = 1;\n', 'vendor/b.js': 'const b = 1;\n' });
  expect(found.gaps).toEqual(['1 vendored, built or minified source file is not counted']);
});

test('a package of the project itself is no framework of it', async () => {
  const found = await overviewOf({
    'sinatra.gemspec': '',
    'lib/sinatra.rb': '',
    'contrib/contrib.gemspec': "s.add_dependency 'sinatra', '4'\ns.add_dependency 'rails'\n",
  });
  expect(found.frameworks.map(({ name }) => name)).toEqual(['Rails']);
});

test('what an application packs into its pages is not told as asked for in development alone, what a library tries is', async () => {
  const told = async (specs: Record<string, string>): Promise<readonly string[]> =>
    (await overviewOf(specs)).frameworks.map(({ name, scope }) => (scope ? `${name} ${scope}` : name));
  const asked = (more: Record<string, unknown>): string =>
    JSON.stringify({ devDependencies: { vue: '^3', express: '^5', vite: '^6' }, ...more });
  expect(await told({ 'package.json': asked({ private: true }) })).toEqual(['Vue', 'Express dev', 'Vite']);
  const tried = ['Vue dev', 'Express dev', 'Vite'];
  expect(await told({ 'package.json': asked({ private: true, main: 'a.js' }) })).toEqual(tried);
  expect(await told({ 'package.json': asked({ name: 'shop' }) })).toEqual(tried);
  expect(await told({ 'package.json': asked({ private: true }), 'packages/a/package.json': '{}' })).toEqual(tried);
  expect(await told({ 'package.json': '{"private": true, "devDependencies": {"vue": "^3"}}' })).toEqual(['Vue dev']);
  expect(await told({ 'package.json': '{"private": true, "devDependencies": {"ember-source": "^6"}}' })).toEqual([
    'Ember',
  ]);
});

test('an application of Rails called myapp is there to try the project, unless it is all that there is', async () => {
  const asked = "gem 'rails'\n";
  const told = async (specs: Record<string, string>, prefix: string | null = null): Promise<readonly string[]> =>
    (await overviewOf(specs, { prefix })).manifests.map(({ file }) => file);
  expect(await told({ 'myapp/Gemfile': asked, 'myapp/test/Gemfile': asked })).toEqual(['myapp/Gemfile']);
  expect(await told({ Gemfile: asked, 'myapp/Gemfile': asked })).toEqual(['Gemfile']);
  expect(await told({ 'myapp/Gemfile': asked, 'myapp/web/Gemfile': asked }, 'myapp')).toContain('myapp/Gemfile');
});

test('several manifests at the same depth: no command is claimed for the whole', async () => {
  const found = await overviewOf({
    'a/Cargo.toml': '[package]\nname = "a"\n',
    'b/Cargo.toml': '[package]\nname = "b"\n',
  });
  expect(found.commands).toEqual([]);
});

test('where there are more commands than a bound, those of the top are told before those of packages', async () => {
  const scripts = JSON.stringify(Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`test:${at}`, 'x'])));
  const { commands, totals } = await overviewOf({
    'packages/a/package.json': `{"name": "a", "scripts": ${scripts}}`,
    '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: make -C . test\n      - run: go test ./...\n',
  });
  expect(totals.commands).toBeGreaterThan(450);
  expect(commands).toHaveLength(400);
  expect(commands.slice(0, 2)).toMatchObject([
    { command: 'make -C . test', basis: 'ci', directory: '' },
    { command: 'go test ./...', basis: 'ci', directory: '' },
  ]);
});

test('hostile manifests are named among the gaps and nothing is claimed from them', async () => {
  const found = await overviewOf({
    'package.json': '{"scripts":'.repeat(90_000),
    'Cargo.toml': `a = ${'['.repeat(500_000)}`,
    'pom.xml': '<a>'.repeat(300_000),
    'README.md': new Uint8Array([0xff, 0xfe, 0x41, 0x00]),
    'src/a.js': new Uint8Array([0xe9, 0x0a]),
  });
  expect(found.commands).toEqual([]);
  expect(found.gaps).toEqual([
    'lines of 1 source file are not counted: binary, or not text in UTF-8',
    'README.md was not read: not a text in UTF-8',
    'package.json was not understood: not a JSON object of a bounded depth',
    'Cargo.toml was not understood as TOML',
    'pom.xml was not understood as a POM',
  ]);
});

test('the same tree gives the same bytes, from the work tree or from its commit', async () => {
  const repository = keepFolder(
    makeRepository({ 'package.json': '{"scripts":{"test":"x"}}', 'src/a.ts': 'a\n', 'docs/b.md': '# B\n' }),
  );
  const input = { task: 'change a' };
  expect(JSON.stringify(await askOverview(repository.path, input))).toBe(
    JSON.stringify(await askOverview(repository.path, input)),
  );
  const [tree, commit] = [await askOverview(repository.path, input), await askOverview(repository.path, input, 'main')];
  expect(tree.status === 'ok' && [tree.commands, tree.tree, tree.guides, tree.taskFiles]).toEqual(
    commit.status === 'ok' && [commit.commands, commit.tree, commit.guides, commit.taskFiles],
  );
});

test('a sub-folder of a workspace is installed by what the lock file above it says', async () => {
  const files = {
    'pnpm-lock.yaml': '',
    'package.json': '{"private":true}',
    'packages/web/package.json': '{"scripts":{"build":"y"}}',
  };
  const found = await overviewOf(files, { prefix: 'packages/web' });
  expect(found.commands.map(({ command, file, detail }) => [command, file, detail])).toEqual([
    ['pnpm install', 'pnpm-lock.yaml', null],
    ['pnpm run build', 'packages/web/package.json', 'y'],
  ]);
  expect(found.files).toBe(1);
});

test('a sub-folder is described alone, with paths of the whole project', async () => {
  const files = {
    'package.json': '{"scripts":{"test":"x"}}',
    'web/package.json': '{"scripts":{"build":"y"}}',
    'web/src/a.ts': 'a\n',
  };
  const found = await overviewOf(files, { prefix: 'web' });
  expect(found.files).toBe(2);
  expect(found.commands.map(({ command, directory, file }) => [command, directory, file])).toEqual([
    ['npm install', 'web', 'web/package.json'],
    ['npm run build', 'web', 'web/package.json'],
  ]);
  expect(found.tree.map(({ path }) => path)).toEqual(['web/package.json', 'web/src/']);
  expect(await askOverview(keepFolder(makeFolder(files)).path, { prefix: 'nowhere' })).toEqual({
    status: 'empty_prefix',
  });
});

test('an unknown ref, a folder without git and a missing folder are told apart', async () => {
  const repository = keepFolder(makeRepository({ a: '1' }));
  expect(await askOverview(repository.path, {}, 'nope')).toEqual({ status: 'unknown_ref' });
  expect(await askOverview(keepFolder(makeFolder({ a: '1' })).path, {}, 'main')).toEqual({
    status: 'not_a_repository',
  });
  expect(await askOverview(join(repository.path, 'gone'))).toEqual({ status: 'location_gone' });
});
