import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import { rankEntries } from './entry-order.ts';
import type { FactSheet } from './fact-sheet.ts';
import { listFrameworks } from './frameworks.ts';
import { readOthers } from './other-ecosystems.ts';

const read = (specs: FileSpecs): Promise<FactSheet> => factSheetOf(specs, readOthers);

test('a package of .NET that is kept from those who use the project is one for the build', async () => {
  const references = [
    '<PackageReference Include="Dapper" Version="2.1" />',
    '<PackageReference Include="PolySharp" Version="1.15.0" PrivateAssets="All" />',
    '<PackageReference Include="MinVer"><Version>5</Version><PrivateAssets> all </PrivateAssets></PackageReference>',
    '<PackageReference Include="Polly" Version="8" PrivateAssets="compile" />',
  ];
  const text = `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>${references.join('\n')}</ItemGroup></Project>`;
  const { dependencies } = await read({ 'src/App.csproj': text });
  expect(dependencies.map(({ name, requirement, scope }) => `${name} ${requirement} ${scope}`)).toEqual([
    'Dapper 2.1 runtime',
    'PolySharp 1.15.0 build',
    'MinVer 5 build',
    'Polly 8 runtime',
  ]);
});

const project = (inner: string): string => `<Project Sdk="Microsoft.NET.Sdk">${inner}</Project>`;
const packages = (...names: readonly string[]): string =>
  `<ItemGroup>${names.map((name) => `<PackageReference Include="${name}" Version="1" />`).join('')}</ItemGroup>`;

test('a project of .NET that makes a program leads to where it begins, and packages of one with tests are for working on it', async () => {
  const exe = '<PropertyGroup>\n<OutputType>Exe</OutputType></PropertyGroup>';
  const { entryPoints, dependencies } = await read({
    'src/App/App.csproj': project(exe),
    'src/App/Program.cs': 'System.Console.WriteLine(1);\n',
    'src/Benchmark/Benchmark.csproj': project(exe),
    'src/Benchmark/Program.cs': 'Run();\n',
    'src/Lib/Lib.cs': '',
    'src/Lib/Lib.csproj': project(packages('Dapper')),
    'TestApp/TestApp.csproj': project(exe),
    'TestApp/Program.cs': 'Try();\n',
    'src/Checks/Checks.csproj': project(packages('xunit', 'Shouldly')),
  });
  const entries = rankEntries(entryPoints, []);
  expect(entries.map(({ kind, name, file, line, target }) => `${kind} ${name} ${file}:${line} ${target}`)).toEqual([
    'bin App src/App/App.csproj:2 src/App/Program.cs',
    'library Lib src/Lib/Lib.csproj:null null',
    'bin TestApp TestApp/TestApp.csproj:2 TestApp/Program.cs',
  ]);
  expect(dependencies.map(({ name, scope }) => `${name} ${scope}`).sort()).toEqual([
    'Dapper runtime',
    'Shouldly dev',
    'xunit dev',
  ]);
});

test('a project of .NET that only builds others, or is a game for an engine, gives no library, and one that measures no program', async () => {
  const { entryPoints } = await read({
    'Build.csproj': '<Project Sdk="Microsoft.Build.Traversal/2.0.24"></Project>',
    'game/Pong.csproj': '<Project Sdk="Godot.NET.Sdk/4.2.0"></Project>',
    'game/Ball.cs': 'class Ball { }\n',
    'src/Lib/Lib.csproj': project(''),
    'src/Lib/Lib.cs': 'class Lib { }\n',
    'src/Lib.Tests.Benchmarks/Lib.Tests.Benchmarks.csproj': project(
      '<PropertyGroup><OutputType>Exe</OutputType></PropertyGroup>',
    ),
    'src/Lib.Tests.Benchmarks/Program.cs': 'class Program { static void Main() { } }\n',
  });
  expect(entryPoints.map(({ kind, name }) => `${kind} ${name}`)).toEqual(['library Lib']);
});

test('what the tests of .NET run with is told where a file of settings that a project reads asks for it', async () => {
  const sdk = '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><Kind>Check</Kind></PropertyGroup></Project>';
  const { frameworks } = await read({
    'App.slnx': '<Solution><Project Path="src/App/App.csproj" /></Solution>',
    'src/App/App.csproj': project(packages('Dapper')),
    'test/App.Tests/App.Tests.csproj': sdk,
    'Directory.Build.targets':
      '<Project><Import Project="$(MSBuildThisFileDirectory)eng\\$(Kind).targets" Condition="$(Kind) != \'\'" /></Project>',
    'eng/Check.targets': `<Project>\n${packages('xunit', 'NSubstitute')}<ItemGroup Condition="$(Old)"><PackageReference Include="MSTest" /></ItemGroup></Project>`,
    'eng/Unread.targets': `<Project>${packages('NUnit')}</Project>`,
    'other/Directory.Build.props': `<Project>${packages('TUnit')}</Project>`,
  });
  expect(frameworks.map(({ name, file, line }) => `${name} ${file}:${line}`)).toEqual(['xUnit eng/Check.targets:2']);
});

test('what the tests of .NET run with is told of projects in folders of tests, not of what these only read', async () => {
  const { frameworks, dependencies } = await read({
    'App.slnx': '<Solution><Project Path="src/App/App.csproj" /></Solution>',
    'src/App/App.csproj': project(packages('Dapper')),
    'src/Quick.Tests/Quick.Tests.csproj': '<Project Sdk="MSTest.Sdk/4.0.2"></Project>',
    'tests/App.Tests/App.Tests.csproj': project(packages('NUnit', 'Shouldly', 'Microsoft.AspNetCore.Mvc.Testing')),
    'tests/Web.Tests/Web.Tests.csproj': project(`\n${packages('xunit.v3.mtp-v2')}`),
    'tests/fixtures/Old/Old.csproj': project(packages('TUnit')),
    'samples/tests/Show/Show.csproj': project(packages('xunit')),
  });
  expect(frameworks.map(({ name, file, line }) => `${name} ${file}:${line}`).sort()).toEqual([
    'MSTest src/Quick.Tests/Quick.Tests.csproj:1',
    'NUnit tests/App.Tests/App.Tests.csproj:1',
    'xUnit tests/Web.Tests/Web.Tests.csproj:2',
  ]);
  expect(dependencies.map(({ name }) => name)).toEqual(['Dapper']);
  const runs = {
    ecosystem: 'npm',
    name: 'react',
    requirement: '',
    scope: 'runtime',
    file: 'package.json',
    line: 1,
  } as const;
  expect(listFrameworks([runs], frameworks).map(({ name }) => name)).toEqual(['React', 'MSTest', 'NUnit', 'xUnit']);
});

test('a method called Main in a library of .NET is no entry point', async () => {
  const specs = {
    'src/Lib/Lib.csproj': project(''),
    'src/Lib/Docs/Show.cs': '',
    'src/Lib/Tool/Tool.csproj': project('<PropertyGroup><OutputType>Exe</OutputType></PropertyGroup>'),
    'src/Lib/Tool/Start.cs': '',
  };
  const main = (file: string): EntryPoint => ({
    kind: 'main',
    name: 'A',
    file,
    line: 1,
    target: null,
    isThere: null,
    basis: 'defined',
  });
  const mains = ['src/Lib/Docs/Show.cs', 'src/Lib/Tool/Start.cs'].map(main);
  const told = async (more: FileSpecs): Promise<readonly string[]> =>
    rankEntries([], mains, (await read({ ...specs, ...more })).builds).map(({ file }) => file);
  expect(await told({})).toEqual(['src/Lib/Tool/Start.cs']);
  const shared = {
    'eng/Programs.props': '<Project><PropertyGroup><OutputType>Exe</OutputType></PropertyGroup></Project>',
  };
  expect(await told(shared)).toEqual(['src/Lib/Docs/Show.cs', 'src/Lib/Tool/Start.cs']);
});

test('packages of Swift name their files for single versions of it, and that of CocoaPods', async () => {
  const { manifests } = await read({
    'Package.swift': '',
    'Package@swift-6.0.swift': '',
    'A.podspec': '',
    'Example/B.podspec': '',
  });
  expect(manifests.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'Package.swift Package.swift',
    'podspec A.podspec',
    'Package.swift Package@swift-6.0.swift',
  ]);
});

test('dependencies are told as the manifests themselves are read: groups in any form, comments and no text apart', async () => {
  const { dependencies } = await read({
    Gemfile:
      "gem 'a', '~> 1', require: false\ngem 'b', group: :test\ngroup :production do\n  gem 'c'\nend\nsource 'https://x.example.org' do\n  group :ci do\n    gem 'd'\n  end\nend\n",
    'e.gemspec': "Gem::Specification.new do |s|\n  # s.add_dependency 'off', '1'\nend\n",
    'App.csproj': project(
      '<ItemGroup><PackageReference Include="F" Version="1" VersionOverride="2" /><PackageReference Include="$(G)" /></ItemGroup>',
    ),
  });
  expect(
    dependencies.map(({ ecosystem, name, requirement, scope }) => `${ecosystem} ${name} ${requirement} ${scope}`),
  ).toEqual(['gem a ~> 1 dev', 'gem b  dev', 'gem c  dev', 'gem d  dev', 'nuget F 2 runtime']);
});

test('gems of the project itself are for work on it by any form of their group', async () => {
  const { dependencies } = await read({
    Gemfile:
      "gem 'b', group: :test\ngroup :production do\n  gem 'c'\nend\ngroup :ci do\n  if true\n    gem 'd'\n  end\n  gem 'e'\nend\n",
  });
  expect(dependencies.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['b dev', 'c runtime', 'd dev', 'e dev']);
});
