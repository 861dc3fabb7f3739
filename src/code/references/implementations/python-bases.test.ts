import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line name evidence`. */
async function implementing(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'implementations', query });
  return rows.map(({ file, line, symbol, edge }) => `${file}:${line} ${symbol?.name} ${edge?.evidence}`);
}

test('a class of Python derives from no metaclass, and from what a call is given only perhaps', async () => {
  const text = [
    'class Meta(type):',
    '    pass',
    'class Deep(Meta, total=False):',
    '    pass',
    'class Made(Other, metaclass=Meta):',
    '    pass',
    'class Chosen(Other, metaclass=choose(Meta), kind=Meta):',
    '    pass',
    'class Given(with_meta(Meta, object)):',
    '    pass',
    'class Typed[T: (int, str) = int](Meta):',
    '    pass',
    '',
  ].join('\n');
  expect(await implementing({ 'a.py': text }, 'Meta')).toEqual([
    'a.py:3 Deep exact',
    'a.py:11 Typed exact',
    'a.py:9 Given name',
  ]);
});

test('a class of Python derives from what an import calls otherwise', async () => {
  const tree = {
    'shop/__init__.py': '',
    'shop/base.py': 'class Base:\n    pass\n',
    'shop/a.py': 'import shop.base as other\nclass A(other.Base):\n    pass\n',
    'shop/c.py': 'from .base import Base as _Base\nclass C(_Base):\n    pass\n',
  };
  expect(await implementing(tree, 'shop/base.py#Base')).toEqual(['shop/a.py:2 A exact', 'shop/c.py:2 C exact']);
});
