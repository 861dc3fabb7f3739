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
    'JUnit Jupiter test-native/pom.xml',
    'xUnit src/Tests/Tests.csproj',
  ]);
});

test('what a program would run with says that it is asked for in development alone, what builds and tests does not', () => {
  const found = listFrameworks([
    ...['react', 'webpack', 'jest', 'electron'].map((name) => dependency('npm', name, 'package.json')),
    dependency('npm', 'express', 'package.json'),
    { ...dependency('npm', 'express', 'server/package.json'), scope: 'runtime' },
  ]);
  expect(found.map(({ name, scope = '' }) => `${name} ${scope}`)).toEqual([
    'Express ',
    'React dev',
    'webpack ',
    'Jest ',
    'Electron ',
  ]);
});

test('what a gem is worked on with says nothing of how it is asked for, and demos ask for nothing of the project', () => {
  const rails = { ...dependency('gem', 'rails', 'Gemfile'), scope: 'dev' as const };
  expect(listFrameworks([rails])).toEqual([{ name: 'Rails', file: 'Gemfile', line: 1 }]);
  const torch = { ...dependency('pypi', 'torch', 'demo/cats/requirements.txt'), scope: 'runtime' as const };
  const own = { ...dependency('pypi', 'fastapi', 'pyproject.toml'), scope: 'runtime' as const };
  expect(listFrameworks([torch, own]).map(({ name }) => name)).toEqual(['FastAPI']);
  expect(listFrameworks([torch]).map(({ name }) => name)).toEqual(['PyTorch']);
});

test('what only a project of the documents is built with is told where the project has nothing else', () => {
  const site = { name: 'ASP.NET Core', file: 'docs/site/snippets/A.csproj', line: 1 };
  const own = { name: 'xUnit', file: 'test/A.csproj', line: 3 };
  expect(listFrameworks([], [site, own])).toEqual([own]);
  expect(listFrameworks([], [site])).toEqual([site]);
  expect(listFrameworks([dependency('nuget', 'Acme.Core', 'src/A.csproj')], [site])).toEqual([]);
  const kit = { ...dependency('npm', 'svelte', 'websites/acme.org/package.json'), scope: 'runtime' as const };
  const app = { ...dependency('npm', 'express', 'package.json'), scope: 'runtime' as const };
  expect(listFrameworks([kit, app]).map(({ name }) => name)).toEqual(['Express']);
});

test('what only tests of the JVM ask for is no framework, and of Composer it is marked', () => {
  const asked = ['org.hibernate:hibernate-core', 'org.springframework.boot:spring-boot-starter-test', 'junit:junit'];
  const found = listFrameworks([
    ...asked.map((name) => dependency('maven', name, 'app/build.gradle')),
    dependency('composer', 'symfony/framework-bundle', 'composer.json'),
    dependency('composer', 'phpunit/phpunit', 'composer.json'),
  ]);
  expect(found.map(({ name, scope = '' }) => `${name} ${scope}`)).toEqual(['JUnit 4 ', 'Symfony dev', 'PHPUnit ']);
});

test('a package of Composer that runs with parts of Laravel runs with Laravel, whose whole it is worked on with', () => {
  const whole = dependency('composer', 'laravel/framework', 'composer.json');
  const part = { ...dependency('composer', 'illuminate/support', 'composer.json'), scope: 'runtime' as const };
  expect(listFrameworks([part, whole]).map(({ name, scope = '' }) => `${name} ${scope}`)).toEqual(['Laravel ']);
  expect(listFrameworks([part])).toEqual([]);
  const elsewhere = { ...part, file: 'packages/a/composer.json' };
  expect(listFrameworks([elsewhere, whole]).map(({ scope }) => scope)).toEqual(['dev']);
});

test('Spock, TestNG and Kotest are what a project of the JVM is tested with, where it runs them', () => {
  const frameworks = listFrameworks([
    dependency('maven', 'org.spockframework:spock-core', 'core/build.gradle'),
    dependency('maven', 'org.testng:testng', 'web/build.gradle'),
    dependency('maven', 'io.kotest:kotest-assertions-core-jvm', 'app/build.gradle'),
    { ...dependency('maven', 'io.ktor:ktor-server-core', 'app/build.gradle'), scope: 'runtime' },
  ]);
  expect(frameworks.map(({ name }) => name)).toEqual(['Ktor', 'Spock', 'TestNG']);
  expect(listFrameworks([dependency('maven', 'io.kotest:kotest-runner-junit5', 'a')])[0]?.name).toBe('Kotest');
});

test('the generation of JUnit is told by the version, and not where a bill of materials sets it', () => {
  const nameOf = (name: string, requirement: string): string | undefined =>
    listFrameworks([{ ...dependency('maven', name, 'pom.xml'), requirement }])[0]?.name;
  expect(nameOf('org.junit.jupiter:junit-jupiter', '6.0.3')).toBe('JUnit 6');
  expect(nameOf('org.junit.jupiter:junit-jupiter-api', '5.13.4')).toBe('JUnit 5');
  expect(nameOf('org.junit.jupiter:junit-jupiter', '')).toBe('JUnit Jupiter');
  expect(nameOf('junit:junit', '3.8.1')).toBe('JUnit 3');
  expect(nameOf('junit:junit', '')).toBe('JUnit 4');
});

test('what a crate asks for in development alone is no framework of it', () => {
  const frameworks = listFrameworks([
    dependency('cargo', 'rocket', 'Cargo.toml'),
    { ...dependency('cargo', 'tokio', 'Cargo.toml'), scope: 'runtime' },
  ]);
  expect(frameworks.map(({ name }) => name)).toEqual(['Tokio']);
});

test('what groups of Python ask for is told where it is what the project is tested with', () => {
  const frameworks = listFrameworks([
    dependency('pypi', 'flask', 'pyproject.toml'),
    dependency('pypi', 'pytest', 'pyproject.toml'),
    dependency('npm', 'vite', 'package.json'),
    { ...dependency('pypi', 'starlette', 'pyproject.toml'), scope: 'runtime' },
  ]);
  expect(frameworks.map(({ name }) => name)).toEqual(['Starlette', 'pytest', 'Vite']);
});

test('what a page is made with is told by its package, whichever it is', () => {
  const packages = ['@sveltejs/kit', 'ember-source', 'lit', 'preact', 'react-native', 'solid-js'];
  const frameworks = listFrameworks([
    ...packages.map((name) => dependency('npm', name, 'package.json')),
    dependency('npm', '@tanstack/solid-query', 'package.json'),
  ]);
  expect(frameworks.map(({ name }) => name)).toEqual(['SvelteKit', 'Ember', 'Lit', 'Preact', 'React-Native', 'Solid']);
});

test('what runs with a project goes before what it is made with', () => {
  const frameworks = listFrameworks([
    dependency('npm', 'rollup', 'package.json'),
    dependency('npm', 'vitest', 'package.json'),
    { ...dependency('npm', 'rolldown', 'packages/a/package.json'), scope: 'runtime' },
    { ...dependency('npm', 'vitest', 'packages/b/package.json'), scope: 'peer' },
  ]);
  expect(frameworks.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'Rolldown packages/a/package.json',
    'Vitest packages/b/package.json',
    'Rollup package.json',
  ]);
});

test('what a project is tested with comes behind what runs with it, also where its manifest asks for both alike', () => {
  const names = ['@playwright/test', 'jest', 'react', 'vite'];
  const frameworks = listFrameworks([
    ...names.map((name) => ({ ...dependency('npm', name, 'package.json'), scope: 'runtime' as const })),
    { ...dependency('npm', 'express', 'packages/a/package.json'), scope: 'runtime' },
    dependency('npm', 'vitest', 'package.json'),
  ]);
  expect(frameworks.map(({ name }) => name)).toEqual(['React', 'Vite', 'Express', 'Playwright', 'Jest', 'Vitest']);
});

test('what only the documents of a project are made with is not told of the project', () => {
  const ofDocuments = [
    dependency('npm', 'vue', 'docs/package.json'),
    dependency('npm', 'react', 'website/package.json'),
    dependency('npm', '@docusaurus/core', 'www/package.json'),
    dependency('npm', 'next', 'www/package.json'),
    dependency('npm', 'hono', 'ai-docs/package.json'),
  ];
  const own = [dependency('npm', 'vite', 'package.json'), dependency('npm', 'vitepress', 'package.json')];
  const namesOf = (all: readonly DependencyFact[]): readonly string[] => listFrameworks(all).map(({ name }) => name);
  expect(namesOf([...own, ...ofDocuments])).toEqual(['Vite']);
  expect(namesOf([...own, dependency('npm', 'react', 'www/package.json')])).toEqual(['Vite', 'React']);
  // Of a folder of documents alone that is asked about, they are the project.
  expect(namesOf(ofDocuments)).toEqual(['Vue', 'React', 'Next.js', 'Hono']);
});

test('what lies in www/ is the site of the documents where a package there writes its pages in MDX, else the project', () => {
  const own = dependency('npm', 'express', 'packages/shop/package.json');
  const namesOf = (...made: readonly string[]): readonly string[] => {
    const book = [...made, 'next'].map((name) => dependency('npm', name, 'www/apps/book/package.json'));
    return listFrameworks([own, ...book, dependency('npm', 'react', 'www/packages/ui/package.json')]).map(
      ({ name }) => name,
    );
  };
  expect(namesOf('@next/mdx')).toEqual(['Express']);
  expect(namesOf('@docusaurus/core')).toEqual(['Express']);
  expect(namesOf()).toEqual(['Express', 'Next.js', 'React']);
});

test('what only validates values by the makers of an ORM is not that ORM', () => {
  const validator = dependency('maven', 'org.hibernate.validator:hibernate-validator', 'pom.xml');
  const old = dependency('maven', 'org.hibernate:hibernate-validator', 'pom.xml');
  expect(listFrameworks([validator, old])).toEqual([]);
  const orm = {
    ...dependency('maven', 'org.hibernate.orm:hibernate-envers', 'core/pom.xml'),
    scope: 'runtime' as const,
  };
  expect(listFrameworks([validator, orm]).map(({ name, file }) => `${name} ${file}`)).toEqual([
    'Hibernate core/pom.xml',
  ]);
});

test('what a project of .NET runs with is told by its packages, and not by what its tests alone ask for', () => {
  const asked = (name: string, scope: DependencyFact['scope']): DependencyFact => ({
    ...dependency('nuget', name, 'src/A/A.csproj'),
    scope,
  });
  const frameworks = listFrameworks([
    asked('Microsoft.AspNetCore.Mvc.Testing', 'dev'),
    asked('NUnit', 'dev'),
    asked('Microsoft.AspNetCore.Components.Web', 'runtime'),
    asked('Npgsql.EntityFrameworkCore.PostgreSQL', 'runtime'),
    asked('Aspire.Hosting.Redis', 'runtime'),
    asked('Microsoft.Maui.Controls', 'runtime'),
  ]);
  expect(frameworks.map(({ name }) => name)).toEqual([
    'Blazor',
    'Entity Framework Core',
    'Aspire',
    '.NET MAUI',
    'NUnit',
  ]);
});

test('a framework of Go is one in each major version', () => {
  const paths = ['github.com/labstack/echo/v5', 'github.com/gofiber/fiber/v3', 'github.com/go-chi/chi', 'gorm.io/gorm'];
  const asked = paths.map((name) => ({ ...dependency('go', name, 'go.mod'), scope: 'runtime' as const }));
  expect(listFrameworks(asked).map(({ name }) => name)).toEqual(['Echo', 'Fiber', 'chi', 'GORM']);
});
