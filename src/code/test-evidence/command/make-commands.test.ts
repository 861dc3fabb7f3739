import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { scanProject } from '../map/scan-project.ts';
import { makeCommands, suiteCommands } from './make-commands.ts';

/** The commands for each test of a project, and those for all. */
async function commandsOf(files: FileSpecs) {
  const folder = makeFolder(files);
  const opened = await openSource({ location: folder.path, ref: null, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  try {
    const source = opened.value;
    const signal = new AbortController().signal;
    const { entries } = await source.list(signal);
    const { testFiles } = await scanProject({
      source,
      entries,
      context: { signal, deadlineAtMs: performance.now() + 60_000 },
    });
    const project = makeProjectFiles(source, entries, '');
    const own = await makeCommands(
      project,
      [...testFiles.values()].map((one) => ({ test: one, cases: [] })),
    );
    const show = ({ command, directory }: { readonly command: string; readonly directory: string }): string =>
      directory === '' ? command : `${directory}: ${command}`;
    return { own: own.rows.map(show), suite: (await suiteCommands(project)).map(show) };
  } finally {
    await opened.value.close();
    folder.remove();
  }
}

const PYTEST = '[tool.pytest.ini_options]\n';
const PY = 'def test_a():\n    assert 1 == 1\n';

test('tests below several settings of pytest are run from the folder of each', async () => {
  const files = {
    'a/pyproject.toml': PYTEST,
    'a/tests/test_a.py': PY,
    'b/pytest.ini': '[pytest]\n',
    'b/test_b.py': PY,
  };
  expect((await commandsOf(files)).own).toEqual(['a: pytest tests/test_a.py', 'b: pytest test_b.py']);
  const nested = { 'pytest.ini': '[pytest]\n', 'test_top.py': PY, 'a/pyproject.toml': PYTEST, 'a/test_a.py': PY };
  expect((await commandsOf(nested)).own.toSorted()).toEqual(['a: pytest test_a.py', 'pytest test_top.py']);
  const unset = { 'test_a.py': `import pytest\n${PY}`, 'b/test_b.py': PY };
  expect((await commandsOf(unset)).own).toEqual(['pytest b/test_b.py test_a.py']);
});

test('a script that only says that there are no tests runs none', async () => {
  expect((await commandsOf({ 'package.json': '{"scripts":{"test":"echo none && exit 1"}}' })).suite).toEqual([]);
});

test('modules of Kotlin Multiplatform are tested by allTests', async () => {
  const build = 'plugins {\n  kotlin("multiplatform") version "2"\n}\n';
  expect((await commandsOf({ 'build.gradle.kts': build, gradlew: '' })).suite).toEqual(['./gradlew allTests']);
  expect((await commandsOf({ 'build.gradle': "plugins { id 'java' }\n" })).suite).toEqual(['gradle test']);
});

test('where only some modules are of Kotlin Multiplatform, all are tested by check', async () => {
  const top = { 'build.gradle.kts': 'plugins {\n  kotlin("jvm") version "2" apply false\n}\n', gradlew: '' };
  const shared = { 'shared/build.gradle.kts': 'plugins {\n  kotlin("multiplatform")\n}\n' };
  const suiteOf = async (files: FileSpecs) => (await commandsOf({ ...top, ...shared, ...files })).suite;
  expect(await suiteOf({ 'cli/build.gradle.kts': 'plugins {\n  kotlin("jvm")\n}\n' })).toEqual(['./gradlew check']);
  // By a plugin that the build writes for itself, which says nothing of what it applies.
  const own = { 'cli/build.gradle.kts': 'plugins {\n  id("acme.cli")\n}\n' };
  expect(await suiteOf({ ...own, 'cli/src/test/kotlin/ATest.kt': '' })).toEqual(['./gradlew check']);
  // Nothing of these has a task `test` with tests.
  expect(await suiteOf(own)).toEqual(['./gradlew allTests']);
  expect(await suiteOf({ 'shared/src/test/java/ATest.java': '' })).toEqual(['./gradlew allTests']);
  expect(await suiteOf({ 'buildSrc/build.gradle.kts': 'plugins {\n  kotlin("jvm")\n}\n' })).toEqual([
    './gradlew allTests',
  ]);
});

test('the package manager that the top of a workspace names runs the tests of its members', async () => {
  const files = {
    'package.json': '{"packageManager":"pnpm@9.0.0","workspaces":["p/*"]}',
    'p/a/package.json': '{"scripts":{"test":"vitest run"}}',
    'p/a/a.test.ts': "import { test, expect } from 'vitest';\ntest('a', () => { expect(1).toBe(1); });\n",
  };
  expect((await commandsOf(files)).own).toEqual(['p/a: pnpm exec vitest run a.test.ts']);
});
