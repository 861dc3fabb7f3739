import { expect, test } from 'vitest';
import { commandsOf, entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

test('a Go project tells mains with their lines, and nothing of indirect requirements, tests or vendored code', async () => {
  const found = await overviewOf({
    'go.mod':
      'module acme\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.10.0\n\tgolang.org/x/text v0.1.0 // indirect\n)\nrequire github.com/spf13/cobra v1.8.0\n',
    'cmd/acme/main.go': '// Package main\npackage main\n\nfunc main() {}\n',
    'vendor/x/main.go': 'package main\nfunc main() {}\n',
    'Godeps/_workspace/src/x/main.go': 'package main\nfunc main() {}\n',
    'testdata/m.go': 'package main\nfunc main() {}\n',
  });
  expect(entriesOf(found)).toEqual(['main cmd/acme cmd/acme/main.go:4 null null']);
  expect(found.dependencies.map(({ name, line }) => [name, line])).toEqual([
    ['github.com/gin-gonic/gin', 4],
    ['github.com/spf13/cobra', 7],
  ]);
  expect(found.frameworks.map(({ name }) => name)).toEqual(['Gin', 'Cobra']);
  expect(found.gaps).toEqual(['2 vendored, built or minified source files are not counted']);
});

test('a Python project tells its scripts, the tools that its settings are for, and environments of tox and nox', async () => {
  const found = await overviewOf({
    'pyproject.toml':
      '[project]\nname = "acme"\ndependencies = [\n  "flask>=3",\n]\n[project.scripts]\nacme = "acme.cli:main"\n[tool.pytest.ini_options]\n[tool.ruff]\n',
    'uv.lock': '',
    'tox.ini': '[testenv]\n[testenv:lint]\n',
    'noxfile.py': '@nox.session\ndef test(session):\n  pass\n\ndef build(x):\n  pass\n',
    'acme/__main__.py': 'print(1)\n',
    'acme/_vendor/idna/__main__.py': 'print(1)\n',
  });
  expect(commandsOf(found)).toEqual([
    'test pytest convention pyproject.toml:8',
    'lint ruff check . convention pyproject.toml:9',
    'install uv sync convention uv.lock:null',
    'test tox defined tox.ini:1',
    'lint tox -e lint defined tox.ini:2',
    'test nox -s test defined noxfile.py:2',
  ]);
  expect(entriesOf(found)).toEqual([
    'bin acme pyproject.toml:7 acme.cli:main null',
    'main acme acme/__main__.py:1 null null',
  ]);
  expect(found.frameworks).toEqual([{ name: 'Flask', file: 'pyproject.toml', line: 4 }]);
});

test('Gradle, Ruby, PHP, .NET and Elixir: conventions are marked as such, packages have their lines', async () => {
  const found = await overviewOf({
    'build.gradle':
      "plugins {\n  id 'org.springframework.boot' version '3'\n}\ndependencies {\n  implementation 'io.ktor:ktor-core:2.0'\n}\n",
    gradlew: '',
    Gemfile: "gem 'rails', '~> 8'\ngem 'rspec'\n",
    'spec/shop_spec.rb': '',
    'composer.json': '{"require": {"php": ">=8", "slim/slim": "^4"},\n "scripts": {"test": ["a", "b"]}}',
    'App.sln': 'Project("{9A19103F}") = "App", "App\\App.csproj", "{1}"\n',
    'App/App.csproj':
      '<Project>\n<ItemGroup>\n<PackageReference Include="Dapper" Version="2.1" />\n</ItemGroup>\n</Project>\n',
    'mix.exs': 'defp deps do\n  [\n    {:phoenix, "~> 1.7"},\n  ]\nend\n',
    '.gitlab-ci.yml': 'unit:\n  script:\n    - mix test --cover\n  after: x\n  list:\n    - mix test no\n',
  });
  expect(commandsOf(found)).toEqual([
    'build ./gradlew build convention build.gradle:null',
    'test ./gradlew test convention build.gradle:null',
    'run ./gradlew bootRun convention build.gradle:2',
    'install bundle install convention Gemfile:null',
    'test bundle exec rspec convention Gemfile:2',
    'install composer install convention composer.json:null',
    'test composer test defined composer.json:2',
    'build dotnet build convention App.sln:null',
    'test dotnet test convention App.sln:null',
    'install mix deps.get convention mix.exs:null',
    'test mix test convention mix.exs:null',
    'test mix test --cover ci .gitlab-ci.yml:3',
  ]);
  expect(found.dependencies.map(({ name, requirement, file, line }) => [name, requirement, `${file}:${line}`])).toEqual(
    [
      ['io.ktor:ktor-core', '2.0', 'build.gradle:5'],
      ['rails', '~> 8', 'Gemfile:1'],
      ['rspec', '', 'Gemfile:2'],
      ['slim/slim', '^4', 'composer.json:1'],
      ['Dapper', '2.1', 'App/App.csproj:3'],
      ['phoenix', '~> 1.7', 'mix.exs:3'],
    ],
  );
});

test('what Mix lets others leave out is optional, and what only some environments take is for development', async () => {
  const rows = ['{:plug, "~> 1.14"},', '{:jason, "~> 1.0", optional: true},', '{:ex_doc, "~> 0.38", only: :docs},'];
  const { dependencies } = await overviewOf({ 'mix.exs': `defp deps do\n  [\n    ${rows.join('\n    ')}\n  ]\nend\n` });
  expect(dependencies.map(({ name, scope }) => [name, scope])).toEqual([
    ['plug', 'runtime'],
    ['jason', 'optional'],
    ['ex_doc', 'dev'],
  ]);
});

test('each mix.exs of an umbrella tells what it asks for: parts of the project are led to, and nothing else is a dependency', async () => {
  const found = await overviewOf({
    'mix.exs': `defmodule Acme.MixProject do
  def project do
    [apps_path: "apps", deps: deps()]
  end

  defp deps do
    [
      {:credo, "~> 1.7", only: [:dev, :test], runtime: false},
      {:ecto, "~> 3.0", only: :docs}
    ]
  end

  defp read(file) do
    case File.read(file) do
      {:ok, "text"} -> "text"
    end
  end
end
`,
    'apps/core/mix.exs': 'defp deps do\n  []\nend\n',
    'integration_test/mix.exs': 'def deps do\n  [{:phoenix, path: ".."}]\nend\n',
    'apps/web/mix.exs': `  defp target_deps(_), do: [{:bandit, "~> 1.1"}]

  @lock (with {:ok, contents} <- File.read("mix.lock") do
           contents
         end)

  defp deps do
    [
      {:core, in_umbrella: true},
      {:tool, path: "../../tool", only: :test},
      {:gone, path: "../gone"},
      {:heroicons,
       github: "acme/heroicons",
       only: :dev},
      {:phoenix, "~> 1.8", only: [:dev, :prod]}
    ]
  end

  defp aliases do
    [setup: fn _ -> {:done, "yes"} end]
  end
`,
    'tool/mix.exs': 'def deps, do: []\n',
  });
  const rows = found.dependencies.map(({ name, requirement, scope, manifest, file, line }) =>
    [name, requirement, scope, `${file}:${line}`, ...(manifest === undefined ? [] : [manifest])].join(' '),
  );
  expect(rows).toEqual([
    'credo ~> 1.7 dev mix.exs:8',
    'ecto ~> 3.0 dev mix.exs:9',
    'phoenix path dev integration_test/mix.exs:2 mix.exs',
    'bandit ~> 1.1 runtime apps/web/mix.exs:1',
    'core path runtime apps/web/mix.exs:9 apps/core/mix.exs',
    'tool path dev apps/web/mix.exs:10 tool/mix.exs',
    'gone path runtime apps/web/mix.exs:11',
    'heroicons git dev apps/web/mix.exs:12',
    'phoenix ~> 1.8 runtime apps/web/mix.exs:15',
  ]);
  expect(found.manifests.map(({ file }) => file).sort()).toEqual([
    'apps/core/mix.exs',
    'apps/web/mix.exs',
    'integration_test/mix.exs',
    'mix.exs',
    'tool/mix.exs',
  ]);
  expect(found.frameworks.map(({ name }) => name)).toEqual(['Phoenix']);
});

test('of what Mix asks for in one line each is told, but not what a comment has', async () => {
  const found = await overviewOf({
    'mix.exs':
      'defp deps, do: [{:plug, "~> 1.0 # or 2"}, {:jason, ">= 0.0.0", only: :test}] # {:gone, "~> 1.0"}\n\n' +
      '  defp more_deps do\r\n    [{:ecto, "~> 3.0"},\r\n     {:cowlib,\r\n       ["~> 1.0"]}, {:ranch, "~> 2.0"}]\r\n  end\r\n',
  });
  expect(found.dependencies.map(({ name, requirement, scope, line }) => [name, requirement, scope, line])).toEqual([
    ['plug', '~> 1.0 # or 2', 'runtime', 1],
    ['jason', '>= 0.0.0', 'dev', 1],
    ['ecto', '~> 3.0', 'runtime', 4],
    ['cowlib', '', 'runtime', 5],
    ['ranch', '~> 2.0', 'runtime', 6],
  ]);
});

test('a module of Bazel tells its commands, and what it depends on, for development alone too', async () => {
  const found = await overviewOf({
    'MODULE.bazel':
      'module(name = "acme")\n\nbazel_dep(\n    name = "re2",\n    version = "2025-11-05",\n)\nbazel_dep(name = "rules_py", version = "2", dev_dependency = True)\n',
  });
  expect(commandsOf(found)).toEqual([
    'build bazel build //... convention MODULE.bazel:null',
    'test bazel test //... convention MODULE.bazel:null',
  ]);
  expect(found.dependencies.map(({ name, requirement, scope, line }) => [name, requirement, scope, line])).toEqual([
    ['re2', '2025-11-05', 'runtime', 3],
    ['rules_py', '2', 'dev', 7],
  ]);
});

test('programs of PHP, Scala, Swift and C++ are told where they begin', async () => {
  const found = await overviewOf({
    'composer.json': '{"name":"acme/log",\n"bin": ["bin/log", "bin/gone"]}',
    'bin/log': '#!/usr/bin/env php\n',
    'app/Shop.scala': 'package shop\nobject Shop extends App {\n}\n',
    'app/Other.scala': 'object Other {\n  def main(args: Array[String]): Unit = {}\n}\n',
    'Sources/Dev/Entry.swift': 'import Vapor\n@main\nenum Entry {}\n',
    // Run by the compiler and the package manager alone.
    'Sources/Macros/Kit.swift': '@main\nstruct Kit: CompilerPlugin {\n}\n',
    'Plugins/Lint/Lint.swift': '@main public struct Lint: BuildToolPlugin, CommandPlugin {\n}\n',
    'src/acme_main.cc': '#include "acme.h"\nACME_API_ int main(int argc, char** argv) {}\n',
  });
  expect(entriesOf(found).toSorted()).toEqual([
    'bin gone composer.json:2 bin/gone false',
    'bin log composer.json:2 bin/log true',
    'main Entry Sources/Dev/Entry.swift:2 null null',
    'main Other app/Other.scala:2 null null',
    'main Shop app/Shop.scala:2 null null',
    'main acme_main src/acme_main.cc:2 null null',
  ]);
});

test('a package of PHP and one of Python lead to where their code begins', async () => {
  const found = await overviewOf({
    'composer.json': '{"name":"acme/log","autoload":{"psr-4":{"Acme\\\\Log\\\\":"src/Log"}},"scripts":{"phpstan":"x"}}',
    'src/Log/Logger.php': '<?php\n',
    'py/pyproject.toml': '[project]\nname = "acme-io"\n',
    'py/src/acme_io/__init__.py': '',
  });
  expect(entriesOf(found)).toEqual([
    'library acme/log composer.json:1 src/Log/ true',
    'library acme-io py/src/acme_io/__init__.py:null null null',
  ]);
  expect(commandsOf(found)).toContain('lint composer phpstan defined composer.json:1');
});

test('a project of Composer is no library for others: it begins at its front controller and its console', async () => {
  const autoload = '"name":"acme/app","autoload":{"psr-4":{"App\\\\":"src/"}}';
  const files = { 'src/Kernel.php': '<?php\n', 'public/index.php': '<?php\n', 'bin/console': '#!/usr/bin/env php\n' };
  const entries = async (type: string): Promise<readonly string[]> =>
    entriesOf(await overviewOf({ ...files, 'composer.json': `{${type}${autoload}}` }));
  expect(await entries('"type":"project",')).toEqual([
    'main bin/console bin/console:null null null',
    'main public/index.php public/index.php:null null null',
  ]);
  expect(await entries('"type":"metapackage",')).toEqual([]);
  expect(await entries('"type":"symfony-bundle",')).toEqual(['library acme/app composer.json:1 src/ true']);
});

test('what tools of PHP ask for in manifests of their own is asked for development', async () => {
  const tool = '{"require": {"phpstan/phpstan": "1"}}';
  const scopes = async (plugin: string): Promise<readonly string[]> => {
    const top = `{"require-dev": {"${plugin}": "^1"}}`;
    const found = await overviewOf({ 'composer.json': top, 'vendor-bin/stan/composer.json': tool });
    return found.dependencies.map(({ name, scope }) => `${name} ${scope}`).toSorted();
  };
  expect(await scopes('bamarni/composer-bin-plugin')).toEqual([
    'bamarni/composer-bin-plugin dev',
    'phpstan/phpstan dev',
  ]);
  expect(await scopes('acme/log')).toEqual(['acme/log dev', 'phpstan/phpstan runtime']);
});

test('a package of PHP with several folders leads to the one around them, and to the first where that is the top', async () => {
  const targetOf = async (folders: readonly string[]): Promise<string | undefined> => {
    const psr4 = Object.fromEntries(folders.map((folder, at) => [`Acme\\N${at}\\`, folder]));
    const found = await overviewOf({
      'composer.json': JSON.stringify({ name: 'acme/all', autoload: { 'psr-4': psr4 } }),
      'src/Acme/Log/Logger.php': '<?php\n',
    });
    return entriesOf(found)[0]?.split(' ')[3];
  };
  expect(await targetOf(['src/Acme/Log/', 'src/Acme/Mail/', 'src/Acme/'])).toBe('src/Acme/');
  expect(await targetOf(['src/Acme/Log/', 'lib/'])).toBe('src/Acme/Log/');
  expect(await targetOf(['src/Acme/Log', 'src/Acme/Logs'])).toBe('src/Acme/');
});

test('tests of PHP run by the settings of PHPUnit, or by Pest, where no script is named for it', async () => {
  const commands = async (files: Record<string, string>) =>
    (await overviewOf({ 'composer.json': '{}', ...files })).commands.flatMap(({ kind, command, file }) =>
      kind === 'test' ? [`${command} ${file}`] : [],
    );
  expect(await commands({ 'phpunit.xml.dist': '' })).toEqual(['vendor/bin/phpunit phpunit.xml.dist']);
  expect(await commands({ 'phpunit.xml': '', 'tests/Pest.php': '' })).toEqual(['vendor/bin/pest phpunit.xml']);
  // The bridge of Symfony brings its own program, which fetches PHPUnit.
  const bridge = { 'phpunit.xml': '', 'composer.json': '{"require-dev": {"symfony/phpunit-bridge": "^7"}}' };
  expect(await commands(bridge)).toEqual(['vendor/bin/simple-phpunit phpunit.xml']);
  expect(await commands({ ...bridge, 'bin/phpunit': '' })).toEqual(['./bin/phpunit phpunit.xml']);
  expect(await commands({ 'phpunit.xml': '', 'composer.json': '{"scripts": {"test": "x"}}' })).toEqual([
    'composer test composer.json',
  ]);
});

test('a solution of C++ alone is none of .NET', async () => {
  const solution = 'Project("{8BC9CEB8}") = "tool", "tool.vcxproj", "{1}"\n';
  expect((await overviewOf({ 'win/tool.sln': solution, 'tool.c': '' })).commands).toEqual([]);
  const beside = await overviewOf({ 'win/tool.sln': solution, 'cs/Tool.csproj': '<Project/>' });
  expect(beside.commands.map(({ command, file }) => `${command} ${file}`)).toEqual([
    'dotnet build cs/Tool.csproj',
    'dotnet test cs/Tool.csproj',
  ]);
});

test('where a folder has several solutions or a project beside one, .NET is told which to take: the one of most projects', async () => {
  const project = { 'src/A/A.csproj': '<Project/>', 'src/B/B.csproj': '<Project/>' };
  const one = 'Project("{9A19103F}") = "A", "src\\A\\A.csproj", "{1}"\n';
  const all = '<Solution><Project Path="src/A/A.csproj" /><Project Path="src/B/B.csproj" /></Solution>';
  const commands = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
    (await overviewOf({ ...project, ...files })).commands.map(({ command, file }) => `${command} [${file}]`);
  expect(await commands({ 'Core.sln': one, 'Whole.slnx': all })).toEqual([
    'dotnet build Whole.slnx [Whole.slnx]',
    'dotnet test Whole.slnx [Whole.slnx]',
  ]);
  expect(await commands({ 'Whole.slnx': all, 'Build.proj': '<Project/>' })).toContain(
    'dotnet build Whole.slnx [Whole.slnx]',
  );
  // A project that is called as its solution is no other choice, and one below the top is no choice of the top.
  expect(await commands({ 'Whole.slnx': all, 'Whole.csproj': '<Project/>', 'A/Own.sln': one })).toEqual([
    'dotnet build [Whole.slnx]',
    'dotnet test [Whole.slnx]',
  ]);
});

test('a solution whose name a shell would read otherwise is written in quotes', async () => {
  const solution = 'Project("{9A19103F}") = "A", "A.csproj", "{1}"\n';
  const { commands } = await overviewOf({
    'A.csproj': '<Project/>',
    'My App.sln': `${solution}${solution}`,
    'X.sln': solution,
  });
  expect(commands.map(({ command }) => command)).toEqual(["dotnet build 'My App.sln'", "dotnet test 'My App.sln'"]);
});

test('a Swift package tells its products and programs, packages of others, and commands', async () => {
  const found = await overviewOf({
    'Package.swift': `let package = Package(
    name: "shop",
    products: [
        .library(name: "Shop", targets: ["Shop"]),
        .library(
            name: "Shelves",
            targets: ["Boxes"]),
    ],
    dependencies: [
        .package(url: "https://git.example/apple/swift-nio.git", from: "2.1.0"),
    ],
    targets: [
        .target(name: "Shop"),
        .executableTarget(name: "Run", dependencies: ["Shop"]),
        .testTarget(name: "ShopTests"),
    ]
)
`,
    'Sources/Shop/Shop.swift': 'struct Shop {}\n',
    'Sources/Run/main.swift': 'print(1)\n',
  });
  expect(entriesOf(found)).toEqual([
    'bin Run Package.swift:14 Sources/Run/ true',
    'library Shop Package.swift:4 Sources/Shop/ true',
    'library Shelves Package.swift:5 null null',
  ]);
  expect(commandsOf(found)).toEqual([
    'build swift build convention Package.swift:null',
    'test swift test convention Package.swift:null',
  ]);
  expect(found.dependencies.map(({ name, requirement }) => `${name} ${requirement}`)).toEqual(['swift-nio from 2.1.0']);
});
