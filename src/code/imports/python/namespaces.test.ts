import { expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

const hatch = (name: string): string =>
  `[project]\nname = "${name}"\n\n[tool.hatch.build.targets.wheel]\npackages = ["shop"]\n`;

/** A namespace without `__init__.py`, of which three packages of the project have parts. */
const namespace = {
  'libs/shop/pyproject.toml': hatch('shop'),
  'libs/shop/shop/types.py': '',
  'libs/store/pyproject.toml': hatch('shop-store'),
  'libs/store/shop/store/base/__init__.py': '',
  'libs/store/shop/store/memory.py': '',
  'libs/sql/pyproject.toml': hatch('shop-sql'),
  'libs/sql/shop/store/sql/__init__.py': '',
};

test('a namespace that packages of the project share leads to the package that has the module', async () => {
  const graph = await graphOf({
    ...namespace,
    'libs/shop/shop/run.py':
      'from shop.store.base import Store\nfrom shop.store import memory, sql\nimport shop.types\n',
    'libs/sql/shop/store/sql/aio.py':
      'from shop.store.base import Store\nfrom shop import types\nfrom shop.store.sql import A\n',
    'examples/try.py': 'import shop.store.memory\n',
  });
  expect(edgesOf(graph)).toEqual([
    'examples/try.py -> libs/store/shop/store/memory.py',
    'libs/shop/shop/run.py -> libs/shop/shop/types.py',
    'libs/shop/shop/run.py -> libs/sql/shop/store/sql/__init__.py',
    'libs/shop/shop/run.py -> libs/store/shop/store/base/__init__.py',
    'libs/shop/shop/run.py -> libs/store/shop/store/memory.py',
    'libs/sql/shop/store/sql/aio.py -> libs/shop/shop/types.py',
    'libs/sql/shop/store/sql/aio.py -> libs/sql/shop/store/sql/__init__.py',
    'libs/sql/shop/store/sql/aio.py -> libs/store/shop/store/base/__init__.py',
  ]);
  expect(externalsOf(graph)).toEqual([]);
});

test('what no package of the project has of its namespace is told by its own name', async () => {
  const graph = await graphOf({ ...namespace, 'libs/shop/shop/run.py': 'from shop.redis.cache import Cache\n' });
  expect(externalsOf(graph)).toEqual(['shop.redis']);
});

test('a module that two packages have in their namespace is led to neither from a third', async () => {
  const graph = await graphOf({
    ...namespace,
    'libs/sql/shop/store/memory.py': '',
    'libs/shop/shop/run.py': 'import shop.store.memory\n',
  });
  expect(edgesOf(graph)).toEqual([]);
  expect(unresolvedOf(graph)).toEqual(['libs/shop/shop/run.py: shop.store.memory']);
});

test('a module of a namespace that is called as one of the standard library is not meant beside it', async () => {
  const graph = await graphOf({
    ...namespace,
    'libs/shop/shop/run.py': 'from types import ModuleType\nimport typing\nfrom shop.types import Row\n',
    'scripts/typing.py': '',
    'scripts/run.py': 'import typing\n',
  });
  expect(edgesOf(graph)).toEqual([
    'libs/shop/shop/run.py -> libs/shop/shop/types.py',
    'scripts/run.py -> scripts/typing.py',
  ]);
  expect(externalsOf(graph)).toEqual(['types (standard)', 'typing (standard)']);
});

test('a folder that no manifest names as its package is no namespace for others', async () => {
  const graph = await graphOf({
    'libs/a/pyproject.toml': '[project]\nname = "a"\n',
    'libs/a/redis/client.py': '',
    'libs/b/pyproject.toml': '[project]\nname = "b"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    'libs/b/tests/tools.py': '',
    'libs/a/run.py': 'import tests.tools\n',
    'libs/b/run.py': 'import redis.client\n',
  });
  expect(edgesOf(graph)).toEqual([]);
  expect(externalsOf(graph)).toEqual(['redis', 'tests']);
});
