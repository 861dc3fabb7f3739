import { expect, test } from 'vitest';
import { makeCodeFile } from '../code-file.ts';
import { functionsAround } from './functions-around.ts';

const PYTHON = `
def outer():
    def first():
        return 1
    def second():
        def third():
            return 3
        return 2
    return 0

class Shop:
    def sell(self):
        return lambda: 4

total = 5
`;

test.each([
  ['return 1', ['outer', 'first']],
  ['return 3', ['outer', 'second', 'third']],
  ['return 2', ['outer', 'second']],
  ['return 0', ['outer']],
  ['lambda: 4', ['sell']],
  ['total = 5', []],
])('the functions around %j are %j, from the outside in', (code, names) => {
  const file = makeCodeFile('shop.py', PYTHON, null);
  if (file === null) throw new Error('Python has a scanner');
  expect(functionsAround(file, PYTHON.indexOf(code)).map(({ name }) => name)).toEqual(names);
});

test('the functions around each of many places are found without a look through all functions', () => {
  const count = 19_000;
  const text = Array.from({ length: count }, (_, at) => `def f${at}():\n    return 1\n`).join('');
  const file = makeCodeFile('many.py', text, null);
  if (file === null) throw new Error('Python has a scanner');
  let found = 0;
  // A look through all functions for each place would be five billion steps, which no time limit of a test allows.
  for (let round = 0; round < 15; round += 1) {
    for (let at = text.indexOf('return'); at !== -1; at = text.indexOf('return', at + 1)) {
      found += functionsAround(file, at).length;
    }
  }
  expect(found).toBe(15 * count);
});
