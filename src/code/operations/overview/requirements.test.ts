import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';

test('requirements files are dependencies for what their names and folders say, bounds on versions are none', async () => {
  const { dependencies } = await overviewOf({
    'apt-system-requirements.txt': 'x\n',
    'requirements-apt.txt': 'x\n',
    'requirements/brew.txt': 'x\n',
    'system-requirements.txt': 'x\n',
    'system-tests-requirements.txt': 'g\n',
    'dev-requirements.txt': 'a==1\n',
    'docs/requirements.txt': 'b\n',
    'examples/requirements.txt': 'x\n',
    'requirements.txt': 'c>=2\n',
    'requirements/constraints.txt': 'x<3\n',
    'requirements/default.txt': '-r other.txt\nd # why\n',
    'requirements/extras/redis.txt': 'e\n',
    'requirements/test-ci.txt': 'f\n',
    'src/notes.txt': 'x\n',
  });
  expect(dependencies.map(({ name, scope, file, line }) => `${name} ${scope} ${file}:${line}`)).toEqual([
    'a dev dev-requirements.txt:1',
    'b dev docs/requirements.txt:1',
    'c runtime requirements.txt:1',
    'd runtime requirements/default.txt:2',
    'e optional requirements/extras/redis.txt:1',
    'f dev requirements/test-ci.txt:1',
    'g dev system-tests-requirements.txt:1',
  ]);
});

test.each([
  ['setup(\n  install_requires=reqs("default.txt"),\n)\n', ['setup.py:2 asks for dependencies and was not run']],
  ['setup(name="a")\n', []],
])('what setup.py asks for is said to be unknown where it asks: %j', async (text, gaps) => {
  expect((await overviewOf({ 'setup.py': text })).gaps).toEqual(gaps);
});

test('of very many requirements files those near the top are read', async () => {
  const far = Array.from({ length: 250 }, (_, at) => [`apps/a${at}/requirements.txt`, `far${at}\n`] as const);
  const { dependencies, gaps } = await overviewOf({ ...Object.fromEntries(far), 'requirements.txt': 'near\n' });
  expect(dependencies.map(({ name }) => name)).toContain('near');
  expect(gaps).toEqual(['251 requirements files were found; 250 were read']);
});

test('a package is known by the name in its address, and what is not understood is told', async () => {
  const rows = ['-e .', '-e git+https://h/a.git#egg=a', 'https://h/b-1.0-py3-none-any.whl', '--pre', '-r x.txt'];
  const odd = ['git+https://h/c.git', 'd 2.0'];
  const { dependencies, gaps } = await overviewOf({
    'requirements.txt': [...rows, ...odd].join('\n'),
    'pyproject.toml': '[project]\ndependencies = ["e>=1", "f 2.0"]\n',
  });
  expect(dependencies.map(({ name, requirement }) => `${name} ${requirement}`)).toEqual([
    'e >=1',
    'a git+https://h/a.git#egg=a',
    'b https://h/b-1.0-py3-none-any.whl',
  ]);
  expect(gaps).toEqual([
    'pyproject.toml: 1 requirement not understood',
    'requirements.txt: 2 lines left out that name no package in a known form',
  ]);
});

test('a package that is asked for by environment is told with each of them, as they are written', async () => {
  const { dependencies } = await overviewOf({
    'requirements.txt': `curl>=7,<8; sys_platform != 'win32' and python_version < "3.9"\ncurl>=8; python_version >= "3.9"\n`,
    'pyproject.toml': '[project]\nname = "a"\ndependencies = ["tzdata; os_name == \'nt\'"]\n',
  });
  expect(dependencies.map(({ name, requirement }) => `${name} ${requirement}`).sort()).toEqual([
    `curl >=7,<8 ; sys_platform != 'win32' and python_version < "3.9"`,
    'curl >=8 ; python_version >= "3.9"',
    "tzdata ; os_name == 'nt'",
  ]);
});

test.each([
  ['-e .[http2]\nmkdocs==1.6\n', 'mkdocs dev'],
  ['-e .\nidna==3.1 # via a\n', 'idna runtime'],
  ['-e ./plugin\nflask\n', 'flask runtime'],
])(
  'what a file asks for beside the package itself, to be edited in its place, is for the work on it: %j',
  async (text, row) => {
    const { dependencies } = await overviewOf({ 'requirements.txt': text, 'setup.py': 'setup(name="a")\n' });
    expect(dependencies.map(({ name, scope }) => `${name} ${scope}`)).toEqual([row]);
  },
);

test('what only other packages of a compiled list ask for is no framework of the project', async () => {
  const list = [
    'black==26.1\n    # via -r requirements.in',
    'click==8.3 \\\n    --hash=sha256:aa\n    # via\n    #   black\n    #   pip-tools',
    'flask==3.1\n    # via\n    #   -c bounds.txt\n    #   -r requirements.in\n    #   black',
    'fastapi==1 # via black, -r requirements.in',
    'django==5\n    # via -c bounds.txt',
    'celery==5\n\n# via black\ntornado==6  # why',
    'starlette==1\n    # via fastapi[all]',
  ];
  const { frameworks, dependencies } = await overviewOf({ 'requirements.txt': `${list.join('\n')}\n` });
  expect(frameworks.map(({ name }) => name)).toEqual(['Flask', 'FastAPI', 'Django', 'Celery', 'Tornado']);
  expect(dependencies).toHaveLength(8);
});
