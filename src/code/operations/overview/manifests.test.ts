import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';

test("manifests of tests, examples, settings and other people's code are left out, counted and said", async () => {
  const { totals, gaps } = await overviewOf({
    'package.json': '{"name": "a"}',
    'examples/one/package.json': '{"dependencies": {"x": "1"}}',
    'examples/two/package.json': '{}',
    'packages/b/package.json': '{}',
    'packages/b/src/test-app/package.json': '{}',
    'vendor/c/Cargo.toml': '[package]\nname = "c"\n',
  });
  expect([totals.manifests, totals.dependencies]).toEqual([2, 0]);
  expect(gaps).toEqual([
    "manifests of tests, examples, settings and other people's code are left out: 3 package.json, 1 Cargo.toml, such as examples/one/package.json",
  ]);
});

test('what helps those who work on the project, in a folder of settings, tells nothing of the project itself', async () => {
  const tree = {
    'go.mod': 'module acme.dev/app\n\ngo 1.26.0\n',
    'main.go': 'package main\n\nfunc main() {}\n',
    '.agent/server/package.json':
      '{"name": "helper", "bin": "a.js", "scripts": {"build": "tsc"}, "dependencies": {"react": "19"}, "engines": {"node": ">=22"}}',
    '.agent/server/a.js': '',
    '.github/tool/go.mod': 'module acme.dev/tool\n\ngo 1.25.0\n',
    '.github/tool/main.go': 'package main\n\nfunc main() {}\n',
  };
  const found = await overviewOf(tree);
  expect(found.entryPoints.map(({ file }) => file)).toEqual(['main.go']);
  expect(found.frameworks).toEqual([]);
  expect(found.versions.map(({ file }) => file)).toEqual(['go.mod']);
  expect(found.commands.every(({ directory }) => directory === '')).toBe(true);
  expect(found.gaps).toEqual([
    "manifests of tests, examples, settings and other people's code are left out: 1 package.json, 1 go.mod, such as .agent/server/package.json",
  ]);
  const own = await overviewOf(tree, { prefix: '.agent/server' });
  expect(own.entryPoints.map(({ file }) => file)).toEqual(['.agent/server/package.json']);
});

test('a package about templates is no template, and one to copy from is', async () => {
  const { manifests } = await overviewOf({
    'packages/template-explorer/package.json': '{}',
    'packages/create-app/template-react/package.json': '{}',
    'packages/create-app/package.json': '{}',
  });
  expect(manifests.map(({ file }) => file)).toEqual([
    'packages/create-app/package.json',
    'packages/template-explorer/package.json',
  ]);
});

test('who asks about a generator alone is told what it is itself, not what it copies', async () => {
  const tree = {
    'packages/create-app/README.md': '# create-app',
    'packages/create-app/package.json': '{"name": "create-app", "bin": "index.js"}',
    'packages/create-app/index.js': '',
    'packages/create-app/template-react/README.md': '# Yours',
    'packages/create-app/template-react/package.json': '{"scripts": {"dev": "vite"}, "dependencies": {"react": "19"}}',
    'packages/create-app/template-react/.prettierrc': '{"semi": false}',
  };
  const found = await overviewOf(tree, { prefix: 'packages/create-app' });
  expect(found.manifests.map(({ file }) => file)).toEqual(['packages/create-app/package.json']);
  expect(found.commands.map(({ command }) => command)).toEqual(['npm install']);
  expect([found.frameworks, found.conventions]).toEqual([[], []]);
  expect(found.guides.map(({ file }) => file)).toEqual(['packages/create-app/README.md']);
  const template = await overviewOf(tree, { prefix: 'packages/create-app/template-react' });
  expect(template.frameworks.map(({ name }) => name)).toEqual(['React']);
});

test('a package about tests beside other packages is one of the project, and a folder of tests there is none', async () => {
  const { manifests } = await overviewOf({
    'src/Shop/Cart/composer.json': '{"name": "shop/cart"}',
    'src/Shop/Money/composer.json': '{"name": "shop/money"}',
    'src/Shop/Testing/composer.json': '{"name": "shop/testing"}',
    'src/Shop/Tests/composer.json': '{}',
    'tests/a/composer.json': '{}',
    'tests/b/composer.json': '{}',
    'tests/testing/composer.json': '{}',
    'lib/testing/composer.json': '{}',
    'crates/a/Cargo.toml': '[package]\nname = "a"\n',
    'crates/b/Cargo.toml': '[package]\nname = "b"\n',
    'crates/test-fixture/Cargo.toml': '[package]\nname = "test-fixture"\n',
  });
  expect(manifests.map(({ file }) => file).sort()).toEqual([
    'crates/a/Cargo.toml',
    'crates/b/Cargo.toml',
    'crates/test-fixture/Cargo.toml',
    'src/Shop/Cart/composer.json',
    'src/Shop/Money/composer.json',
    'src/Shop/Testing/composer.json',
  ]);
});

test('folders that hold tests and samples of code hold those of manifests', async () => {
  const { manifests, entryPoints, gaps } = await overviewOf({
    'package.json': '{}',
    'packages/real/package.json': '{"name": "real", "main": "index.js"}',
    'packages/real/index.js': '',
    'e2e/one/package.json': '{"name": "one", "main": "index.js"}',
    'registry/.fixtures/a/package.json': '{"name": "a", "bin": "a.js"}',
    'playground/hmr/package.json': '{"name": "hmr", "main": "main.js"}',
    'tasks/micro-benchmark/Cargo.toml': '[package]\nname = "micro-benchmark"\n',
    'tasks/micro-benchmark/src/main.rs': 'fn main() {}\n',
    'tasks/ecosystem-e2e/Cargo.toml': '[package]\nname = "ecosystem-e2e"\n',
    'tasks/ecosystem-e2e/src/main.rs': 'fn main() {}\n',
  });
  expect(manifests.map(({ file }) => file)).toEqual(['package.json', 'packages/real/package.json']);
  expect(entryPoints.map(({ name }) => name)).toEqual(['real']);
  expect(gaps).toEqual([
    "manifests of tests, examples, settings and other people's code are left out: 3 package.json, 2 Cargo.toml, such as e2e/one/package.json",
  ]);
});

test('where none lies aside nothing is said of it', async () => {
  expect((await overviewOf({ 'package.json': '{}', 'packages/b/package.json': '{}' })).gaps).toEqual([]);
});

test('files that are only there to be read make the project neither one of their tools nor of their packages', async () => {
  const { totals, gaps, commands, packageManagers, frameworks, languages } = await overviewOf({
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': 'fn a() {}\n',
    'CMakeLists.txt': 'project(a)\n',
    'tests/all.rs': '#[test]\nfn all() {}\n',
    'tests/syntax/XML/console.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'tests/syntax/XML/all.sln': 'Project("{9A19103F}") = "console", "console.csproj", "{1}"\n',
    'tests/syntax/Go/main.go': 'package main\nfunc main() {}\n',
    'assets/syntaxes/syntax_test_requirements.txt': 'click==7\n',
  });
  expect([totals.manifests, totals.dependencies]).toEqual([2, 0]);
  expect(packageManagers.map(({ name }) => name)).not.toContain('dotnet');
  expect(commands.filter(({ command }) => command.startsWith('dotnet'))).toEqual([]);
  expect(frameworks).toEqual([]);
  expect(gaps).toEqual([
    "manifests of tests, examples, settings and other people's code are left out: 1 sln, 1 csproj, such as tests/syntax/XML/all.sln",
  ]);
  expect(languages?.shares.map(({ name, isAside }) => [name, isAside ?? false])).toEqual([
    ['Rust', false],
    ['CMake', false],
    ['Go', true],
  ]);
});

test('a language in which only tests and what asks for their packages are written comes last', async () => {
  const { languages } = await overviewOf({
    'main.go': 'package main\nfunc main() {}\n',
    Gemfile: "gem 'minitest'\n",
    'test/test_core.rb': 'class TestCore\n  def a\n  end\nend\n',
  });
  expect(languages?.shares.map(({ name, isAside }) => [name, isAside ?? false])).toEqual([
    ['Go', false],
    ['Ruby', true],
  ]);
});

test('a solution at the top speaks for projects that all lie among examples', async () => {
  const { commands } = await overviewOf({
    'All.sln': 'Project("{9A19103F}") = "A", "samples\\A\\A.csproj", "{1}"\n',
    'samples/A/A.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
  });
  expect(commands.map(({ command, file }) => `${command} ${file}`)).toEqual([
    'dotnet build All.sln',
    'dotnet test All.sln',
  ]);
});
