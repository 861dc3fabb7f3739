import { expect, test } from 'vitest';
import { detectFrameworks } from './frameworks.ts';

/** A project of these files. */
function filesOf(texts: Readonly<Record<string, string>>) {
  const paths = Object.keys(texts);
  return {
    entries: paths.map((path) => ({ path })),
    named: (name: string) => paths.filter((path) => path.split('/').at(-1)?.toLowerCase() === name),
    text: async (path: string) => texts[path] ?? null,
  };
}

test('each framework comes with the file and line that proves it', async () => {
  const found = await detectFrameworks(
    filesOf({
      'package.json': '{\n  "scripts": { "test": "node --test" },\n  "devDependencies": {\n    "mocha": "1"\n  }\n}',
      'pyproject.toml': '[tool.pytest.ini_options]\n',
      'go.mod': 'module a\nrequire github.com/stretchr/testify v1.0.0\n',
      'a_test.go': 'package a\n',
      'pom.xml': '<dependency>\n<artifactId>junit-jupiter</artifactId>\n',
      'a.csproj': '<PackageReference Include="NUnit" />\n',
      'b.csproj': '<Project Sdk="MSTest.Sdk/4.0.2">\n<PackageReference Include="xunit.v3.mtp-v2" />\n',
    }),
  );
  expect(found.map(({ name, file, line }) => `${name} ${file}:${line}`)).toEqual([
    'mocha package.json:4',
    'node:test package.json:2',
    'pytest pyproject.toml:1',
    'testify go.mod:2',
    'junit5 pom.xml:2',
    'nunit a.csproj:1',
    'mstest b.csproj:1',
    'xunit b.csproj:2',
    'go test a_test.go:null',
  ]);
});

test('comments, installed packages and names that only contain one prove nothing', async () => {
  const found = await detectFrameworks(
    filesOf({
      'node_modules/a/package.json': '{ "devDependencies": { "jest": "1" } }',
      'package.json': '{ "dependencies": { "jest-diff": "1", "__proto__": "1" } }',
      'requirements.txt': '# pytest\n',
      'pom.xml': '<artifactId>testcontainers-junit-jupiter</artifactId>\n',
    }),
  );
  expect(found).toEqual([]);
});

test('a composer.json proves a framework by what it requires, and by nothing that it suggests or does not go with', async () => {
  const required = await detectFrameworks(
    filesOf({ 'composer.json': '{\n  "require-dev": {\n    "phpunit/phpunit": "^11"\n  }\n}' }),
  );
  expect(required.map(({ name, line, evidence }) => `${name}:${line} ${evidence}`)).toEqual([
    'phpunit:3 require-dev.phpunit/phpunit',
  ]);
  const other = '{ "conflict": { "phpunit/phpunit": "<7.5" }, "suggest": { "pestphp/pest": "to run tests" } }';
  expect(await detectFrameworks(filesOf({ 'composer.json': other }))).toEqual([]);
});
