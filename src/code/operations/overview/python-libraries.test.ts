import { expect, test } from 'vitest';
import { entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

const project = '[project]\nname = "shop-store"\n';

test.each([
  ['its packages', '[tool.hatch.build.targets.wheel]\npackages = ["shop"]\n'],
  ['what it includes', '[tool.hatch.build.targets.wheel]\ninclude = ["*.txt", "/shop/"]\n'],
  ['its packages for setuptools', '[tool.setuptools]\npackages = ["shop.store"]\n'],
])('a library in a namespace is told where the build says %s', async (_, build) => {
  const found = await overviewOf({ 'a/pyproject.toml': project + build, 'a/shop/store/__init__.py': '' });
  const target = build.includes('shop.store') ? 'shop.store' : build.includes('/shop/') ? '/shop/' : 'shop';
  expect(entriesOf(found)).toEqual([`library shop-store a/pyproject.toml:4 ${target} null`]);
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
