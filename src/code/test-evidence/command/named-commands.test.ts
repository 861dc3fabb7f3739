import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { scanProject } from '../map/scan-project.ts';
import { namedCommands } from './named-commands.ts';

const TEST =
  '<?php\nuse PHPUnit\\Framework\\TestCase;\nclass CartTest extends TestCase\n{\n    public function testAdd(): void\n    {\n        $this->assertSame(1, 1);\n    }\n}\n';

/** The commands for all tests of a project with one test of PHP and this composer.json. */
async function commandsWith(composer: string): Promise<readonly string[]> {
  return await commandsFor({ 'composer.json': composer, 'tests/CartTest.php': TEST });
}

async function commandsFor(files: FileSpecs): Promise<readonly string[]> {
  const folder = makeFolder(files);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const source = opened.value;
    const signal = new AbortController().signal;
    const { entries } = await source.list(signal);
    const context = { signal, deadlineAtMs: performance.now() + 60_000 };
    const { testFiles } = await scanProject({ source, entries, context });
    const chosen = [...testFiles.values()].map((file) => ({ test: file, cases: [] }));
    expect(chosen.map(({ test: { path } }) => path)).toEqual(
      Object.keys(files).filter((path) => /Test\.php$|_spec\.rb$/.test(path)),
    );
    const rows = await namedCommands(makeProjectFiles(source, entries, ''), chosen);
    return rows.map(({ command, directory, line }) => `${directory === '' ? '' : `${directory}: `}${command} :${line}`);
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

test('PHPUnit runs tests where a composer.json requires it', async () => {
  const composer = '{\n  "require-dev": {\n    "phpunit/phpunit": "^11"\n  }\n}\n';
  expect(await commandsWith(composer)).toEqual(['vendor/bin/phpunit tests/CartTest.php :3']);
});

test.each(['suggest', 'conflict', 'replace'])(
  'PHPUnit is no runner where a composer.json only names it under %s',
  async (field) => {
    expect(await commandsWith(`{"${field}": {"phpunit/phpunit": "<7.5"}}`)).toEqual([]);
  },
);

test('tests below several manifests are run from the folder of each, by the paths that they have there', async () => {
  const composer = '{"require-dev": {"phpunit/phpunit": "^11"}}';
  const files = {
    'a/composer.json': composer,
    'a/tests/CartTest.php': TEST,
    'packages/b/composer.json': composer,
    'packages/b/tests/CartTest.php': TEST,
  };
  expect(await commandsFor(files)).toEqual([
    'a: vendor/bin/phpunit tests/CartTest.php :1',
    'packages/b: vendor/bin/phpunit tests/CartTest.php :1',
  ]);
});

test("Pest and Symfony's bridge run tests of PHP where they are what is required", async () => {
  const required = (...names: readonly string[]): string =>
    JSON.stringify({ 'require-dev': Object.fromEntries(names.map((name) => [name, '*'])) });
  expect(await commandsWith(required('phpunit/phpunit', 'pestphp/pest'))).toEqual([
    'vendor/bin/pest tests/CartTest.php :1',
  ]);
  expect(await commandsWith(required('symfony/phpunit-bridge'))).toEqual([
    'vendor/bin/simple-phpunit tests/CartTest.php :1',
  ]);
  expect(await commandsWith(required('symfony/phpunit-bridge', 'phpunit/phpunit'))).toEqual([
    'vendor/bin/phpunit tests/CartTest.php :1',
  ]);
});

test('RSpec is asked for by the gem that a Gemfile takes in', async () => {
  const gem = 'Gem::Specification.new do |s|\n  s.name = "x"\n  s.add_development_dependency "rspec"\nend\n';
  const files = { 'spec/x_spec.rb': 'RSpec.describe X do\n  it("a") { expect(1).to eq 1 }\nend\n', 'x.gemspec': gem };
  expect(await commandsFor({ ...files, Gemfile: 'gemspec\n' })).toEqual(['bundle exec rspec spec/x_spec.rb :3']);
  expect(await commandsFor({ ...files, Gemfile: 'gem "rake"\n' })).toEqual([]);
});
