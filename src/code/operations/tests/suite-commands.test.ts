import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { suiteCommands } from './suite-commands.ts';

/** The commands for all tests of a project, or of a folder of it. */
async function suiteOf(specs: FileSpecs, prefix: string | null = null): Promise<readonly string[]> {
  const folder = makeFolder(specs);
  const selector = { location: folder.path, ref: null, denied: [] };
  const opened = await openSource(selector);
  if (!opened.ok) throw new Error(opened.error);
  try {
    const source = opened.value;
    const listing = await source.list(new AbortController().signal);
    const rows = await suiteCommands({ source, listing, prefix });
    return rows.map(({ command, directory }) => (directory === '' ? command : `${directory}: ${command}`));
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

test('all tests of a project are run as its overview says, whatever it is written in', async () => {
  expect(await suiteOf({ 'Package.swift': 'targets: [\n  .testTarget(name: "T"),\n]\n' })).toEqual(['swift test']);
  const sdk = '<Project Sdk="Microsoft.NET.Sdk"></Project>';
  expect(await suiteOf({ 'T.csproj': sdk })).toEqual(['dotnet test']);
  expect(await suiteOf({ 'phpunit.xml.dist': '', 'composer.json': '{}' })).toEqual(['vendor/bin/phpunit']);
  const modules = { 'go.mod': 'module a\n', 'a.go': 'package a\n', 'b/go.mod': 'module b\n', 'b/b.go': 'package b\n' };
  const work = { 'go.work': 'go 1.25\nuse (\n\t.\n\t./b\n)\n', Makefile: 'test-race:\n\tx\ntest:\n\tx\n' };
  expect(await suiteOf({ ...modules, ...work })).toEqual(['make test', 'go test ./... ./b/...']);
});

test('what CI runs is told where no manifest says how tests are run, and of a folder what holds there', async () => {
  const ci = { '.github/workflows/a.yml': 'jobs:\n  a:\n    steps:\n      - run: ./runtest --fast\n', runtest: '' };
  expect(await suiteOf(ci)).toEqual(['./runtest --fast']);
  expect(await suiteOf({ ...ci, 'go.mod': 'module a\n', 'a.go': 'package a\n' })).toEqual(['go test ./...']);
  const inner = { 'pnpm-lock.yaml': '', 'web/package.json': '{"scripts":{"test":"vitest"}}', 'go.mod': 'module a\n' };
  expect(await suiteOf(inner, 'web')).toEqual(['web: pnpm test']);
  const outer = { 'package.json': '{"scripts":{"test":"vitest"}}', 'web/a.ts': '' };
  expect(await suiteOf(outer, 'web')).toEqual(['npm test']);
});

test('a script that only says that there are no tests runs none', async () => {
  expect(await suiteOf({ 'package.json': '{"scripts":{"test":"echo none && exit 1"}}' })).toEqual([]);
});

test('modules of Kotlin Multiplatform are tested by allTests', async () => {
  const build = 'plugins {\n  kotlin("multiplatform") version "2"\n}\n';
  expect(await suiteOf({ 'build.gradle.kts': build, gradlew: '' })).toEqual(['./gradlew allTests']);
  expect(await suiteOf({ 'build.gradle': "plugins { id 'java' }\n" })).toEqual(['gradle test']);
});

test('where only some modules are of Kotlin Multiplatform, all are tested by check', async () => {
  const top = { 'build.gradle.kts': 'plugins {\n  kotlin("jvm") version "2" apply false\n}\n', gradlew: '' };
  const shared = { 'shared/build.gradle.kts': 'plugins {\n  kotlin("multiplatform")\n}\n' };
  const suiteBeside = async (files: FileSpecs) => await suiteOf({ ...top, ...shared, ...files });
  expect(await suiteBeside({ 'cli/build.gradle.kts': 'plugins {\n  kotlin("jvm")\n}\n' })).toEqual(['./gradlew check']);
  // By a plugin that the build writes for itself, which says nothing of what it applies.
  const own = { 'cli/build.gradle.kts': 'plugins {\n  id("acme.cli")\n}\n' };
  expect(await suiteBeside({ ...own, 'cli/src/test/kotlin/ATest.kt': '' })).toEqual(['./gradlew check']);
  // Nothing of these has a task `test` with tests.
  expect(await suiteBeside(own)).toEqual(['./gradlew allTests']);
  expect(await suiteBeside({ 'shared/src/test/java/ATest.java': '' })).toEqual(['./gradlew allTests']);
  expect(await suiteBeside({ 'buildSrc/build.gradle.kts': 'plugins {\n  kotlin("jvm")\n}\n' })).toEqual([
    './gradlew allTests',
  ]);
});
