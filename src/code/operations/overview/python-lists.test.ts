import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';

const rowsOf = async (files: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await overviewOf(files)).dependencies.map(({ name, requirement, scope, file, line }) =>
    `${name} ${requirement} ${scope} ${file}:${line}`.replace('  ', ' '),
  );

test('what a Pipfile asks for are dependencies, of documents those that these are made with', async () => {
  const rows = await rowsOf({
    Pipfile: `[packages]
flask = "==2.0"
rich = {version = ">=1", markers = "os_name == 'nt'"}
shop = {git = "https://example.org/shop.git"}

[dev-packages]
pytest = "*"

[requires]
python_version = "3.9"
`,
    'docs/Pipfile': '[packages]\nlxml = "*"\n',
  });
  expect(rows).toEqual([
    'flask ==2.0 runtime Pipfile:2',
    "rich >=1 ; os_name == 'nt' runtime Pipfile:3",
    'shop runtime Pipfile:4',
    'pytest * dev Pipfile:7',
    'lxml * dev docs/Pipfile:2',
  ]);
});

test('what a setup.cfg asks for are dependencies, and what is asked for to build it is none', async () => {
  const files = {
    'setup.py': 'from setuptools import setup\nsetup()\n',
    'setup.cfg': `[options]
setup_requires = wheel
install_requires =
  idna>=2 ; os_name == "nt"
  # why
  click
tests_require = pytest

[options.extras_require]
socks = PySocks!=1.5
`,
  };
  expect(await rowsOf(files)).toEqual([
    'idna >=2 ; os_name == "nt" runtime setup.cfg:4',
    'click runtime setup.cfg:6',
    'pytest dev setup.cfg:7',
    'PySocks !=1.5 optional setup.cfg:10',
  ]);
});

test('what is not understood of a Pipfile or a setup.cfg is told', async () => {
  const { dependencies, gaps } = await overviewOf({
    Pipfile: '[packages\n',
    'setup.cfg': '[options]\ninstall_requires = file: requirements.in\n',
  });
  expect(dependencies).toEqual([]);
  expect(gaps).toEqual([
    'setup.cfg: 1 line left out that names no package in a known form',
    'Pipfile was not understood as TOML',
  ]);
});

test('a setup.py that is a module of a package is no manifest', async () => {
  const call = 'from setuptools import setup\nsetup(\n    name="inner",\n    install_requires=read(),\n)\n';
  const found = await overviewOf({
    'pyproject.toml': '[project]\nname = "tool"\n',
    'src/tool/__init__.py': '',
    'src/tool/models/__init__.py': '',
    'src/tool/models/setup.py': call,
    'plugin/setup.py': call.replaceAll('inner', 'plugin'),
    'plugin/__init__.py': '',
  });
  expect(found.manifests.map(({ file }) => file)).toEqual(['pyproject.toml', 'plugin/setup.py']);
  expect(found.gaps.join()).not.toContain('models/setup.py');
});
