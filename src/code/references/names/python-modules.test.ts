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
