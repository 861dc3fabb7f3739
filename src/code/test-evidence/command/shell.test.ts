import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPrintable, quotePath, quoteWord, splitScript } from './shell.ts';

test('a shell reads back every word as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), { minLength: 1, maxLength: 20 }),
      (words) => {
        const line = `printf '%s\\0' ${words.map(quoteWord).join(' ')}`;
        expect(execFileSync('sh', ['-c', line]).toString()).toBe(words.map((word) => `${word}\0`).join(''));
      },
    ),
    { numRuns: 25 },
  );
});

test('a path that begins with a dash is no option', () => {
  expect(quotePath('-rf.test.js')).toBe('./-rf.test.js');
  expect(quotePath("it's $(x).js")).toBe("'it'\\''s $(x).js'");
});

test('a path with a line break or an unseen character is not printed', () => {
  expect(isPrintable('a b.js')).toBe(true);
  for (const path of ['a\nb.js', 'a\u202eb.js', 'a\u200bb.js', '"a\\n.js"']) expect(isPrintable(path)).toBe(false);
});

test('a script is split into its commands and words', () => {
  expect(splitScript('npm run lint && NODE_ENV=test mocha "a b" --x=\'c d\'')).toEqual([
    ['npm', 'run', 'lint'],
    ['NODE_ENV=test', 'mocha', 'a b', '--x=c d'],
  ]);
});

test('a script that only a shell understands is not split', () => {
  for (const script of ['mocha $(ls)', 'mocha $X', 'mocha > out', 'a `b`']) expect(splitScript(script)).toBeNull();
});
