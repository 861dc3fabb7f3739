import { expect, test } from 'vitest';
import { parsePyproject } from './pyproject.ts';

test('requirements of every list and of Poetry come in order, each at the line that asks for it', () => {
  const read = parsePyproject(
    [
      '[project]',
      'name = "shop"',
      'dependencies = [',
      '  "a>=1",',
      '  "not one",',
      ']',
      '[project.optional-dependencies]',
      'x = ["b[c]"]',
      '[build-system]',
      'requires = ["hatchling"]',
      '[dependency-groups]',
      'dev = [{include-group = "x"}, "d"]',
      '[tool.uv]',
      'dev-dependencies = ["e"]',
      '[tool.poetry.dependencies]',
      'python = "^3.12"',
      'f = "^1"',
      'g = [{version = "1"}, {version = "2"}]',
      '[tool.poetry.group.docs.dependencies.h]',
      'git = "https://example.org/h"',
      'optional = true',
      '[tool.uv.workspace]',
    ].join('\n'),
  );
  if (typeof read === 'string') throw new Error(read);
  const told = read.requests.map((one) =>
    one.form === 'pep508'
      ? `${one.group} ${one.requirement.name} ${one.line}`
      : `${one.group} ${one.name} ${one.line} ${one.version} ${one.isChoice} ${one.place}`,
  );
  expect(told).toEqual([
    'runtime a 4',
    'optional b 8',
    'build hatchling 10',
    'dev d 12',
    'dev e 14',
    'runtime f 17 ^1 false null',
    'runtime g 18 null true null',
    'optional h 19 null false git',
  ]);
  expect(read).toMatchObject({ name: 'shop', odd: 1, hasUvWorkspace: true });
});

test('what is not TOML is told in words', () => {
  expect(parsePyproject('[project')).toMatch(/^not TOML/);
});

test('what PDM and Rye install for the work on a project is known', () => {
  const read = parsePyproject(
    '[tool.pdm.dev-dependencies]\ntest = ["requests>=2", "pytest"]\n[tool.rye]\ndev-dependencies = [\n  "black",\n]\n',
  );
  if (typeof read === 'string') throw new Error(read);
  const told = read.requests.map((one) => one.form === 'pep508' && `${one.group} ${one.requirement.name} ${one.line}`);
  expect(told).toEqual(['dev requests 2', 'dev pytest 2', 'dev black 5']);
});
