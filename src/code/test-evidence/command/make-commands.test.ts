import { expect, test } from 'vitest';
import { type FileSpecs, makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import { scanProject } from '../map/scan-project.ts';
import { makeCommands } from './make-commands.ts';

/** The commands for each test of a project. */
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
    return own.rows.map(show);
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
  expect(await commandsOf(files)).toEqual(['a: pytest tests/test_a.py', 'b: pytest test_b.py']);
  const nested = { 'pytest.ini': '[pytest]\n', 'test_top.py': PY, 'a/pyproject.toml': PYTEST, 'a/test_a.py': PY };
  expect((await commandsOf(nested)).toSorted()).toEqual(['a: pytest test_a.py', 'pytest test_top.py']);
  const unset = { 'test_a.py': `import pytest\n${PY}`, 'b/test_b.py': PY };
  expect(await commandsOf(unset)).toEqual(['pytest b/test_b.py test_a.py']);
});

test('the package manager that the top of a workspace names runs the tests of its members', async () => {
  const files = {
    'package.json': '{"packageManager":"pnpm@9.0.0","workspaces":["p/*"]}',
    'p/a/package.json': '{"scripts":{"test":"vitest run"}}',
    'p/a/a.test.ts': "import { test, expect } from 'vitest';\ntest('a', () => { expect(1).toBe(1); });\n",
  };
  expect(await commandsOf(files)).toEqual(['p/a: pnpm exec vitest run a.test.ts']);
});
