import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';

test('requirements files are dependencies for what their names and folders say, bounds on versions are none', async () => {
  const { dependencies } = await overviewOf({
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
  ]);
});

test.each([
  ['setup(\n  install_requires=reqs("default.txt"),\n)\n', ['setup.py:2 asks for dependencies and was not run']],
  ['setup(name="a")\n', []],
])('what setup.py asks for is said to be unknown where it asks: %j', async (text, gaps) => {
  expect((await overviewOf({ 'setup.py': text })).gaps).toEqual(gaps);
});
