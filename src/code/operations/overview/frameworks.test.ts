import { expect, test } from 'vitest';
import type { DependencyFact } from '../../questions/overview.types.ts';
import { listFrameworks } from './frameworks.ts';

const dependency = (ecosystem: string, name: string, file: string): DependencyFact => ({
  ecosystem,
  name,
  requirement: '',
  scope: 'dev',
  file,
  line: 1,
});

test('what a package of tests asks for is told where it is what the project is tested with', () => {
  const frameworks = listFrameworks([
    dependency('maven', 'junit:junit', 'extras/pom.xml'),
    dependency('maven', 'org.junit.jupiter:junit-jupiter', 'test-native/pom.xml'),
    dependency('maven', 'io.quarkus:quarkus-core', 'test-native/pom.xml'),
    dependency('nuget', 'xunit', 'src/Tests/Tests.csproj'),
  ]);
  expect(frameworks.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'JUnit 4 extras/pom.xml',
    'JUnit 5 test-native/pom.xml',
    'xUnit src/Tests/Tests.csproj',
  ]);
});

test('what groups of Python ask for is told where it is what the project is tested with', () => {
  const frameworks = listFrameworks([
    dependency('pypi', 'flask', 'pyproject.toml'),
    dependency('pypi', 'pytest', 'pyproject.toml'),
    dependency('npm', 'vite', 'package.json'),
    { ...dependency('pypi', 'starlette', 'pyproject.toml'), scope: 'runtime' },
  ]);
  expect(frameworks.map(({ name }) => name)).toEqual(['pytest', 'Vite', 'Starlette']);
});
