import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyseTestFile } from './analyse-test-file.ts';

/** Pieces of tests in every language: in any order they make texts that nobody wrote and a stranger may send. */
const PIECES = [
  "it('a', () => {",
  'describe(',
  'test.each`',
  '`${',
  '`',
  "'",
  '"',
  '{',
  '}',
  '(',
  ')',
  '[',
  ']',
  ';',
  '\n',
  ' ',
  '  ',
  'expect(a)',
  '.toBe(a)',
  '.rejects',
  'assert(',
  'await ',
  'return ',
  'if (x) ',
  'else ',
  'try {',
  '} catch (e) {}',
  'done(new Error())',
  'const a = ',
  'function a(',
  '=>',
  'import {a} from "./b"',
  'def test_a(',
  ':',
  'class A(B):',
  'self.a()',
  'assert a',
  'func TestA(t *testing.T) {',
  't.Run("a", ',
  't.Error(',
  '#[test]',
  'fn a() {',
  'assert!(',
  '@Test',
  'void a() {',
  'assertThat(a)',
  '/*',
  '*/',
  '//',
  '#',
  '\\',
  ',',
  '.',
  '::',
  '!',
  '\u001a',
  '\u{1f600}',
  '\r\n',
];
const PATHS = ['a.test.ts', 'a.test.jsx', 'test_a.py', 'a_test.go', 'tests/a.rs', 'ATest.java'];

const texts = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 4 })), { maxLength: 120 });

describe('whatever the text', () => {
  test('nothing is thrown, and every line is one of the text', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PATHS), texts, (path, pieces) => {
        const text = pieces.join('');
        const lines = text.split('\n').length;
        const { cases } = analyseTestFile({ path, text });
        for (const [index, { line, endLine, parent, smells }] of cases.entries()) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(endLine).toBeGreaterThanOrEqual(line);
          expect(endLine).toBeLessThanOrEqual(lines);
          expect(parent ?? -1).toBeLessThan(index);
          for (const smell of smells) expect(smell.line).toBeLessThanOrEqual(lines);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('comments change no smell', () => {
    const text = "it('a', () => {\n  f();\n});\nit('b', () => {\n  expect(f()).toBe(1);\n});\n";
    const smells = (input: string): unknown =>
      analyseTestFile({ path: 'a.test.js', text: input }).cases.map((one) => one.smells);
    fc.assert(
      fc.property(fc.constantFrom(...PIECES.filter((piece) => !/[\r\n]|\*\//.test(piece))), (piece) => {
        expect(smells(text.replace('  f();', `  f(); // ${piece}`))).toEqual(smells(text));
      }),
    );
  });

  // Steps cannot be counted from outside: a text of 8,000 characters is done with at all, within the runner's limit.
  test.each(PIECES.map((piece) => [piece]))('%j, repeated, is read to its end', (piece) => {
    for (const path of PATHS) {
      const text = piece.repeat(Math.ceil(8_000 / piece.length));
      expect(analyseTestFile({ path, text }).isRead).toBe(true);
    }
  });
});
