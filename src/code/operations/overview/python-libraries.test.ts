import { expect, test } from 'vitest';
import { entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

const project = '[project]\nname = "shop-store"\n';

test.each([
  ['its packages', '[tool.hatch.build.targets.wheel]\npackages = ["shop"]\n'],
  ['what it includes', '[tool.hatch.build.targets.wheel]\ninclude = ["*.txt", "/shop/"]\n'],
  ['its packages for setuptools', '[tool.setuptools]\npackages = ["shop.store"]\n'],
])('a library in a namespace is told where the build says %s', async (_, build) => {
  const found = await overviewOf({ 'a/pyproject.toml': project + build, 'a/shop/store/__init__.py': '' });
  const target = build.includes('shop.store') ? 'shop.store' : 'a/shop';
  expect(entriesOf(found)).toEqual([`library shop-store a/pyproject.toml:4 ${target} null`]);
});

test.each([
  ['setup.py', '', 'setup.py'],
  ['the settings of setuptools', '[tool.setuptools]\ninclude-package-data = true\n', 'a.py'],
])('uv keeps from nobody what %s beside its lock gives out', async (_, build, beside) => {
  const files = { 'pyproject.toml': project + build, 'uv.lock': '', [beside]: '', 'shop_store/__init__.py': '' };
  expect(entriesOf(await overviewOf(files))).toHaveLength(1);
});

test('a library that Flit is told by the name of its module is told, be it in src', async () => {
  const build = '[tool.flit.module]\nname = "shop.store"\n';
  const found = await overviewOf({ 'pyproject.toml': project + build, 'src/shop/store/__init__.py': '' });
  expect(entriesOf(found)).toEqual(['library shop-store pyproject.toml:4 shop.store null']);
  expect(entriesOf(await overviewOf({ 'pyproject.toml': project + build, 'src/shop/a.py': '' }))).toEqual([]);
});

test("Poetry's packages are folders with the folder that they come from", async () => {
  const found = await overviewOf({
    'pyproject.toml': '[tool.poetry]\nname = "shop-store"\npackages = [{ include = "shop", from = "src" }]\n',
    'src/shop/store/__init__.py': '',
  });
  expect(entriesOf(found)).toEqual(['library shop-store pyproject.toml:3 src/shop null']);
});

test('without such a list Poetry takes the folder of that name, in a namespace, too', async () => {
  const found = await overviewOf({ 'pyproject.toml': '[tool.poetry]\nname = "shop"\n', 'shop/store/__init__.py': '' });
  expect(entriesOf(found)).toEqual(['library shop pyproject.toml:null shop null']);
});

test('a package of the own name goes before, and a folder without Python is none', async () => {
  const build = '[tool.hatch.build.targets.wheel]\npackages = ["shop"]\n';
  const named = await overviewOf({ 'pyproject.toml': project + build, 'shop_store/__init__.py': '', 'shop/a.py': '' });
  expect(entriesOf(named)).toEqual(['library shop-store shop_store/__init__.py:null null null']);
  expect(entriesOf(await overviewOf({ 'pyproject.toml': project + build, 'shop/a.txt': '' }))).toEqual([]);
});

test.each([
  ['uv is told that it is no package', `${project}[build-system]\n[tool.uv]\npackage = false\n`, 'a.py'],
  ['uv keeps what says nothing of a build', project, 'uv.lock'],
  ['Poetry is told so', '[tool.poetry]\nname = "shop-store"\npackage-mode = false\n', 'a.py'],
  ['a site of Django starts there that nothing builds', project, 'manage.py'],
])('a project gives out no library where %s', async (_, pyproject, beside) => {
  const found = await overviewOf({ 'pyproject.toml': pyproject, 'shop_store/__init__.py': '', [beside]: '' });
  expect(entriesOf(found)).toEqual([]);
});

test.each([
  [
    'setup.py',
    'import setuptools\nsetuptools.setup(\n    name="Shop-Store",\n    version=v,\n)\n',
    'library Shop-Store',
  ],
  ['setup.cfg', '[bdist]\nname = x\n[metadata]\nversion = 1\nname = shop_store\n', 'library shop_store'],
])('a library is told by the name that %s has in writing, where it has the package', async (manifest, text, told) => {
  const build = '[build-system]\nrequires = ["setuptools"]\n';
  const found = await overviewOf({ [manifest]: text, 'pyproject.toml': build, 'shop_store/__init__.py': '' });
  expect(entriesOf(found)).toEqual([`${told} shop_store/__init__.py:null null null`]);
  expect(entriesOf(await overviewOf({ [manifest]: text, 'shop/__init__.py': '' }))).toEqual([]);
});

test('a library of setup.py is told once beside a pyproject.toml, and not by what is given to others', async () => {
  const setup = 'setup(\n    ext_modules=[Extension(\n        name="shop",\n    )],\n)\n';
  expect(entriesOf(await overviewOf({ 'setup.py': setup, 'shop/__init__.py': '' }))).toEqual([]);
  const named = { 'setup.py': 'setup(\n    name="shop",\n)\n', 'pyproject.toml': '[project]\nname = "shop"\n' };
  expect(entriesOf(await overviewOf({ ...named, 'shop/__init__.py': '' }))).toHaveLength(1);
});

test('an application of Django that is built is a library, though a site to try it with starts beside it', async () => {
  const found = await overviewOf({
    'pyproject.toml': `${project}[tool.setuptools.packages.find]\ninclude = ["shop_store*"]\n`,
    'shop_store/__init__.py': '',
    'manage.py': '',
  });
  expect(entriesOf(found)).toEqual(['library shop-store shop_store/__init__.py:null null null']);
});
