import { expect, test } from 'vitest';
import { commandsOf, overviewOf } from '../../../../test/support/overview-of.ts';

/** Kinds and commands of files. */
async function told(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const commands = commandsOf(await overviewOf({ 'a.py': 'a = 1\n', ...files }));
  return commands.map((command) => command.replace(/ (?:defined|convention) .*$/, ''));
}

const FIX = 'ruff check --fix .';

test.each([
  ['hatch.toml', `[envs.default.scripts]\nlint = "${FIX}"\n`, 'hatch run lint'],
  ['pyproject.toml', `[tool.poe.tasks]\nlint = "${FIX}"\n`, 'poe lint'],
  ['pyproject.toml', `[tool.pdm.scripts]\nlint = {cmd = "${FIX}"}\n`, 'pdm run lint'],
  ['pyproject.toml', `[tool.poe.tasks]\nlint = ["a", "${FIX}"]\n`, 'poe lint'],
  ['tox.ini', `[testenv:lint]\ndeps = ruff\ncommands =\n    ${FIX}\n[testenv:other]\n`, 'tox -e lint'],
  ['tox.toml', '[env.lint]\ncommands = [["ruff", "check", "--fix", "."]]\n', 'tox -e lint'],
  ['Rakefile', "task :lint do\n  sh 'rubocop --autocorrect'\nend\n", 'rake lint'],
  ['composer.json', '{"name":"a/b","scripts":{"lint":["a","php-cs --fix"]}}', 'composer lint'],
  ['deno.json', '{"tasks":{"lint":"deno lint --fix"}}', 'deno task lint'],
  ['justfile', `lint:\n    @${FIX}\n`, 'just lint'],
  ['noxfile.py', '@nox.session\ndef lint(session):\n    session.run("ruff", "check", "--fix", ".")\n', 'nox -s lint'],
])('a script that looks and is told to mend is no lint: %s, %j', async (file, text, command) => {
  expect(await told({ [file]: text })).toContain(`format ${command}`);
  const looking = text.replace(/"--fix", |(?:--fix|--autocorrect)\b/, '');
  expect(await told({ [file]: looking })).toContain(`lint ${command}`);
});

test('an alias of cargo that mends is no lint', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "a"\nversion = "1.0.0"\n',
    'src/lib.rs': '\n',
    '.cargo/config.toml': '[alias]\nlint = "clippy --fix"\nlook-all = "clippy --all"\n',
  };
  expect(await told(files)).toContain('format cargo lint');
});

test.each([
  ['deno.json', '{"tasks":{"fmt":"deno fmt --check"}}', 'deno task fmt'],
  ['pyproject.toml', '[tool.pdm.scripts]\nformat = "ruff format --check"\n', 'pdm run format'],
  ['composer.json', '{"name":"a/b","scripts":{"format":"php-cs-fixer fix --dry-run"}}', 'composer format'],
])('a script that only looks whether the format is right is a check: %s', async (file, text, command) => {
  expect(await told({ [file]: text })).toContain(`check ${command}`);
});

test('a recipe of just with a default is told', async () => {
  const text = 'x := "a"\nbuild target="all: x":\n    make\ntest *args=\'\' : build\n    x\nset a := "b"\n';
  expect(await told({ justfile: text })).toEqual(['build just build', 'test just test']);
});

test('tasks of Rake in a namespace are told however deep its lines stand', async () => {
  const text =
    'namespace :test do\n    task :units do\n        if a\n        task :no\n        end\n    end\n    namespace "x" do\n      task :all\n    end\nend\ntask :build\n';
  expect(await told({ Rakefile: text })).toEqual(['test rake test:units', 'test rake test:x:all', 'build rake build']);
});

test('WORKSPACE is a manifest of Bazel by both of its names', async () => {
  const { manifests } = await overviewOf({ WORKSPACE: 'workspace(name = "a")\n', 'a.cc': 'int a;\n' });
  expect(manifests.map(({ name }) => name)).toEqual(['WORKSPACE']);
  expect(await told({ WORKSPACE: '', 'WORKSPACE.bazel': '' })).toEqual([
    'build bazel build //...',
    'test bazel test //...',
  ]);
  expect(await told({ workspace: 'text' })).toEqual([]);
});

test('a package of Composer whose classes lie in several folders is a library', async () => {
  const composer = '{"name": "a/b", "autoload": {"psr-4": {"A\\\\": ["src/one", "src/two"]}}}';
  const { entryPoints } = await overviewOf({ 'composer.json': composer, 'src/one/A.php': '<?php\n' });
  expect(entryPoints.map(({ kind, target }) => `${kind} ${target}`)).toEqual(['library src/']);
});

test('what makes what tests then use, or writes anew what they compare with, is no test', async () => {
  const scripts = {
    test: 'jest',
    'test:update': 'jest -u',
    'test-update-snapshots': 'jest -u',
    'test:unit': 'jest unit',
  };
  const files = { 'package.json': JSON.stringify({ scripts }), Rakefile: 'task :test_app do\n  make_app\nend\n' };
  const tests = (await told(files)).filter((command) => command.startsWith('test '));
  expect(tests.toSorted()).toEqual(['test npm run test:unit', 'test npm test']);
});
