import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LEX_RULES } from './lex-rules.ts';
import { maskCode } from './mask.ts';
import { type Structure, structureOf } from './structure.ts';

const { c, script } = LEX_RULES;

/** Two heads of one function, of which the preprocessor takes one, and another function behind them. */
const TWO_HEADS =
  '#if A\nint f(int a) {\n#else\nint f(long a) {\n#endif\n  return g(a);\n}\nint h(void) { return 1; }\n';

test('two heads of one function in the branches of a condition open one brace', () => {
  const { closeOf, around, openOf } = structureOf(TWO_HEADS, c);
  const [first, second] = [TWO_HEADS.indexOf('{'), TWO_HEADS.indexOf('{', TWO_HEADS.indexOf('#else'))];
  const end = TWO_HEADS.indexOf('\n}') + 1;
  expect(closeOf(first)).toBe(end);
  expect(openOf(end)).toBe(first);
  expect(around(TWO_HEADS.indexOf('g(a)'))).toBe(first);
  expect(around(second)).toBe(-1);
  expect(around(TWO_HEADS.indexOf('h('))).toBe(-1);
  expect(around(TWO_HEADS.indexOf('1;'))).toBe(TWO_HEADS.lastIndexOf('{'));
});

test('each closing bracket knows its opening one, and each place the innermost bracket around it', () => {
  const mask = 'a(b[c]){d}e';
  const { openOf, around } = structureOf(mask, script);
  expect([...mask].map((_, at) => openOf(at))).toEqual([-1, -1, -1, -1, -1, 3, 1, -1, -1, 7, -1]);
  // A bracket is not around itself, whichever of the two is asked about.
  expect([...mask].map((_, at) => around(at))).toEqual([-1, -1, 1, 1, 3, 3, 1, -1, 7, 7, -1]);
  expect([around(-1), openOf(-1), openOf(mask.length)]).toEqual([-1, -1, -1]);
});

test('a closing bracket ends brackets of other kinds with its own, and strays are passed over', () => {
  const { openOf, closeOf, around } = structureOf('([{)}a', script);
  expect([closeOf(0), closeOf(1), closeOf(2)]).toEqual([3, 3, 3]);
  expect([openOf(3), openOf(4)]).toEqual([0, -1]);
  expect([around(3), around(5)]).toEqual([2, -1]);
});

/** The innermost bracket around each place, found in the slow way. */
function aroundEach(mask: string, { opens, closeOf }: Structure): readonly number[] {
  return [...mask].map((_, at) => opens.findLast((open) => open < at && closeOf(open) >= at) ?? -1);
}

test('whatever the brackets, what is around a place is what closes behind it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'()[]{}a\n'), maxLength: 60 }), (mask) => {
      const structure = structureOf(mask, script);
      expect([...mask].map((_, at) => structure.around(at))).toEqual(aroundEach(mask, structure));
      for (const open of structure.opens) {
        const close = structure.closeOf(open);
        if (close === mask.length) continue;
        expect(structure.openOf(close)).toBeLessThanOrEqual(open);
      }
    }),
  );
});

test('what a place stands in is known at once, however many brackets are around it', () => {
  const mask = maskCode('([{'.repeat(150_000) + '}])'.repeat(150_000), script);
  const { around, openOf } = structureOf(mask, script);
  for (let at = 0; at < mask.length; at += 10) around(at);
  expect(openOf(mask.length - 1)).toBe(0);
});
