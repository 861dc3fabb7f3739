import { expect, test } from 'vitest';
import { infixBase } from './scala-infix.ts';

const baseOf = (type: string): string | null => infixBase(type, 0, type.length - 1)?.name ?? null;

test('a type in parentheses is of the class that is written between two others, by the side that binds first', () => {
  expect(baseOf('(A Or B)')).toBe('Or');
  expect(baseOf('(F ~> WriterT[F, L, *])')).toBe('~>');
  expect(baseOf('(A <> B <> C)')).toBe('<>');
  expect(baseOf('(A +: B +: C)')).toBe('+:');
  expect(baseOf('(a.b.Left[Int])')).toBe('Left');
});

test('a function, a tuple, a type of both and signs that differ are of no class that is known', () => {
  for (const type of [
    '(A => B)',
    '(A, B)',
    '(A & B)',
    '(A Or B +: C)',
    '()',
    '(A with B)',
    `(${'A ~> '.repeat(300)}B)`,
  ])
    expect(baseOf(type)).toBe(null);
});
