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
