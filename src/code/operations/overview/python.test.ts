import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { overviewOf } from '../../../../test/support/overview-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { readPython } from './python.ts';

async function dependenciesOf(specs: FileSpecs): Promise<readonly string[]> {
  const { dependencies } = await factSheetOf(specs, readPython);
  return dependencies.map(({ name, requirement, scope, line }) => `${line} ${name} ${requirement} ${scope}`);
}

test("dependencies of uv's and Poetry's own tables are told, what builds the package is not", async () => {
  const text = [
    '[build-system]',
    'requires = ["hatchling"]',
    '[tool.uv]',
    'dev-dependencies = ["a[b]>=1 ; python_version > \'3\'"]',
    '[tool.poetry.dependencies]',
    'c = { version = "^2", optional = true }',
    '[tool.poetry.dependencies.d]',
    'extras = ["x"]',
    'version = "^3"',
    '[dependency-groups]',
    'docs = ["see the docs"]',
  ].join('\n');
  expect(await dependenciesOf({ 'pyproject.toml': text })).toEqual([
    "4 a [b]>=1 ; python_version > '3' dev",
    '6 c ^2 optional',
    '7 d ^3 runtime',
  ]);
});

test('of requirements those are told that are some, without their options', async () => {
  const text =
    'a == 1 \\\n  --hash=sha256:x\nb # why\ngit+https://example.org/c.git\nd @ https://example.org/d.whl\n-e .\n';
  expect(await dependenciesOf({ 'requirements.txt': text })).toEqual([
    '1 a == 1 runtime',
    '3 b  runtime',
    '5 d @ https://example.org/d.whl runtime',
  ]);
});

test("scripts of Hatch's environments are commands, by their names or by that of their environment", async () => {
  const text = [
    '[tool.hatch.envs.default]',
    'extra-dependencies = ["pytest>=8", "{root:uri}"]',
    '[tool.hatch.envs.default.scripts]',
    'test = "pytest {args}"',
    'all = ["hatch run lint:check", "hatch run test"]',
    '_cov = "coverage run"',
    '[tool.hatch.envs.lint]',
    'detached = true',
    'dependencies = ["codespell==2.2.6"]',
    'scripts.spelling = "codespell src"',
    'scripts.check = ["ruff check .", "spelling"]',
    '# Of a matrix the scripts run in each.',
    '[[tool.hatch.envs.test.matrix]]',
    'python = ["3.8"]',
    '[tool.hatch.envs.test.overrides]',
    'matrix.python.scripts = [{ key = "cov", value = "_cov" }]',
    '[tool.hatch.envs.docs]',
    'scripts = { build = "mkdocs build" }',
    '[tool.hatch.envs.hatch-test.scripts]',
    'run = "pytest"',
  ].join('\n');
  const { commands, managers, dependencies, otherScripts } = await factSheetOf({ 'pyproject.toml': text }, readPython);
  const told = commands.filter(({ command }) => command.startsWith('hatch'));
  expect(told.map(({ kind, command, basis, line, detail }) => `${kind} ${command} ${basis} ${line} ${detail}`)).toEqual(
    [
      'test hatch run test defined 4 pytest {args}',
      'lint hatch run lint:spelling defined 10 codespell src',
      'check hatch run lint:check defined 11 ruff check . && spelling',
      'build hatch run docs:build defined 18 mkdocs build',
      'test hatch test convention 19 configured in [tool.hatch.envs.hatch-test]',
    ],
  );
  expect(otherScripts).toBe(1);
  expect(managers).toEqual([{ name: 'hatch', file: 'pyproject.toml', line: 1 }]);
  expect(dependencies.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['pytest dev', 'codespell dev']);
});

test('a hatch.toml says the same without the names of the tool', async () => {
  const { commands } = await factSheetOf({ 'hatch.toml': '[envs.types.scripts]\ncheck = "mypy src"\n' }, readPython);
  expect(commands.map(({ kind, command, file, line }) => `${kind} ${command} ${file}:${line}`)).toEqual([
    'check hatch run types:check hatch.toml:2',
  ]);
});

test('what makes a package of the project is what installs it, and settings of tools alone make none', async () => {
  const TOOLS = '[tool.mypy]\nstrict = true\n';
  const installs = async (specs: FileSpecs): Promise<readonly string[]> => {
    const { commands } = await overviewOf(specs);
    return commands.filter(({ kind }) => kind === 'install').map(({ command, file }) => `${command} ${file}`);
  };
  expect(await installs({ 'pyproject.toml': TOOLS, 'setup.py': 'setup()\n' })).toEqual(['pip install -e . setup.py']);
  expect(await installs({ 'pyproject.toml': TOOLS })).toEqual([]);
  expect(await installs({ 'pyproject.toml': '[build-system]\nrequires = []\n' })).toEqual([
    'pip install -e . pyproject.toml',
  ]);
  const SETTINGS = '[metadata]\nname = a\n';
  expect(await installs({ 'pyproject.toml': TOOLS, 'setup.cfg': SETTINGS })).toEqual(['pip install -e . setup.cfg']);
  expect(await installs({ 'setup.cfg': SETTINGS })).toEqual([]);
});

test('programs that a setup.py names in literals are told with their lines', async () => {
  const { entryPoints } = await overviewOf({
    'setup.py': `setup(
    entry_points={
        'console_scripts': [
            'shop = shop.__main__:main',
            # 'old = shop.old:main',
            f'{name} = shop.made:main',
        ],
        "gui_scripts": ["till=shop.till:run"],
    },
)
`,
  });
  expect(entryPoints.map(({ name, target, line, basis }) => [name, target, line, basis])).toEqual([
    ['shop', 'shop.__main__:main', 4, 'defined'],
    ['till', 'shop.till:run', 8, 'defined'],
  ]);
});

test('programs of a setup.cfg are told with their lines', async () => {
  const { entryPoints } = await overviewOf({
    'setup.cfg': `[metadata]
console_scripts =
    no = shop:none
[options.entry_points]
console_scripts =
    shop = shop.__main__:main
    # old = shop.old:main
# What stands at the margin ends no list.

    shop-extra = shop.more:main  [extra]
shop.plugins =
    csv = shop.csv:Plugin
gui_scripts =
    till=shop.till:run
[options.extras_require]
test = pytest
`,
  });
  expect(entryPoints.map(({ name, target, line, basis }) => `${name} ${target} ${line} ${basis}`).sort()).toEqual([
    'shop shop.__main__:main 6 defined',
    'shop-extra shop.more:main 10 defined',
    'till shop.till:run 14 defined',
  ]);
});

test('programs of a setup.cfg that pbr reads are told as those of setuptools', async () => {
  const { entryPoints } = await overviewOf({
    'setup.cfg': '[entry_points]\r\nconsole_scripts =\r\n    shop-api = shop.cmd.api:main\r\n',
  });
  expect(entryPoints.map(({ name, target, line }) => `${name} ${target} ${line}`)).toEqual([
    'shop-api shop.cmd.api:main 3',
  ]);
});
