import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const HELPERS = { 'a/helpers.py': 'def work():\n    pass\n', 'b.py': 'def work():\n    pass\n' };
const RUN = { 'a/run.py': 'from middle import work\n\n\ndef go():\n    work()\n' };

const uses = async (middle: string): Promise<readonly string[]> => {
  const tree = { ...HELPERS, ...RUN, 'a/middle.py': middle };
  const { rows } = await askCode(tree, { mode: 'references', query: 'a/helpers.py#work' });
  return rows.flatMap(({ file, line, edge }) => (file === 'a/run.py' ? [`${line} ${edge?.evidence}`] : []));
};

test('what a module of Python imports is what others import from it, be it no package', async () => {
  expect(await uses('from helpers import work\n')).toEqual(['1 exact', '5 exact']);
});

test.each([
  ['it declares the name itself', 'from helpers import work\n\n\ndef work():\n    pass\n'],
  ['only a function of it imports the name', 'def f():\n    from helpers import work\n'],
])('what others import from a module of Python is not proven where %s', async (_, middle) => {
  expect((await uses(middle)).filter((use) => use.endsWith('exact'))).toEqual([]);
});

test('a member of a module of Python is what that declares itself, and nothing of what it imports', async () => {
  const tree = {
    'black/__init__.py': 'def main():\n    pass\n',
    'blackd/__init__.py': 'import black\n\n\ndef main():\n    black.main()\n',
    'fast/__init__.py': 'from black import main\n\n\ndef main():\n    pass\n',
    'run.py': 'import blackd\nimport blackd.client\nfrom blackd import main\n\nblackd.main()\nmain()\n',
    'blackd/client.py': '',
    'both.py': 'import fast\n\nfast.main()\n',
  };
  const of = async (query: string, path: string): Promise<readonly string[]> => {
    const { rows } = await askCode(tree, { mode: 'references', query });
    return rows.flatMap(({ file, line, edge }) => (file === path ? [`${line} ${edge?.evidence}`] : []));
  };
  expect(await of('blackd/__init__.py#main', 'run.py')).toEqual(['3 exact', '5 exact', '6 exact']);
  expect(await of('black/__init__.py#main', 'run.py')).toEqual([]);
  // What the module declares and takes from another file as well may be either.
  expect(await of('black/__init__.py#main', 'both.py')).toEqual(['3 import']);
});

const SHOP = {
  'shop/__init__.py': 'from .till import pay\nfrom .stock import stock\n\n\ndef open():\n    pass\n',
  'shop/till.py':
    'def pay():\n    pass\n\n\ndef close():\n    pass\n\n\nclass Till:\n    def count(self):\n        pass\n',
  'shop/parts/__init__.py': 'def order():\n    pass\n',
  'shop/parts/wheel.py': 'def turn():\n    pass\n',
  'shop/stock.py': 'def stock():\n    pass\n\n\ndef refill():\n    pass\n',
  'other.py': 'def open():\n    pass\n\n\ndef turn():\n    pass\n\n\nclass Till:\n    def count(self):\n        pass\n',
};

/** Uses in one file, as `line evidence`. */
const inUse = async (use: string, query: string): Promise<readonly string[]> => {
  const { rows } = await askCode({ ...SHOP, 'use.py': use }, { mode: 'references', query });
  return rows.flatMap(({ file, line, edge }) => (file === 'use.py' ? [`${line} ${edge?.evidence}`] : []));
};

test('`import a.b` of Python brings in what `a` and `a.b` have, each by its own words', async () => {
  const use =
    'import os.path, shop.till, other\nimport shop.parts.wheel as parts\nimport shop.parts.wheel\nshop.open()\nshop.pay()\nshop.till.close()\n' +
    'shop.parts.wheel.turn()\nparts.turn()\nshop.parts.order()\nother.open()\nother.turn()\nshop.close()\n';
  expect(await inUse(use, 'shop/__init__.py#open')).toEqual(['4 exact']);
  expect(await inUse(use, 'other.py#open')).toEqual(['10 exact']);
  expect(await inUse(use, 'shop/till.py#pay')).toEqual(['5 exact']);
  // The package has no such name of its own, though the module is imported.
  expect(await inUse(use, 'shop/till.py#close')).toEqual(['6 exact', '12 name']);
  expect(await inUse(use, 'shop/parts/wheel.py#turn')).toEqual(['7 exact', '8 exact']);
  expect(await inUse(use, 'shop/parts/__init__.py#order')).toEqual(['9 exact']);
  expect(await inUse(use, 'other.py#turn')).toEqual(['11 exact']);
});

test('a module of Python that its package gives another value the name of is not proven by its dotted name', async () => {
  expect(await inUse('import shop.stock\n\nshop.stock.refill()\n', 'refill')).toEqual(['3 name']);
});

test('members of a class of Python behind a module are those of the class that this module has', async () => {
  const use =
    'import shop.till\nimport other\nfrom other import Till\n\n\ndef f(a: shop.till.Till, b: other.Till):\n    a.count()\n    b.count()\n' +
    '    shop.till.Till.count(a)\n    other.Till.count(b)\n    Till.count(b)\n\n\nclass Own(shop.till.Till):\n    def g(self):\n        self.count()\n' +
    '        self.Till.count(self)\n\n\ndef g(shop):\n    shop.till.Till.count(1)\n';
  const mine = await inUse(use, 'shop/till.py#Till/count');
  const others = await inUse(use, 'other.py#Till/count');
  expect(mine.filter((row) => row.endsWith('exact'))).toEqual(['7 exact', '9 exact', '16 exact']);
  expect(others.filter((row) => row.endsWith('exact'))).toEqual(['8 exact', '10 exact', '11 exact']);
});

test.each([
  ['on its line', 'from a import work as run\n    run()\n', ['2 exact', '3 exact']],
  ['in a list', 'from a import (\n        work as run,\n    )\n    run()\n', ['3 exact', '5 exact']],
  [
    'and an error has the name, too',
    'from a import work as run\n    try: pass\n    except E as run: run()\n',
    ['2 exact'],
  ],
])('a name that a function of Python gives what it imports means that: %s', async (_, body, expected) => {
  const files = { 'a.py': 'def work(): pass\n', 'use.py': `def go():\n    ${body}` };
  const { rows } = await askCode(files, { mode: 'references', query: 'a.py#work' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(expected);
});
