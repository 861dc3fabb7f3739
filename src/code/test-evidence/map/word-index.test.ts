import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexWords, usesOf } from './word-index.ts';

test('a name is known by its line, whether it is called and whether it is a member', () => {
  const index = indexWords('send\nx.send(1)\nsend (2)\nFoo::send\nsending()\nmake!(a)\n');
  expect(usesOf(index, 'send')).toEqual([
    { line: 1, isCall: false, isMember: false },
    { line: 2, isCall: true, isMember: true },
    { line: 3, isCall: true, isMember: false },
    { line: 4, isCall: false, isMember: true },
  ]);
  expect(usesOf(index, 'make')).toEqual([{ line: 6, isCall: true, isMember: false }]);
});

test('names that mean something to the runtime are names like others', () => {
  expect(usesOf(indexWords('constructor\n__proto__()'), '__proto__')).toEqual([
    { line: 2, isCall: true, isMember: false },
  ]);
});

test('every line that is given holds the word', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('send', ' ', '\n', '.', '(', 'x', '\r\n', 'sender', '$send')), (parts) => {
      const text = parts.join('');
      const lines = text.split('\n');
      for (const { line } of usesOf(indexWords(text), 'send')) {
        expect(lines[line - 1]).toMatch(/(?<![\w$])send(?![\w$])/);
      }
    }),
  );
});
