import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { readPython } from './python.ts';

async function commandsOf(specs: FileSpecs): Promise<readonly string[]> {
  const { commands } = await factSheetOf(specs, readPython);
  return commands
    .filter(({ kind }) => kind !== 'install')
    .map(({ kind, command, file, line }) => `${kind} ${command} ${file}:${line}`);
}

test('tools are told by whatever part of their settings there is', async () => {
  const text = [
    '[tool.pytest]',
    'minversion = "9.0"',
    '[tool.ruff.lint]',
    '[tool.mypy]',
    'files = ["src"]',
    '[[tool.mypy.overrides]]',
  ].join('\n');
  expect(await commandsOf({ 'pyproject.toml': text })).toEqual([
    'test pytest pyproject.toml:1',
    'lint ruff check . pyproject.toml:3',
    'lint mypy pyproject.toml:4',
  ]);
});

test('of packages side by side without one above them each has its commands', async () => {
  const tools = '[tool.pytest.ini_options]\n';
  const specs = {
    'src/a/pyproject.toml': tools,
    'src/a/uv.lock': '',
    'src/b/pyproject.toml': tools,
    'src/b/uv.lock': '',
    'src/b/deep/pyproject.toml': tools,
    'src/b/deep/uv.lock': '',
  };
  const { commands } = await factSheetOf(specs, readPython);
  const told = commands.map(({ command, directory }) => `${command} in ${directory}`);
  expect(told).toEqual(['pytest in src/a', 'pytest in src/b', 'uv sync in src/a', 'uv sync in src/b']);
  expect(await commandsOf({ ...specs, 'pyproject.toml': tools })).toEqual(['test pytest pyproject.toml:1']);
});

test('settings of pytest in a file of their own say that it is used', async () => {
  expect(await commandsOf({ 'pytest.ini': '[pytest]\n', 'setup.cfg': '[tool:pytest]\n' })).toEqual([
    'test pytest pytest.ini:null',
  ]);
  expect(await commandsOf({ 'setup.cfg': '[metadata]\n[tool:pytest]\n' })).toEqual(['test pytest setup.cfg:2']);
  expect(await commandsOf({ 'setup.cfg': '[metadata]\n', 'tests/pytest.ini': '' })).toEqual([]);
});

test('pytest is told where the project asks for it and nothing says how its tests are run', async () => {
  const asked = '[project]\nname = "a"\n[dependency-groups]\ndev = [\n  "pytest",\n]\n';
  expect(await commandsOf({ 'pyproject.toml': asked })).toEqual(['test pytest pyproject.toml:5']);
  expect(await commandsOf({ 'pyproject.toml': asked, 'tox.ini': '[testenv]\ncommands = pytest\n' })).toEqual([
    'test tox tox.ini:1',
  ]);
});

test('pytest is told of the packages nearest to the top where the top says nothing of it', async () => {
  const asked = '[project]\nname = "a"\n[dependency-groups]\ndev = [\n  "pytest",\n]\n';
  const web = { 'web/package.json': '{}' };
  const below = await factSheetOf(
    { 'api/pyproject.toml': asked, 'api/deep/pyproject.toml': asked, ...web },
    readPython,
  );
  expect(below.commands.map(({ command, directory }) => `${command} in ${directory}`)).toEqual(['pytest in api']);
  expect(await commandsOf({ 'api/pyproject.toml': asked, 'noxfile.py': '@nox.session\ndef tests(s): pass\n' })).toEqual(
    ['test nox -s tests noxfile.py:2'],
  );
  expect(await commandsOf({ 'api/pytest.ini': '', 'api/requirements.txt': 'pytest\n', ...web })).toEqual([
    'test pytest api/pytest.ini:null',
  ]);
  expect(await commandsOf({ 'api/setup.cfg': '[tool:pytest]\n', 'a.py': '' })).toEqual(['test pytest api/setup.cfg:1']);
  // Nothing says that tests lie there.
  expect(await commandsOf({ 'ci/requirements.txt': 'pytest\n', 'a.py': '' })).toEqual([]);
});

test('environments of tox are commands in each of its forms', async () => {
  const env = '[tool.tox.env_run_base]\n[tool.tox.env.typing]\n[tool.tox.env.typing.x]\n[tool.tox.env.random]\n';
  expect(await commandsOf({ 'pyproject.toml': `[tool.tox]\nenv_list = ["py3.14"]\n${env}` })).toEqual([
    'test tox pyproject.toml:3',
    'check tox -e typing pyproject.toml:4',
  ]);
  expect(await commandsOf({ 'tox.toml': '[env_run_base]\n[env.style]\n[env."3.13"]\n' })).toEqual([
    'test tox tox.toml:1',
    'lint tox -e style tox.toml:2',
  ]);
  const old = '[tool.tox]\nlegacy_tox_ini = """\n[testenv]\n[testenv:lint]\n"""\n';
  expect(await commandsOf({ 'pyproject.toml': old })).toEqual([
    'test tox pyproject.toml:2',
    'lint tox -e lint pyproject.toml:2',
  ]);
});

test('environments that test in yet another way hide no command of another kind', async () => {
  const variants = '[env.tests-min]\n[env.test_dev]\n[env.style]\n';
  expect(await commandsOf({ 'tox.toml': `[env_run_base]\n${variants}` })).toEqual([
    'test tox tox.toml:1',
    'lint tox -e style tox.toml:4',
  ]);
  expect(await commandsOf({ 'tox.toml': variants })).toContain('test tox -e tests-min tox.toml:1');
});
