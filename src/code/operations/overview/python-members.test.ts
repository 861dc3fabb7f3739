import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { overviewOf } from '../../../../test/support/overview-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { readPython } from './python.ts';

/** Which manifest asks for which, at its line. */
async function joinsOf(specs: FileSpecs): Promise<readonly string[]> {
  const { joins } = await factSheetOf(specs, readPython);
  return joins.map(({ from, to, scope, line }) => `${from} -> ${to} ${scope} :${line}`);
}

const named = (name: string, ...dependencies: readonly string[]): string =>
  `[project]\nname = "${name}"\nversion = "1"\ndependencies = [${dependencies.map((one) => `"${one}"`).join(', ')}]\n`;

test('what uv takes from the workspace is a member of it, whoever of member and root says so', async () => {
  const root = `${named('acme')}[tool.uv.workspace]\nmembers = ["packages/*"]\n[tool.uv.sources]\nacme-core = { workspace = true }\nother = { workspace = true }\n`;
  const found = await joinsOf({
    'pyproject.toml': root,
    'packages/core/pyproject.toml': named('Acme_Core'),
    'packages/app/pyproject.toml': `${named('acme-app', 'acme-core>=1', 'other', 'acme-x', 'rich')}[tool.uv.sources]\nacme-x = { workspace = true }\n`,
    'packages/x/pyproject.toml': named('acme-x'),
    'packages/rich/pyproject.toml': named('rich'),
  });
  expect(found).toEqual([
    'packages/app/pyproject.toml -> packages/core/pyproject.toml runtime :4',
    'packages/app/pyproject.toml -> packages/x/pyproject.toml runtime :4',
  ]);
});

test('a package of another source than the workspace is none of its members', async () => {
  const found = await joinsOf({
    'pyproject.toml': `${named('acme')}[tool.uv.workspace]\nmembers = ["*"]\n[tool.uv.sources]\ncore = { workspace = true }\n`,
    'core/pyproject.toml': named('core'),
    'app/pyproject.toml': `${named('app', 'core')}[tool.uv.sources]\ncore = { git = "https://example.org/core" }\n`,
  });
  expect(found).toEqual([]);
});

test('what lies below a workspace and is no member of it takes nothing from there', async () => {
  const found = await joinsOf({
    'pyproject.toml': `${named('acme')}[tool.uv.workspace]\nmembers = ["packages/*"]\nexclude = ["packages/old"]\n[tool.uv.sources]\ncore = { workspace = true }\n`,
    'packages/core/pyproject.toml': named('core'),
    'packages/app/pyproject.toml': named('app', 'core'),
    'packages/old/pyproject.toml': named('old', 'core'),
    'tools/core/pyproject.toml': named('core'),
    'tools/x/pyproject.toml': named('x', 'core'),
  });
  expect(found).toEqual(['packages/app/pyproject.toml -> packages/core/pyproject.toml runtime :4']);
});

test('a source may be a table of its own, which counts before what the root says', async () => {
  const found = await joinsOf({
    'pyproject.toml': `${named('acme')}[tool.uv.workspace]\nmembers = ["*"]\n[tool.uv.sources]\ncore.workspace = true\n`,
    'core/pyproject.toml': named('core'),
    'app/pyproject.toml': named('app', 'core'),
    'shop/pyproject.toml': `${named('shop', 'core')}[tool.uv.sources.core]\ngit = "https://example.org/core"\n`,
  });
  expect(found).toEqual(['app/pyproject.toml -> core/pyproject.toml runtime :4']);
});

test('of several requests of Poetry each says for itself where it leads', async () => {
  const found = await joinsOf({
    'core/pyproject.toml': named('core'),
    'pyproject.toml':
      '[tool.poetry]\nname = "shop"\n[tool.poetry.dependencies]\ncore = "^1"\n[tool.poetry.group.dev.dependencies.core]\npath = "core"\n',
  });
  expect(found).toEqual(['pyproject.toml -> core/pyproject.toml dev :5']);
});

test('a path of uv or Poetry leads to the manifest there, where there is one', async () => {
  const found = await joinsOf({
    'core/pyproject.toml': named('core'),
    'app/pyproject.toml': `${named('app', 'core')}[tool.uv.sources]\ncore = { path = "../core", editable = true }\n`,
    'shop/pyproject.toml':
      '[tool.poetry]\nname = "shop"\n[tool.poetry.dependencies]\ncore = { path = "../core", develop = true }\ngone = { path = "../gone" }\n',
  });
  expect(found).toEqual([
    'app/pyproject.toml -> core/pyproject.toml runtime :4',
    'shop/pyproject.toml -> core/pyproject.toml runtime :4',
  ]);
});

test('what a package leaves to its build to ask for is a gap', async () => {
  const dynamic = '[project]\nname = "a"\ndynamic = ["version", "dependencies"]\n';
  const gap = 'pyproject.toml leaves its dependencies to its build (dynamic): those are not told';
  const gapsOf = async (files: FileSpecs): Promise<readonly string[]> =>
    (await overviewOf({ 'a.py': 'a = 1\n', ...files })).gaps;
  expect(await gapsOf({ 'pyproject.toml': dynamic })).toContain(gap);
  expect(await gapsOf({ 'pyproject.toml': dynamic, 'setup.py': 'a = 1\n' })).not.toContain(gap);
  for (const told of ['.dynamic]\n', '.dynamic.dependencies]\n', ']\ndynamic = { version = { attr = "a.b" } }\n'])
    expect(await gapsOf({ 'pyproject.toml': `${dynamic}[tool.setuptools${told}` })).not.toContain(gap);
  const poetry = `${dynamic}[tool.poetry.dependencies]\nb = "^1"\n`;
  expect(await gapsOf({ 'pyproject.toml': poetry })).not.toContain(gap);
});
