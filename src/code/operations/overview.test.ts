import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type FileSpecs, makeFolder, makeRepository, type TempFolder } from '../../../test/support/repository.ts';
import type { Overview, OverviewInput, OverviewOutput } from '../questions/overview.types.ts';
import { openSource } from '../source/open-source.ts';
import { overview } from './overview.ts';

const folders: TempFolder[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

function keep<Folder extends TempFolder>(folder: Folder): Folder {
  folders.push(folder);
  return folder;
}

const PARTS = ['summary', 'tree', 'commands', 'guides', 'deps', 'entry_points', 'activity'] as const;

async function ask(
  location: string,
  input: Partial<OverviewInput> = {},
  ref: string | null = null,
): Promise<OverviewOutput> {
  const source = { location, ref, denied: [] };
  const signal = new AbortController().signal;
  const context = { signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource };
  return overview({ source, prefix: null, parts: PARTS, depth: 2, task: null, ...input }, context);
}

async function look(files: FileSpecs, input: Partial<OverviewInput> = {}): Promise<Overview> {
  const output = await ask(keep(makeFolder(files)).path, input);
  if (output.status !== 'ok') throw new Error(output.status);
  return output;
}

function commandsOf({ commands }: Overview): readonly string[] {
  return commands.map(({ kind, command, basis, file, line }) => `${kind} ${command} ${basis} ${file}:${line}`);
}

function entriesOf({ entryPoints }: Overview): readonly string[] {
  return entryPoints.map(
    ({ kind, name, file, line, target, isThere }) => `${kind} ${name} ${file}:${line} ${target} ${isThere}`,
  );
}

test('programs without an ending are counted in the languages that their first lines ask for', async () => {
  const { languages, gaps } = await look({
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
  const { gaps } = await look({ ...many, 'a.ts': 'let a;\n' }, { parts: ['summary'] });
  expect(gaps).toEqual(['1 file without an ending not looked into: programs among them are not known']);
});

test('a Node project: the lock file chooses the package manager, scripts keep their lines', async () => {
  const found = await look({
    'package.json': `{
  "name": "@acme/api",
  "main": "./lib/index",
  "bin": { "acme": "bin/acme.js" },
  "scripts": {
    "test": "vitest run",
    "lint:fix": "biome check --write",
    "build": "tsc",
    "release": "x"
  },
  "dependencies": { "express": "^5.0.0" }
}`,
    'pnpm-lock.yaml': '',
    'lib/index.js': 'export {};\n',
  });
  expect(commandsOf(found)).toEqual([
    'install pnpm install convention pnpm-lock.yaml:null',
    'test pnpm test defined package.json:6',
    'lint pnpm run lint:fix defined package.json:7',
    'build pnpm run build defined package.json:8',
  ]);
  expect(entriesOf(found)).toEqual([
    'bin acme package.json:4 bin/acme.js false',
    'library @acme/api package.json:3 lib/index.js true',
  ]);
  expect(found.frameworks).toEqual([{ name: 'Express', file: 'package.json', line: 11 }]);
  expect(found.packageManagers).toEqual([{ name: 'pnpm', file: 'pnpm-lock.yaml', line: null }]);
});

test('what npm init writes is not a test, and without a lock file no package manager is claimed', async () => {
  const found = await look({
    'package.json': '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}',
  });
  expect(commandsOf(found)).toEqual(['install npm install convention package.json:null']);
  expect(found.packageManagers).toEqual([]);
});

test('a Cargo workspace: members, declared binaries, dependencies in every spelling', async () => {
  const found = await look({
    'Cargo.toml':
      '[workspace]\nmembers = ["core"]\n\n[package]\nname = "acme"\n\n[[bin]]\nname = "acme-cli"\npath = "src/cli.rs"\n\n[dependencies]\nserde = "1"\ncore = { path = "core" }\n\n[dependencies.tokio]\nversion = "1.2"\nfeatures = []\n\n[target.\'cfg(unix)\'.dependencies]\nlibc.workspace = true\n',
    'src/cli.rs': 'fn main() {}\n',
    'core/Cargo.toml': '[package]\nname = "core"\n',
    'core/src/lib.rs': '// only a comment\npub fn f() {}\n',
    'rustfmt.toml': '',
  });
  expect(commandsOf(found).map((row) => row.split(' ').slice(0, 3).join(' '))).toEqual([
    'build cargo build',
    'test cargo test',
    'run cargo run',
    'format cargo fmt',
  ]);
  expect(entriesOf(found)).toEqual([
    'bin acme-cli Cargo.toml:8 src/cli.rs true',
    'library core core/src/lib.rs:null null null',
  ]);
  expect(found.dependencies.map(({ name, requirement, line }) => [name, requirement, line])).toEqual([
    ['serde', '1', 12],
    ['core', 'path', 13],
    // Where its table begins, which is what asks for it.
    ['tokio', '1.2', 15],
    ['libc', 'workspace', 20],
  ]);
  expect(found.languages?.shares).toEqual([{ name: 'Rust', files: 2, codeLines: 2, bytes: null }]);
});

test('what a Cargo workspace says for its members is told with their dependencies', async () => {
  const found = await look({
    'Cargo.toml':
      '[workspace]\nmembers = ["a"]\n[workspace.dependencies]\nserde = { version = "1.2" }\nlog = "0.4"\n[workspace.dependencies.home]\npath = "home"\n',
    'a/Cargo.toml':
      '[package]\nname = "a"\n[dependencies]\nserde.workspace = true\nlog = { workspace = true }\nhome.workspace = true\nlost.workspace = true\n',
  });
  expect(found.dependencies.map(({ name, requirement }) => [name, requirement])).toEqual([
    ['serde', '1.2 (workspace)'],
    ['log', '0.4 (workspace)'],
    ['home', 'path (workspace)'],
    ['lost', 'workspace'],
  ]);
});

test('a library that only a build makes is led to its source, and the short names of a workspace come first', async () => {
  const found = await look({
    'pnpm-workspace.yaml': 'packages: []\n',
    'package.json': '{"private":true,"packageManager":"pnpm@9.0.0"}',
    'pnpm-lock.yaml': '',
    '.github/workflows/a.yml': 'on: push\n',
    '.github/workflows/ci.yml': 'on: push\n',
    'packages/acme-testing/package.json':
      '{"name":"@acme/testing","main":"index.js","dependencies":{"vue":"workspace:*"}}',
    'packages/acme-testing/index.js': '',
    'packages/acme/package.json': '{"name":"acme","main":"dist/acme.cjs.js","bin":{"acme":"dist/cli.js"}}',
    'packages/acme/src/index.ts': '',
    'packages/acme/src/cli.ts': '',
    'packages/gone/package.json': '{"name":"gone","main":"dist/gone.js"}',
    'packages/deep/package.json': '{"name":"deep","main":"dist/node/index.js"}',
    'packages/deep/src/index.ts': '',
    'packages/deep/src/node/index.ts': '',
    'packages/types/package.json': '{"name":"types","main":"","exports":{".":{"types":"./dist/index.d.ts"}}}',
  });
  expect(found.entryPoints.map(({ name, target, isThere, builtFrom }) => [name, target, isThere, builtFrom])).toEqual([
    ['acme', 'packages/acme/dist/cli.js', false, 'packages/acme/src/cli.ts'],
    ['acme', 'packages/acme/dist/acme.cjs.js', false, 'packages/acme/src/index.ts'],
    ['deep', 'packages/deep/dist/node/index.js', false, 'packages/deep/src/node/index.ts'],
    ['gone', 'packages/gone/dist/gone.js', false, undefined],
    ['types', 'packages/types/dist/index.d.ts', false, undefined],
    ['@acme/testing', 'packages/acme-testing/index.js', true, undefined],
  ]);
  expect(found.packageManagers).toEqual([{ name: 'pnpm', file: 'package.json', line: 1 }]);
  expect(found.manifests.map(({ file }) => file)).toEqual([
    'package.json',
    'pnpm-workspace.yaml',
    '.github/workflows/ci.yml',
    'packages/acme-testing/package.json',
    'packages/acme/package.json',
    'packages/deep/package.json',
    'packages/gone/package.json',
    'packages/types/package.json',
    '.github/workflows/a.yml',
  ]);
  expect(found.frameworks).toEqual([]);
});

test('scripts are known by the word before a hyphen too, but parts are neither started nor installed', async () => {
  const names = ['test-unit', 'build-dts', 'format-check', 'dev-docs', 'install-hooks', 'release'];
  const scripts = Object.fromEntries(names.map((name) => [name, 'x']));
  const found = await look({ 'package.json': JSON.stringify({ scripts }) });
  expect(found.commands.map(({ kind, command }) => [kind, command])).toEqual([
    ['install', 'npm install'],
    ['test', 'npm run test-unit'],
    ['build', 'npm run build-dts'],
    ['format', 'npm run format-check'],
  ]);
});

test('binaries that cargo finds by their place are entry points, and which one runs is then not claimed', async () => {
  const found = await look({
    'Cargo.toml': '[package]\nname = "acme"\n\n[[bin]]\nname = "told"\n',
    'src/main.rs': 'fn main() {}\n',
    'src/bin/told.rs': 'fn main() {}\n',
    'src/bin/other.rs': 'fn main() {}\n',
    'src/bin/large/main.rs': 'mod part;\nfn main() {}\n',
    'src/bin/large/part.rs': '',
    'off/Cargo.toml': '[package]\nname = "off"\nautobins = false\n',
    'off/src/bin/none.rs': 'fn main() {}\n',
    'one/Cargo.toml': '[package]\nname = "one"\n',
    'one/src/bin/sole.rs': 'fn main() {}\n',
  });
  expect(entriesOf(found).toSorted()).toEqual([
    'bin acme src/main.rs:null null null',
    'bin large src/bin/large/main.rs:null null null',
    'bin other src/bin/other.rs:null null null',
    'bin sole one/src/bin/sole.rs:null null null',
    'bin told Cargo.toml:5 src/bin/told.rs true',
  ]);
  expect(commandsOf(found).join()).not.toContain('cargo run');
});

test('Go: mains with their lines, indirect requirements left out, tests and vendored code do not speak', async () => {
  const found = await look({
    'go.mod':
      'module acme\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.10.0\n\tgolang.org/x/text v0.1.0 // indirect\n)\nrequire github.com/spf13/cobra v1.8.0\n',
    'cmd/acme/main.go': '// Package main\npackage main\n\nfunc main() {}\n',
    'vendor/x/main.go': 'package main\nfunc main() {}\n',
    'testdata/m.go': 'package main\nfunc main() {}\n',
  });
  expect(entriesOf(found)).toEqual(['main cmd/acme cmd/acme/main.go:4 null null']);
  expect(found.dependencies.map(({ name, line }) => [name, line])).toEqual([
    ['github.com/gin-gonic/gin', 4],
    ['github.com/spf13/cobra', 7],
  ]);
  expect(found.frameworks.map(({ name }) => name)).toEqual(['Gin', 'Cobra']);
  expect(found.gaps).toEqual(['1 source file in vendored or built folders is not counted']);
});

test('Spring: wrapper, goals, dependencies and the application class', async () => {
  const found = await look({
    'pom.xml': `<project>
  <dependencies>
    <dependency>
      <groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-web</artifactId>
    </dependency>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><scope>test</scope></dependency>
  </dependencies>
  <build><plugins><plugin>
    <artifactId>spring-boot-maven-plugin</artifactId>
  </plugin></plugins></build>
</project>
`,
    mvnw: '#!/bin/sh\n',
    'src/main/java/acme/samples/App.java':
      'package acme;\n\n@SpringBootApplication\npublic class App {\n  public static void main(String[] args) {}\n}\n',
  });
  expect(commandsOf(found)).toEqual([
    'build ./mvnw package convention pom.xml:null',
    'test ./mvnw test convention pom.xml:null',
    'run ./mvnw spring-boot:run convention pom.xml:10',
  ]);
  expect(entriesOf(found)).toEqual(['main App (Spring Boot) src/main/java/acme/samples/App.java:5 null null']);
  expect(found.frameworks.map(({ name, line }) => [name, line])).toEqual([
    ['Spring Boot', 5],
    ['JUnit 5', 7],
  ]);
});

test('Python: pyproject tables, scripts, configured tools, tox and nox', async () => {
  const found = await look({
    'pyproject.toml':
      '[project]\nname = "acme"\ndependencies = [\n  "flask>=3",\n]\n[project.scripts]\nacme = "acme.cli:main"\n[tool.pytest.ini_options]\n[tool.ruff]\n',
    'uv.lock': '',
    'tox.ini': '[testenv]\n[testenv:lint]\n',
    'noxfile.py': '@nox.session\ndef test(session):\n  pass\n\ndef build(x):\n  pass\n',
    'acme/__main__.py': 'print(1)\n',
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

test('Makefile targets are not assignments, CI steps are evidence, a container runs its last ENTRYPOINT and CMD', async () => {
  const found = await look({
    Makefile: 'build := x\n.PHONY: test\ntest: build\n\tgo test\nlint fmt:\n',
    '.github/workflows/ci.yml':
      'jobs:\n  a:\n    steps:\n      - run: cargo test --all\n      - run: |\n          cargo clippy\n          echo "$SECRET"\n      - run: cargo run -- build\n      - run: npm test && rm -rf x\n',
    Dockerfile: 'FROM a AS b\nCMD ["x"]\nFROM c\nCMD ["node", "a.js"]\nENTRYPOINT ["/run"]\n',
  });
  expect(commandsOf(found)).toEqual([
    'test make test defined Makefile:3',
    'lint make lint defined Makefile:5',
    'format make fmt defined Makefile:5',
    'test cargo test --all ci .github/workflows/ci.yml:4',
    'lint cargo clippy ci .github/workflows/ci.yml:6',
  ]);
  expect(entriesOf(found)).toEqual(['container container Dockerfile:5 ENTRYPOINT ["/run"] CMD ["node", "a.js"] null']);
});

test('Gradle dependencies that a catalog names have their coordinates and versions', async () => {
  const found = await look({
    'build.gradle.kts':
      'dependencies {\n  implementation(libs.http.client)\n  testImplementation(libs.junit)\n  api(libs.gone)\n}\n',
    'gradle/libs.versions.toml':
      '[versions]\nhttp = "2.1"\n[libraries]\nhttp-client = { module = "org.acme:http-client", version.ref = "http" }\njunit = "junit:junit:4.13"\n',
  });
  expect(found.dependencies.map(({ name, requirement, scope, line }) => [name, requirement, scope, line])).toEqual([
    ['org.acme:http-client', '2.1', 'runtime', 2],
    ['junit:junit', '4.13', 'dev', 3],
  ]);
});

test("what only tests, extras or documents need is not told as the project's own", async () => {
  const found = await look({
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

test('manifests of line ends and of one line over and over are read once', async () => {
  const found = await look({
    'pyproject.toml': '[project]\nname = "a"\n',
    '.pre-commit-config.yaml': '\n'.repeat(300_000),
    'a.gemspec': ' s.executables=Dir\n'.repeat(20_000),
    'bin/a': '',
    Gemfile: `gem "a",${' '.repeat(1_900)}\n`.repeat(100),
  });
  expect(entriesOf(found)).toEqual(['bin a a.gemspec:1 bin/a true']);
});

test('a gem: all that is asked of a version, and programs that a pattern finds', async () => {
  const found = await look({
    'acme.gemspec':
      'spec.bindir = "exe"\nspec.executables = all.grep(/exe/) { |f| File.basename(f) }\nspec.add_runtime_dependency("rouge", ">= 3.0", "< 5.0")\n',
    'exe/acme': '#!/usr/bin/env ruby\n',
    Gemfile: 'gem "rspec", "~> 3.0", :require => false\n',
  });
  expect(found.dependencies.map(({ name, requirement }) => [name, requirement])).toEqual([
    ['rouge', '>= 3.0, < 5.0'],
    ['rspec', '~> 3.0'],
  ]);
  expect(entriesOf(found)).toEqual(['bin acme acme.gemspec:2 exe/acme true']);
  expect(commandsOf(found)).toEqual(['install bundle install convention Gemfile:null']);
});

test('tests of Kotlin for several platforms are run by their own task', async () => {
  const found = await look({
    'build.gradle.kts': 'plugins {\n  kotlin("multiplatform") apply false\n}\n',
    'build-logic/src/main/kotlin/acme.kmp.gradle.kts': 'plugins {\n  kotlin("multiplatform")\n}\n',
    gradlew: '',
  });
  expect(commandsOf(found)).toEqual([
    'build ./gradlew build convention build.gradle.kts:null',
    'test ./gradlew allTests convention build-logic/src/main/kotlin/acme.kmp.gradle.kts:2',
  ]);
});

test('Gradle, Ruby, PHP, .NET and Elixir: conventions are marked as such, packages have their lines', async () => {
  const found = await look({
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

test('a gem: its library, tasks of the Rakefile, and what it is only worked on with', async () => {
  const found = await look({
    'acme-web.gemspec':
      "Gem::Specification.new do |s|\n  s.add_dependency 'rack', '>= 3'\n  s.add_development_dependency('yard')\nend\n",
    Gemfile: "gemspec\ngem 'rubocop', '~> 1.0'\n",
    Rakefile:
      "Minitest::TestTask.create # `test`\nMinitest::TestTask.create(:'test:core') do |t|\nend\ntask default: :test\nnamespace :test do\n  task :coverage do\n  end\nend\ntask 'build' => ['x']\n",
    'lib/acme/web.rb': 'module Acme; end\n',
  });
  expect(entriesOf(found)).toEqual(['library acme-web lib/acme/web.rb:null null null']);
  expect(commandsOf(found)).toEqual([
    'install bundle install convention Gemfile:null',
    'lint bundle exec rubocop convention Gemfile:2',
    'test bundle exec rake test defined Rakefile:1',
    'test bundle exec rake test:core defined Rakefile:2',
    'build bundle exec rake build defined Rakefile:9',
  ]);
  expect(found.dependencies.map(({ name, scope }) => [name, scope])).toEqual([
    ['rack', 'runtime'],
    ['yard', 'dev'],
    ['rubocop', 'dev'],
  ]);
});

test('a module of Bazel: its commands, and what it depends on', async () => {
  const found = await look({
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
  const found = await look({
    'composer.json': '{"name":"acme/log",\n"bin": ["bin/log", "bin/gone"]}',
    'bin/log': '#!/usr/bin/env php\n',
    'app/Shop.scala': 'package shop\nobject Shop extends App {\n}\n',
    'app/Other.scala': 'object Other {\n  def main(args: Array[String]): Unit = {}\n}\n',
    'Sources/Dev/Entry.swift': 'import Vapor\n@main\nenum Entry {}\n',
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
  const found = await look({
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

test('mains of tests are no entry points, headers of C++ are not C, a program is called by its file', async () => {
  const found = await look({
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

test('a command of CI is told with the folder that its step names, before or behind it', async () => {
  const ci = `jobs:
  a:
    steps:
      - run: cargo test --workspace
      - name: in a folder
        working-directory: ./tools
        run: cargo build --release
      - run: |
          cargo check --all
        working-directory: "web"
      - run: cargo clippy --all
      - run: cargo fmt --check
        working-directory: \${{ matrix.dir }}
      - run: cargo test --features full
        working-directory: fetched
`;
  const found = await look({ '.github/workflows/a.yml': ci, 'a.rs': '', 'tools/deep/b.rs': '', 'web/c.rs': '' });
  expect(found.commands.map(({ command, directory, line }) => [command, directory, line])).toEqual([
    ['cargo test --workspace', '', 4],
    ['cargo build --release', 'tools', 7],
    ['cargo check --all', 'web', 9],
    ['cargo clippy --all', '', 11],
  ]);
});

test('a command of CI that runs behind cd is told with the folder that it leads to, and not at all where that is unknown', async () => {
  const ci = `jobs:
  a:
    steps:
      - run: |
          cd tools
          cargo test --lib
          cd ~/elsewhere
          cargo check --all
      - run: |
          git clone https://example.org/other && cd other
          cargo clippy --all
      - run: |
          (
          cd tools
          make x
          )
          cargo build --bins
      - run: |
          cd "$HOME"
          cargo test --doc
      - run: cargo test --lib
      - run: cargo test --all
`;
  const found = await look({ '.github/workflows/a.yml': ci, 'a.rs': '', 'tools/b.rs': '', 'web/c.rs': '' });
  expect(found.commands.map(({ command, directory }) => [command, directory])).toEqual([
    ['cargo test --lib', 'tools'],
    ['cargo test --lib', ''],
    ['cargo test --all', ''],
  ]);
});

test('a command of CI is told with the folder that its job or file names for all steps', async () => {
  const ci = `defaults:
  run:
    working-directory: web
jobs:
  a:
    defaults:
      run:
        working-directory: tools
    steps:
      - run: cargo test --lib
      - run: cargo build --bins
        working-directory: .
  b:
    steps:
      - run: cargo test --doc
`;
  const found = await look({ '.github/workflows/a.yml': ci, 'a.rs': '', 'tools/b.rs': '', 'web/c.rs': '' });
  expect(found.commands.map(({ command, directory }) => [command, directory])).toEqual([
    ['cargo test --lib', 'tools'],
    ['cargo build --bins', ''],
    ['cargo test --doc', 'web'],
  ]);
});

test('tests of PHP run by the settings of PHPUnit, or by Pest, where no script is named for it', async () => {
  const commands = async (files: Record<string, string>) =>
    (await look({ 'composer.json': '{}', ...files })).commands.flatMap(({ kind, command, file }) =>
      kind === 'test' ? [`${command} ${file}`] : [],
    );
  expect(await commands({ 'phpunit.xml.dist': '' })).toEqual(['vendor/bin/phpunit phpunit.xml.dist']);
  expect(await commands({ 'phpunit.xml': '', 'tests/Pest.php': '' })).toEqual(['vendor/bin/pest phpunit.xml']);
  expect(await commands({ 'phpunit.xml': '', 'composer.json': '{"scripts": {"test": "x"}}' })).toEqual([
    'composer test composer.json',
  ]);
});

test('a solution of C++ alone is none of .NET', async () => {
  const solution = 'Project("{8BC9CEB8}") = "tool", "tool.vcxproj", "{1}"\n';
  expect((await look({ 'win/tool.sln': solution, 'tool.c': '' })).commands).toEqual([]);
  const beside = await look({ 'win/tool.sln': solution, 'cs/Tool.csproj': '<Project/>' });
  expect(beside.commands.map(({ command, file }) => `${command} ${file}`)).toEqual([
    'dotnet build cs/Tool.csproj',
    'dotnet test cs/Tool.csproj',
  ]);
});

const GRANT =
  'Permission to use, copy, modify, and/or distribute this software for any\npurpose with or without fee is hereby granted';
const SHARED =
  'Redistribution and use are permitted. Redistributions of source code must retain the notice. Redistributions in binary form must, too.';
test.each([
  [
    'ISC',
    `${GRANT}, provided that the above copyright notice appears.\n\nTHE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS\nALL WARRANTIES`,
  ],
  ['0BSD', `${GRANT}.\n\nTHE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES`],
  [
    'curl',
    `${GRANT}, provided that the above\ncopyright notice appears.\n\nTHE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND`,
  ],
  ['BSD-2-Clause', SHARED],
  ['BSD-3-Clause', `${SHARED} The name of the author may not be used to endorse products.`],
  ['BSD-4-Clause', `${SHARED} All advertising materials must tell. Neither the name nor the rest.`],
  [
    'MIT-0',
    'Permission is hereby granted, free of charge, to any person obtaining a copy of it, to permit others to whom it is\nfurnished to do so.\n\nTHE SOFTWARE IS PROVIDED',
  ],
  [
    'MIT',
    'Permission is hereby granted, free of charge, to any person obtaining a copy of it, furnished to do so, subject to the following conditions:',
  ],
])('tells %s from licences of like words', async (name, text) => {
  expect((await look({ LICENSE: text })).licences).toEqual([{ name, file: 'LICENSE', line: null }]);
});

test('finds a licence whose file begins with its name', async () =>
  expect(
    (await look({ 'MIT-LICENSE': 'Permission is hereby granted, free of charge, to any person obtaining a copy' }))
      .licences,
  ).toEqual([{ name: 'MIT', file: 'MIT-LICENSE', line: null }]));

test('a command of CI that goes over lines is told whole, and one of a folded block not at all', async () => {
  const ci = `jobs:
  a:
    steps:
      - run: |
          FLAGS="--cfg x" \\
          cargo test \\
            --features full
          cargo check --workspace \\
            --all-targets
      - run: >
          cargo build
          --release
      - run: mvn clean verify --projects core
`;
  const found = await look({ '.github/workflows/a.yml': ci, 'a.rs': '' });
  expect(found.commands.map(({ kind, command, line }) => [kind, command, line])).toEqual([
    ['check', 'cargo check --workspace --all-targets', 8],
    ['check', 'mvn clean verify --projects core', 13],
  ]);
});

test('a Scala build: sbt, its version file, and the dependencies that are written out', async () => {
  const found = await look({
    'build.sbt': `lazy val core = project.settings(
  libraryDependencies += "org.typelevel" %%% "cats-core" % "2.10.0",
  // "org.none" %% "none" % "1",
  libraryDependencies += "org.scalameta" %% "munit" % munitVersion % Test
)
`,
    'project/build.properties': 'sbt.version=1.10.0\n',
    '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: sbt check\n',
    'core/src/A.scala': 'class A\n',
  });
  expect(found.packageManagers).toEqual([{ name: 'sbt', file: 'project/build.properties', line: null }]);
  expect(commandsOf(found)).toEqual([
    'build sbt compile convention build.sbt:null',
    'test sbt test convention build.sbt:null',
    'check sbt check ci .github/workflows/ci.yml:4',
  ]);
  expect(found.dependencies.map(({ name, requirement, scope, line }) => [name, requirement, scope, line])).toEqual([
    ['org.typelevel:cats-core', '2.10.0', 'runtime', 2],
    ['org.scalameta:munit', '', 'dev', 4],
  ]);
});

test('a Scala build of several projects: its libraries, Scala, plugins, versions by name, and what can be run', async () => {
  const found = await look({
    'build.sbt': `val munitVersion = "1.0.0"
ThisBuild / scalaVersion := V.scala3
/* libraryDependencies += "org.none" %% "none" % "1" */
addCommandAlias("fmt", "; scalafmtAll; scalafmtSbt")

lazy val root = project.in(file(".")).aggregate(core.jvm, app)

lazy val core = crossProject(JSPlatform, JVMPlatform)
  .in(file("modules/core"))
  .settings(moduleName := "shop-core", name := "Shop core")
  .settings(libraryDependencies += "org.scalameta" %%% "munit" % munitVersion % Test)

lazy val app = project
  .dependsOn(core.jvm)
  .enablePlugins(NoPublishPlugin)
  .settings(libraryDependencies ++= Seq("org.http4s" %% "http4s-core" % V.http4s, "a.b" % "c" % other.value % Provided))
`,
    'project/build.properties': 'sbt.version=1.10.0\n',
    'project/plugins.sbt':
      'addSbtPlugin("org.scala-js" % "sbt-scalajs" % "1.16.0") // "a" % "b" % "1"\nlibraryDependencySchemes += "a" %% "b" % VersionScheme.Always\n',
    'project/V.scala': 'object V {\n  val scala3 = "3.3.4"\n  val http4s: String = "0.23.1"\n}\n',
    'modules/core/shared/src/main/scala/shop/Shop.scala': 'package shop\nclass Shop\n',
    'app/src/main/scala/shop/Main.scala': 'package shop\nobject Main extends IOApp.Simple {\n}\n',
  });
  expect(commandsOf(found)).toEqual([
    'build sbt compile convention build.sbt:null',
    'test sbt test convention build.sbt:null',
    'format sbt fmt defined build.sbt:4',
    'run sbt app/run convention app/src/main/scala/shop/Main.scala:2',
  ]);
  expect(found.entryPoints.map(({ kind, name, file, line, target }) => [kind, name, file, line, target])).toEqual([
    ['library', 'shop-core', 'build.sbt', 8, 'modules/core/'],
    ['main', 'Main', 'app/src/main/scala/shop/Main.scala', 2, null],
  ]);
  expect(
    found.dependencies.map(({ name, requirement, scope, file, line }) => [name, requirement, scope, file, line]),
  ).toEqual([
    ['org.scala-lang:scala3-library', '3.3.4', 'runtime', 'build.sbt', 2],
    ['org.scalameta:munit', '1.0.0', 'dev', 'build.sbt', 11],
    ['org.http4s:http4s-core', '0.23.1', 'runtime', 'build.sbt', 16],
    ['a.b:c', '', 'build', 'build.sbt', 16],
    ['org.scala-js:sbt-scalajs', '1.16.0', 'build', 'project/plugins.sbt', 1],
  ]);
});

test('a Swift package: its products and programs, packages of others, and commands', async () => {
  const found = await look({
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

test('gems of other spelling than their files, and the programs that a gem installs, are entry points', async () => {
  const found = await look({
    'activerecord/activerecord.gemspec': 's.name = "activerecord"\n',
    'activerecord/lib/active_record.rb': '',
    'activerecord/lib/arel.rb': '',
    'railties/railties.gemspec': '  s.bindir = "exe"\n  s.executables = ["rails"]\n',
    'railties/exe/rails': '#!/usr/bin/env ruby\n',
    'railties/lib/rails.rb': '',
    'tool/tool.gemspec': 's.executables = %w[one two]\n',
    'tool/bin/one': '',
  });
  expect(entriesOf(found)).toEqual([
    'bin one tool/tool.gemspec:1 tool/bin/one true',
    'bin two tool/tool.gemspec:1 tool/bin/two false',
    'bin rails railties/railties.gemspec:2 railties/exe/rails true',
    'library activerecord activerecord/lib/active_record.rb:null null null',
  ]);
});

test('modules of Maven and projects of .NET that are packed for others are libraries; what measures or tests is none', async () => {
  const main = 'public class X {\n  public static void main(String[] args) {}\n}\n';
  const found = await look({
    'pom.xml': '<project>\n<artifactId>parent</artifactId>\n<packaging>pom</packaging>\n</project>\n',
    'core/pom.xml': '<project>\n<artifactId>shop</artifactId>\n</project>\n',
    'core/src/main/java/a/Shop.java': 'class Shop {}\n',
    'core/src/main/java/a/ParseBenchmark.java': main,
    'core/src/main/java/a/examples/CartExample.java': main,
    'test-shrinker/pom.xml': '<project>\n<artifactId>test-shrinker</artifactId>\n</project>\n',
    'test-shrinker/src/main/java/a/Main.java': main,
    'test-utils/pom.xml': '<project>\n<artifactId>test-utils</artifactId>\n</project>\n',
    'core/fuzz/Cargo.toml': '[package]\nname = "x"\n[[bin]]\nname = "fuzz_x"\npath = "x.rs"\n',
    'test-utils/src/main/java/a/Util.java': 'class Util {}\n',
    'src/Log/Log.csproj': '<Project Sdk="Microsoft.NET.Sdk">\n</Project>\n',
    'src/Run/Run.csproj': '<Project Sdk="Microsoft.NET.Sdk">\n<OutputType>Exe</OutputType>\n</Project>\n',
    'unit/Unit.csproj':
      '<Project Sdk="Microsoft.NET.Sdk">\n<PackageReference Include="Microsoft.NET.Test.Sdk" />\n</Project>\n',
  });
  expect(entriesOf(found)).toEqual([
    'library Log src/Log/Log.csproj:null null null',
    'library shop core/pom.xml:2 core/src/main/java/ true',
    'library test-utils test-utils/pom.xml:2 test-utils/src/main/java/ true',
  ]);
});

test('one file is told as one', async () => {
  const found = await look({ 'src/a.js': 'const a = 1;\n', 'vendor/b.js': 'const b = 1;\n' });
  expect(found.gaps).toEqual(['1 source file in vendored or built folders is not counted']);
});

test('a package of the project itself is no framework of it', async () => {
  const found = await look({
    'sinatra.gemspec': '',
    'lib/sinatra.rb': '',
    'contrib/contrib.gemspec': "s.add_dependency 'sinatra', '4'\ns.add_dependency 'rails'\n",
  });
  expect(found.frameworks.map(({ name }) => name)).toEqual(['Rails']);
});

test('several manifests at the same depth: no command is claimed for the whole', async () => {
  const found = await look({ 'a/Cargo.toml': '[package]\nname = "a"\n', 'b/Cargo.toml': '[package]\nname = "b"\n' });
  expect(found.commands).toEqual([]);
});

test('hostile manifests are named among the gaps and nothing is claimed from them', async () => {
  const found = await look({
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

test('activity follows the commit and not the wall clock; merges and vanished files do not count', async () => {
  const repository = keep(makeRepository({ 'a.js': '1\n', 'gone.js': '1\n' }, { 'a.js': '2\n' }, { 'gone.js': null }));
  const found = await ask(repository.path);
  const activity = found.status === 'ok' ? found.activity : null;
  expect(activity?.hotFiles).toEqual([{ file: 'a.js', commits: 2 }]);
  expect(activity).toMatchObject({ commits: 3, recentCommits: 3, contributors: 1, limit: null });
  expect(activity?.lastCommits[0]?.commit).toBe(repository.git('rev-parse', 'HEAD'));
});

test('hot files are code that is no test; of a project without code all files are', async () => {
  const files = { 'a.js': '1\n', 'a.test.js': '1\n', 'package.json': '{}', 'pnpm-lock.yaml': 'a\n' };
  const hotOf = async (given: FileSpecs): Promise<unknown> => {
    const found = await ask(keep(makeRepository(given)).path);
    return found.status === 'ok' && [found.activity?.hotFilesOf, found.activity?.hotFiles.map(({ file }) => file)];
  };
  expect(await hotOf(files)).toEqual(['code', ['a.js']]);
  expect(await hotOf({ 'guide.md': '# A\n' })).toEqual(['all', ['guide.md']]);
});

test('a commit without an address of its author counts, its address does not', async () => {
  const repository = keep(makeRepository({ 'a.js': '1\n' }));
  repository.git('-c', 'user.email=', 'commit', '--allow-empty', '--no-gpg-sign', '--author=Nobody <>', '-m', 'b');
  const found = await ask(repository.path);
  expect(found.status === 'ok' && [found.activity?.commits, found.activity?.contributors]).toEqual([2, 1]);
});

test("nothing that a repository's settings name is started while its history is read", async () => {
  const repository = keep(makeRepository({ 'a.js': '1\n', '.gitattributes': '* diff=evil\n' }));
  const trace = join(repository.path, 'started');
  repository.write({ evil: `#!/bin/sh\ntouch ${trace}\n` });
  chmodSync(join(repository.path, 'evil'), 0o755);
  repository.git('update-index', '--add', '--cacheinfo', `100755,${repository.git('hash-object', '-w', 'evil')},evil`);
  for (const name of [
    'gpg.program',
    'core.pager',
    'diff.external',
    'diff.evil.command',
    'diff.evil.textconv',
    'core.fsmonitor',
  ]) {
    repository.git('config', name, join(repository.path, 'evil'));
  }
  repository.git('config', 'log.showSignature', 'true');
  const seal = '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\n';
  const signed = repository.git('cat-file', 'commit', 'HEAD').replace('\n\n', seal);
  repository.git('update-ref', 'HEAD', repository.gitWithInput(signed, 'hash-object', '-t', 'commit', '-w', '--stdin'));
  const found = await ask(repository.path);
  expect(found.status === 'ok' && found.activity?.commits).toBe(1);
  expect(existsSync(trace)).toBe(false);
});

test('the same tree gives the same bytes, from the work tree or from its commit', async () => {
  const repository = keep(
    makeRepository({ 'package.json': '{"scripts":{"test":"x"}}', 'src/a.ts': 'a\n', 'docs/b.md': '# B\n' }),
  );
  const input = { task: 'change a' };
  expect(JSON.stringify(await ask(repository.path, input))).toBe(JSON.stringify(await ask(repository.path, input)));
  const [tree, commit] = [await ask(repository.path, input), await ask(repository.path, input, 'main')];
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
  const found = await look(files, { prefix: 'packages/web' });
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
  const found = await look(files, { prefix: 'web' });
  expect(found.files).toBe(2);
  expect(found.commands.map(({ command, directory, file }) => [command, directory, file])).toEqual([
    ['npm install', 'web', 'web/package.json'],
    ['npm run build', 'web', 'web/package.json'],
  ]);
  expect(found.tree.map(({ path }) => path)).toEqual(['web/package.json', 'web/src/']);
  expect(await ask(keep(makeFolder(files)).path, { prefix: 'nowhere' })).toEqual({ status: 'empty_prefix' });
});

test('files for a task are found by path, declared name and heading, and say why', async () => {
  const found = await look(
    {
      'src/limits/charge.ts': '\nexport function chargeMonth() {}\n',
      'src/other.ts': 'x\n',
      'docs/quota.md': '# Monthly charge\n',
    },
    { task: 'Fix how we charge the month twice' },
  );
  expect(found.taskFiles?.map(({ file, why }) => [file, why])).toEqual([
    ['src/limits/charge.ts', ['path: charge', 'declares chargeMonth (line 2)']],
    ['docs/quota.md', ['heading: Monthly charge (line 1)']],
  ]);
});

test('words that stand together in a task are looked for together, and not as many words of one of them', async () => {
  const found = await look(
    {
      'src/flags.rs': '/// A flag of the command line.\npub const FLAGS: u8 = 1;\n',
      'src/line_buffer.rs': 'pub struct LineBuffer;\nfn line() {}\nfn lines() {}\nfn next_line() {}\n',
      'src/lines.rs': 'pub struct Lines;\nfn line() {}\nfn add_line() {}\n',
      'src/new.rs': 'fn new() {}\n',
    },
    { task: 'add a new command line flag --foo' },
  );
  expect(found.taskFiles?.[0]).toEqual({
    file: 'src/flags.rs',
    score: 1,
    why: ['path: flag', 'declares FLAGS (line 2)'],
  });
});

test('texts that repeat the words of a task leave room for the code', async () => {
  const texts = Array.from({ length: 12 }, (_, n) => [`docs/quota${n}.md`, 'quota '.repeat(20)]);
  const code = Array.from({ length: 12 }, (_, n) => [`src/a${n}.ts`, `export const a${n} = 1; // quota\n`]);
  const found = await look(Object.fromEntries([...texts, ...code]), { task: 'raise the quota' });
  expect(found.taskFiles?.map(({ file }) => file.slice(0, 4)).sort()).toEqual([
    ...['docs', 'docs'],
    ...Array.from({ length: 6 }, () => 'src/'),
  ]);
  const prose = await look(Object.fromEntries(texts), { task: 'raise the quota' });
  expect(prose.taskFiles).toHaveLength(8);
});

test('a name that the task has is looked for as it stands, before the words that it is made of', async () => {
  const found = await look(
    {
      'lib/response.js': "var send = require('send');\n\nres.sendFile = function sendFile(path) {};\n",
      'test/res.send.js': 'x\n',
      'test/res.sendFile.js': 'x\n',
    },
    { task: 'add a new option to res.sendFile' },
  );
  expect(found.taskFiles?.map(({ file, why }) => [file, why])).toEqual([
    ['lib/response.js', ['declares sendFile (line 3)']],
    ['test/res.sendFile.js', ['path: res, send']],
    ['test/res.send.js', ['path: res, send']],
  ]);
});

test('an unknown ref, a folder without git and a missing folder are told apart', async () => {
  const repository = keep(makeRepository({ a: '1' }));
  expect(await ask(repository.path, {}, 'nope')).toEqual({ status: 'unknown_ref' });
  expect(await ask(keep(makeFolder({ a: '1' })).path, {}, 'main')).toEqual({ status: 'not_a_repository' });
  expect(await ask(join(repository.path, 'gone'))).toEqual({ status: 'location_gone' });
});
