import { expect, test } from 'vitest';
import { isForOtherPackager, nameInAddress, readRequirementsRows, scopeOfRequirements } from './requirements-txt.ts';

test('each row says what it is, at its first line', () => {
  const text = [
    '# all of it',
    'Django == 4.2 \\',
    '    --hash=sha256:abc',
    'a[b]>=1 ; python_version > "3.8"  # why',
    '',
    '-r base.txt',
    '--index-url=https://example.org/simple',
    '--pre',
    'git+https://example.org/x.git#egg=x',
    './wheels/y.whl',
    'see below',
  ].join('\n');
  expect([...readRequirementsRows(text)]).toEqual([
    {
      kind: 'requirement',
      requirement: { name: 'Django', extras: '', requested: '== 4.2', origin: null, marker: null },
      line: 2,
    },
    {
      kind: 'requirement',
      requirement: { name: 'a', extras: '[b]', requested: '>=1', origin: null, marker: 'python_version > "3.8"' },
      line: 4,
    },
    { kind: 'option', name: '-r', value: 'base.txt', line: 6 },
    { kind: 'option', name: '--index-url', value: 'https://example.org/simple', line: 7 },
    { kind: 'option', name: '--pre', value: '', line: 8 },
    { kind: 'address', address: 'git+https://example.org/x.git#egg=x', line: 9 },
    { kind: 'address', address: './wheels/y.whl', line: 10 },
    { kind: 'odd', line: 11 },
  ]);
});

test.each([
  ['runtime', 'requirements.txt requirements-prod.txt requirements/base.in requirements.lock.txt'],
  [
    'dev',
    'requirements-dev.txt test-requirements.txt requirements/test-ci.txt docs/requirements.txt .github/a/requirements.txt .codespell/requirements.txt',
  ],
  ['optional', 'requirements-cuda.txt requirements_py3.txt requirements-latest.txt requirements/extras/redis.txt'],
])('what the names and folders of files say that they are for: %s', (scope, paths) => {
  expect(paths.split(' ').map((path) => [path, scopeOfRequirements(path)])).toEqual(
    paths.split(' ').map((path) => [path, scope]),
  );
});

test.each([
  ['git+https://example.org/x.git@v1#egg=x.y', 'x.y'],
  ['git+https://example.org/x.git#subdirectory=a&egg=x', 'x'],
  ['https://example.org/a_b-1.0-py3-none-any.whl', 'a_b'],
  ['./wheels/y-2-py3-none-any.whl', 'y'],
  ['git+https://example.org/x.git', null],
  ['./here', null],
])('the name that an address gives itself: %s', (address, name) => {
  expect(nameInAddress(address)).toBe(name);
});

test('a comment carries nothing on to the next line, whatever it ends in', () => {
  const rows = [...readRequirementsRows('# see \\\nrequests==2.0\nflask==3.0 \\\n  # why \\\nurllib3\n')];
  expect(rows.map((row) => (row.kind === 'requirement' ? `${row.line} ${row.requirement.name}` : row.kind))).toEqual([
    '2 requests',
    '3 flask',
    '5 urllib3',
  ]);
});

test('a requirements file is for another packager by its name, unless pip or tests are named', () => {
  const names = ['apt-system-requirements', 'requirements-apt-dev', 'conda_requirements', 'requirements/system'];
  const ofPip = ['requirements-conda-pip', 'system-tests-requirements', 'requirements', 'requirements/adapter'];
  expect(names.filter((name) => isForOtherPackager(`${name}.txt`))).toEqual(names);
  expect(ofPip.filter((name) => isForOtherPackager(`${name}.txt`))).toEqual([]);
});
