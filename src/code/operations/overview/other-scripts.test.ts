import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { readManifests } from './manifests.ts';

async function countOf(specs: FileSpecs): Promise<readonly number[]> {
  const folder = makeFolder(specs);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const { entries } = await opened.value.list(new AbortController().signal);
    const { commands, otherScripts } = await readManifests(makeProjectFiles(opened.value, entries, ''));
    return [commands.length, otherScripts];
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

test.each([
  ['Makefile', 'build: x\n\ttrue\ndeploy publish: build\nout/a.o: a.c\nX := 1\ndeploy: y\n', [1, 2]],
  ['Makefile', 'e2e-start-registry: x\nbuild_databases: x\ntest-unit: x\nbuild-release: x\n', [2, 2]],
  ['Makefile', 'e2e-up: x\ne2e-down: x\ntest-stop: x\ne2e-ui: x\n', [1, 3]],
  ['justfile', 'build:\n  true\nship target:\n  true\n', [1, 1]],
  ['composer.json', '{"scripts": {"test": "pest", "ship": "x", "post-install-cmd": "y"}}', [2, 1]],
  ['deno.json', '{"tasks": {"test": "deno test", "ship": "x"}}', [1, 1]],
  ['tox.ini', '[testenv]\n[testenv:lint]\n[testenv:ship]\n', [2, 1]],
  ['noxfile.py', '@nox.session\ndef tests(session):\n  pass\n@nox.session\ndef ship(session):\n  pass\n', [1, 1]],
  ['pyproject.toml', '[tool.poe.tasks]\ntest = "pytest"\nship = "x"\n', [1, 1]],
])('of %s, what has a name that does not say its kind is counted', async (name, text, counts) => {
  expect(await countOf({ [name]: text })).toEqual(counts);
});

test('what gives out a release is no way to run the project, whatever it is called', async () => {
  const scripts = {
    'dev:release': 'SKIP=1 lerna publish -y --canary',
    'start:next': 'vite build && yarn npm publish --tag next',
    'check:publish': 'npm publish --dry-run',
    dev: 'node publish.js',
    build: 'npm run publish-docs',
  };
  const { commands } = await overviewOf({ 'package.json': JSON.stringify({ scripts }) });
  const told = commands.filter(({ basis }) => basis === 'defined');
  expect(told.map(({ kind, command }) => `${kind}: ${command}`)).toEqual([
    'check: npm run check:publish',
    'run: npm run dev',
    'build: npm run build',
  ]);
});

test('a script that only says something is no command', async () => {
  const scripts = {
    test: 'echo this package has no tests yet',
    build: 'echo built > done',
    lint: 'echo a && eslint .',
  };
  const { commands } = await overviewOf({ 'package.json': JSON.stringify({ scripts }) });
  const told = commands.filter(({ basis }) => basis === 'defined');
  expect(told.map(({ command }) => command)).toEqual(['npm run build', 'npm run lint']);
});

test('a script of Composer with several commands tells all of them', async () => {
  const { commands } = await overviewOf({
    'composer.json': '{"scripts": {"test": ["@putenv A=1", "phpunit"], "lint": "pint", "format": []}}',
  });
  const told = commands.filter(({ basis }) => basis === 'defined');
  expect(told.map(({ command, detail }) => [command, detail])).toEqual([
    ['composer test', '@putenv A=1 && phpunit'],
    ['composer lint', 'pint'],
    ['composer format', null],
  ]);
});

test('what makes ready what the tests then use is no test', async () => {
  const scripts = {
    'e2e:prepare-local-publish': 'e2e/prepare.sh',
    'e2e:publish-to-registry': 'e2e/publish.sh',
    'e2e:run-all': 'playwright test',
    'test:publish': 'vitest run publish',
  };
  const { commands } = await overviewOf({ 'package.json': JSON.stringify({ scripts }) });
  expect(commands.map(({ command }) => command).filter((command) => command.startsWith('npm run'))).toEqual([
    'npm run e2e:run-all',
    'npm run test:publish',
  ]);
});
