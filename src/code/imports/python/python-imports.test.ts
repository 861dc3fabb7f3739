import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of Python', () => {
  test('absolute, relative and many-line imports lead to modules and packages', async () => {
    const graph = await graphOf({
      'pyproject.toml': '[project]\nname = "app"\n',
      'src/app/__init__.py': 'from .core import run\n',
      'src/app/core.py':
        'import os.path, app.util.text as t\nfrom . import models\nfrom .util import (\n  text,\n  gone_name,\n)\n',
      'src/app/models.py': 'from __future__ import annotations; import requests\n',
      'src/app/util/__init__.py': '',
      'src/app/util/text.py': 'from \\\n  .. import models, missing\nfrom ..nowhere import x\n',
      'tests/test_core.py': 'from app import core\nfrom app.core import run\nimport helper\n',
      'tests/helper.py': '',
    });
    expect(edgesOf(graph)).toEqual([
      'src/app/__init__.py -> src/app/core.py',
      'src/app/core.py -> src/app/models.py',
      'src/app/core.py -> src/app/util/__init__.py',
      'src/app/core.py -> src/app/util/text.py',
      'src/app/util/text.py -> src/app/__init__.py',
      'src/app/util/text.py -> src/app/models.py',
      'tests/test_core.py -> src/app/core.py',
      'tests/test_core.py -> tests/helper.py',
    ]);
    expect(externalsOf(graph)).toEqual(['__future__ (standard)', 'os (standard)', 'requests']);
    expect(unresolvedOf(graph)).toEqual(['src/app/util/text.py: ..nowhere']);
  });

  test('imports for a type checker alone are of kind type', async () => {
    const graph = await graphOf({
      'a.py': '',
      'b.py': '',
      'main.py': 'import typing as t\nif t.TYPE_CHECKING:\n    from a import (\n        A,\n)\n\nelse:\n    import b\n',
    });
    expect(edgesOf(graph)).toEqual(['main.py -> a.py (type)', 'main.py -> b.py']);
  });

  test('what a stub imports is for a type checker alone, and what imports a stub is not', async () => {
    const graph = await graphOf({
      'app/__init__.py': '',
      'app/native.pyi': 'from app.server import Server\n\ndef make() -> Server: ...\n',
      'app/server.py': 'from app.native import make\n\nclass Server: ...\n',
    });
    expect(edgesOf(graph)).toEqual(['app/native.pyi -> app/server.py (type)', 'app/server.py -> app/native.pyi']);
  });

  test('an import in a function is deferred, unless the file itself imports the same when it is loaded', async () => {
    const graph = await graphOf({
      'a.py': '',
      'b.py': '',
      'c.py': '',
      'd.py': '',
      'e.py': '',
      'main.py': `class A:
    import c
    async def go(
        self,
    ):
        """Text

at the left
"""
        import a, b
        importlib.import_module("e")
def f(x=__import__("d")):
    pass
import b
`,
    });
    expect(edgesOf(graph)).toEqual([
      'main.py -> a.py (deferred)',
      'main.py -> b.py',
      'main.py -> c.py',
      'main.py -> d.py (dynamic)',
      'main.py -> e.py (deferred)',
    ]);
  });

  test('what stands in strings, docstrings and comments is no import', async () => {
    const graph = await graphOf({
      'a.py': '',
      'main.py':
        '"""\nimport a\n"""\n# import a\ns = """\nfrom a import x\n"""\nyield_from = "import a"\nraise X from a\n',
    });
    expect(edgesOf(graph)).toEqual([]);
  });

  test('a name that the package itself binds is not the module of that name', async () => {
    const graph = await graphOf({
      'pkg/__init__.py': 'from .run import run\n',
      'pkg/run.py': '',
      'main.py': 'from pkg import run\nimport importlib\nimportlib.import_module("pkg.run")\n',
    });
    expect(edgesOf(graph)).toEqual([
      'main.py -> pkg/__init__.py',
      'main.py -> pkg/run.py (dynamic)',
      'pkg/__init__.py -> pkg/run.py',
    ]);
  });

  test('a package without __init__.py is known by its modules, and no folder hides a package from outside', async () => {
    const graph = await graphOf({
      'space/one.py': '',
      'redis/readme.py': '',
      'main.py':
        'import space.one\nimport redis\nfrom space import two, one\nimport space.gone.deep\nfrom redis import Redis\n',
    });
    expect(edgesOf(graph)).toEqual(['main.py -> space/one.py']);
    expect(externalsOf(graph)).toEqual(['redis', 'space']);
  });

  test('a module called like the package of others that it wraps is not meant by that name', async () => {
    const graph = await graphOf({
      'app/__init__.py': '',
      'app/llm/openai.py': 'import openai\nfrom openai.types import Chat\n',
      'app/llm/both.py': 'import openai\nimport shared\n',
      'app/llm/shared.py': '',
      'stubs/app/__init__.pyi': '',
      'stubs/app/logging.pyi': 'from logging import Handler\n',
      'stubs/app/flask.pyi': 'from flask.app import Flask\n',
      'stubs/app/other.pyi': 'import flask\n',
    });
    expect(edgesOf(graph)).toEqual(['app/llm/both.py -> app/llm/shared.py']);
    expect(externalsOf(graph)).toEqual(['flask', 'logging (standard)', 'openai']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('a module of the project that is not there is told, with the reason', async () => {
    const graph = await graphOf({ 'app/__init__.py': '', 'main.py': 'import app.gone\n' });
    expect(graph.unresolved).toEqual([
      {
        file: 'main.py',
        line: 1,
        specifier: 'app.gone',
        why: 'app is in the project, this module of it is not',
        owner: null,
      },
    ]);
  });
});

describe('packages that stand elsewhere in the project', () => {
  test('an example called like a package of others is not meant by it', async () => {
    const graph = await graphOf({
      'setup.py': '',
      'app/__init__.py': 'import pydantic\nimport importlib\nimportlib.import_module("pydantic")\n',
      'examples/pydantic/__init__.py': '',
      'examples/pydantic/tasks.py': 'from pydantic import BaseModel\nfrom . import tasks\n',
      'examples/other/run.py': 'import pydantic\n',
    });
    expect(edgesOf(graph)).toEqual([]);
    expect(externalsOf(graph)).toEqual(['importlib (standard)', 'pydantic']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('one that nothing says the code can reach is told, and not led to', async () => {
    const graph = await graphOf({ 'tools/yard/__init__.py': '', 'app/main.py': 'import yard\n' });
    expect(edgesOf(graph)).toEqual([]);
    expect(graph.unresolved).toEqual([
      {
        file: 'app/main.py',
        line: 1,
        specifier: 'yard',
        why: 'tools/yard is called so, but neither code nor settings of build or tests say that tools is where this file imports from',
        owner: null,
      },
    ]);
  });

  test.each([
    ['below the same source root', { 'app/yard/__init__.py': '', 'app/jobs/main.py': 'import yard\n' }],
    ['in a folder of the same part', { 'app/lib/yard/__init__.py': '', 'app/main.py': 'import yard\n' }],
    ['of another build', { 'libs/y/setup.py': '', 'libs/y/yard/__init__.py': '', 'app/main.py': 'import yard\n' }],
    [
      'in a folder that the build names',
      {
        'pyproject.toml': '[tool.maturin]\npython-source = "python"\n',
        'python/yard/__init__.py': '',
        'app/main.py': 'import yard\n',
      },
    ],
    [
      'in a folder that the settings of the tests name',
      {
        'setup.cfg': '[tool:pytest]\npythonpath = other/tools\n',
        'other/tools/yard/__init__.py': '',
        'app/main.py': 'import yard\n',
      },
    ],
    [
      'in a folder that the file puts on its path',
      {
        'other/tools/yard/__init__.py': '',
        'app/main.py': 'import sys\nsys.path.insert(0, join(dirname(__file__), "..", "other/tools"))\nimport yard\n',
      },
    ],
    [
      'in a folder that a conftest above puts on the path',
      {
        'other/tools/yard/__init__.py': '',
        'tests/conftest.py': 'def f(monkeypatch):\n    monkeypatch.syspath_prepend("other/tools")\n',
        'tests/a/test_it.py': 'import yard\n',
      },
    ],
    [
      'in a folder that the file puts on its path under a name',
      {
        'other/tools/yard/__init__.py': '',
        'app/main.py':
          'import sys\nHERE = dirname(__file__)\nTOOLS: str = join(\n  HERE, "..", "other", "tools"\n)\nsys.path.insert(0, TOOLS)\nimport yard\n',
      },
    ],
    [
      'in a folder of a list that the file puts on its path',
      {
        'other/tools/yard/__init__.py': '',
        'app/main.py': 'for path in ["a", "other/tools"]:\n    sys.path.append(path)\nimport yard\n',
      },
    ],
    [
      'among examples in a folder that the file puts on its path',
      { 'examples/yard/__init__.py': '', 'app/main.py': 'sys.path.append("examples")\nimport yard\n' },
    ],
    ['that is borrowed', { 'third_party/yard/__init__.py': '', 'app/main.py': 'import yard\n' }],
  ])('one %s is led to', async (_, files) => {
    const graph = await graphOf(files);
    expect(edgesOf(graph).map((edge) => edge.split(' -> ')[1])).toEqual([expect.stringMatching(/yard\/__init__\.py$/)]);
  });
});

test('of several packages of a name the one in the example that imports it is meant', async () => {
  const graph = await graphOf({
    'monorepo-example/app/pyproject.toml': '',
    'monorepo-example/app/run.py': 'import shared\nimport common\n',
    'monorepo-example/libs/shared/__init__.py': '',
    'monorepo-example/libs/common/__init__.py': '',
    'uv-examples/one/libs/shared/__init__.py': '',
    'uv-examples/one/app/run.py': 'import shared\n',
    'uv-examples/two/app/run.py': 'import common\n',
  });
  expect(edgesOf(graph).map((edge) => edge.split(' [')[0])).toEqual([
    'monorepo-example/app/run.py -> monorepo-example/libs/common/__init__.py',
    'monorepo-example/app/run.py -> monorepo-example/libs/shared/__init__.py',
    'uv-examples/one/app/run.py -> uv-examples/one/libs/shared/__init__.py',
  ]);
  expect(externalsOf(graph)).toEqual(['common']);
});

test('a module that the package imports from itself, by its full name, is meant by that name', async () => {
  const graph = await graphOf({
    'shop/__init__.py': 'from shop import tax\nfrom shop.bill import total\n',
    'shop/tax.py': '',
    'shop/bill.py': 'from shop import tax\n',
  });
  expect(edgesOf(graph)).toEqual([
    'shop/__init__.py -> shop/bill.py',
    'shop/__init__.py -> shop/tax.py',
    'shop/bill.py -> shop/tax.py',
  ]);
});

test('a module in a folder that the code puts on its path is led to, of several so called the nearest', async () => {
  const graph = await graphOf({
    'examples/helpers/shapes.py': '',
    'examples/more/helpers/shapes.py': '',
    'examples/more/run.py':
      'HELPERS = join(dirname(__file__), "helpers")\nsys.path.insert(0, HELPERS)\nimport shapes\n',
    'examples/run.py': 'sys.path.insert(0, join(dirname(__file__), "helpers"))\nimport shapes\nimport numpy\n',
    'examples/undone.py': 'sys.path.remove("helpers")\nimport shapes\n',
  });
  expect(edgesOf(graph)).toEqual([
    'examples/more/run.py -> examples/more/helpers/shapes.py',
    'examples/run.py -> examples/helpers/shapes.py',
  ]);
  expect(externalsOf(graph)).toEqual(['numpy', 'shapes']);
});

describe('modules beside a file of a package, imported without it', () => {
  const package_ = { 'setup.py': '', 'shop/__init__.py': '', 'shop/settings.py': '', 'shop/redis.py': '' };

  test.each([
    [
      'a file that is run as a program has them',
      'shop/manage.py',
      "import settings\nif __name__ == '__main__':\n    run(settings)\n",
    ],
    [
      'one that puts its folder on the path gives them to those beside it',
      'shop/conf.py',
      'sys.path.insert(0, os.path.abspath(os.path.dirname(__file__)))\n',
    ],
    [
      'one that puts its folder on the path under a name does so, too',
      'shop/conf.py',
      'HERE = os.path.dirname(__file__)\nsys.path.insert(0, HERE)\n',
    ],
  ])('%s', async (_, path, text) => {
    const graph = await graphOf({ ...package_, [path]: text, 'shop/tasks.py': 'import settings\n' });
    const isForAll = path === 'shop/conf.py';
    expect(edgesOf(graph).map((edge) => edge.split(' [')[0])).toEqual([
      `${isForAll ? 'shop/tasks.py' : path} -> shop/settings.py`,
    ]);
  });

  test('a package of others is not taken for the module that wraps it, nor for one beside', async () => {
    const graph = await graphOf({
      ...package_,
      'shop/redis.py': "import redis\nif __name__ == '__main__':\n    redis.run()\n",
      'shop/tasks.py': 'import redis\n',
      'shop/run.py': "import redis\nif __name__ == '__main__':\n    redis.run()\n",
      'shop/up.py': 'sys.path.insert(0, dirname(dirname(__file__)))\nimport settings\n',
    });
    expect(edgesOf(graph)).toEqual([]);
    expect(externalsOf(graph)).toEqual(['redis', 'settings']);
  });
});

test('what the standard library keeps for itself is no package of others either', async () => {
  const graph = await graphOf({
    'a.py': 'from _string import formatter_parser\nimport _thread, _socket, _cffi_backend\n',
  });
  expect(externalsOf(graph)).toEqual([
    '_cffi_backend',
    '_socket (standard)',
    '_string (standard)',
    '_thread (standard)',
  ]);
});

test('what only Python 2 had in its standard library is no package of others', async () => {
  const graph = await graphOf({
    'a.py': 'import cPickle\nimport urllib2\nfrom sets import Set\nfrom thread import get_ident\n',
  });
  expect(externalsOf(graph)).toEqual([
    'cPickle (standard)',
    'sets (standard)',
    'thread (standard)',
    'urllib2 (standard)',
  ]);
});

test('packages that share a namespace are told each by its own name', async () => {
  const graph = await graphOf({
    'requirements.txt': 'x\n',
    'a.py':
      'import google\nfrom google.cloud.storage.retry import R\nfrom google import genai, auth\nfrom google.cloud import *\nfrom azure import core\nimport yaml.nodes\n',
  });
  expect(externalsOf(graph)).toEqual([
    'azure.core',
    'google',
    'google.auth',
    'google.cloud',
    'google.cloud.storage',
    'google.genai',
    'yaml',
  ]);
});
