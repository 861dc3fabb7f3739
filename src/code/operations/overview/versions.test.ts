import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { readNode } from './node.ts';
import { readVersions } from './versions.ts';

async function versionsOf(specs: FileSpecs): Promise<readonly string[]> {
  const { versions } = await factSheetOf(specs, async (files, sheet) => {
    await readNode(files, sheet);
    await readVersions(files, sheet);
  });
  return versions.map(({ name, file, line }) => `${name} [${file}${line === null ? '' : `:${line}`}]`);
}

test('versions of languages and engines are told with their places', async () => {
  expect(
    await versionsOf({
      'package.json': '{\n  "engines": {\n    "node": ">= 18",\n    "pnpm": "^9"\n  }\n}\n',
      'go.mod': 'module a\n\ngo 1.23.0\n\ntoolchain go1.24.1\n',
      'Cargo.toml': '[package]\nname = "a"\nrust-version = "1.80" # MSRV\n',
      'pyproject.toml': '[project]\nname = "a"\nrequires-python = ">=3.10"\n',
      'composer.json': '{"require": {"php": "^8.1", "a/b": "1"}}\n',
      'a.gemspec': "Gem::Specification.new do |s|\n  s.required_ruby_version = '>= 2.7.8'\nend\n",
      'Package.swift': '// swift-tools-version:6.1\nimport PackageDescription\n',
      '.tool-versions': '# pins\nnodejs 24.16.0\nruby 3.4 # later\ngolang 1.23.4\n',
      '.nvmrc': 'lts/*',
      '.swift-version': '6.4.x-snapshot-2026-08-01\n',
      'rust-toolchain.toml': '[toolchain]\nchannel = "1.85.0"\n',
    }),
  ).toEqual([
    'node >= 18 [package.json:3]',
    'pnpm ^9 [package.json:4]',
    'php ^8.1 [composer.json:1]',
    'go 1.23.0 [go.mod:3]',
    'rust 1.80 [Cargo.toml:3]',
    'python >=3.10 [pyproject.toml:3]',
    'swift-tools 6.1 [Package.swift:1]',
    'ruby >= 2.7.8 [a.gemspec:2]',
    'node 24.16.0 [.tool-versions:2]',
    'ruby 3.4 [.tool-versions:3]',
    'go 1.23.4 [.tool-versions:4]',
    'node lts/* [.nvmrc:1]',
    'swift 6.4.x-snapshot-2026-08-01 [.swift-version:1]',
    'rust 1.85.0 [rust-toolchain.toml:2]',
  ]);
});

test('a requirement of Ruby that is made as an object, and that of Elixir, are told', async () => {
  const gemspec = 'Gem::Specification.new do |s|\n  s.required_ruby_version = Gem::Requirement.new(">= 3.0.0")\nend\n';
  const listed =
    "Gem::Specification.new do |s|\n  s.required_ruby_version = Gem::Requirement.new('>= 3', '< 5')\nend\n";
  expect(await versionsOf({ 'a.gemspec': gemspec })).toEqual(['ruby >= 3.0.0 [a.gemspec:2]']);
  expect(await versionsOf({ 'a.gemspec': listed })).toEqual([]);
  const mix =
    'defmodule A.MixProject do\n  @elixir_requirement "~> 1.15"\n  def project, do: [elixir: @elixir_requirement]\nend\n';
  expect(await versionsOf({ 'mix.exs': mix })).toEqual(['elixir ~> 1.15 [mix.exs:2]']);
  expect(await versionsOf({ 'mix.exs': '    [\n      elixir: "~> 1.7",\n    ]\n' })).toEqual([
    'elixir ~> 1.7 [mix.exs:2]',
  ]);
});

test('the version of many packages is told once, others beside it, and none of those that are nobody’s', async () => {
  expect(
    await versionsOf({
      'packages/a/package.json': '{"engines": {"node": ">=20"}}',
      'packages/b/package.json': '{"engines": {"node": ">=20"}}',
      'packages/c/package.json': '{"engines": {"node": ">=18", "npm": 7}}',
      'examples/d/package.json': '{"engines": {"node": ">=4"}}',
      'Cargo.toml': '[workspace.package]\nrust-version = "1.90"\n',
      'crates/a/Cargo.toml': '[package]\nname = "a"\nrust-version.workspace = true\n',
    }),
  ).toEqual([
    'rust 1.90 [Cargo.toml:2]',
    'node >=20 [packages/a/package.json:1]',
    'node >=18 [packages/c/package.json:1]',
  ]);
});

test('runtimes that are wanted to work on a package are told, one or several', async () => {
  expect(
    await versionsOf({
      'package.json':
        '{"devEngines": {"packageManager": {"name": "pnpm", "version": "12"},\n"runtime": {"name": "node", "version": "26.7"}}}',
      'a/package.json': '{"devEngines": {"runtime": [{"name": "bun", "version": "1"}, {"name": "node"}, 3]}}',
    }),
  ).toEqual(['node 26.7 [package.json:2]', 'bun 1 [a/package.json:1]']);
});

test('what Volta takes to work on a package is told beside what that asks for', async () => {
  expect(
    await versionsOf({
      'package.json':
        '{\n  "volta": {\n    "node": "26.5.0",\n    "yarn": "1.22.19",\n    "extends": "../package.json"\n  }\n}\n',
      'packages/a/package.json': '{"engines": {"node": "^22 || ^24"}}',
    }),
  ).toEqual([
    'node 26.5.0 [package.json:3]',
    'yarn 1.22.19 [package.json:4]',
    'node ^22 || ^24 [packages/a/package.json:1]',
  ]);
});

test('projects of .NET tell what they are built for, and those of tests and samples do not', async () => {
  const project = (inner: string): string =>
    `<Project Sdk="Microsoft.NET.Sdk">\n<PropertyGroup>\n${inner}\n</PropertyGroup></Project>`;
  expect(
    await versionsOf({
      'src/Kit/Kit.csproj': project(
        '<!-- <TargetFramework>net5.0</TargetFramework> -->\n<TargetFrameworks>netstandard2.0; net8.0</TargetFrameworks>',
      ),
      'src/Tool/Tool.fsproj': project('<TargetFramework>net8.0</TargetFramework>'),
      'src/Other/Other.csproj': project('<TargetFramework>$(Newest)</TargetFramework>'),
      'test/Kit.Tests/Kit.Tests.csproj': project('<TargetFramework>net9.0</TargetFramework>'),
    }),
  ).toEqual(['dotnet netstandard2.0;net8.0 [src/Kit/Kit.csproj:4]', 'dotnet net8.0 [src/Tool/Tool.fsproj:3]']);
});

test('of a project of .NET that is built for many none is left out', async () => {
  const targets =
    '<TargetFrameworks Condition="a">net471;net462</TargetFrameworks>\n<TargetFrameworks>$(TargetFrameworks);net10.0;net9.0; net8.0;net6.0;netstandard2.0</TargetFrameworks>';
  expect(
    await versionsOf({ 'a.csproj': `<Project>\n<PropertyGroup>\n${targets}\n</PropertyGroup></Project>` }),
  ).toEqual(['dotnet net471;net462 [a.csproj:3]', 'dotnet net10.0;net9.0;net8.0;net6.0;netstandard2.0 [a.csproj:4]']);
});

test('what only tests are built with is nothing that the project asks for', async () => {
  const of = (version: number): string =>
    `java {\n  toolchain {\n    languageVersion = JavaLanguageVersion.of(${version})\n  }\n}\n`;
  const asked = await versionsOf({
    'build.gradle': of(17),
    'a-integration-tests/java-21/build.gradle': of(21),
    'module-tests/build.gradle': of(23),
    'test-jpms/build.gradle': of(11),
  });
  expect(asked).toEqual(['java 17 [build.gradle:3]']);
});

test('what a tool of PHP asks for in a manifest of its own is nothing that the project asks for', async () => {
  const php = (version: string): string => `{"require": {"php": "${version}"}}\n`;
  const asked = await versionsOf({ 'composer.json': php('^8.0'), 'vendor-bin/fixer/composer.json': php('^7.4') });
  expect(asked).toEqual(['php ^8.0 [composer.json:1]']);
});

test('what only the site of its documents is built with is nothing that the project asks for', async () => {
  const asked = await versionsOf({
    'website/package.json': '{ "engines": { "node": ">=20" } }\n',
    'packages/manual/package.json': '{ "dependencies": { "vitepress": "1" }, "engines": { "node": ">=22" } }\n',
    'packages/cart/package.json': '{ "engines": { "bun": ">=1" } }\n',
  });
  expect(asked).toEqual(['bun >=1 [packages/cart/package.json:1]']);
});

test('what a www/ is built with is asked for by the project unless it is the site of its documents', async () => {
  const www = (asked: string): FileSpecs => ({
    'www/package.json': '{ "engines": { "node": ">=20" } }\n',
    'www/apps/book/package.json': `{ "dependencies": { "next": "15", "${asked}": "15" } }\n`,
  });
  expect(await versionsOf(www('@next/mdx'))).toEqual([]);
  expect(await versionsOf(www('react'))).toEqual(['node >=20 [www/package.json:1]']);
});

test('what the code of a build is built with is nothing that the project asks for', async () => {
  const asked = { 'build-logic/build.gradle.kts': 'kotlin {\n  jvmToolchain(17)\n}\n' };
  expect(await versionsOf(asked)).toEqual([]);
  expect(await versionsOf({ ...asked, 'kit/build.gradle.kts': 'kotlin {\n  jvmToolchain(11)\n}\n' })).toEqual([
    'java 11 [kit/build.gradle.kts:2]',
  ]);
});

test('of Java the version is told that a build writes out, and not what one task takes', async () => {
  expect(
    await versionsOf({
      'pom.xml':
        '<project>\n<properties>\n  <java.version>17</java.version>\n  <maven.compiler.testRelease>21</maven.compiler.testRelease>\n</properties>\n</project>\n',
      'a/build.gradle': 'java {\n  toolchain {\n    languageVersion = JavaLanguageVersion.of(19)\n  }\n}\n',
      'b/build.gradle.kts': 'kotlin {\n  jvmToolchain(21)\n}\n',
      'c/build.gradle.kts': 'task {\n  languageVersion.set(JavaLanguageVersion.of(25))\n}\n',
      'd/pom.xml': `<project>\n<properties>\n<java.version>\${other}</java.version>\n</properties>\n</project>\n`,
    }),
  ).toEqual(['java 17 [pom.xml:3]', 'java 19 [a/build.gradle:3]', 'java 21 [b/build.gradle.kts:2]']);
  const onOneLine = 'java { toolchain { languageVersion.set(JavaLanguageVersion.of(23)) } }\n';
  expect(await versionsOf({ 'build.gradle.kts': 'kotlin { jvmToolchain(23) }\n' })).toEqual([
    'java 23 [build.gradle.kts:1]',
  ]);
  expect(await versionsOf({ 'build.gradle.kts': onOneLine })).toEqual(['java 23 [build.gradle.kts:1]']);
});

test('requirements of a Gemfile that hold together are told together', async () => {
  expect(await versionsOf({ Gemfile: 'ruby ">= 3.0", "< 3.3"\n' })).toEqual(['ruby >= 3.0, < 3.3 [Gemfile:1]']);
  expect(await versionsOf({ Gemfile: "ruby '3.2.1', engine: 'jruby'\n" })).toEqual(['ruby 3.2.1 [Gemfile:1]']);
});

test('a sentence for who has the wrong manager is no version', async () => {
  const engines =
    '{"engines": {"npm": "Please use pnpm instead of NPM", "yarn": "please-use-pnpm", "bun": "*", "node": "22.x || >=24", "pnpm": "11.22.0"}}';
  expect(await versionsOf({ 'package.json': engines })).toEqual([
    'bun * [package.json:1]',
    'node 22.x || >=24 [package.json:1]',
    'pnpm 11.22.0 [package.json:1]',
  ]);
});

test('a rush.json that Rush writes for others asks for nothing here', async () => {
  const rush = (version: string): string => `{\n  "nodeSupportedVersionRange": "${version}",\n  "projects": []\n}\n`;
  expect(await versionsOf({ 'rush.json': rush('>=20'), 'libs/init/rush.json': rush('>=24') })).toEqual([
    'node >=20 [rush.json:2]',
  ]);
});
