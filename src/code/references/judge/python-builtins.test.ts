import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

test('what Python gives every file is no use of a function that is called like it, where nothing else brings that in', async () => {
  const tree = {
    'env.py': 'class Environment:\n    def getattr(self, one):\n        return getattr(self, one)\n',
    'tools.py': 'def format(one):\n    return one\n\n\ndef use(one):\n    return format(one)\n',
    'plain.py': 'def run(env):\n    env.getattr(1)\n    getattr(env, "a")\n    format(env)\n',
    'named.py': 'from tools import format\n\nformat(1)\n',
    'starred.py': 'from tools import *\n\nformat(1)\n',
  };
  const edges = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(({ file, line, edge }) => {
      return `${file}:${line} ${edge?.evidence}`;
    });
  expect(await edges('Environment/getattr')).toEqual(['plain.py:2 name']);
  expect(await edges('tools.py#format')).toEqual([
    'named.py:1 exact',
    'named.py:3 exact',
    'starred.py:3 import',
    'tools.py:6 exact',
  ]);
});

test('a member of a type of Python itself is none of the project', async () => {
  const tree = {
    'codes.py':
      'class Codes(int):\n    def __new__(cls, one):\n        return int.__new__(cls, one)\n\n    def to_bytes(self):\n        return int.to_bytes(self, 1)\n',
  };
  expect((await askCode(tree, { mode: 'callees', query: 'Codes/__new__' })).rows).toEqual([]);
  expect((await askCode(tree, { mode: 'references', query: 'Codes/to_bytes' })).rows).toEqual([]);
});
