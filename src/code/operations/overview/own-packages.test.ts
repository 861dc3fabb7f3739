import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { readOwnPackages } from './own-packages.ts';

async function packagesOf(specs: FileSpecs): Promise<readonly string[]> {
  const { packages } = await factSheetOf(specs, readOwnPackages);
  return packages.map(({ name, file, line }) => `${name} ${file}:${line}`);
}

test('the packages of the manifests at the top are told with their versions', async () => {
  expect(
    await packagesOf({
      'package.json': '{\n"name": "acme",\n"version": "5.1.0"}',
      'Cargo.toml': '[workspace.package]\nversion = "0.9.0"\n[package]\nname = "acme-rs"\nversion.workspace = true\n',
      'pyproject.toml': '[tool.poetry]\nname = "acme-py"\nversion = "1.0"\n',
      'a/package.json': '{"name": "a", "version": "1.0.0"}',
    }),
  ).toEqual(['acme 5.1.0 package.json:3', 'acme-rs 0.9.0 Cargo.toml:2', 'acme-py 1.0 pyproject.toml:3']);
});

test('the package of a Cargo.toml is told under the older name of its table, too', async () => {
  const old = '[project]\nname = "acme"\nversion = "0.5.0"\n';
  expect(await packagesOf({ 'Cargo.toml': old })).toEqual(['acme 0.5.0 Cargo.toml:3']);
});

test('what says that it is no package has a version where it was given one', async () => {
  const project = '[project]\nname = "acme"\nversion = "0.0.0"\n';
  expect(await packagesOf({ 'pyproject.toml': `${project}[tool.uv]\npackage = false\n` })).toEqual([]);
  expect(await packagesOf({ 'pyproject.toml': `${project}[tool.uv]\npackage = true\n` })).toHaveLength(1);
  expect(await packagesOf({ 'pyproject.toml': project, 'uv.lock': '' })).toEqual([]);
  const counted = project.replace('0.0.0', '3.8.6');
  expect(await packagesOf({ 'pyproject.toml': `${counted}[tool.uv]\npackage = false\n` })).toHaveLength(1);
  const build = '[build-system]\nrequires = []\n';
  expect(await packagesOf({ 'pyproject.toml': project + build, 'uv.lock': '' })).toHaveLength(1);
});

test('what is private, computed or not understood has no version', async () => {
  expect(
    await packagesOf({
      'package.json': '{"name": "root", "version": "1.0.0", "private": true}',
      'Cargo.toml': '[workspace]\nmembers = ["a"]\n',
      'pyproject.toml': '[project]\nname = "acme"\ndynamic = ["version"]\n',
    }),
  ).toEqual([]);
  expect(await packagesOf({ 'package.json': '[', 'Cargo.toml': '[', 'pyproject.toml': '' })).toEqual([]);
});
